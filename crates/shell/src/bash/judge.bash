# --- The Enter guard, at the level `active`: what becomes of a line that is not simply harmless.

# True for a line that runs.
__darn_look() {
    local whole=$1 text
    if [[ $- == *H* && ($whole == *!* || $whole == ^*) ]]; then
        text=`builtin history -p -- "$whole" 2>/dev/null` && whole=$text
    fi
    if ! __darn_suspects "$whole"; then return 0; fi
    # What is defined now may be defined otherwise afterwards.
    case $whole in *alias* | *function* | *'()'* | *source* | *'. '* | *eval* | *unset*)
        __darn_met=([xalias]=1 [x.]=.) __darn_harmless=() __darn_alias_count=-1
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
    if ((${#whole} <= 30000)); then answer=`__darn_consult judge "$whole"`; else answer=''; fi
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
        answer=`__darn_consult ask "$whole"`
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

# In place of edit-and-execute-command: the line in the editor, then on the line, then as by Enter.
__darn_edit() {
    local file
    file=`command mktemp "${TMPDIR:-/tmp}/darn.XXXXXX"` || return 0
    builtin printf '%s\n' "$READLINE_LINE" >|"$file"
    # shellcheck disable=SC2086 # its options too
    if builtin eval "${VISUAL:-${EDITOR:-vi}}"' "$file"' </dev/tty >/dev/tty; then
        READLINE_LINE=`<"$file"` READLINE_POINT=2147483647
    fi
    command rm -f -- "$file"
    : "$1"
}
__darn_version=@VERSION@
