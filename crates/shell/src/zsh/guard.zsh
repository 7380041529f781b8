
# ---- active: a line that the policy would flag does not run by Enter alone -----------------
#
# Our widgets replace those that enter a line; if a line may run, they do what they did before.

typeset -g __darn_agreed=    # fingerprint of the reasons the user accepted for the previous lines
typeset -g __darn_judged=    # a line that may get lost
typeset -g __darn_warning=   # the warning to print when the line runs
typeset -gi __darn_passed=1 __darn_entering=0 __darn_renewed=0
typeset -g __darn_guarding=new __darn_guard_state=active __darn_version=
typeset -ga __darn_entering_widgets=(accept-line accept-line-and-down-history accept-and-hold accept-and-infer-next-history)

# Argument: the widget that enters the line.
__darn_enter() {
    if (( __darn_entering )); then
        # called from a widget around ours
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

# Reads the rest of the guard from a file that `init` creates: most started shells never need it.
__darn_look() {
    unfunction __darn_look
    __darn_read $__darn_rest 2>/dev/null
    if [[ $__darn_version != @VERSION@ ]]; then
        $__darn_program init zsh &>/dev/null
        __darn_read $__darn_rest 2>/dev/null
    fi
    if [[ $__darn_version == @VERSION@ ]]; then
        __darn_look
        return
    fi
    zle -I
    print -ru2 -- "darn: $__darn_rest is gone, so the guard is off in this shell"
    __darn_unguard
}

# Adds a line to the history that did not run and has left the line editor.
__darn_remember() {
    if [[ -n $__darn_judged && $__darn_judged != \ * ]]; then print -rs -- $__darn_judged; fi
    __darn_judged=
}

__darn_guard_preexec() {
    if [[ -n $__darn_warning ]]; then print -ru2 -- $__darn_warning; fi
    __darn_warning=
}

# Called at each prompt; the argument is not empty if a command ran since the last.
__darn_guard_prompt() {
    if [[ -n $__darn_judged ]]; then __darn_remember; fi
    if [[ -n $__darn_guarding ]]; then
        __darn_guarding=
        __darn_guard_widgets
        __darn_guard_keys
    elif [[ -n $1 ]] && (( ! __darn_passed && __darn_renewed < 3 )); then
        # A line was entered without us: another widget has replaced ours.
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

# Finds keys bound to the widgets below ours, as menu selections often have them; one fork.
__darn_guard_keys() {
    local line
    # A history search enters the line itself if it knows the widget.
    for line in "^M" "^J"; do builtin bindkey -M isearch $line __darn_enter_accept-line; done
    for line in ${(f)"$(for line in ${keymaps:#.safe}; do builtin bindkey -LM $line; done)"}; do
        if [[ $line == (#b)(bindkey\ *)\ .(accept-line*|accept-and-*) && -n ${widgets[__darn_enter_$match[2]]-} ]]; then
            eval "builtin $match[1] __darn_enter_$match[2]"
        fi
    done
}

# Restores the widgets for good.
__darn_unguard() {
    local widget
    for widget in $__darn_entering_widgets; do
        if [[ $widgets[$widget] == user:__darn_enter_* ]]; then zle -A __darn_was_$widget $widget; fi
    done
    for widget in "^M" "^J"; do builtin bindkey -M isearch -r $widget; done
    __darn_renewed=3 __darn_guarding= __darn_guard_state="off: its program was gone"
    __darn_look() { return 0 }
}
