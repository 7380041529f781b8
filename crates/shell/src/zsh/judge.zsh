
# ---- active: handles a line that is not simply harmless ------------------------------------

# Returns true if the line runs.
__darn_look() {
    local __darn_whole=$PREBUFFER$BUFFER
    if [[ $__darn_whole != *[^[:space:]]* ]]; then return 0; fi
    if [[ $BUFFER == (\^*|*\!*) ]]; then
        # as history expansion will change it
        local __darn_typed=$BUFFER
        local -i __darn_cursor=$CURSOR
        zle .expand-history 2>/dev/null
        __darn_whole=$PREBUFFER$BUFFER BUFFER=$__darn_typed CURSOR=$__darn_cursor
    fi
    if ! __darn_suspects $__darn_whole; then return 0; fi
    __darn_note_definitions $__darn_whole
    __darn_examine $__darn_whole
}

__darn_examine() {
    local __darn_whole=$1 __darn_answer __darn_head __darn_said
    if [[ ! -x $__darn_program && -z $commands[$__darn_program] ]]; then
        zle -I
        print -ru2 -- "darn: its program is gone, so the guard is off in this shell"
        __darn_unguard
        return 0
    fi
    __darn_judged=$__darn_whole
    if (( $#__darn_whole <= 30000 )); then __darn_answer=$(__darn_consult judge $__darn_whole); fi
    __darn_head=${__darn_answer%%$__darn_nl*} __darn_said=${__darn_answer#*$__darn_nl}
    case $__darn_head in
        (allow\ *) return 0 ;;
        (warn\ *)
            __darn_warning=$__darn_said
            return 0
            ;;
        (deny\ *)
            zle -I
            print -ru2 -- $__darn_said
            if [[ $__darn_head == *\ waiting ]]; then __darn_postpone; fi
            return 1
            ;;
        (confirm\ *)
            __darn_head=${__darn_head#* }
            if [[ $__darn_head == *\ waiting ]]; then
                __darn_postpone
                return 1
            fi
            if [[ -n $PREBUFFER && $__darn_head == $__darn_agreed ]]; then return 0; fi
            __darn_in_place __darn_consult ask $__darn_whole
            case $REPLY in
                (run)
                    __darn_agreed=$__darn_head
                    return 0
                    ;;
                (edit$__darn_nl*)
                    if [[ -z $PREBUFFER ]]; then BUFFER=${REPLY#*$__darn_nl} CURSOR=$#BUFFER; fi
                    return 1
                    ;;
                (back) return 1 ;;
                (drop)
                    __darn_drop
                    return 1
                    ;;
                (waiting)
                    __darn_postpone
                    return 1
                    ;;
            esac
            ;;
    esac
    __darn_ask_plainly $__darn_whole
}

# REPLY: the output of a command that uses the line on the screen while it runs.
__darn_in_place() {
    local __darn_typed=$BUFFER __darn_after=$POSTDISPLAY
    local -i __darn_cursor=$CURSOR
    BUFFER= POSTDISPLAY=
    zle -R
    REPLY=$("$@") || REPLY=
    BUFFER=$__darn_typed CURSOR=$__darn_cursor POSTDISPLAY=$__darn_after
    zle reset-prompt
}

# Drops the line, as Ctrl-C does at a prompt.
__darn_drop() {
    __darn_judged=
    if [[ -n $PREBUFFER ]]; then zle .send-break; fi
    BUFFER=
    zle -K main
}

# Asks by itself if there is no judgement and the line has one of these words.
__darn_ask_plainly() {
    local IFS=$__darn_separators word
    local -i n=0
    for word in ${=1//[\"\\$__darn_tick]/}; do
        if [[ $word == (@HARMFUL@) ]]; then n=1; fi
    done
    if (( ! n )); then return 0; fi
    if (( PENDING || KEYS_QUEUED_COUNT )); then
        __darn_postpone
        return 1
    fi
    __darn_in_place __darn_read_word </dev/tty
    [[ $REPLY == yes ]]
}

__darn_read_word() {
    local key answer=
    print -rn "darn could not judge this line; type yes to run it: " >/dev/tty
    while builtin read -rsk 1 key; do
        case $key in
            ($__darn_nl|$__darn_return) break ;;
            ([a-zA-Z]) answer+=$key ;;
            (*) answer= && break ;;
        esac
        print -rn -- $key >/dev/tty
    done
    printf "$__darn_return%*s$__darn_return" 60 "" >/dev/tty
    print -r -- $answer
}

# Keys were typed before the prompt was drawn: they go to the shell, and this line does not run.
__darn_postpone() {
    zle -I
    print -ru2 -- "darn: not run, because you had typed more; it is in the history"
    if [[ -n $PREBUFFER ]]; then
        zle .send-break # without this line the rest of the command would mean something else
    else
        __darn_remember
        BUFFER=
    fi
}

__darn_version=@VERSION@
