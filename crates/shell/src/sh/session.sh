# shellcheck shell=sh
# The persistent session of darn in a plain sh: `darn do` and `darn chat` type `__darn_begin N; . …; __darn_end $?`.
# The end of a command is reported by the typed line or, if the command aborted it, by the prompt, in a subshell.

unset HISTFILE
__darn_place=@PLACE@ __darn_nonce=@NONCE@ __darn_text='' __darn_open=1 __darn_go=''
PS1='' PS2=''

# Names the file with the command; keeps `$?` for it, unless the shell would end.
__darn_begin() {
    __darn_status=$?
    # shellcheck disable=SC2016 # evaluated by the prompt
    __darn_seq=$1 __darn_open=1 __darn_text=$__darn_place/command-$1 PS1='$(__darn_end $?)'
    printf '\033]73276;%s;C;%s\007' "$__darn_nonce" "$1" >/dev/tty
    IFS='' read -r __darn_go <"$__darn_place/go" # once the terminal echoes again
    case $- in
    *e*) ;;
    *) return "$__darn_status" ;;
    esac
}

__darn_end() {
    if [ -n "$__darn_open" ]; then
        __darn_open=''
        printf '\033]73276;%s;D;%s\007' "$__darn_nonce" "$__darn_seq" >/dev/tty
        printf '%s\0%s\0%s\0%s\0%s\0' \
            "$__darn_nonce" "$__darn_seq" "$1" "$PWD" "${PATH-}" >|"$__darn_place/reports"
        # darn discards the keys that the command has left: the prompt would take them for a line
        IFS='' read -r __darn_go <"$__darn_place/go"
    fi
    case $- in
    *e*) ;;
    *) return "$1" ;;
    esac
}

__darn_end 0
