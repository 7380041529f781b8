
# ---- active: a line that the policy would flag does not run by Enter alone -----------------
#
# The widgets that enter a line are ours; when a line may run they do what they did before.

typeset -g __darn_agreed=    # for what reasons the user has agreed to run the lines before this one
typeset -g __darn_judged=    # a line that may get lost
typeset -g __darn_warning=   # what to say when the line runs
typeset -gi __darn_passed=1 __darn_entering=0 __darn_renewed=0
typeset -g __darn_guarding=new __darn_guard_state=active
typeset -ga __darn_entering_widgets=(accept-line accept-line-and-down-history accept-and-hold accept-and-infer-next-history)

# Argument: the widget that enters the line.
__darn_enter() {
    if (( __darn_entering )); then
        # from a widget around ours
        zle .$1
        return
    fi
    if [[ $CONTEXT == (start|cont) && -z ${DARN_DISABLE-} && ${ZLE_RECURSIVE:-0} == 0 ]]; then
        __darn_warning=
        __darn_look || return 0
        __darn_passed=1 __darn_judged=
    fi
    __darn_entering=1
    {
        zle __darn_was_$1
    } always {
        __darn_entering=0
    }
}

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

# A line that did not run, and is on the line editor no longer, is found in the history.
__darn_remember() {
    if [[ -n $__darn_judged && $__darn_judged != \ * ]]; then print -rs -- $__darn_judged; fi
    __darn_judged=
}

__darn_guard_preexec() {
    if [[ -n $__darn_warning ]]; then print -ru2 -- $__darn_warning; fi
    __darn_warning=
}

# At each prompt; the argument is not empty where a command ran since the last.
__darn_guard_prompt() {
    if [[ -n $__darn_judged ]]; then __darn_remember; fi
    if [[ -n $__darn_guarding ]]; then
        __darn_guarding=
        __darn_guard_widgets
        __darn_guard_keys
    elif [[ -n $1 ]] && (( ! __darn_passed && __darn_renewed < 3 )); then
        # A line was entered without us: somebody has put a widget in the place of ours.
        __darn_renewed+=1
        __darn_guard_widgets
    fi
    __darn_agreed= __darn_passed=0
}

__darn_guard_widgets() {
    local widget
    for widget in $__darn_entering_widgets; do
        if [[ -z ${widgets[$widget]-} || $widgets[$widget] == user:__darn_enter_* ]]; then continue; fi
        functions[__darn_enter_$widget]="__darn_enter $widget"
        zle -A $widget __darn_was_$widget
        zle -N $widget __darn_enter_$widget
        zle -N __darn_enter_$widget
    done
}

# Keys that are bound to the widgets below ours, as menu selections often have them; one fork.
__darn_guard_keys() {
    local line
    # A search through the history enters the line by itself where it knows the widget.
    for line in "^M" "^J"; do builtin bindkey -M isearch $line __darn_enter_accept-line; done
    for line in ${(f)"$(for line in ${keymaps:#.safe}; do builtin bindkey -LM $line; done)"}; do
        if [[ $line == (#b)(bindkey\ *)\ .(accept-line*|accept-and-*) && -n ${widgets[__darn_enter_$match[2]]-} ]]; then
            eval "builtin $match[1] __darn_enter_$match[2]"
        fi
    done
}

# Gives the widgets back, for good.
__darn_unguard() {
    local widget
    for widget in $__darn_entering_widgets; do
        if [[ $widgets[$widget] == user:__darn_enter_* ]]; then zle -A __darn_was_$widget $widget; fi
    done
    for widget in "^M" "^J"; do builtin bindkey -M isearch -r $widget; done
    __darn_renewed=3 __darn_guarding= __darn_guard_state="off: its program was gone"
    __darn_look() { return 0 }
}
