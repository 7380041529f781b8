# shellcheck shell=bash
# darn for bash 4.4 and later.
#
# It only observes; the program decides what failed and how to fix it. The program is started once, after a
# failure; after a success nothing is started and nothing forks. No DEBUG trap, no change of HISTCONTROL,
# nothing exported; every name begins with __darn_, except `darn` itself.
#
# How it works (measured with bash 5.2):
# - PS0 is expanded before each command, also between pasted ones. The side effect of an array subscript
#   records `$?` (the status of the previous command) and HISTCMD. The array needs an element, or `set -u`
#   complains.
# - PROMPT_COMMAND runs once, before a prompt. Bash gives every element of the array the same `$?`, `$_` and
#   PIPESTATUS, so ours need not be first and disturbs no other.
# - The text comes from the history, only after a failure. A line that is not there (leading blank,
#   HISTIGNORE, history off) is private: it is not passed on.

# The functions here must not expand the aliases of the user.
__darn_options=:$BASHOPTS:
\builtin shopt -u expand_aliases

if [[ $- == *i* && -z ${DARN_DISABLE-} ]] && ! builtin shopt -q restricted_shell &&
    ((BASH_VERSINFO[0] > 4 || BASH_VERSINFO[0] == 4 && BASH_VERSINFO[1] >= 4)); then

__darn_program=@DARN@
# When sourced again: first restore the keys of a current suggestion.
if builtin declare -F __darn_forget >/dev/null; then __darn_forget; fi
# The keys for `bind`, empty for none: \C-i and \e/ by default. (Esc Esc is never free here.)
__darn_accept=@ACCEPT@ __darn_more=@LIST@ __darn_model=@MODEL_KEY@

__darn_n=0 __darn_before=('') __darn_hist=('')  # written by PS0: per command since the prompt
__darn_at=0 __darn_arg='' __darn_last=0 __darn_public=0  # at the last prompt
__darn_text='' __darn_status=0                  # the last failure
__darn_older=(0 '')                             # status and text of the failure before it
__darn_here=$PWD __darn_entered_in=''           # directory of the last prompt; that in which the failed line was entered
__darn_count=0 __darn_fix='' __darn_taken=0     # its suggestions; how often our key accepted one
__darn_owed=0                                   # set while its hint waits for the end of typed-ahead input
__darn_go='' __darn_now='' __darn_then=''       # next command chosen in `darn`, the running one, its code
__darn_steps=() __darn_chain=''   # its steps, each after the line to print before it; the chain
__darn_entered=0 __darn_erase=''  # whether our key entered the line that runs them; what erases it
__darn_expands=''                 # set while history expansion is off
__darn_one='' __darn_word=''      # the text of one step to evaluate; the last `$_`
# shellcheck disable=SC2016 # evaluated at the top level
__darn_line=' \builtin eval "$__darn_then"'
__darn_captured=('' '' '' '' '')  # history, functions, some functions' keys, macros, commands
__darn_kept='' __darn_kept_to=0   # the history as captured last, up to this number (exclusive)
__darn_answer='' __darn_self=0 __darn_handler=''
__darn_bound=0 __darn_map=emacs __darn_tab_was=() __darn_alt_was=() __darn_model_was=()
__darn_asks=0 __darn_fd=''        # whether a model may be asked about it; the descriptor for its answer
__darn_empty=('')
# Inside `darn shell` marks in the stream tell the relay where the output of a command begins and ends: `C`,
# then `D;STATUS`, or `P` if the command is private; `R;STATUS` if bash cannot parse the line, `A` if nothing
# ran. The relay also answers in place of the program. (Not in a tmux inside it, which is another terminal.)
__darn_mark='' __darn_begins='' __darn_channel='' __darn_number=0
__darn_patience=@PATIENCE@        # seconds that an answer of the daemon may take
__darn_daemon=''                  # set while the channel is that of the daemon
__darn_quick='' __darn_late=''    # the daemon's channel, if questions are files; 0 once such an answer was late
__darn_hears='' __darn_deaf=0     # whether the relay answered at this prompt; prompts left without asking
__darn_pipe=()                    # PIPESTATUS
if [[ -n ${DARN_NONCE-} && /dev/stdin -ef ${DARN_TTY-} ]]; then
    __darn_mark=$'\e]73276;'$DARN_NONCE';' __darn_begins=$'\e]73276;'$DARN_NONCE$';C\a'
    if [[ -p ${DARN_RELAY-}.ask && -p ${DARN_RELAY-}.answer ]]; then __darn_channel=$DARN_RELAY; fi
fi
# When each command began: a 1, then the microseconds without the decimal point of the locale (bash 5.0).
__darn_began=('') __darn_took='' __darn_clock=''
# shellcheck disable=SC2016 # bash expands both before each command
if [[ -n ${EPOCHREALTIME-} ]]; then __darn_clock='__darn_began[__darn_n]=1${EPOCHREALTIME//[^0-9]/},'; fi
# shellcheck disable=SC2016
__darn_ps0='${__darn_empty[(__darn_before[__darn_n]=$?,__darn_hist[__darn_n]=HISTCMD,'$__darn_clock'__darn_n+=1,0)]-}$__darn_begins'

# Called before each prompt; PROMPT_COMMAND then evaluates __darn_then outside of any function, where
# `declare` is not local.
__darn_hook() {
    # After || nothing here can end a shell with `set -e`, nor trigger an ERR trap.
    __darn_code=$? __darn_pipe=("${PIPESTATUS[@]}")
    if [[ $__darn_code == 0 || -z $__darn_quick ]] || ! __darn_ask_quickly "$1"; then
        __darn_observe "$__darn_code" "$1" "$__darn_n" || :
    fi
    __darn_here=$PWD
    if [[ -n $__darn_fd ]]; then __darn_model_look || :; fi
}

__darn_observe() {
    local status=$1 arg=$2 ran=$3 missed=''
    __darn_then='' __darn_hears=$__darn_late __darn_late=''
    if ((__darn_first)); then __darn_meet_preexec; fi
    if [[ -n $__darn_expands ]]; then builtin set -H && __darn_expands=''; fi
    __darn_n=0
    if ((ran == 0 && HISTCMD > __darn_at)) && ! builtin shopt -q promptvars; then
        ran=1 __darn_hist[0]=$HISTCMD
    fi
    __darn_check_ps0
    if [[ -n ${__darn_guarding+x} ]]; then __darn_guard_prompt "$ran"; fi
    if ((__darn_entered)) || { ((ran == 0 && status == 130)) && [[ -n $__darn_now ]]; }; then
        __darn_forget
        __darn_ran "$status" # or Ctrl-C cancelled the rest of PROMPT_COMMAND
        return 0
    fi
    if [[ -n $__darn_go ]]; then
        __darn_start
        return 0
    fi
    __darn_now=''
    if ((ran)); then
        if ((${#__darn_pipe[@]} > 1)); then __darn_plumb; fi
        if [[ -n $__darn_channel && -s $__darn_channel.missed ]]; then __darn_miss; fi
    fi
    if ((status == 0 && ran == 1)) && [[ -z $missed ]]; then # the most common case
        __darn_public=$((HISTCMD > __darn_at)) __darn_at=$HISTCMD __darn_arg=$arg __darn_last=0
        if [[ -n $__darn_mark ]]; then __darn_ends 0; fi
        if ((__darn_bound)); then __darn_forget; fi
        __darn_self=0
        if ((__darn_owed)); then __darn_failed; fi
        return 0
    fi
    if ((ran == 0 && status != 2 && status != 130 && !__darn_owed)); then # an empty Enter, the first prompt
        if [[ -z $__darn_deferred ]]; then __darn_forget; fi
        __darn_at=$HISTCMD __darn_self=0
        if [[ -n $__darn_mark ]]; then builtin printf '%sA\a' "$__darn_mark"; fi
        return 0
    fi
    __darn_judge "$status" "$arg" "$ran"
    __darn_self=0
}

# Blames a command in the middle of a pipeline that could not be started; the pipeline's own status ignores
# it.
__darn_plumb() {
    local code
    case $status in 126 | 127 | 130 | 131 | 143 | 146 | 147 | 148 | 149) return 0 ;; esac
    for code in "${__darn_pipe[@]}"; do
        case $code in 126 | 127) status=$code ;; esac
    done
}

# A command of the line was not found, but a later one succeeded. (Only the relay knows which, and whether it
# is on the line at all.)
__darn_miss() {
    { builtin : >|"$__darn_channel.missed"; } 2>/dev/null || return 0
    if ((status == 0)); then missed=1; fi
}

# Tells the relay that a command has ended.
__darn_ends() {
    if ((__darn_public)); then
        builtin printf '%sD;%s\a' "$__darn_mark" "$1"
    else
        builtin printf '%sP\a' "$__darn_mark"
    fi
}

# Handles the first prompt, at which bash-preexec installs itself. Its DEBUG trap takes what follows its last
# line in PROMPT_COMMAND for a command of the user; versions without array support have that line in element
# 0. So ours moves to the front of element 0 and leaves its old element empty, because bash is iterating over
# the array.
__darn_meet_preexec() {
    local i
    __darn_first=0
    if [[ ${__vsc_original_prompt_command-} == *__darn_hook* ]]; then
        # VS Code runs ours in a function, where `declare` would be local.
        __vsc_original_prompt_command=${__vsc_original_prompt_command/"$__darn_front"$'\n'/}
        PROMPT_COMMAND[0]=$__darn_front$'\n'${PROMPT_COMMAND[0]-}
    fi
    if ! builtin declare -F __bp_interactive_mode >/dev/null; then return 0; fi
    if [[ ${PROMPT_COMMAND[0]-} == *__bp_interactive_mode* || ${PROMPT_COMMAND[0]-} == *__darn_hook* ]]; then
        for i in "${!PROMPT_COMMAND[@]}"; do
            if [[ ${PROMPT_COMMAND[i]} == "$__darn_element" ]]; then PROMPT_COMMAND[i]=''; fi
        done
        PROMPT_COMMAND[0]=$__darn_front$'\n'${PROMPT_COMMAND[0]/"$__darn_front"$'\n'/}
    fi
    __darn_then=__bp_interactive_mode
}

# --- The part needed only after a failure.

# failed.bash is read when one of its functions is called: parsing it would delay the start of the shell. It
# must not expand the aliases of the user. If its file is gone, `init` writes it again. Its last line empties
# __darn_deferred, which shows that all of it was read.
__darn_deferred=@DEFERRED@ __darn_place=''
__darn_load_failed() {
    [[ -n $__darn_deferred ]] || return 1
    local aliases=''
    if builtin shopt -q expand_aliases; then aliases=1; fi
    builtin shopt -u expand_aliases
    [[ -r $__darn_deferred ]] || "$__darn_program" init bash >/dev/null 2>&1
    __darn_place=${__darn_deferred%/*}
    builtin . "$__darn_deferred" 2>/dev/null
    [[ -z $aliases ]] || builtin shopt -s expand_aliases
    [[ -z $__darn_deferred ]]
}
__darn_start() { __darn_load_failed && __darn_start; }
__darn_judge() { __darn_load_failed && __darn_judge "$@"; }
__darn_failed() { __darn_load_failed && __darn_failed; }
__darn_forget() { __darn_load_failed && __darn_forget; }
__darn_ask() { __darn_load_failed && __darn_ask "$@"; }
__darn_run() { __darn_load_failed && __darn_run "$@"; }
__darn_can_take() { __darn_load_failed && __darn_can_take "$@"; }
darn() { __darn_load_failed && darn "$@"; }
# @FAILED@

# @MODEL@
# @EXPLAIN@
# @GUARD@

# --- Installation into the shell.

# Without promptvars the body of PS0 would be printed: remove it; then only the history shows that a command
# ran.
__darn_check_ps0() {
    if builtin shopt -q promptvars; then
        if [[ ${PS0-} != *"$__darn_ps0"* ]]; then PS0=${PS0-}$__darn_ps0; fi
    elif [[ ${PS0-} == *"$__darn_ps0"* ]]; then
        PS0=${PS0/"$__darn_ps0"/}
    fi
}

# The system handler takes 100 ms to say what darn says, so its text is replaced by the plain message of bash.
# A handler of the user stays, and darn draws no hint for the same failure. Inside `darn shell` our handler
# leaves a note for the next prompt, because the status may not show it. (bash calls it in a subshell, so what
# it removes still exists.)
if builtin declare -F command_not_found_handle >/dev/null; then
    case $(builtin declare -f command_not_found_handle) in
    */command-not-found* | */pk-command-not-found*) __darn_handler=ours ;;
    *__darn_*) ;;
    *'command not found'*) ;; # in the end it says no more than bash does (mise)
    *) __darn_handler=1 ;;
    esac
elif [[ -n $__darn_channel ]]; then
    __darn_handler=ours
fi
if [[ $__darn_handler == ours ]]; then
    __darn_handler=''
    command_not_found_handle() {
        if [[ -n ${__darn_channel-} ]]; then { builtin printf . >|"$__darn_channel.missed"; } 2>/dev/null; fi
        builtin unset -f command_not_found_handle
        "$@"
    }
fi

# Two lines of one simple command each: bash-preexec compares them with $BASH_COMMAND.
# shellcheck disable=SC2016 # bash runs it before each prompt
__darn_element='__darn_hook "$_"'$'\n''builtin eval "$__darn_then"'
# The DEBUG trap of VS Code also takes what follows its line for a command of the user, and what precedes it
# on an empty Enter, except for names like this.
if [[ ${TERM_PROGRAM-} == vscode ]]; then
    __vsc_prompt__darn_hook() { __darn_hook "$1"; }
    __darn_element=__vsc_prompt$__darn_element
fi
# Before the lines of others in one string it must pass `$?` on.
__darn_front=$__darn_element$'\n__darn_keep'
__darn_code=0 __darn_first=1
__darn_keep() { return "$__darn_code"; }

if [[ ${PROMPT_COMMAND[0]+x} == x && ${PROMPT_COMMAND@a} == *r* ]]; then
    : # readonly: nothing can be hooked
elif [[ ${PROMPT_COMMAND[*]-} != *__darn_hook* ]]; then
    if ((BASH_VERSINFO[0] < 5 || BASH_VERSINFO[0] == 5 && BASH_VERSINFO[1] < 1)) ||
        [[ ${PROMPT_COMMAND[0]-} == *__bp_* || ${TERM_PROGRAM-} == vscode ]]; then
        PROMPT_COMMAND[0]=$__darn_front$'\n'${PROMPT_COMMAND[0]-}
    else
        # Others treat element 0 as the whole variable: they find their own code in it and may overwrite it,
        # so ours is never there.
        __darn_places=("${!PROMPT_COMMAND[@]}") __darn_place=1
        if ((${#__darn_places[@]})); then __darn_place=$((__darn_places[-1] + 1)); fi
        PROMPT_COMMAND[__darn_place]=$__darn_element
        # The script of kitty discards the whole array if element 0 is empty (0.26.5).
        if [[ -n ${KITTY_WINDOW_ID-} && -z ${PROMPT_COMMAND[0]-} ]]; then PROMPT_COMMAND[0]=:; fi
        builtin unset -v __darn_places __darn_place
    fi
    __darn_check_ps0
fi

fi
if [[ $__darn_options == *:expand_aliases:* ]]; then builtin shopt -s expand_aliases; fi
builtin unset -v __darn_options
