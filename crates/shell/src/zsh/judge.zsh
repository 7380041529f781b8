
# ---- active: what becomes of a line that is not simply harmless ----------------------------

# True for a line that runs.
__darn_look() {
    local whole=$PREBUFFER$BUFFER
    if [[ $whole != *[^[:space:]]* ]]; then return 0; fi
    if [[ $BUFFER == (\^*|*\!*) ]]; then
        # as the history will make it
        local typed=$BUFFER
        local -i at=$CURSOR
        zle .expand-history 2>/dev/null
        whole=$PREBUFFER$BUFFER BUFFER=$typed CURSOR=$at
    fi
    if ! __darn_suspects $whole; then return 0; fi
    __darn_note_definitions $whole
    __darn_examine $whole
}

__darn_examine() {
    local whole=$1 answer head lines
    if [[ ! -x $__darn_program && -z $commands[$__darn_program] ]]; then
        zle -I
        print -ru2 -- "darn: its program is gone, so the guard is off in this shell"
        __darn_unguard
        return 0
    fi
    __darn_judged=$whole
    if (( $#whole <= 30000 )); then answer=$(__darn_consult judge $whole); fi
    head=${answer%%$__darn_nl*} lines=${answer#*$__darn_nl}
    case $head in
        (allow\ *) return 0 ;;
        (warn\ *)
            __darn_warning=$lines
            return 0
            ;;
        (deny\ *)
            if [[ $head == *\ waiting ]]; then
                zle -I
                print -ru2 -- $lines
                __darn_postpone
            else
                zle -M -- $lines
            fi
            return 1
            ;;
        (confirm\ *)
            head=${head#* }
            if [[ $head == *\ waiting ]]; then
                __darn_postpone
                return 1
            fi
            if [[ -n $PREBUFFER && $head == $__darn_agreed ]]; then return 0; fi
            __darn_in_place __darn_consult ask $whole
            case $REPLY in
                (run)
                    __darn_agreed=$head
                    return 0
                    ;;
                (edit$__darn_nl*)
                    if [[ -z $PREBUFFER ]]; then BUFFER=${REPLY#*$__darn_nl} CURSOR=$#BUFFER; fi
                    return 1
                    ;;
                (back) return 1 ;;
                (waiting)
                    __darn_postpone
                    return 1
                    ;;
            esac
            ;;
    esac
    __darn_ask_plainly $whole
}

# REPLY: what a command prints that has the place of the line on the screen for as long as it runs.
__darn_in_place() {
    local typed=$BUFFER after=$POSTDISPLAY
    local -i at=$CURSOR
    BUFFER= POSTDISPLAY=
    zle -R
    REPLY=$("$@") || REPLY=
    BUFFER=$typed CURSOR=$at POSTDISPLAY=$after
    zle reset-prompt
}

# Without a judgement: a line with one of these words runs only if the user says so.
__darn_ask_plainly() {
    local IFS=$__darn_separators word
    local -i n=0
    for word in ${=1//[\"\\$__darn_tick]/}; do
        if [[ $word == (rm|rmdir|shred|dd|mkfs*|wipefs|fdisk|sfdisk|parted|truncate|shutdown|reboot|halt|poweroff|init|kill|killall|pkill|chmod|chown|mv|eval|sh|bash|zsh|git|find|xargs|sudo|doas) ]]; then n=1; fi
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
    print -rn "darn could not judge this line; run it? type yes: " >/dev/tty
    while read -rsk 1 key; do
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

# More was typed before anything could be asked: it goes to the shell, and this line does not run.
__darn_postpone() {
    zle -I
    print -ru2 -- "darn: not run, since more was typed already; it is in the history"
    if [[ -n $PREBUFFER ]]; then
        zle .send-break # the rest of the command would mean something else without this line
    else
        __darn_remember
        BUFFER=
    fi
}

__darn_version=@VERSION@
