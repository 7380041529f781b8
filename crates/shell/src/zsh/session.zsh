# The persistent session of darn in zsh: `darn do` and `darn chat` type `__darn_begin N; eval …; __darn_end $?`.
# The end of a command is reported once, by the typed line or, if the command aborted it, by the prompt.

unset HISTFILE
SAVEHIST=0 PS1= PS2= RPS1= PROMPT_EOL_MARK=
unsetopt prompt_sp prompt_cr beep share_history inc_append_history
__darn_place=@PLACE@ __darn_nonce=@NONCE@ __darn_text= __darn_open=1 __darn_go=

# Reads the command; keeps `$?` for it, unless the shell would end.
__darn_begin() {
    local __darn_status=$?
    __darn_seq=$1 __darn_open=1
    IFS= builtin read -r -d '' __darn_text <"$__darn_place/command-$1" || :
    __darn_watch
    builtin printf '\033]73276;%s;C;%s\a' "$__darn_nonce" "$1" >/dev/tty
    [[ -o err_exit ]] || return $__darn_status
}

__darn_end() {
    if [[ -n $__darn_open ]]; then
        __darn_open=
        builtin printf '\033]73276;%s;D;%s\a' "$__darn_nonce" "$__darn_seq" >/dev/tty
        builtin printf '%s\0%s\0%s\0%s\0%s\0' \
            "$__darn_nonce" "$__darn_seq" "$1" "$PWD" "${PATH-}" >|"$__darn_place/reports"
        # darn discards the keys that the command has left: the prompt would take them for a line
        IFS= builtin read -r __darn_go <"$__darn_place/go" || :
        # nor must the lines that it has pushed onto the editor's stack
        while builtin read -rz __darn_go; do :; done 2>/dev/null
    fi
    [[ -o err_exit ]] || return $1
}

__darn_idle() { __darn_end $? }

# Has the prompt report too, whatever the command did to its hooks.
__darn_watch() {
    [[ "${precmd_functions[*]-}" == *__darn_idle* ]] || precmd_functions=(__darn_idle $precmd_functions)
}

__darn_watch
__darn_end 0
