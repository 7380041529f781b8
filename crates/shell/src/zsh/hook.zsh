# darn for zsh 5.1 and later. It only observes; the program makes all decisions.
#
# mod.rs puts this file, or the line that reads it, between single quotes after `emulate zsh -o no_aliases -c`,
# so that the aliases and options of the user do not affect it, neither while it is read nor while its functions
# run, which keep that emulation. Hence: no single quote anywhere in this file. Before that it sets
# __darn_program, and the keys in the notation of bindkey, empty for none: __darn_accept (^I by default),
# __darn_more (^[/), __darn_escape (^[^[). Variables are not exported; no function forks or writes a file unless
# something failed.

typeset -g __darn_nl="
"
typeset -g __darn_started=          # set while a command runs that went through preexec
typeset -g __darn_line=             # the line entered last
typeset -g __darn_text= __darn_owed=  # failed command; hint not drawn yet
typeset -gi __darn_status=0
typeset -ga __darn_older=(0 "")  # status and text of the previous failure
typeset -g __darn_output=           # its output, if standard error goes to a file
typeset -g __darn_here= __darn_entered_in=  # directory in which the last command began, and the failed one
typeset -g __darn_since= __darn_took=  # when the last command began; how many milliseconds the failed one took
zmodload -F zsh/datetime p:EPOCHREALTIME 2>/dev/null || :
typeset -g __darn_fix= __darn_ghost=  # the current suggestion; its ghost text
typeset -gi __darn_count=0 __darn_asks=0  # number of suggestions; whether a model may be asked for more
typeset -gi __darn_taken=0          # how often our keys accepted a suggestion since the last call
typeset -g __darn_fd=               # the descriptor for its answer
typeset -ga __darn_steps=()         # steps chosen in the list, run at the next prompts: each after the line to print before it
typeset -g __darn_chain=            # the whole chain, if there are several
typeset -g __darn_chosen=           # the current step, once entered
typeset -g __darn_stepping=         # set from then until it has run
typeset -ga __darn_saved=()         # for each key we hold, "action:bindkey command that undoes it"
typeset -ga __darn_keys=()          # keymap, key, widget: bound only while there is a suggestion
if [[ -n $__darn_accept ]]; then __darn_keys+=(main $__darn_accept tab vicmd $__darn_accept tab); fi
for __darn_key in "^[[C" "^[OC" "^F"; do
    if [[ $__darn_key == "^[OC" && $__darn_accept == "^[[C" ]]; then
        __darn_keys+=(main $__darn_key tab) # the same key in the other terminal mode
    elif [[ $__darn_key != $__darn_accept && $__darn_key != $__darn_more ]]; then
        __darn_keys+=(main $__darn_key next)
    fi
done
unset __darn_key
if [[ -n $__darn_more ]]; then __darn_keys+=(main $__darn_more list); fi
if [[ -n $__darn_model ]]; then __darn_keys+=(main $__darn_model model); fi
if [[ -n $__darn_escape && $__darn_accept != $__darn_escape ]]; then __darn_keys+=(main $__darn_escape escape); fi

# Inside darn shell marks in the stream tell the relay where the output of a command begins and ends: C;LINE,
# then D;STATUS, or R;STATUS if zsh refused the line; nothing for a private line. (Not in a tmux inside it,
# which is another terminal.) The relay also answers in place of the program.
typeset -g __darn_mark= __darn_bell=${(#):-7} __darn_channel=
typeset -gi __darn_number=0 __darn_deaf=0  # questions asked; prompts left without asking, because the relay does not answer
typeset -g __darn_patience=@PATIENCE@  # seconds that an answer of the daemon may take
typeset -g __darn_daemon=           # set while the channel is that of the daemon
typeset -g __darn_hears=            # whether the relay answered at this prompt
if [[ -n ${DARN_NONCE-} && /dev/stdin -ef ${DARN_TTY-} ]]; then
    __darn_mark="${(#):-27}]73276;$DARN_NONCE;"
    if [[ -p ${DARN_RELAY-}.ask && -p ${DARN_RELAY-}.answer ]]; then __darn_channel=$DARN_RELAY; fi
fi

# ---- events --------------------------------------------------------------------------------

__darn_preexec() {
    if (( $#__darn_saved )); then __darn_release; fi
    # With history off $1 is empty: use the line that the editor saw.
    __darn_started=1 __darn_line=${1:-$__darn_line} __darn_fix= __darn_ghost= __darn_since=${EPOCHREALTIME-}
    __darn_here=$PWD
    [[ -z $__darn_signs ]] || __darn_resign
    (( ! $+functions[__darn_guard_preexec] )) || __darn_guard_preexec $__darn_line
    if [[ -n $__darn_mark && $__darn_line != [[:blank:]]* ]]; then
        # with the line, because the output of some programs must not be remembered
        builtin print -rn -- "${__darn_mark}C;${${${3:-$__darn_line}[1,900]}//[[:cntrl:]]/;}$__darn_bell"
    fi
}

__darn_precmd() {
    local code=$? pipe=("$pipestatus[@]")
    local line=$__darn_line started=$__darn_started missed= ended
    __darn_hears=
    if [[ -n $started ]]; then
        # Blames a command in the middle of a pipeline that could not be started; the status of the pipeline
        # ignores it.
        if (( $#pipe > 1 )) && [[ $code != (126|127|130|131|143|14[6-9]) ]]; then
            pipe=(${(M)pipe:#12[67]})
            code=${pipe[-1]:-$code}
        fi
        if [[ -n $__darn_channel && -s $__darn_channel.missed ]]; then
            { : >|$__darn_channel.missed } 2>/dev/null || :
            (( code )) || missed=1
        fi
    fi
    ended="D;$code"
    [[ -z $__darn_caught ]] || __darn_uncatch
    [[ -z $__darn_signs ]] || __darn_resign
    __darn_line= __darn_started=
    if [[ -n $started && $__darn_seen != *init*finish* ]]; then __darn_hook_line again; fi
    __darn_seen=
    [[ -z ${functions[command_not_found_handler]-} ]] || __darn_hook_handler
    [[ -z ${__darn_guarding+x} ]] || __darn_guard_prompt $started
    if [[ -n $__darn_stepping ]]; then
        if [[ -z $started ]] || (( code || ! $#__darn_steps )); then __darn_steps=() __darn_chain=; fi
        __darn_stepping=
    fi
    if [[ -n $started ]]; then
        case $code in
            # Unless a command of the line was not found, but a later one succeeded. (Only the relay knows
            # which, and whether it is on the line at all.)
            0) [[ -n $missed ]] || line= ;;
            # Interrupted, stopped, or a closed pipe: intended.
            130|131|141|143|146|147|148|149) line= ;;
        esac
    elif [[ $line == [[:space:]]#(\#*|) || $line == *\!* && ( -z $__darn_mark || -o hist_verify || $line == *:p* ) ]]; then
        # Empty Enter, a comment, a history expansion that was only verified or printed. (One that finds
        # nothing prints an error, which must be visible too.)
        line=
    else
        code=1 # a syntax error never reaches preexec, and $? may be the previous status
        if [[ $line != [[:blank:]]* ]]; then ended="R;1"; fi
    fi
    if [[ -n $__darn_mark ]]; then builtin print -rn -- $__darn_mark$ended$__darn_bell; fi
    # A leading blank makes a line private.
    if [[ -n $line && $line != [[:blank:]]* ]]; then
        __darn_older=($__darn_status "$__darn_text")
        __darn_text=$line __darn_status=$code __darn_output=${__darn_err_text-} __darn_took=
        __darn_entered_in=${started:+$__darn_here}
        if [[ -n $started && -n $__darn_since ]]; then
            __darn_took=$(( (EPOCHREALTIME - __darn_since) * 1000 ))
            __darn_took=${__darn_took%%.*}
        fi
        __darn_offer
    elif [[ -n $__darn_owed ]]; then
        __darn_offer
    fi
    return 0
}

# ---- the part needed only after a failure --------------------------------------------------

# failed.zsh is read when one of its functions is called: parsing it would delay the start of the shell. If its
# file is gone, init writes it again. Its last line empties __darn_deferred, which shows that all of it was read.
# (A function may have several names; $0 is the one called.)
typeset -g __darn_place=
__darn_offer __darn_ready __darn_tell __darn_exec __darn_unghost __darn_unload darn() {
    [[ -n $__darn_deferred ]] || return 1
    [[ -r $__darn_deferred ]] || $__darn_program init zsh >/dev/null 2>&1
    __darn_place=${__darn_deferred:h}
    __darn_read $__darn_deferred 2>/dev/null
    [[ -n $__darn_deferred ]] || $0 "$@"
}
# @FAILED@

# ---- the line editor -----------------------------------------------------------------------

__darn_line_init() {
    [[ $CONTEXT == start ]] || return 0
    __darn_seen+=init
    [[ -z $__darn_fd ]] || zle -F -w $__darn_fd __darn_model_ready
    if (( $#__darn_steps )); then
        __darn_enter_step
    elif [[ -n $__darn_ghost && -z $BUFFER ]]; then
        # A late answer of zsh-autosuggestions for the previous line would erase it.
        local -i fd=${_ZSH_AUTOSUGGEST_ASYNC_FD:-0}
        if (( fd )) && [[ -r /dev/fd/$fd && $(zle -FL $fd) == *autosuggest* ]]; then
            zle -F $fd
            exec {fd}<&-
            _ZSH_AUTOSUGGEST_ASYNC_FD=
        fi
        __darn_haunt
    fi
}

__darn_resign() { histchars=$__darn_signs __darn_signs= }

# For several commands the history gets the whole chain: it was offered, and users will search for it.
__darn_add_history() {
    if [[ -z $__darn_chain || -z $__darn_stepping || ${1%$__darn_nl} != $__darn_chosen ]]; then return 0; fi
    if [[ -z $__darn_added ]]; then
        builtin print -rs -- $__darn_chain
        __darn_added=1
    fi
    return 1
}

__darn_line_redraw() { if [[ -n $__darn_ghosted && -n $BUFFER ]]; then __darn_unghost; fi }

__darn_line_finish() {
    if [[ -n $__darn_ghosted$__darn_caught ]]; then __darn_unghost; fi
    if [[ $CONTEXT == (start|cont) ]]; then __darn_line=$PREBUFFER$BUFFER __darn_seen+=finish; fi
}

# Frameworks that load after us may overwrite these widgets: if a line came and went without ours, precmd
# calls this again. (Others wrap them; then ours run, and a second registration would recurse.)
__darn_hook_line() {
    local event
    for event in init finish pre-redraw; do
        # If no hook exists yet, define the widget directly, which costs half as much as everything else here;
        # add-zle-hook-widget takes it over when others come.
        if [[ -z $1 && -z ${widgets[zle-line-$event]-} ]]; then
            zle -N zle-line-$event __darn_line_${event#pre-}
            continue
        fi
        if [[ -n $1 ]]; then add-zle-hook-widget -d line-$event __darn_line_${event#pre-}; fi
        add-zle-hook-widget line-$event __darn_line_${event#pre-}
    done
}

# ---- the system handler for unknown commands -----------------------------------------------

# Both handlers would print something. One that only prints waits until darn has nothing to say; any other
# could have side effects and is left alone.
__darn_hook_handler() {
    local body=$functions[command_not_found_handler]
    if [[ $body == *(/command-not-found|pk-command-not-found|pkgfile)* ]]; then
        functions[__darn_handler]=$body
        __darn_handle
    fi
}

# Inside darn shell our handler leaves a note for the next prompt, because the status may not show it.
__darn_handle() {
    command_not_found_handler() {
        builtin trap - ZERR # it runs in a subshell: the trap of the user is for the command, not for this
        if [[ -n ${__darn_channel-} ]]; then { print -n . >|$__darn_channel.missed } 2>/dev/null; fi
        print -ru2 -- "zsh: command not found: $1"
        return 127
    }
}

# ---- load ----------------------------------------------------------------------------------

typeset -g __darn_ghosted= __darn_caught= __darn_memo= __darn_seen= __darn_added= __darn_signs=
autoload -Uz add-zle-hook-widget
# is-at-least would cost more than everything else here.
if [[ $ZSH_VERSION == (5.<9->|<6->.)* ]]; then __darn_memo=" memo=darn"; fi
for __darn_action in tab next list escape abandon line_init line_finish line_redraw; do
    zle -N __darn_$__darn_action
done
unset __darn_action
__darn_hook_line
if [[ -n $__darn_channel ]] && (( ! $+functions[command_not_found_handler] )); then __darn_handle; fi
# First, so that the hint comes before any part of the prompt.
precmd_functions=(__darn_precmd $precmd_functions)
preexec_functions+=(__darn_preexec)
zshaddhistory_functions+=(__darn_add_history)

# @STDERR@
# @MODEL@
# @EXPLAIN@
# @GUARD@
