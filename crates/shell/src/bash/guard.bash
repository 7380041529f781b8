# --- The Enter guard, at the level `active`: a line that the policy would flag does not run by Enter
# alone. Part of hook.bash.
#
# Each key that enters a line is a macro of two private sequences: the first judges, the second does
# what the first decided, and that is nothing until it has decided. What judges is a file of its own,
# read at the first line: a shell is started more often than it is asked.
#
# What a key runs has backquotes for its substitutions: by $( ) and <( ) bash 5.2 loses its place in a
# command of several lines that it is reading, and writes in front of its buffer (valgrind shows it).

__darn_lines=''           # lines of the command that have been accepted before this one
__darn_agreed=''          # for what reasons the user has agreed to run them
__darn_judged=''          # a line that may get lost
__darn_passed=1           # set when a line was accepted by the guard
__darn_positional=0       # how many positional parameters the shell has
__darn_guarding=new __darn_guard_state='' __darn_renewed=0
__darn_rest=@REST@ __darn_version=''

# Reads the rest of the guard; the file is made by `init`.
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

# Arguments: the function of readline that enters the line; how many positional parameters the shell
# has; `$_`, which the last argument keeps. (What is local on the way to __darn_states hides variables
# of the user, so it has names of ours.)
__darn_enter() {
    local __darn_whole
    __darn_positional=$2
    builtin bind '"\C-x\C-_e": ""'
    if ((!__darn_n)) && [[ -z ${DARN_DISABLE-} ]]; then # else a program of ours reads the line
        __darn_whole=$__darn_lines${READLINE_LINE-}
        if [[ $__darn_whole == *[!\ ]* ]]; then
            __darn_look "$__darn_whole" || return 0
        fi
        __darn_lines=$__darn_whole$'\n'
    fi
    __darn_passed=1 __darn_judged=''
    builtin bind "\"\C-x\C-_e\": $1"
}

# A line that did not run, and is on the line editor no longer, is found in the history.
__darn_remember() {
    if [[ -n $__darn_judged ]] && [[ $__darn_judged != \ * || ${HISTCONTROL-} != *ignore[sb]* ]]; then
        builtin history -s -- "$__darn_judged"
        __darn_at=$HISTCMD
    fi
    __darn_judged=''
}

# --- Keys.

# At each prompt; the argument is how many commands ran since the last.
__darn_guard_prompt() {
    if [[ -n $__darn_judged ]]; then __darn_remember; fi
    if [[ -n $__darn_guarding ]]; then
        __darn_guard_keys
    elif (($1 > 0)) && [[ -z $__darn_passed ]]; then
        # A line was entered without us: somebody bound the keys anew.
        if ((__darn_renewed < 3)); then __darn_renewed=$((__darn_renewed + 1)) && __darn_guard_keys; fi
    fi
    __darn_lines='' __darn_agreed='' __darn_passed=''
}

# Takes every key that enters a line, in every keymap; one fork, at the first prompt.
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

# Gives the keys back, for good.
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
