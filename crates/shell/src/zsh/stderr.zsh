
# ---- standard error in a file (capture.mode = "stderr-file") -------------------------------

# While a command runs, its standard error goes to an unlinked file: no other process can open it, and it
# disappears with the last process that has it open, even if the shell dies. All of it is printed at the end
# of the command; later also the output of background jobs. Before that mod.rs sets __darn_leave and
# __darn_leave_lines: patterns of words and of lines that keep their terminal.

zmodload zsh/system
zmodload -F zsh/files b:zf_mkdir b:zf_rm
typeset -g __darn_err_to=           # descriptor of the file: for commands, ...
typeset -ga __darn_err_from=()      # ... and for us; of files before it too, oldest first
typeset -gi __darn_err_size=0       # number of bytes read from the newest file
typeset -g __darn_err_on=           # set while a command writes to it
typeset -g __darn_err_busy=         # set while it is printed
typeset -g __darn_err_text=         # output of the last command: its beginning and its end

# Takes the line as entered, and with its aliases expanded. (mod.rs has the call.)
__darn_err_begin() {
    __darn_err_text=
    [[ -z ${DARN_DISABLE-} && $1 != [[:blank:]]* && -t 1 && -t 2 && /dev/fd/1 -ef /dev/fd/2 ]] || return 0
    if __darn_err_leaves "$2"; then return 0; fi
    [[ -n $__darn_err_to && __darn_err_size -lt 1048576 ]] || __darn_err_open || return 0
    __darn_err_print
    exec 2>&$__darn_err_to
    __darn_err_on=1
}

# First of all at the prompt.
__darn_err_precmd() {
    if [[ -n $__darn_err_on ]]; then
        exec 2>&1
        __darn_err_on=
        __darn_err_print keep
    elif (( $#__darn_err_from )); then
        __darn_err_print
    fi
    return 0
}

# Prints new content of the files. With an argument it is also kept.
__darn_err_print() {
    setopt local_options no_multibyte
    local from chunk text= nul=${(#):-0}
    for from in $__darn_err_from; do
        # interrupted the last time: the user does not want to see the rest
        [[ -z $__darn_err_busy ]] || sysseek -w end -u $from 0
    done
    __darn_err_busy=1
    for from in $__darn_err_from; do
        while sysread -i $from -s 65536 chunk; do
            syswrite -o 2 -- "$chunk"
            __darn_err_size+=$#chunk
            [[ -n ${1-} ]] || continue
            text+=${chunk//$nul}
            if (( $#text > 262144 )); then text=${text[1,16384]}$__darn_nl${text[-49152,-1]}; fi
        done
    done
    if (( $#text > 65536 )); then text=${text[1,16384]}$__darn_nl${text[-49152,-1]}; fi
    if [[ -n ${1-} ]]; then __darn_err_text=$text; fi
    __darn_err_busy=
}

# Opens a new file; output to the last few earlier ones is not lost.
__darn_err_open() {
    local directory=${XDG_RUNTIME_DIR-} file to from
    [[ $directory == /* && -d $directory ]] || directory=${XDG_STATE_HOME-}
    [[ $directory == /* ]] || directory=$HOME/.local/state
    directory+=/darn
    [[ -d $directory ]] || zf_mkdir -p -m 700 $directory 2>/dev/null
    directory+=/stderr
    [[ -d $directory ]] || zf_mkdir -m 700 $directory 2>/dev/null
    local -a own=($directory(N/Uf:u=rwx,go=:))
    (( $#own )) || return 1
    # of shells that ended between creating a file and unlinking it
    for file in $directory/<->(N.); do
        kill -0 ${file:t} 2>/dev/null && [[ ${file:t} != $$ ]] || zf_rm -f -- $file
    done
    file=$directory/$$
    sysopen -w -a -o creat,excl,cloexec -m 600 -u to $file 2>/dev/null || return 1
    sysopen -r -o cloexec -u from $file 2>/dev/null
    zf_rm -f -- $file
    if [[ -z $from ]]; then exec {to}>&-; return 1; fi
    [[ -z $__darn_err_to ]] || exec {__darn_err_to}>&-
    __darn_err_to=$to
    __darn_err_size=0
    __darn_err_from+=($from)
    if (( $#__darn_err_from > 8 )); then
        __darn_err_print
        from=$__darn_err_from[1]
        exec {from}<&-
        shift __darn_err_from
    fi
}

# Returns whether a command line keeps its terminal: programs that draw, ask or run for long, background jobs,
# functions and scripts (which may do anything), commands that print secrets.
__darn_err_leaves() {
    local word
    local -a words=("${(@Q)${(z)1}}")
    local -i first=1 # is the word a command name?
    [[ -n $1 && $1 != (${~__darn_leave_lines}) ]] || return 0
    for word in "$words[@]"; do
        [[ $word != (\&|\&\||\&\!) && ${word:t} != (${~__darn_leave}) ]] || return 0
        (( ! $+functions[$word] )) || return 0
        # rm -i asks
        [[ $word != (-[[:alpha:]]#[iI]*|--interactive*) || $words != *(rm|mv|cp|ln)* ]] || return 0
        if [[ $word == ([\;\|\(\{\!]*|\&\&|if|then|elif|else|do|while|until|time) ]]; then
            first=1
        elif (( first )) && [[ $word != *=* ]]; then
            first=0
            [[ $word != */* || $word == /(bin|sbin|usr|opt)/* ]] || return 0
        fi
    done
    return 1
}

__darn_err_exit() {
    if [[ -n $__darn_err_on ]]; then exec 2>&1; fi
    __darn_err_print
}

__darn_err_unload() {
    local fd
    __darn_err_exit
    precmd_functions=(${precmd_functions:#__darn_err_precmd})
    preexec_functions=(${preexec_functions:#__darn_err_preexec})
    zshexit_functions=(${zshexit_functions:#__darn_err_exit})
    for fd in $__darn_err_to $__darn_err_from; do exec {fd}>&-; done
}

# Not needed in the relay or in a terminal that can be queried; nor in a shell whose errors go elsewhere.
if [[ -z $__darn_mark && -t 2 && ( -z ${TMUX-} || -z ${TMUX_PANE-} ) &&
    ( -z ${KITTY_WINDOW_ID-} || -z ${KITTY_LISTEN_ON-} || $TERM != xterm-kitty ) &&
    ( -z ${WEZTERM_PANE-} || ${TERM_PROGRAM-} != WezTerm ) ]]; then
    typeset -g __darn_capture=stderr-file
    precmd_functions=(__darn_err_precmd $precmd_functions)
    preexec_functions+=(__darn_err_preexec)
    zshexit_functions+=(__darn_err_exit)
fi
