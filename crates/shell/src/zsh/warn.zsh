
# ---- passive: a line above the output, and the command runs --------------------------------

__darn_guard_preexec() {
    local line=$1 answer
    if [[ $line == $__darn_chosen || -n ${DARN_DISABLE-} ]] || ! __darn_suspects $line; then return 0; fi
    __darn_note_definitions $line
    (( $#line <= 30000 )) && [[ -x $__darn_program || -n $commands[$__darn_program] ]] || return 0
    answer=$(__darn_consult warn $line)
    if [[ $answer == warn\ * ]]; then print -ru2 -- ${answer#*$__darn_nl}; fi
    return 0
}

typeset -g __darn_guard_state=passive
