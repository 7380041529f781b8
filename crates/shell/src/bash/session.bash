# shellcheck shell=bash
# The persistent session of darn in bash: `darn do` and `darn chat` type `__darn_begin N; eval …; __darn_end $?`.
# The end of a command is reported once, by the typed line or, if the command aborted it, by the prompt.

unset HISTFILE
set +o history
PS1='' PS2='' PROMPT_DIRTRIM=''
__darn_place=@PLACE@ __darn_nonce=@NONCE@ __darn_text='' __darn_open=1 __darn_go=''

# Reads the command; keeps `$?` for it, unless the shell would end.
__darn_begin() {
    local __darn_status=$?
    __darn_seq=$1 __darn_open=1
    IFS='' builtin read -r -d '' __darn_text <"$__darn_place/command-$1" || :
    __darn_watch
    builtin printf '\033]73276;%s;C;%s\a' "$__darn_nonce" "$1" >/dev/tty
    [[ $- == *e* ]] || return "$__darn_status"
}

__darn_end() {
    if [[ -n $__darn_open ]]; then
        __darn_open=''
        builtin printf '\033]73276;%s;D;%s\a' "$__darn_nonce" "$__darn_seq" >/dev/tty
        builtin printf '%s\0%s\0%s\0%s\0%s\0' \
            "$__darn_nonce" "$__darn_seq" "$1" "$PWD" "${PATH-}" >|"$__darn_place/reports"
        # darn discards the keys that the command has left: the prompt would take them for a line
        IFS='' builtin read -r __darn_go <"$__darn_place/go" || :
    fi
    [[ $- == *e* ]] || return "$1"
}

# Has the prompt report too, whatever the command did to PROMPT_COMMAND.
__darn_watch() {
    [[ "${PROMPT_COMMAND[*]-}" == *__darn_end* ]] ||
        PROMPT_COMMAND=("__darn_end \$?" ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"})
}

__darn_watch
__darn_end 0
