
# ---- passive: a line above the output, and the command runs --------------------------------

typeset -g __darn_guard_state=passive __darn_version=

# The judging code is a separate file, read before the first command: most started shells never need it.
__darn_warn() {
    unfunction __darn_warn
    __darn_read $__darn_rest 2>/dev/null
    if [[ $__darn_version == @VERSION@ ]]; then __darn_warn $1; else __darn_warn() { :; }; fi
}

__darn_guard_preexec() {
    if [[ $1 != $__darn_chosen && -z ${DARN_DISABLE-} ]]; then __darn_warn $1; fi
    return 0
}
