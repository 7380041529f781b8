# darn for zsh 5.1 and later. Only observes: all decisions are taken by the program.

typeset -g __darn_fix= __darn_text= __darn_started= __darn_ghost=
typeset -gi __darn_status=0

__darn_preexec() { __darn_started=1 __darn_text=$1 }

__darn_precmd() {
    local -i code=$?
    emulate -L zsh
    [[ -n $__darn_started ]] || return $code
    __darn_started= __darn_fix= __darn_ghost=
    case $code in (0|130|131|141|143|146|147|148) return $code ;; esac
    __darn_status=$code
    __darn_fix=$(DARN_COLUMNS=$COLUMNS @DARN@ hook zsh $code "$__darn_text")
    __darn_fix=${__darn_fix#*$'\n'}
    __darn_ghost=$__darn_fix
    return $code
}

__darn_line_init() {
    if [[ -n $__darn_ghost && -z $BUFFER ]]; then
        POSTDISPLAY=$__darn_ghost
        region_highlight+=("${#BUFFER} $(( ${#BUFFER} + ${#POSTDISPLAY} )) fg=8 memo=darn")
        __darn_ghost=
    fi
}
__darn_line_finish() { [[ -n $__darn_fix ]] && POSTDISPLAY= }
__darn_tab() {
    if [[ -z $BUFFER && -n $__darn_fix ]]; then
        POSTDISPLAY= BUFFER=$__darn_fix CURSOR=${#BUFFER} __darn_fix=
    else
        zle expand-or-complete
    fi
}
zle -N __darn_line_init
zle -N __darn_line_finish
zle -N __darn_tab
bindkey '^I' __darn_tab
autoload -Uz add-zsh-hook add-zle-hook-widget
add-zsh-hook preexec __darn_preexec
precmd_functions=(__darn_precmd $precmd_functions)
add-zle-hook-widget line-init __darn_line_init
add-zle-hook-widget line-finish __darn_line_finish
