
# ---- requests to a model, with llm.enabled -------------------------------------------------
#
# The key starts the request and returns at once. The answer comes through a FIFO, which is unlinked once both
# ends are open: neither side leaves a file behind.

typeset -ga __darn_wish_maps=()  # keymaps in which our key for a request is bound

__darn_model() {
    if [[ -n $BUFFER && $BUFFER != $__darn_fix ]]; then
        local old=${(M)__darn_saved:#model:*}
        if [[ $old != *\ -s\ * ]]; then zle ${old##* }; else __darn_release model; zle -U $KEYS; fi
        return
    fi
    if [[ -n $__darn_fd ]]; then
        zle -M "darn: still asking"
        return
    fi
    __darn_ready || return 0
    local -a answer
    answer=("${(@f)$(__darn_exec model "$(builtin bindkey -lL main)")}")
    [[ $answer[1] == <1->\ /* ]] || return 0
    # never blocks, because both ends are open by then
    exec {__darn_fd}<>${answer[1]#* } || return 0
    zle -F -w $__darn_fd __darn_model_ready
    zle -M -- "$answer[2]"
}

# Draws an answer that has arrived, at our next prompt if another program is reading the line now.
__darn_model_ready() {
    if [[ $CONTEXT != start || ${ZLE_RECURSIVE:-0} != 0 ]]; then
        zle -F $__darn_fd
        return 0
    fi
    local answer
    local -a lines flags
    IFS= builtin read -r -d "" -t 1 -u $__darn_fd answer || answer=
    __darn_model_drop
    lines=("${(@f)answer}")
    flags=(${(s: :)lines[1]-})
    [[ $flags[1] == <-> ]] || return 0
    if (( $#__darn_saved )); then __darn_release; fi
    __darn_unghost
    __darn_above "$lines[2]"
    __darn_fix=${(F)lines[3,-1]} __darn_count=$flags[1] __darn_asks=1
    if (( ! $flags[(I)plain] )); then __darn_ghost=$__darn_fix; fi
    [[ -z $__darn_ghost ]] || __darn_catch
    __darn_bind "${(@f)$(__darn_bindings)}"
    if [[ -n $__darn_ghost && -z $BUFFER ]]; then __darn_haunt; fi
    zle -R
}

# Prints a line in place of the prompt, which is redrawn below it with everything typed. Only zle knows the
# height of the prompt: it erases it when told that there is no prompt.
__darn_above() {
    local line=$BUFFER post=$POSTDISPLAY
    local -i at=$CURSOR
    local -a marks=("${region_highlight[@]}")
    BUFFER= POSTDISPLAY=
    () { local PROMPT= RPROMPT=; zle reset-prompt; zle -R }
    zle -I # moves down one row, and up again when the prompt is back
    builtin print -r -- "${(#):-27}[A${(#):-13}${(#):-27}[J$1$__darn_nl"
    BUFFER=$line CURSOR=$at POSTDISPLAY=$post region_highlight=("${marks[@]}")
    zle reset-prompt
}

# Ends the process at the other end.
__darn_model_drop() {
    zle -F $__darn_fd 2>/dev/null
    exec {__darn_fd}<&-
    __darn_fd=
}

# Turns the line, a request or a partial command, into a command.
__darn_wish() {
    [[ $CONTEXT == start ]] || return 0
    local line=$BUFFER answer
    local -i at=$CURSOR
    local -a lines
    __darn_unghost
    BUFFER=
    zle -R # the question uses the line of the prompt, and restores it
    answer=$(
        local -a reply
        __darn_tell ""
        export "${(@)reply}"
        exec $__darn_program hook zsh wish "$line" </dev/tty
    ) || :
    lines=("${(@f)answer}")
    BUFFER=$line CURSOR=$at
    if [[ -n ${lines[2]-} ]]; then __darn_above $lines[2]; else zle reset-prompt; fi
    answer=${(F)lines[3,-1]}
    if [[ $lines[1] == edit ]]; then BUFFER=$answer CURSOR=$#BUFFER; else LBUFFER+=$answer; fi # typed meanwhile
}

__darn_model_unload() {
    [[ -z $__darn_fd ]] || __darn_model_drop
    local map
    for map in $__darn_wish_maps; do builtin bindkey -M $map -r $__darn_ask_key; done
}

zle -N __darn_model
zle -N __darn_model_ready
zle -N __darn_wish
if [[ -n $__darn_ask_key ]]; then
    # only if it is free
    for __darn_map in emacs viins; do
        if [[ $(builtin bindkey -M $__darn_map $__darn_ask_key) == *undefined-key ]]; then
            builtin bindkey -M $__darn_map $__darn_ask_key __darn_wish
            __darn_wish_maps+=($__darn_map)
        fi
    done
    unset __darn_map
fi
