# --- The Enter guard, at the level `active`: a line that the policy would flag does not run by Enter
# alone. Part of hook.bash.
#
# Each key that enters a line is a macro of two private sequences: the first judges, the second does
# what the first decided, and that is nothing until it has decided. Almost every line is decided
# here: one that has none of the words which the policy looks for, and nothing that could build
# such a word, passes without a process.

builtin declare -gA __darn_words __darn_heads __darn_met
__darn_words=() __darn_with=()  # xWORD: 1 always, else the place in __darn_with, texts beside which it counts
__darn_heads=(@HEADS@)          # xLETTERS with which such words begin
__darn_met=()                   # xNAME: first words of lines that are no function with such a word
__darn_table='@WORDS@' __darn_texts='

@WITH@'
__darn_lines=''           # lines of the command that have been accepted before this one
__darn_agreed=''          # for what reasons the user has agreed to run them
__darn_judged=''          # a line that may get lost
__darn_passed=1           # set when a line was accepted by the guard
__darn_guarding=new __darn_guard_state='' __darn_renewed=0 __darn_alias_count=0

__darn_load() {
    local - IFS=$'\n'
    builtin set -f
    builtin eval "__darn_words=($__darn_table)"
    # shellcheck disable=SC2206
    __darn_with=('' '' $__darn_texts)
    __darn_table=''
}

# True for a text that the program has to judge.
__darn_suspects() {
    local - text=$1 IFS=$' \t\n/=:,@%~' word first names='' segment
    if [[ -n $__darn_table ]]; then __darn_load; fi
    if [[ $text == *[!A-Za-z0-9\ _./:,@%+=~-]* ]]; then
        builtin set -f
        __darn_is_clear || return 0
        IFS=$' \t\n/=:,@%~;&|()<>{}[]*?!#^$`'
    else
        first=${text#"${text%%[! ]*}"} names=${first%%[ ]*}
        if [[ $text == *=* || $names == time || $names == builtin ]]; then names=$text; fi
    fi
    if __darn_has_words; then return 0; fi
    IFS=$' \t\n='
    # shellcheck disable=SC2086
    for word in $names; do
        if [[ $word == . ]]; then return 0; fi
        if [[ -z ${__darn_met[x$word]-} ]]; then
            __darn_meet "$word"
            if [[ ${__darn_words[x$word]-} == 1 ]]; then return 0; fi
        fi
    done
    return 1
}

# True where a word of the caller's variable text is looked for; split at the caller's IFS.
__darn_has_words() {
    # Names of PowerShell too, which has no case.
    case $text in @STEMS@ | *[A-Za-z]-[A-Z]*) return 0 ;; esac
    # shellcheck disable=SC2086 # there is no glob in it that is expanded
    for word in $text; do
        case ${__darn_words[x$word]-} in
        '') if [[ $word == [A-Za-z]*[!A-Za-z]* && -n ${__darn_heads[x${word%%[!A-Za-z]*}]-} ]]; then return 0; fi ;;
        1) return 0 ;;
        *) if __darn_fits "${__darn_with[__darn_words[x$word]]}"; then return 0; fi ;;
        esac
    done
    return 1
}

# True where one of these texts is in the caller's.
__darn_fits() {
    local IFS=$'\t' with
    for with in $1; do
        if [[ $text == *"$with"* ]]; then return 0; fi
    done
    return 1
}

# A text with other than plain characters, the variable text of the caller: false if it may run
# something that its words do not show. Takes quotes away, and finds the names of commands.
__darn_is_clear() {
    local piece before n=0
    if [[ $text == *[!$' \t\n'!-~]* || $text == *[\`]* || $text == *'$'[\'\"\(\[0-9@*#?!\$-]* ]]; then return 1; fi
    if [[ $text == *'()'* || $text == *'<<'* || $text == *'{'*[,.]*'}'* ]]; then return 1; fi
    if [[ $text == *'$'* ]]; then
        # Only as whole words, that no assignment of this text can have made, and not as a command.
        if [[ $text == *=* ]]; then return 1; fi
        IFS='$' before=''
        # shellcheck disable=SC2086
        for piece in ${text%'$'}; do
            if ((n++ == 0)); then
                if [[ -z ${piece//[$' \t\n\'\"']/} ]]; then return 1; fi
            elif [[ $before == @(*[A-Za-z0-9_\\]|*[';&|({!'$'\n']*([$' \t\'\"'])) ]]; then
                return 1
            elif [[ $piece != @([A-Za-z_]*([A-Za-z0-9_])|'{'[A-Za-z_]*([A-Za-z0-9_])'}')?([\'\"])?([$' \t\n/.,:;)|&']*) ]]; then
                return 1
            fi
            before=$piece
        done
    fi
    text=${text//\\$'\n'/}
    text=${text//[\'\"\\]/}
    if [[ $text == *'>'* ]]; then
        # Into files below this directory, and nowhere else.
        if [[ $text == */.* ]]; then return 1; fi
        n=0 IFS='>'
        # shellcheck disable=SC2086
        for piece in $text; do
            if ((n++ > 0)) && [[ -n $piece ]] &&
                [[ $piece != @(\&[0-9-]*|?([\|\&])*([$' \t'])@(/dev/null|[A-Za-z0-9_])*) ]]; then
                return 1
            fi
        done
        if [[ $text == *'>' ]]; then return 1; fi
    fi
    # A name of a command that is a glob, and the names that may be functions.
    IFS=$'\n;&|(){}!'
    # shellcheck disable=SC2086
    for segment in $text; do
        IFS=$' \t'
        for piece in $segment; do
            case $piece in
            *[*?[]*) return 1 ;;
            then | do | else | elif | if | while | until | time | builtin | coproc) ;;
            [A-Za-z_]*=*) ;;
            *)
                names+=" $piece"
                break
                ;;
            esac
        done
        IFS=$'\n;&|(){}!'
    done
    return 0
}

# A name that has not been met as that of a command: is it a function that has such words?
__darn_meet() {
    local - text word IFS
    if ((${#__darn_met[@]} > 2000)); then __darn_met=(); fi
    __darn_met[x$1]=1
    if [[ $1 == __darn* || $1 == darn ]] || ! builtin declare -F -- "$1" &>/dev/null; then return 0; fi
    text=$(__darn_bodies "$1")
    text=${text//[\'\"\\]/}
    builtin set -f
    IFS=$' \t\n/=:,@%~;&|()<>{}[]*?!#^$`'
    if __darn_has_words; then __darn_words[x$1]=1; fi
}

# Prints the functions whose names are in a text, and those that these use. For $( ) only.
__darn_bodies() {
    local -A seen=()
    local IFS=$' \t\n/=:,@%~;&|()<>{}[]*?!#^$`' text=${1//[\'\"\\]/ } next body word n=0
    builtin set -f
    while [[ -n $text ]]; do
        next=''
        for word in $text; do
            if [[ -n ${seen[x$word]-} || $word == __darn* || $word == darn ]]; then continue; fi
            seen[x$word]=1
            if builtin declare -F -- "$word" &>/dev/null && ((n < 20)); then
                body=$(builtin declare -f -- "$word")
                builtin printf '%s\n' "$body"
                next+=${body//[\'\"\\]/ } n=$((n + 1))
            fi
        done
        text=${next:0:20000}
    done
}

# Names of aliases whose bodies have such words become such words.
__darn_read_aliases() {
    local name changed=1
    __darn_alias_count=${#BASH_ALIASES[@]}
    while ((changed)); do
        changed=0
        for name in "${!BASH_ALIASES[@]}"; do
            if [[ -z ${__darn_words[x$name]-} ]] && __darn_suspects "${BASH_ALIASES[$name]}"; then
                __darn_words[x$name]=1 changed=1
            fi
        done
    done
}

# --- Enter.

# Arguments: the function of readline that enters the line; `$_`, which the last argument keeps.
__darn_enter() {
    local whole
    builtin bind '"\C-x\C-_e": ""'
    if ((!__darn_n)) && [[ -z ${DARN_DISABLE-} ]]; then # else a program of ours reads the line
        whole=$__darn_lines${READLINE_LINE-}
        if ((${#BASH_ALIASES[@]} != __darn_alias_count)); then __darn_read_aliases; fi
        if [[ $whole == *[!\ ]* ]]; then
            __darn_look "$whole" || return 0
        fi
        __darn_lines=$whole$'\n'
    fi
    __darn_passed=1 __darn_judged=''
    builtin bind "\"\C-x\C-_e\": $1"
}

# True for a line that runs.
__darn_look() {
    local whole=$1 text
    if [[ $- == *H* && ($whole == *!* || $whole == ^*) ]]; then
        text=$(builtin history -p -- "$whole" 2>/dev/null) && whole=$text
    fi
    if ! __darn_suspects "$whole"; then return 0; fi
    # What is defined now may be defined otherwise afterwards.
    case $whole in *alias* | *function* | *'()'* | *source* | *'. '* | *eval* | *unset*)
        __darn_met=() __darn_alias_count=-1
        ;;
    esac
    __darn_examine "$whole"
}

__darn_examine() {
    local whole=$1 answer head lines
    if [[ $__darn_program == */* && ! -x $__darn_program ]]; then
        builtin printf '%s\n' 'darn: its program is gone, so the guard is off in this shell' >&2
        __darn_unguard
        return 0
    fi
    __darn_judged=$whole
    if ((${#whole} <= 30000)); then answer=$(__darn_consult judge "$whole"); else answer=''; fi
    head=${answer%%$'\n'*} lines=''
    if [[ $answer == *$'\n'* ]]; then lines=${answer#*$'\n'}; fi
    case $head in
    allow\ *) return 0 ;;
    warn\ *)
        builtin printf '%s\n' "$lines" >&2
        return 0
        ;;
    deny\ *)
        builtin printf '%s\n' "$lines" >&2
        if [[ $head == *' waiting' ]]; then __darn_postpone; fi
        return 1
        ;;
    confirm\ *)
        head=${head#* }
        if [[ $head == *' waiting' ]]; then
            __darn_postpone
            return 1
        fi
        if [[ -n $__darn_lines && $head == "$__darn_agreed" ]]; then return 0; fi
        answer=$(__darn_consult ask "$whole")
        case $answer in
        run)
            __darn_agreed=$head
            return 0
            ;;
        edit$'\n'*)
            if [[ -z $__darn_lines ]]; then READLINE_LINE=${answer#*$'\n'} READLINE_POINT=2147483647; fi
            return 1
            ;;
        back) return 1 ;;
        waiting)
            __darn_postpone
            return 1
            ;;
        esac
        ;;
    esac
    __darn_ask_plainly "$whole"
}

# Asks the program, in a shell of its own: its process would become `$!`. For a judgement it has a
# second.
__darn_consult() {
    local aliases='' functions name text=$2 i fd out=''
    for i in 1 2 3; do
        for name in "${!BASH_ALIASES[@]}"; do
            if [[ $text == *"$name"* && $'\n'$aliases != *$'\n'"$name="* ]] && ((${#aliases} < 30000)); then
                aliases+=$name=${BASH_ALIASES[$name]//$'\n'/ }$'\n'
            fi
        done
        text+=$'\n'$aliases
    done
    functions=$(__darn_bodies "$text")
    export DARN_COLUMNS=${COLUMNS-} DARN_ALIASES=$aliases DARN_FUNCTIONS=${functions:0:60000}
    if [[ $1 == ask ]]; then exec "$__darn_program" hook bash ask "$2"; fi
    trap 'builtin kill "$!"; exit 1' INT # which the program does not hear of itself
    exec {fd}< <(exec "$__darn_program" hook bash judge "$2")
    IFS='' builtin read -r -d '' -t 1 -u "$fd" out
    if (($? > 128)); then
        builtin kill "$!"
    elif builtin wait "$!"; then
        builtin printf '%s' "$out"
    fi
}

# Without a judgement: a line with one of these words runs only if the user says so.
__darn_ask_plainly() {
    local IFS=$' \t\n/=:,@%~;&|()<>{}[]*?!#^$`' - word key answer=''
    builtin set -f
    # shellcheck disable=SC2086
    for word in ${1//[\'\"\\]/}; do
        case $word in
        rm | rmdir | shred | dd | mkfs* | wipefs | fdisk | sfdisk | parted | truncate | shutdown | reboot | \
            halt | poweroff | init | kill | killall | pkill | chmod | chown | mv | eval | sh | bash | git | \
            find | xargs | sudo | doas) answer=asked ;;
        esac
    done
    if [[ -z $answer ]]; then return 0; fi
    answer=''
    if builtin read -r -t 0; then
        __darn_postpone
        return 1
    fi
    builtin printf '%s' 'darn could not judge this line; run it? type yes: ' >&2
    while IFS='' builtin read -rsn1 -d '' key; do
        case $key in
        $'\r' | $'\n') break ;;
        [a-zA-Z]) answer+=$key ;;
        *) answer='' && break ;;
        esac
        builtin printf '%s' "$key" >&2
    done
    builtin printf '\r%*s\r' 60 '' >&2
    [[ $answer == yes ]]
}

# More was typed before anything could be asked: it goes to the shell, and this line does not run.
__darn_postpone() {
    builtin printf '%s\n' 'darn: not run, since more was typed already; it is in the history' >&2
    if [[ -n $__darn_lines ]]; then
        builtin kill -INT "$$" # the rest of the command would mean something else without this line
    else
        __darn_remember
        READLINE_LINE='' READLINE_POINT=0
    fi
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
            builtin bind -m "$map" -x '"\C-x\C-_a": __darn_enter accept-line "$_"'
            builtin bind -m "$map" -x '"\C-x\C-_o": __darn_enter operate-and-get-next "$_"'
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

# In place of edit-and-execute-command: the line in the editor, then on the line, then as by Enter.
__darn_edit() {
    local file
    file=$(command mktemp "${TMPDIR:-/tmp}/darn.XXXXXX") || return 0
    builtin printf '%s\n' "$READLINE_LINE" >|"$file"
    # shellcheck disable=SC2086 # its options too
    if builtin eval "${VISUAL:-${EDITOR:-vi}}"' "$file"' </dev/tty >/dev/tty; then
        READLINE_LINE=$(<"$file") READLINE_POINT=2147483647
    fi
    command rm -f -- "$file"
    : "$1"
}
