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
__darn_count=0 __darn_fix='' __darn_taken=0     # its suggestions; how often our key accepted one
__darn_owed=0                                   # set while its hint waits for the end of typed-ahead input
__darn_go='' __darn_now='' __darn_then=''       # what `darn` is to run, what it is running, how
__darn_steps=() __darn_chain=''   # its steps, each after the line to print before it; the chain
__darn_entered=0 __darn_erase=''  # whether our key entered the line that runs them; what erases it
__darn_expands=''                 # set while history expansion is off
__darn_one='' __darn_word=''      # the text of one step to evaluate; the last `$_`
# shellcheck disable=SC2016 # evaluated at the top level
__darn_line=' \builtin eval "$__darn_then"'
__darn_captured=('' '' '' '' '')  # history, functions, some functions' keys, macros, commands
__darn_answer='' __darn_self=0 __darn_handler=''
__darn_bound=0 __darn_map=emacs __darn_tab_was=() __darn_alt_was=() __darn_model_was=()
__darn_asks=0 __darn_fd=''        # whether a model may be asked about it; the descriptor for its answer
__darn_empty=('')
# Inside `darn shell` marks in the stream tell the relay where the output of a command begins and ends: `C`,
# then `D;STATUS`, or `P` if the command is private; `R;STATUS` if bash cannot parse the line, `A` if nothing
# ran. The relay also answers in place of the program. (Not in a tmux inside it, which is another terminal.)
__darn_mark='' __darn_begins='' __darn_channel='' __darn_number=0
__darn_hears='' __darn_deaf=0     # whether the relay answered at this prompt; prompts left without asking
__darn_pipe=()                    # PIPESTATUS
if [[ -n ${DARN_NONCE-} && /dev/stdin -ef ${DARN_TTY-} ]]; then
    __darn_mark=$'\e]73276;'$DARN_NONCE';' __darn_begins=$'\e]73276;'$DARN_NONCE$';C\a'
    if [[ -p ${DARN_RELAY-}.ask && -p ${DARN_RELAY-}.answer ]]; then __darn_channel=$DARN_RELAY; fi
fi
# shellcheck disable=SC2016 # bash expands it before each command
__darn_ps0='${__darn_empty[(__darn_before[__darn_n]=$?,__darn_hist[__darn_n]=HISTCMD,__darn_n+=1,0)]-}$__darn_begins'

# Called before each prompt; PROMPT_COMMAND then evaluates __darn_then outside of any function, where
# `declare` is not local.
__darn_hook() {
    # After || nothing here can end a shell with `set -e`, nor trigger an ERR trap.
    __darn_code=$? __darn_pipe=("${PIPESTATUS[@]}")
    __darn_observe "$__darn_code" "$1" "$__darn_n" || :
    if [[ -n $__darn_fd ]]; then __darn_model_look || :; fi
}

__darn_observe() {
    local status=$1 arg=$2 ran=$3 missed=''
    __darn_then='' __darn_hears=''
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
    __darn_forget
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

# Makes PROMPT_COMMAND run what the user chose.
__darn_start() {
    __darn_forget
    if ((${#__darn_steps[@]})); then
        __darn_plan
    else
        __darn_now=$__darn_go
        builtin history -s -- "$__darn_now"
        __darn_at=$HISTCMD
        # shellcheck disable=SC2016 # evaluated at the top level
        __darn_then='\builtin printf %s "$__darn_begins"; \builtin eval "$__darn_now"'
    fi
    # A failure may lead to another choice.
    # shellcheck disable=SC2016
    __darn_then+='; __darn_ran "$?" || :; \builtin eval "$__darn_then"'
    __darn_go=''
}

# Builds the code that runs the steps in order until one fails. Not a loop, which `break` would end.
__darn_plan() {
    local i
    # shellcheck disable=SC2016
    local one='__darn_step "$__darn_word" && \builtin eval "$__darn_one"'
    __darn_then=$one __darn_now=''
    for ((i = 2; i < ${#__darn_steps[@]}; i += 2)); do __darn_then+=" && $one"; done
}

# Prepares the next step. The argument becomes its `$_`.
__darn_step() {
    if [[ -z $__darn_now ]]; then
        if ((__darn_entered)); then __darn_unwrite; fi
        builtin history -s -- "$__darn_chain"
    elif [[ -n $__darn_mark ]]; then
        __darn_public=1
        __darn_ends 0
    fi
    __darn_now=${__darn_steps[1]}
    # On a line of its own, because the step may end in a comment.
    # shellcheck disable=SC2016
    __darn_one=$__darn_now$'\n''__darn_did "$?" "$_"'
    builtin printf '%s%s\n%s' "$__darn_erase" "${__darn_steps[0]}" "$__darn_begins"
    __darn_erase='' __darn_steps=("${__darn_steps[@]:2}")
}

# Removes the line that our key entered from the history, unless HISTCONTROL kept it out.
__darn_unwrite() {
    local number line
    IFS=$' \n' builtin read -r number line <<<"$(HISTTIMEFORMAT='' builtin history 1)" || :
    if [[ $line == "${__darn_line# }" ]]; then builtin history -d "$number"; fi
}

# Records the status and `$_` of a step that has run.
__darn_did() {
    __darn_word=$2
    return "$1"
}

# Parses the REST of an answer: the chain, then two lines for each step: what to print before it, and its
# text.
__darn_read_steps() {
    builtin mapfile -t __darn_steps <<<"$1"
    __darn_chain=${__darn_steps[0]} __darn_steps=("${__darn_steps[@]:1}")
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

# Finds the last failed command since the prompt, and its text.
__darn_judge() {
    local status=$1 arg=$2 ran=$3 at=$HISTCMD i start code found='' refused='' from=0 to=0 REPLY
    if ((ran == 0)) && ((!__darn_self)); then
        # Empty Enter, a comment, Ctrl-C; or a line that bash could not parse.
        if ((status == 2 && at > __darn_at)); then found=2 from=$__darn_at to=$at; fi
        refused=$found
        if ((status == 130)) && __darn_typed; then __darn_owed=1 refused=2; fi
    fi
    for ((i = ran - 1; i >= 0; i--)); do
        code=$status
        if ((i < ran - 1)); then code=${__darn_before[i + 1]}; fi
        case $code in 0 | 130 | 131 | 141 | 143 | 146 | 147 | 148 | 149) continue ;; esac
        start=$__darn_at
        if ((i > 0)); then start=${__darn_hist[i - 1]}; fi
        found=$code from=$start to=${__darn_hist[i]}
        break
    done
    if [[ -z $found && -n $missed ]]; then
        i=$((ran - 1)) found=$status from=$__darn_at to=${__darn_hist[ran - 1]}
        if ((i > 0)); then from=${__darn_hist[i - 1]}; fi
    fi
    if [[ -n $found ]] && ((!__darn_self)); then
        __darn_read "$found" "$arg" "$from" "$to" "$((i == ran - 1))"
    fi
    if ((ran > 0)); then
        # A repeat under ignoredups is as public as the original.
        if ((at > __darn_at)); then
            __darn_public=1
        elif [[ $arg != "$__darn_arg" || $status != "$__darn_last" ]]; then
            __darn_public=0
        fi
        __darn_arg=$arg __darn_last=$status
    fi
    __darn_at=$at
    if [[ -n $__darn_mark ]]; then
        if ((ran > 0)); then
            __darn_ends "$status"
        elif [[ -n $refused && -n $__darn_text ]]; then
            builtin printf '%sR;%s\a' "$__darn_mark" "$refused"
        else
            builtin printf '%sA\a' "$__darn_mark"
        fi
    fi
    if ((__darn_owed)) || [[ -n $found && -n $__darn_text ]] && ((!__darn_self)); then __darn_failed; fi
}

# Reads the text of a failed command: entries FROM up to TO (exclusive) of the history.
__darn_read() {
    local status=$1 arg=$2 from=$3 to=$4 is_last=$5 repeat=0 count=100 REPLY
    __darn_older=("$__darn_status" "$__darn_text")
    __darn_text='' __darn_status=$status
    if ((to <= from)); then
        # Not in the history: private, or a repeat dropped by HISTCONTROL (Debian defaults to ignoreboth). A
        # repeat leaves the same `$_` and status; erasedups moves an old entry.
        if ((!is_last)); then return 0; fi
        case ${HISTCONTROL-} in *ignoredups* | *ignoreboth* | *erasedups*) ;; *) return 0 ;; esac
        if ((__darn_public)) && [[ $arg == "$__darn_arg" && $status == "$__darn_last" ]]; then
            repeat=1
        elif [[ ${HISTCONTROL-} == *erasedups* ]]; then
            repeat=2
        else
            return 0
        fi
        from=$((to - 1))
    elif builtin shopt -q cmdhist; then
        from=$((to - 1)) # one entry per command, after any comments and blank lines
    fi
    if ((HISTCMD - from > count)) || [[ -n $__darn_channel ]]; then count=$((HISTCMD - from)); fi
    if ((count > 1000)); then return 0; fi
    if [[ -n $__darn_channel ]] && __darn_relay __darn_back __darn_past "$count"; then
        __darn_captured=("$REPLY"$'\n' '' '' '' '')
    else
        __darn_capture "$count"
    fi
    __darn_entries "$from" "$to"
    if ((repeat == 2)) && [[ $REPLY != *"$arg" ]]; then return 0; fi
    if [[ $REPLY == [\ $'\t']* || $REPLY == \#* ]] || ((${#REPLY} > 30000)); then return 0; fi
    __darn_text=$REPLY
}

# REPLY: entries FROM up to TO (exclusive) of the captured history.
__darn_entries() {
    local - IFS=$'\036' entries i entry
    builtin set -f
    # shellcheck disable=SC2206 # split at IFS: every other way is quadratic in the length
    entries=(${__darn_captured[0]})
    REPLY=''
    for ((i = $1; i < $2; i++)); do
        # The last entry is the newest, and its number is HISTCMD - 1.
        entry=$((${#entries[@]} - HISTCMD + i))
        if ((entry < 1)); then continue; fi
        # The number of the next entry follows the text.
        entry=${entries[entry]}
        REPLY+=${REPLY:+$'\n'}${entry%$'\n'*}
    done
}

# Collects in one fork everything that needs one. The time format puts a separator before each text of the
# history.
__darn_capture() {
    local - IFS=$'\035' raw were=("${__darn_captured[@]:2:3}")
    builtin set -f
    __darn_choose_map
    raw=$(
        __darn_past "$1"
        builtin printf '\035'
        __darn_names
        builtin printf '\035'
        __darn_bindings
    ) || raw=''
    # shellcheck disable=SC2206
    __darn_captured=($raw '' '' '' '' '')
    # While our keys are bound, use the saved keys of the user.
    if ((__darn_bound)); then __darn_captured=("${__darn_captured[@]:0:2}" "${were[@]}"); fi
}

__darn_past() { HISTTIMEFORMAT=$'\036' builtin history "$1"; }

__darn_names() { if ((__darn_status == 127)); then builtin compgen -X '_*' -A function; fi; }

__darn_choose_map() {
    __darn_map=emacs
    if [[ :$SHELLOPTS: == *:vi:* ]]; then __darn_map=vi-insert; fi
}

__darn_bindings() {
    local name
    if [[ :$SHELLOPTS: != *:emacs:* && :$SHELLOPTS: != *:vi:* ]]; then return 0; fi
    for name in complete menu-complete complete-filename ${__darn_model:+possible-completions}; do
        builtin bind -m "$__darn_map" -q "$name"
    done
    builtin printf '\035'
    builtin bind -m "$__darn_map" -s
    builtin printf '\035'
    builtin bind -m "$__darn_map" -X
}

# Tests whether the relay answers: one that is stopped, dead or hanging costs the shell 20 ms, once every few
# prompts. (Opening a FIFO for reading and writing does not block.)
__darn_hear() {
    local number tries=0
    if [[ -n $__darn_hears ]]; then
        ((__darn_hears))
        return
    fi
    __darn_hears=0
    if ((__darn_deaf)); then
        __darn_deaf=$((__darn_deaf - 1))
        return 1
    fi
    number=$((++__darn_number))
    builtin printf ':%s\0:%s\0:back\0:\0\0' "${DARN_NONCE-}" "$number" 1<>"$__darn_channel.ask"
    while ((tries++ < 25)); do
        if builtin read -r -d '' -t 0.02 REPLY <>"$__darn_channel.answer"; then
            if [[ $REPLY == "$number "* ]]; then
                __darn_hears=1
                return 0
            fi
        elif ! __darn_starves; then
            break
        fi
    done
    __darn_deaf=20
    return 1
}

# Tests whether the relay is only waiting for a CPU on a loaded machine: then it will answer
# (proc_pid_stat(5)). Its process id is the end of the name of the channel.
__darn_starves() {
    local state=''
    { builtin read -r state <"/proc/${__darn_channel##*[!0-9]}/stat"; } 2>/dev/null
    [[ $state == *') R '* ]]
}

# Sends the relay the fields printed by the named function. REPLY: its answer.
__darn_relay() {
    local IFS='' number wait=3 tries=0
    if ! __darn_hear; then return 1; fi
    number=$((++__darn_number))
    {
        builtin printf ':%s\0' "${DARN_NONCE-}" "$number"
        "$@"
        builtin printf '\0'
    } 1<>"$__darn_channel.ask"
    builtin printf '%sF;%s\a' "$__darn_mark" "$number"
    # The answer to an earlier question may still be there. A window resize may end the wait for the user.
    while builtin read -r -d '' -t "$wait" REPLY <>"$__darn_channel.answer" ||
        ((wait > 3 && tries++ < 1000)); do
        case $REPLY in
        "$number ~") wait=100000 ;; # the user is being asked
        "$number "*) break ;;
        esac
    done
    if [[ $REPLY != "$number "* ]]; then return 1; fi
    REPLY=${REPLY#* }
    [[ $REPLY != '!' ]] # the relay cannot answer
}

# Gets what a builtin can only print back as an answer.
__darn_back() {
    builtin printf ':back\0:'
    "$@"
    builtin printf '\0'
}

# Prints the call of the program, for the relay.
__darn_said() {
    builtin printf ':%s\0' said bash failed "$__darn_status" "$__darn_text" "$PWD"
    builtin printf ':export -p='
    builtin export -p
    builtin printf '\0:DARN_SESSION=bash %s %s' "$BASH_VERSION" "$$" # this shell, not the relay
    builtin printf '\0:DARN_COLUMNS=%s\0:DARN_ALIASES=%s\0:DARN_TAKEN=%s\0:DARN_HANDLER=%s\0:DARN_KEYS=%s\0:DARN_MODEL=%s\0' \
        "${COLUMNS-}" "$aliases" "$__darn_taken" "$__darn_handler" "$__darn_keys" "$__darn_model"
    builtin printf ':DARN_HISTORY='
    __darn_past 100
    builtin printf '\0:DARN_FUNCTIONS='
    __darn_names
    builtin printf '\0'
}

# Gets an incomplete line that Ctrl-C cancelled: the relay has seen it.
__darn_typed() {
    if [[ -z $__darn_channel ]] || ! __darn_relay builtin printf ':typed\0'; then return 1; fi
    if [[ -z $REPLY || $REPLY == [\ $'\t']* ]]; then return 1; fi
    __darn_text=$REPLY __darn_status=2
}

# Calls the program. MODE is failed, list or model: the answer is in __darn_answer; or lines, or arguments of
# `darn`, whose output is printed.
__darn_ask() {
    local aliases='' name history REPLY reach=${DARN_RELAY-}
    for name in "${!BASH_ALIASES[@]}"; do
        aliases+=$name=${BASH_ALIASES[$name]//$'\n'/ }$'\n'
        if ((${#aliases} > 30000)); then break; fi
    done
    if [[ -n $__darn_channel ]]; then
        if [[ $1 == failed ]] && __darn_relay __darn_said; then
            __darn_answer=$REPLY
            __darn_choose_map
            case ${__darn_answer%%$'\n'*} in
            [1-9]* | *' asks') if __darn_relay __darn_back __darn_bindings; then __darn_split; fi ;;
            esac
            return 0
        fi
        __darn_capture 100
        if [[ $__darn_hears == 0 ]]; then reach=''; fi
    fi
    history=${__darn_captured[0]}
    if ((${#history} > 8000)); then history=${history: -8000}; fi
    __darn_answer=''
    if [[ $__darn_program == */* && ! -x $__darn_program ]]; then return 1; fi
    case $1 in
    lines) set -- hook bash lines "$__darn_status" "$__darn_text" ;&
    fix | explain)
        DARN_ALIASES=$aliases DARN_FUNCTIONS=${__darn_captured[1]:0:30000} DARN_HISTORY=$history \
            __darn_run "$@"
        return
        ;;
    esac
    # shellcheck disable=SC2006 # a key may run it amid a command of several lines: see guard.bash
    __darn_answer=`DARN_COLUMNS=${COLUMNS-} DARN_ALIASES=$aliases DARN_FUNCTIONS=${__darn_captured[1]:0:30000} \
            DARN_HISTORY=$history DARN_TAKEN=$__darn_taken DARN_HANDLER=$__darn_handler \
            DARN_KEYS=$__darn_keys DARN_MODEL=$__darn_model DARN_SESSION="bash $BASH_VERSION $$" \
            DARN_RELAY=$reach "$__darn_program" hook bash "$1" "$__darn_status" "$__darn_text"` || return 1
}

# Splits the bindings that came back.
__darn_split() {
    local - IFS=$'\035'
    builtin set -f
    # shellcheck disable=SC2206
    __darn_captured=('' '' $REPLY '' '' '')
}

# Handles a failure with known text: draws the hint, or defers it while typed-ahead input waits.
__darn_failed() {
    local first __darn_keys=all
    if [[ -z $__darn_text ]]; then
        __darn_owed=0
        return 0
    fi
    if builtin read -r -t 0; then
        __darn_owed=1
        return 0
    fi
    __darn_owed=0
    if [[ -n $__darn_fd ]]; then __darn_model_drop; fi # it belongs to another failure
    case :$SHELLOPTS: in
    *:vi:*) __darn_keys='vi' ;;
    *:emacs:*) ;;
    *) __darn_keys=none ;;
    esac
    if ! __darn_ask failed || [[ -z $__darn_answer ]]; then return 0; fi
    __darn_taken=0
    if ((__darn_status == 0)); then __darn_status=127; fi
    first=${__darn_answer%%$'\n'*}
    case $first in
    *' pending')
        __darn_owed=1
        return 0
        ;;
    run | steps | edit)
        __darn_take "${__darn_answer#*$'\n'}" # the user was asked
        if [[ -n $__darn_go ]]; then __darn_start; fi
        return 0
        ;;
    esac
    __darn_count=${first%% *} __darn_fix='' __darn_asks=0
    # Users of another tool type that: suggest darn, for the failure before.
    if [[ $__darn_text == fuck ]] && ((__darn_status == 127)); then
        __darn_status=${__darn_older[0]} __darn_text=${__darn_older[1]}
    fi
    if [[ $first == *' asks'* ]]; then __darn_asks=1; fi
    # A key accepts only what is on the screen.
    if [[ $first == *' drawn'* && $__darn_answer == *$'\n'* ]]; then __darn_fix=${__darn_answer#*$'\n'}; fi
    if [[ $__darn_count == [1-9]* || $__darn_asks == 1 ]] && [[ $__darn_keys != none ]]; then __darn_take_keys; fi
}

# --- Keys: bound only while there is a suggestion; then the previous bindings return. A key is a macro of two
# private sequences: the first runs our function, the second what that function chose. So readline itself runs
# the displaced function, and its check for a repeated Tab works.

__darn_take_keys() {
    if [[ -n $__darn_fix$__darn_fd ]] && __darn_can_take "$__darn_accept"; then
        __darn_find "$__darn_accept"
        __darn_tab_was=("${__darn_found[@]}")
        builtin bind -m "$__darn_map" -x '"\C-x\C-_t": __darn_tab'
        builtin bind -m "$__darn_map" "\"$__darn_accept\": \"\C-x\C-_t\C-x\C-_n\""
    fi
    if [[ $__darn_count != 0 || -n $__darn_fd ]] && __darn_can_take "$__darn_more"; then
        __darn_find "$__darn_more"
        __darn_alt_was=("${__darn_found[@]}")
        builtin bind -m "$__darn_map" -x '"\C-x\C-_l": __darn_key'
        builtin bind -m "$__darn_map" "\"$__darn_more\": \"\C-x\C-_l\C-x\C-_n\""
    fi
    if ((__darn_asks)) && __darn_can_take "$__darn_model"; then
        __darn_find "$__darn_model"
        __darn_model_was=("${__darn_found[@]}")
        builtin bind -m "$__darn_map" -x '"\C-x\C-_m": __darn_model_key'
        builtin bind -m "$__darn_map" "\"$__darn_model\": \"\C-x\C-_m\C-x\C-_n\""
    fi
    __darn_bound=1
}

# In the insert mode of vi Alt is Escape, which is a command; longer sequences arrive at once.
__darn_can_take() {
    [[ -n $1 && ($__darn_map == emacs || $1 != '\e'* || $1 == '\e'[O[]?*) ]]
}

# Finds the binding of KEY: (kind value) in the array __darn_found.
__darn_find() {
    local - IFS=$'\n' line
    builtin set -f
    for line in ${__darn_captured[2]}; do
        if [[ $line == *' can be invoked via '*"\"$1\""* ]]; then
            __darn_found=(function "${line%% *}")
            return 0
        fi
    done
    for line in ${__darn_captured[3]}; do
        if [[ $line == "\"$1\": "* ]]; then
            __darn_found=(macro "${line#*: }")
            return 0
        fi
    done
    for line in ${__darn_captured[4]}; do
        if [[ $line == "\"$1\": "* ]]; then
            # Printed with quotes and backslashes that `bind -x` does not accept.
            line=${line#*: \"} line=${line%\"} line=${line//\\\\/$'\1'} line=${line//\\\"/\"}
            __darn_found=(command "${line//$'\1'/\\}")
            return 0
        fi
    done
    # An unusual binding: one more fork, for the complete list.
    for line in $(builtin bind -m "$__darn_map" -p); do
        if [[ $line == "\"$1\": "* ]]; then
            __darn_found=(function "${line#*: }")
            return 0
        fi
    done
    __darn_found=(none '')
}

# Binds KEY to what was found: KIND VALUE.
__darn_put() {
    case $2 in
    function | macro) builtin bind -m "$__darn_map" "\"$1\": $3" ;;
    command) builtin bind -m "$__darn_map" -x "\"$1\": $3" ;;
    *) builtin bind -m "$__darn_map" -r "$1" ;;
    esac
}

__darn_forget() {
    __darn_fix='' __darn_count=0 __darn_asks=0
    if ((!__darn_bound)); then return 0; fi
    __darn_bound=0
    if ((${#__darn_tab_was[@]})); then __darn_put "$__darn_accept" "${__darn_tab_was[@]}"; fi
    if ((${#__darn_alt_was[@]})); then __darn_put "$__darn_more" "${__darn_alt_was[@]}"; fi
    if ((${#__darn_model_was[@]})); then __darn_put "$__darn_model" "${__darn_model_was[@]}"; fi
    __darn_tab_was=() __darn_alt_was=() __darn_model_was=()
}

# Tab, or its configured key: accepts the suggestion on an empty line; otherwise, and from then on, it does
# what it did before.
__darn_tab() {
    if [[ -n $__darn_fd && -z $READLINE_LINE ]] && __darn_model_look; then
        __darn_put '\C-x\C-_n' macro '""' # a suggestion not yet visible is not accepted
        return 0
    fi
    if [[ -z $READLINE_LINE && -n $__darn_fix ]]; then
        READLINE_LINE=$__darn_fix READLINE_POINT=2147483647 __darn_taken=$((__darn_taken + 1))
        __darn_put '\C-x\C-_n' macro '""'
    else
        __darn_put '\C-x\C-_n' "${__darn_tab_was[@]}"
    fi
    __darn_put "$__darn_accept" "${__darn_tab_was[@]}"
    __darn_tab_was=()
}

# Alt-/, or its configured key: opens the list, on an empty line or over the accepted suggestion.
__darn_key() {
    local text __darn_keys=all
    if [[ -n $READLINE_LINE && $READLINE_LINE != "$__darn_fix" ]]; then
        __darn_put '\C-x\C-_n' "${__darn_alt_was[@]}"
        return 0
    fi
    __darn_put '\C-x\C-_n' macro '""'
    if [[ -n $__darn_fd ]] && ! __darn_model_look && [[ $__darn_count == 0 ]]; then
        __darn_model_ask # prints that the request is running
        return 0
    fi
    __darn_ask list || return 0
    text=${__darn_answer#*$'\n'}
    case $__darn_answer in
    run$'\n'*)
        READLINE_LINE=$text
        # The user agreed to that exact text, so history expansion is off.
        if [[ $- == *H* && ($text == *!* || $text == ^*) ]]; then builtin set +H && __darn_expands=1; fi
        __darn_passed=1 && __darn_put '\C-x\C-_n' function accept-line ;;
    steps$'\n'*)
        # Only an entered line can set `$?`. The line is erased before anything runs, with the prompt before
        # it: below a position that the terminal saves.
        __darn_read_steps "$text"
        if [[ ${TERM-dumb} == dumb ]]; then
            READLINE_LINE='' __darn_go=$__darn_chain # PROMPT_COMMAND does it
        else
            __darn_plan
            __darn_entered=1 __darn_erase=$'\e8\e[J'
            builtin printf '\n\n\n\n\n\n\e[6A\e7'
            READLINE_LINE=$__darn_line
        fi
        __darn_passed=1 && __darn_put '\C-x\C-_n' function accept-line
        ;;
    edit$'\n'*) READLINE_LINE=$text ;;
    *) return 0 ;;
    esac
    READLINE_POINT=2147483647
}

# --- The command.

darn() {
    __darn_self=1
    local __darn_keys=all text
    if (($#)); then
        case $1 in
        fix | explain)
            if [[ -z $__darn_channel ]]; then __darn_capture 100; fi
            __darn_ask "$@"
            ;;
        ask)
            # a single command goes to the line editor; with options, or in a pipe, it is printed
            if [[ ${2--} == -* || ! -t 0 || ! -t 1 || ! -t 2 ]]; then
                __darn_run "$@"
                return
            fi
            text=$(__darn_run hook bash want "${*:2}") || return
            __darn_hand "$text"
            ;;
        *) __darn_run "$@" ;;
        esac
        return
    fi
    if [[ -z $__darn_text ]]; then
        builtin printf '%s\n' 'darn: no failed command in this shell yet' >&2
        return 1
    fi
    if [[ -z $__darn_channel ]]; then __darn_capture 100; fi
    if [[ ! -t 0 || ! -t 1 || ! -t 2 ]]; then
        __darn_ask lines
        return
    fi
    __darn_ask list || return 1
    __darn_take "${__darn_answer#*$'\n'}"
}

# Handles what the user chose to run or edit: it runs at the next prompt.
__darn_take() {
    local text=$1 prompt
    case $__darn_answer in
    steps$'\n'*)
        __darn_read_steps "$text"
        __darn_go=$__darn_chain
        ;;
    run$'\n'*)
        __darn_go=$text __darn_steps=()
        prompt=${PS1@P}
        builtin printf '%s%s\n' "${prompt//[$'\001\002']/}" "$text"
        ;;
    edit$'\n'*) __darn_hand "$text" ;;
    esac
}

# Puts a text into the line editor: once entered, it runs at the next prompt.
__darn_hand() {
    local text=$1
    if [[ $text == *$'\n'* ]]; then
        builtin history -s -- "$text"
        builtin printf '%s\n' 'darn: it is in the history; press the up arrow to edit it' >&2
    elif builtin read -r -e -i "$text" -p "${PS1@P}" text; then
        __darn_go=$text __darn_steps=()
    fi
}

__darn_run() {
    DARN_SESSION="bash $BASH_VERSION $$" DARN_FAILED=$__darn_text DARN_FAILED_STATUS=$__darn_status \
        DARN_GUARD=${__darn_guard_state-} "$__darn_program" "$@"
}

# Handles the end of what was handed over; a failure is treated like any other. (If PROMPT_COMMAND ran it,
# bash resets `$?` to its previous value, that of `darn`; this cannot be changed.)
__darn_ran() {
    local status=$1
    __darn_then=''
    __darn_text=$__darn_now __darn_now='' __darn_status=$status __darn_self=0
    __darn_n=0 __darn_at=$HISTCMD __darn_public=1 __darn_entered=0 __darn_steps=()
    if [[ -n $__darn_mark ]]; then __darn_ends "$status"; fi
    __darn_public=0
    case $status in
    0 | 130 | 131 | 141 | 143 | 146 | 147 | 148 | 149) __darn_text='' ;;
    *)
        if [[ -z $__darn_channel ]]; then __darn_capture 100; fi
        __darn_failed
        ;;
    esac
}

# @MODEL@
# @EXPLAIN@
# @GUARD@

# --- Into the shell.

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
