# darn for bash 4.4 and later. Only observes: all decisions are taken by the program.
# Names of darn begin with __darn_; nothing is exported.

__darn_run=('')
__darn_fix= __darn_text= __darn_status=0 __darn_todo=

__darn_hook() {
    local status=$?
    if (( ! ${__darn_started:-0} )); then return "$status"; fi
    __darn_started=0
    __darn_forget
    case $status in 0|130|131|141|143|146|147|148) return "$status" ;; esac
    local text
    text=$(HISTTIMEFORMAT= builtin history 1)
    [[ $text =~ ^[[:space:]]*[0-9]+[*]?[[:space:]]+(.*)$ ]] || return "$status"
    __darn_text=${BASH_REMATCH[1]} __darn_status=$status
    __darn_fix=$(DARN_COLUMNS=$COLUMNS @DARN@ hook bash "$status" "$__darn_text")
    __darn_fix=${__darn_fix#*$'\n'}
    if [[ -n $__darn_fix ]]; then
        bind -x '"\t": __darn_tab' 2>/dev/null
    fi
    return "$status"
}

__darn_forget() {
    if [[ -n $__darn_fix ]]; then
        __darn_fix=
        bind '"\t": complete' 2>/dev/null
    fi
}

__darn_tab() {
    if [[ -z $READLINE_LINE ]]; then
        READLINE_LINE=$__darn_fix READLINE_POINT=${#__darn_fix}
    fi
    __darn_forget
}

PS0=${PS0-}'${__darn_run[(__darn_started=1,0)]:0:0}'
PROMPT_COMMAND=("__darn_hook" "${PROMPT_COMMAND[@]}")
