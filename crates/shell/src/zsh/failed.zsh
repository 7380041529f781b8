# The part of hook.zsh needed only after a failure, which hook.zsh reads then.

zmodload -F zsh/files b:zf_rm 2>/dev/null || :

# Collects what the program may know, as the environment of its call, in the array reply. Arguments: the keymap
# behind main; the number of the last entry of the history that the daemon knows, or 0: without the history. vi users search with Esc /, so Alt-/ works only if the two can be told apart.
__darn_tell() {
    setopt no_multibyte # limits are in bytes
    local name value all=
    local -a past
    local -i n oldest=${2:-1}
    for name value in "${(@kv)aliases}"; do
        if [[ $value != *$__darn_nl* ]] && (( $#all + $#name + $#value < 60000 )); then all+=$name=$value$__darn_nl; fi
    done
    reply=("DARN_SESSION=zsh $ZSH_VERSION $$" DARN_COLUMNS=$COLUMNS DARN_TAKEN=$__darn_taken DARN_ALIASES=$all
        DARN_DURATION=$__darn_took DARN_ENTERED_IN=$__darn_entered_in)
    if (( oldest )); then
        # Multi-line and private entries are useless.
        for (( n = HISTCMD - 1; n > HISTCMD - (oldest > 1 ? 300 : 100) && n >= oldest; n-- )); do past+=("$history[$n]"); done
        past=(${past:#([[:blank:]]*|*$__darn_nl*)})
        value=${(F)${(Oa)past}}
        if (( oldest > 1 )); then name=DARN_HISTORY+; else name=DARN_HISTORY; fi
        reply+=($name=${value[-32000,-1]})
    fi
    if (( __darn_status == 127 )); then
        all=${(F)${(k)functions}:#_*}
        reply+=(DARN_FUNCTIONS=${all[1,60000]})
    fi
    # A handler of the user has printed something other than the message of the shell (mise prints the same).
    if [[ ${functions[command_not_found_handler]-command not found} != *"command not found"* ]]; then
        reply+=(DARN_HANDLER=1)
    fi
    if [[ $1 == *viins* ]] && (( KEYTIMEOUT > 10 )); then reply+=(DARN_KEYS=vi); fi
    if [[ -n $__darn_model ]]; then reply+=(DARN_MODEL=1); fi
    if [[ $__darn_hears == 0 ]]; then
        if [[ -n $__darn_daemon ]]; then reply+=(DARN_TIMEOUT=0); else reply+=(DARN_RELAY=); fi
    fi
    if [[ -n $__darn_output ]]; then reply+=(DARN_OUTPUT=$__darn_output); fi
}

# Becomes the program; for use in $( ) only, where the exports end.
__darn_exec() {
    local -a reply
    __darn_tell "$2"
    export "${(@)reply}"
    exec $__darn_program hook zsh $1 $__darn_status $__darn_text
}

# Starts the program with a question in a file, which the program deletes: zsh is slow to collect its history, and a
# child that does so has to copy what it touches. Argument: the keymap behind main. REPLY: the answer.
__darn_ask_by_file() {
    local file=$__darn_place/printed.$$ end=${(#):-29}
    local -i number=++__darn_number
    local -a reply
    [[ -n $__darn_place && -n ${HISTFILE-} ]] || return 1
    __darn_tell "$1" 0
    {
        {
            builtin print -rN -- :darn-daemon :$number :said :zsh :failed :$__darn_status ":$__darn_text" ":$PWD" ":${(@)^reply}"
            builtin print -rn -- :DARN_HISTORY=
            builtin fc -ln -100
            builtin print -rN -- "" ""
        } >|$file
    } 2>/dev/null || return 1
    REPLY=$($__darn_program hook zsh filed $file) || :
    [[ $REPLY == $number$end*$end* ]] || return 1
    REPLY=${REPLY#*$end*$end}
}

# Finds the FIFOs that the daemon has made for this shell: the first failure, answered by a process, asks it to.
# One that has missed three answers is left alone for 30 seconds; then one question decides.
typeset -gi __darn_misses=0
typeset -gF __darn_again=0
typeset -gi __darn_told=0  # how far it knows the history
__darn_seek() {
    local base
    if [[ -n ${DARN_SOCKET-} ]]; then
        base=${DARN_SOCKET%/*}
    elif [[ ${XDG_RUNTIME_DIR-} == /* && -d $XDG_RUNTIME_DIR ]]; then
        base=$XDG_RUNTIME_DIR/darn
    else
        base=/tmp/darn-$EUID
    fi
    base+=/hook-$$
    [[ -O $base.ask && -p $base.ask && -p $base.answer ]] || return 0
    # (SECONDS does not follow a clock that is set, in contrast to EPOCHSECONDS.)
    if (( __darn_misses < 3 || SECONDS >= __darn_again )); then __darn_channel=$base __darn_daemon=1; fi
}

# REPLY: what builtins print, by way of a private file in memory, which costs less than a round trip.
__darn_write() {
    "$@" >|$__darn_channel.printed
    REPLY=$(<$__darn_channel.printed) # without a fork
}

__darn_miss_daemon() {
    __darn_hears=0 __darn_misses+=1 __darn_told=0
    __darn_again=$(( SECONDS + 30 ))
}

# Draws what the daemon has written before its reply: text and attributes, nothing else; the reply is text.
__darn_draw() {
    [[ -n $__darn_daemon ]] || return 0
    setopt local_options extended_glob
    local end=${(#):-29} esc=${(#):-27} cr=${(#):-13} drawn fit
    [[ $REPLY == *$end* ]] || return 1
    drawn=${REPLY%%$end*}
    fit=${drawn//$esc\[[0-9;]#m/}
    [[ ${fit//[$cr$__darn_nl]/} != *[[:cntrl:]]* ]] || return 1
    REPLY=${REPLY#*$end}
    fit=$__darn_nl${(#):-9}
    [[ ${REPLY//[$fit]/} != *[[:cntrl:]]* ]] || return 1
    # a line of its own: blanks up to the last column wrap only if the cursor is not in the first one
    if [[ $drawn == $cr* ]]; then drawn=${(l:COLUMNS - 1:)}$drawn; fi
    builtin print -rnu2 -- $drawn
}

# Tests whether the relay answers: one that is stopped, dead or hanging costs the shell 20 ms, once every few
# prompts. (Opening a FIFO for reading and writing does not block.)
__darn_hear() {
    local -i number=0 tries=0
    if [[ -z $__darn_hears ]]; then
        __darn_hears=0
        if [[ -z $__darn_daemon ]] && (( __darn_deaf )); then
            __darn_deaf+=-1
            return 1
        fi
        number=++__darn_number
        builtin print -rN -- :$nonce :$number :back : "" 1<>$__darn_channel.ask
        while (( tries++ < 25 )); do
            if IFS= builtin read -r -d "" -t $patience REPLY <>$__darn_channel.answer; then
                if [[ $REPLY == "$number "* ]]; then
                    __darn_hears=1 __darn_misses=0
                    return 0
                fi
            elif [[ -n $__darn_daemon || $patience == 0 ]]; then
                break
            elif ! __darn_starves; then
                patience=0 # it may have answered since
            fi
        done
        if [[ -n $__darn_daemon ]]; then __darn_miss_daemon; else __darn_deaf=20; fi
    fi
    (( __darn_hears ))
}

# Tests whether the relay is only waiting for a CPU or a disk on a loaded machine: then it will answer
# (proc_pid_stat(5)). Its process id is the end of the name of the channel.
__darn_starves() {
    local state=
    { builtin read -r state </proc/${__darn_channel##*[^0-9]}/stat } 2>/dev/null
    [[ $state == *") "[RD]" "* ]]
}

# Sends the relay the fields printed by the named function. REPLY: its answer.
__darn_relay() {
    local nonce=${DARN_NONCE-} patience=0.02 wait=3
    if [[ -n $__darn_daemon ]]; then nonce=darn-daemon patience=$__darn_patience wait=$__darn_patience; fi
    # A short question to the daemon is its own test.
    if [[ -z $__darn_daemon || -n $__darn_hears || $1 != __darn_back ]]; then __darn_hear || return 1; fi
    local -i number=++__darn_number tries=0
    { builtin print -rN -- :$nonce :$number; "$@"; builtin print -rN -- "" } 1<>$__darn_channel.ask
    [[ -n $__darn_daemon ]] || builtin print -rn -- "${__darn_mark}F;$number$__darn_bell"
    # The answer to an earlier question may still be there. A window resize may end the wait for the user.
    while IFS= builtin read -r -d "" -t $wait REPLY <>$__darn_channel.answer || (( wait > 3 && tries++ < 1000 )); do
        case $REPLY in
            "$number ~") wait=100000 ;; # the user is being asked
            "$number "*) break ;;
        esac
    done
    if [[ $REPLY != "$number "* ]]; then
        [[ -z $__darn_daemon ]] || __darn_miss_daemon
        return 1
    fi
    if [[ -n $__darn_daemon ]]; then __darn_hears=1 __darn_misses=0; fi
    REPLY=${REPLY#* }
    [[ $REPLY != ! ]] # the relay cannot answer
}

# Sends the daemon a question by way of a file, if it has made one: the shell does not wait until the question is
# read, nor reads the answer byte by byte. Otherwise as __darn_relay.
__darn_send() {
    if (( ! has_file )); then
        __darn_relay "$@"
        return
    fi
    local end=${(#):-29}
    local -i number=++__darn_number
    { builtin print -rN -- :darn-daemon :$number; "$@"; builtin print -rN -- "" } 2>/dev/null >|$__darn_channel.printed
    builtin print -rN -- :darn-daemon :$number :filed "" 1<>$__darn_channel.ask
    # The answer to an earlier question may still be there.
    while IFS= builtin read -r -d "" -t $__darn_patience REPLY <>$__darn_channel.answer; do
        if [[ $REPLY == "$number "* ]]; then
            __darn_hears=1 __darn_misses=0
            [[ $REPLY != *! ]] || return 1 # the daemon cannot answer
            REPLY=$(<$__darn_channel.reply)
            builtin : >|$__darn_channel.reply
            [[ $REPLY == $number$end*$end* ]] || return 1
            REPLY=${REPLY#*$end*$end}
            return 0
        fi
    done
    builtin : >|$__darn_channel.printed
    __darn_miss_daemon
    return 1
}

# Sends the output of a builtin to the relay, which returns it as the answer.
__darn_back() {
    builtin print -rN -- :back
    builtin print -rn -- :
    "$@"
    builtin print -rN -- ""
}

# Prints the call of the program, for the relay. Argument: as for __darn_tell.
__darn_said() {
    local -a reply exports
    local name
    local -i known=1
    for name in ${(k)parameters[(R)*export*]}; do exports+=("$name=${(P)name}"); done
    if [[ -n $__darn_daemon ]] && (( __darn_told > 1 && __darn_told <= HISTCMD && HISTCMD - __darn_told < 290 )); then known=$(( __darn_told - 1 )); fi
    __darn_tell "$1" $known
    builtin print -rN -- :said :zsh :failed :$__darn_status ":$__darn_text" ":$PWD" ":${(@)^exports}" ":${(@)^reply}"
}

# Prints the keymap behind main, then the bindings our keys displace.
__darn_bindings() {
    local keymap key action
    builtin bindkey -lL main
    for keymap key action in $__darn_keys; do builtin bindkey -L -M $keymap $key; done
}

# Prints the bindings and the traps.
__darn_state() {
    __darn_bindings
    builtin trap
}

# Runs builtins that print. REPLY: what they printed, by way of a private file, because a fork costs ten times
# more, and a substitution would not see the traps.
__darn_printed() {
    local file=$__darn_place/printed.$$
    REPLY=
    if [[ -n $__darn_place ]] && (( $+builtins[zf_rm] )) && { builtin : >|$file } 2>/dev/null; then
        "$@" >>$file
        REPLY=$(<$file) # without a fork
        builtin zf_rm -f $file
    else
        "$@" | IFS= builtin read -r -d "" REPLY || :
    fi
}

# Asks for suggestions; the program draws the hint.
__darn_offer() {
    local REPLY __darn_channel=$__darn_channel __darn_daemon= state=
    local -a lines flags old
    local -i has_file=0
    [[ -n $__darn_channel ]] || __darn_seek
    __darn_owed=
    [[ -z $__darn_fd ]] || __darn_model_drop # it belongs to another failure
    if [[ -n ${DARN_DISABLE-} ]] || ! __darn_ready; then return 0; fi
    if [[ -n $__darn_daemon && -f $__darn_channel.printed ]]; then
        # first the hint, then the keys
        has_file=1
        __darn_write builtin bindkey -lL main
    elif [[ -z $__darn_channel ]]; then
        __darn_printed __darn_state
        state=$REPLY
    elif ! __darn_relay __darn_back __darn_bindings; then
        __darn_printed __darn_bindings
    fi
    old=("${(@f)REPLY}")
    if [[ -n $__darn_channel ]] && __darn_send __darn_said "$old[1]" && __darn_draw; then
        lines=("${(@f)REPLY}")
        if [[ -n $__darn_daemon && $__darn_text != *$__darn_nl* ]]; then __darn_told=$HISTCMD; else __darn_told=0; fi
    else
        __darn_told=0
        if [[ -n $__darn_channel ]] || ! __darn_ask_by_file "$old[1]"; then REPLY=$(__darn_exec failed "$old[1]") || :; fi
        lines=("${(@f)REPLY}")
    fi
    flags=(${(s: :)lines[1]-})
    if (( ! $#flags )); then
        __darn_ask_handler
        return 0
    fi
    __darn_taken=0
    (( __darn_status )) || __darn_status=127 # from now on its real status is known
    if (( $flags[(I)pending] )); then
        __darn_owed=1
        return 0
    fi
    if [[ $flags[1] == (run|steps|edit) ]]; then
        __darn_take $flags[1] "${(F)lines[2,-1]}" # the user was asked
        return 0
    fi
    __darn_fix= __darn_count=$flags[1] __darn_asks=$(( $flags[(I)asks] > 0 ))
    # Users of another tool type that: suggest darn, for the failure before.
    if [[ $__darn_text == fuck && $__darn_status == 127 ]]; then
        __darn_status=$__darn_older[1] __darn_text=$__darn_older[2]
    fi
    if (( $flags[(I)drawn] )); then # a key accepts only what is on the screen
        __darn_fix=${(F)lines[2,-1]}
        if (( ! $flags[(I)plain] )); then __darn_ghost=$__darn_fix; fi
        [[ -z $__darn_ghost ]] || __darn_catch
    fi
    if (( __darn_count || __darn_asks )); then
        if (( has_file )); then
            __darn_write __darn_bindings
            old=("${(@f)REPLY}")
        fi
        __darn_bind "${(@)old}"
    fi
}

__darn_ready() {
    [[ -n $__darn_text && ( -x $__darn_program || -n $commands[$__darn_program] ) ]] || return 1
    setopt local_options no_multibyte
    (( $#__darn_text <= 32768 ))
}

# Arguments: the keymap behind main, then for each of our keys the command that restores it.
__darn_bind() {
    local keymap key action old
    local -i vi=0 n=1
    if [[ $1 == *viins* ]] && (( KEYTIMEOUT > 10 )); then vi=1; fi
    if (( $#__darn_saved )); then __darn_release; fi
    for keymap key action in $__darn_keys; do
        old=$argv[++n]
        if (( vi )) && [[ $key == "^["[^\[O]* ]]; then continue; fi
        case $action in
            tab) [[ -n $__darn_fix ]] || continue ;;
            list) (( __darn_count )) || continue ;;
            model) (( __darn_asks )) || continue ;;
            next) [[ -n $__darn_ghost && $old == *forward-char ]] || continue ;;
            escape) [[ -n $__darn_fix && $old == *undefined-key && $1 != *viins* ]] || continue ;;
        esac
        __darn_saved+=($action:$old)
        builtin bindkey -M $keymap $key __darn_$action
    done
}

# Restores the previous bindings of some actions (a pattern; default all).
__darn_release() {
    local entry
    for entry in ${(M)__darn_saved:#${~1:-*}:*}; do eval builtin ${entry#*:}; done
    __darn_saved=(${__darn_saved:#${~1:-*}:*})
}

__darn_accept() {
    __darn_release "(^list)"
    __darn_unghost
    BUFFER=$__darn_fix CURSOR=$#__darn_fix
    __darn_taken+=1
}

# The first press of Tab restores its old binding, whether it was used or not: completion counts repeated
# presses.
__darn_tab() {
    if [[ -z $BUFFER ]]; then __darn_accept; else __darn_release tab; zle -U $KEYS; fi
}

__darn_next() {
    if [[ -z $BUFFER && -n $__darn_ghosted ]]; then __darn_accept; else __darn_release next; zle -U $KEYS; fi
}

__darn_escape() { if [[ -z $BUFFER ]]; then __darn_accept; fi }

# On a line with text of the user Alt-/ keeps its old action.
__darn_list() {
    if [[ -n $BUFFER && $BUFFER != $__darn_fix ]]; then
        local old=${(M)__darn_saved:#list:*}
        if [[ $old != *\ -s\ * ]]; then zle ${old##* }; else __darn_release list; zle -U $KEYS; fi
        return
    fi
    local answer
    __darn_unghost
    zle -R # the list uses the line of the prompt, without ghost text on it, and restores it
    answer=$(__darn_exec list </dev/tty) || :
    zle reset-prompt
    case $answer in
        (run|steps)$__darn_nl*)
            __darn_take ${answer%%$__darn_nl*} ${answer#*$__darn_nl}
            __darn_enter_step
            ;;
        edit$__darn_nl*) BUFFER=${answer#*$__darn_nl} CURSOR=$#BUFFER ;;
    esac
}

# Enters the step like a line of the user: it runs at the top level and gets into the history. The user agreed
# to that exact text, so history expansion is off: its characters become two that no such text contains.
__darn_enter_step() {
    if [[ -z $__darn_signs ]]; then __darn_signs=$histchars; fi
    histchars=${(#):-1}${(#):-2}${__darn_signs[3]}
    BUFFER=$__darn_steps[2] __darn_chosen=$__darn_steps[2] __darn_passed=1 __darn_stepping=1
    if [[ -n $__darn_steps[1] ]]; then
        # printed in place of the prompt, this once
        local PROMPT="Executing: " RPROMPT= dim="${(#):-27}[2m" off="${(#):-27}[0m"
        if [[ $__darn_steps[1] == *$dim* ]]; then PROMPT="%{$dim%}$PROMPT%{$off%}"; fi
        zle reset-prompt
    fi
    __darn_steps[1,2]=()
    zle .accept-line
}

__darn_haunt() {
    typeset -g __darn_ghosted=${__darn_ghost%%$__darn_nl*}
    POSTDISPLAY=$__darn_ghosted
    region_highlight+=("0 $#POSTDISPLAY fg=8$__darn_memo")
    __darn_ghost= # only once: after Ctrl-C the next prompt does not repeat it
}

__darn_unghost() {
    __darn_abandon
    [[ -z $__darn_caught ]] || __darn_uncatch
}

__darn_abandon() {
    if [[ -n $__darn_ghosted ]]; then
        if [[ $POSTDISPLAY == $__darn_ghosted ]]; then POSTDISPLAY=; fi
        region_highlight=("${(@)region_highlight:#0 $#__darn_ghosted fg=8*}")
        __darn_ghosted=
    fi
}

# Ctrl-C ends a line without calling the hooks of the line editor, and leaves the ghost text on it: only a
# trap can remove it first. It is set while there is ghost text, unless the user has a trap.
__darn_catch() {
    local REPLY=
    (( ! $+functions[TRAPINT] )) || return 0
    if [[ -n ${state-} ]]; then
        REPLY=$state
    elif (( ${has_file-0} )); then
        __darn_write builtin trap
    elif [[ -z $__darn_channel ]] || ! __darn_relay __darn_back builtin trap; then
        __darn_printed builtin trap
    fi
    if [[ $REPLY == *\ INT$__darn_nl* || $REPLY == *\ INT ]]; then return 0; fi
    __darn_caught=1
    TRAPINT() {
        if zle; then zle __darn_abandon && zle -R; fi
        return $(( 128 + $1 ))
    }
}

__darn_uncatch() {
    __darn_caught=
    if [[ ${functions[TRAPINT]-} == *__darn_abandon* ]]; then unfunction TRAPINT; fi
}

__darn_ask_handler() {
    (( __darn_status == 127 && $+functions[__darn_handler] )) || return 0
    local word
    local -i first=1 # is the word a command name?
    for word in "${(@Qz)__darn_text}"; do
        if [[ $word == ([\;\&\|\(\{\!]*|if|then|elif|else|do|while|until|time) ]]; then
            first=1
        elif (( first )) && [[ $word != *=* ]]; then
            first=0
            if ! builtin whence -- $word >/dev/null; then
                __darn_handler $word
                return 0
            fi
        fi
    done
}

darn() {
    __darn_started= __darn_line= # opening the list is not a command that may fail
    if [[ ${1-} == ask && ${2--} != -* && -t 0 && -t 1 && -t 2 ]]; then
        # a single command goes to the line editor; with options, or in a pipe, it is printed
        local text
        text=$(
            local -a reply
            __darn_tell ""
            export "${(@)reply}"
            exec $__darn_program hook zsh want "${*[2,-1]}"
        ) && print -rz -- $text
        return
    elif [[ ${1-} == --session(|=*) && -t 0 && -t 1 && -t 2 ]]; then
        local others
        others=$(
            local -a reply
            __darn_tell ""
            export "${(@)reply}"
            exec $__darn_program hook zsh others "${${1#--session}#=}${2-}"
        ) || return
        __darn_take ${others%%$__darn_nl*} ${others#*$__darn_nl}
        return
    elif (( $# )); then
        (
            local -a reply
            if [[ $1 == (fix|explain) ]]; then __darn_tell ""; fi
            reply+=("DARN_SESSION=zsh $ZSH_VERSION $$" DARN_FAILED=$__darn_text DARN_FAILED_STATUS=$__darn_status
                DARN_OUTPUT=$__darn_output DARN_CAPTURE=${__darn_capture-} DARN_GUARD=${__darn_guard_state-})
            export "${(@)reply}"
            exec $__darn_program "$@"
        )
        return
    elif ! __darn_ready; then
        print -ru2 -- "darn: no failed command in this shell yet"
        return 1
    elif [[ ! -t 0 || ! -t 1 || ! -t 2 ]]; then
        ( __darn_exec lines )
        return
    fi
    local answer
    answer=$(__darn_exec list) || return
    __darn_take ${answer%%$__darn_nl*} ${answer#*$__darn_nl}
}

# Handles the choice of the user: it runs at the next prompts, or can be edited.
__darn_take() {
    case $1 in
        run) __darn_steps=("" "$2") __darn_chain= ;;
        steps)
            __darn_steps=("${(@f)2}")
            __darn_chain=$__darn_steps[1] __darn_added=
            __darn_steps[1]=()
            ;;
        edit) print -rz -- $2 ;;
    esac
}

__darn_unload() {
    __darn_release
    __darn_uncatch
    [[ -z $__darn_signs ]] || __darn_resign
    (( ! $+functions[__darn_err_unload] )) || __darn_err_unload
    (( ! $+functions[__darn_model_unload] )) || __darn_model_unload
    (( ! $+functions[__darn_explain_unload] )) || __darn_explain_unload
    precmd_functions=(${precmd_functions:#__darn_precmd})
    preexec_functions=(${preexec_functions:#__darn_preexec})
    zshaddhistory_functions=(${zshaddhistory_functions:#__darn_add_history})
    if [[ -n ${__darn_guarding+x} ]]; then __darn_unguard; fi
    if (( $+functions[__darn_handler] )); then
        functions[command_not_found_handler]=$functions[__darn_handler]
    elif [[ ${functions[command_not_found_handler]-} == *__darn_channel* ]]; then
        unfunction command_not_found_handler
    fi
    local event
    for event in init finish pre-redraw; do
        if [[ $widgets[zle-line-$event] == user:__darn_* ]]; then
            zle -D zle-line-$event
        else
            add-zle-hook-widget -d line-$event __darn_line_${event#pre-}
        fi
    done
    zle -D ${(k)widgets[(I)__darn_*]}
    unset -m "__darn_*"
    unfunction -m "__darn_*" darn
}

__darn_deferred=
