# --- The Enter guard, at the level `active`: Enter alone does not run a line that the policy would flag. Part
# of hook.bash.
#
# Each key that enters a line is a macro of two private sequences: the first judges, the second runs what the
# first chose, and until then does nothing. The judging code is a separate file, read at the first line: most
# started shells never need it.
#
# Functions that keys call use backquotes for substitutions: with $( ) and <( ) bash 5.2 loses its place in a
# multi-line command that it is reading, and writes before the start of its buffer (found with valgrind).

__darn_lines=''           # earlier lines of the command that were accepted
__darn_agreed=''          # fingerprint of the reasons the user has accepted
__darn_judged=''          # a line that may get lost
__darn_passed=1           # set after the guard accepted a line
__darn_positional=0       # number of positional parameters of the shell
__darn_guarding=new __darn_guard_state='' __darn_renewed=0
__darn_rest=@REST@ __darn_version=''

# Reads the rest of the guard; `init` creates the file.
__darn_load() {
    builtin unset -f __darn_look __darn_suspects __darn_edit
    if builtin . "$__darn_rest" 2>/dev/null && [[ $__darn_version == @VERSION@ ]]; then return 0; fi
    "$__darn_program" init bash >/dev/null 2>&1
    if builtin . "$__darn_rest" 2>/dev/null && [[ $__darn_version == @VERSION@ ]]; then return 0; fi
    builtin printf '%s\n' "darn: $__darn_rest is gone, so the guard is off in this shell" >&2
    __darn_unguard
    return 1
}
__darn_look() { if __darn_load; then __darn_look "$@"; else return 0; fi; }
__darn_suspects() { if __darn_load; then __darn_suspects "$@"; else return 1; fi; }
__darn_edit() { if __darn_load; then __darn_edit "$@"; else return 0; fi; }

# Arguments: the readline function that enters the line; the number of positional parameters of the shell;
# `$_`, which the last argument preserves. (Local names on the way to __darn_states hide variables of the
# user, so they have our prefix.)
__darn_enter() {
    local __darn_whole
    __darn_positional=$2
    builtin bind '"\C-x\C-_e": ""'
    if ((!__darn_n)) && [[ -z ${DARN_DISABLE-} ]]; then # else one of our programs reads the line
        __darn_whole=$__darn_lines${READLINE_LINE-}
        if [[ $__darn_whole == *[!\ ]* ]]; then
            __darn_look "$__darn_whole" || return 0
        fi
        __darn_lines=$__darn_whole$'\n'
    fi
    __darn_passed=1 __darn_judged=''
    builtin bind "\"\C-x\C-_e\": $1"
}

# Adds a line to the history that did not run and has left the line editor.
__darn_remember() {
    if [[ -n $__darn_judged ]] && [[ $__darn_judged != \ * || ${HISTCONTROL-} != *ignore[sb]* ]]; then
        builtin history -s -- "$__darn_judged"
        __darn_at=$HISTCMD
    fi
    __darn_judged=''
}

# --- Keys.

# Called at each prompt; the argument is the number of commands run since the last.
__darn_guard_prompt() {
    if [[ -n $__darn_judged ]]; then __darn_remember; fi
    if [[ -n $__darn_guarding ]]; then
        __darn_guard_keys
    elif (($1 > 0)) && [[ -z $__darn_passed ]]; then
        # A line was entered without us: the keys were rebound.
        if ((__darn_renewed < 3)); then __darn_renewed=$((__darn_renewed + 1)) && __darn_guard_keys; fi
    fi
    __darn_lines='' __darn_agreed='' __darn_passed=''
}

# Binds every key that enters a line, in every keymap; one fork, at the first prompt.
__darn_guard_keys() {
    local - IFS=$'\n' map line key keys mode=emacs
    if [[ :$SHELLOPTS: == *:vi:* ]]; then mode=vi-insert; fi
    __darn_guarding='' __darn_guard_state=''
    if [[ -n ${BLE_VERSION-} ]]; then __darn_guard_state='off: ble.sh reads the lines'; fi
    if [[ :$SHELLOPTS: != *:emacs:* && :$SHELLOPTS: != *:vi:* ]]; then __darn_guard_state='off: line editing is off'; fi
    if [[ -n $__darn_guard_state ]]; then return 0; fi
    __darn_guard_state='off: Enter is bound to something else'
    builtin set -f
    keys=$(
        for map in emacs vi-insert vi-command; do
            builtin printf '%s\n' "map $map"
            builtin bind -m "$map" -q accept-line
            builtin bind -m "$map" -q operate-and-get-next
            builtin bind -m "$map" -q edit-and-execute-command
            builtin bind -m "$map" -q vi-edit-and-execute-command
        done
    )
    for line in $keys; do
        case $line in
        map\ *)
            map=${line#map }
            builtin bind -m "$map" -x '"\C-x\C-_a": __darn_enter accept-line $# "$_"'
            builtin bind -m "$map" -x '"\C-x\C-_o": __darn_enter operate-and-get-next $# "$_"'
            builtin bind -m "$map" -x '"\C-x\C-_v": __darn_edit "$_"'
            ;;
        *' can be invoked via "'*)
            keys=${line%%' can'*} line=${line#*'via "'} line=${line%\"*}
            case $keys in
            accept-line) keys='\C-x\C-_a\C-x\C-_e' ;;
            operate-and-get-next) keys='\C-x\C-_o\C-x\C-_e' ;;
            *) keys='\C-x\C-_v\C-x\C-_a\C-x\C-_e' ;;
            esac
            while [[ -n $line ]]; do
                key=${line%%'", "'*}
                if [[ $key == '\C-m' && $map == "$mode" ]]; then __darn_guard_state=active; fi
                if [[ $key != '\C-x\C-_e' ]]; then builtin bind -m "$map" "\"$key\": \"$keys\""; fi
                if [[ $line != *'", "'* ]]; then break; fi
                line=${line#*'", "'}
            done
            ;;
        esac
    done
}

# Restores the keys for good.
__darn_unguard() {
    local map
    for map in emacs vi-insert vi-command; do
        builtin bind -m "$map" '"\C-m": accept-line'
        builtin bind -m "$map" '"\C-j": accept-line'
    done
    builtin bind -m emacs '"\C-o": operate-and-get-next'
    builtin bind -m emacs '"\C-x\C-e": edit-and-execute-command'
    builtin bind -m vi-command '"v": vi-edit-and-execute-command'
    __darn_guarding='' __darn_renewed=3 __darn_guard_state='off: its program was gone'
}
