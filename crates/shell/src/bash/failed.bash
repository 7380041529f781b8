# shellcheck shell=bash disable=SC2154 # assigned in hook.bash
# The part of hook.bash needed only after a failure, which hook.bash reads then.

# Makes PROMPT_COMMAND run the choice of the user.
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
    # On a separate line, because the step may end in a comment.
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

# Asks in the most usual case: one command, which is the newest entry of the history. The question is a file: the daemon
# or the program finds the command in what builtins print, which takes bash far longer. In any other case, and without
# an answer, the shell goes on as usual.
__darn_ask_quickly() {
    local status=$__darn_code at=$HISTCMD number REPLY='' text IFS=''
    local __darn_channel='' __darn_daemon='' __darn_keys=all __darn_stale=$__darn_bound __darn_unread=1
    case $status in 130 | 131 | 141 | 143 | 146 | 147 | 148 | 149) return 1 ;; esac
    if ((__darn_n != 1 || ${#__darn_pipe[@]} != 1 || at <= __darn_at || at != __darn_hist[0] || __darn_owed ||
        __darn_self || __darn_entered)) ||
        [[ -n $__darn_go$__darn_now$__darn_expands$__darn_fd || :$BASHOPTS: != *:cmdhist:*:promptvars:* ]] ||
        builtin read -r -t 0; then
        return 1
    fi
    if [[ -p $__darn_quick.ask ]]; then
        if ((__darn_told == 0 || at - __darn_told > 20)) ||
            [[ ! -O $__darn_quick.ask || ! -f $__darn_quick.printed ]]; then
            return 1
        fi
        __darn_channel=$__darn_quick __darn_daemon=1
    elif [[ -z $__darn_place || -z ${HISTFILE-} || $__darn_program == */* && ! -x $__darn_program ]]; then
        return 1
    fi
    __darn_lend
    __darn_took='' __darn_entered_in=$__darn_here
    __darn_time 0 1
    number=$((++__darn_number))
    if [[ -n $__darn_daemon ]]; then __darn_ask_by_file; else __darn_start_by_file; fi
    text=${REPLY#"$number"$'\035'}
    if [[ $text == "$REPLY" || $text != *$'\035'* ]] || ! { REPLY=${text#*$'\035'} && __darn_draw; }; then
        # the daemon is not asked again at this prompt, if it was late
        if [[ $__darn_hears == 0 ]]; then __darn_late=0; fi
        if [[ -n $__darn_daemon ]]; then builtin : >|"$__darn_quick.printed"; fi
        __darn_quick='' __darn_told=0
        return 1
    fi
    text=${text%%$'\035'*}
    if [[ -n $__darn_daemon ]]; then
        builtin : >|"$__darn_quick.reply"
        __darn_told=$at
    fi
    IFS=$' \t\n'
    __darn_older=("$__darn_status" "$__darn_text")
    __darn_text=$text __darn_status=$status __darn_answer=$REPLY
    __darn_captured[0]=$'\036'$text$'\n' __darn_captured[1]=''
    __darn_then='' __darn_n=0 __darn_now='' __darn_public=1 __darn_arg=$1 __darn_last=$status
    __darn_at=$at
    __darn_fix='' __darn_count=0 __darn_asks=0
    if [[ -n $text ]]; then __darn_offer; fi
    if ((__darn_stale)); then __darn_unbind; fi
    __darn_check_ps0
    if [[ -n ${__darn_guarding+x} ]]; then __darn_guard_prompt 1; fi
}

# Asks the daemon by way of a file in memory: the shell does not wait until its question is read, nor reads the answer
# byte by byte. REPLY: the number, the command and the answer, or empty.
__darn_ask_by_file() {
    __darn_question "$((at - __darn_told + 1))" 2>/dev/null >|"$__darn_quick.printed"
    builtin printf ':darn-daemon\0:%s\0:filed\0\0' "$number" 1<>"$__darn_quick.ask"
    if __darn_read_answer; then builtin read -r -d '' REPLY <"$__darn_quick.reply" || :; else REPLY=''; fi
}

# The same without a daemon: the program reads and deletes the file.
__darn_start_by_file() {
    local file=$__darn_place/printed.$$
    __darn_hears=''
    if ((!__darn_bound)); then
        __darn_fetch
        __darn_unread=''
    fi
    { __darn_question 100 >|"$file"; } 2>/dev/null || return 0
    # shellcheck disable=SC2006 # see guard.bash
    REPLY=`"$__darn_program" hook bash filed "$file"` || REPLY=''
}

# Prints the question about the newest entry, with so many entries of the history.
__darn_question() {
    builtin printf ':darn-daemon\0:%s\0' "$number"
    __darn_said "$status" '' "$1"
    builtin printf '\0'
}

# Finds the last failed command since the prompt, and its text.
__darn_judge() {
    local status=$1 arg=$2 ran=$3 at=$HISTCMD i start code found='' refused='' from=0 to=0 REPLY
    local __darn_channel=$__darn_channel __darn_daemon='' __darn_pinged=0 __darn_stale=0
    __darn_took='' __darn_recent=0
    if [[ -z $__darn_channel ]]; then __darn_seek; fi
    # The hint comes first, and then our keys: often they stay as they are. The relay asks for the bindings.
    if [[ -n $__darn_channel && -z $__darn_daemon ]]; then
        __darn_forget
    else
        __darn_fix='' __darn_count=0 __darn_asks=0 __darn_stale=$__darn_bound
    fi
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
        __darn_time "$i" "$ran"
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
    if ((__darn_stale)); then __darn_unbind; fi
    if [[ -n $__darn_written ]]; then __darn_wipe; fi
}

# Sets how many milliseconds command I of RAN took: it ended when the next one began, or now.
__darn_time() {
    local ended
    if [[ -z $__darn_clock ]]; then return 0; fi
    ended=${__darn_began[$1 + 1]-}
    if (($1 + 1 == $2)); then ended=1${EPOCHREALTIME//[^0-9]/}; fi
    if [[ -n $ended && -n ${__darn_began[$1]-} ]]; then __darn_took=$(((ended - __darn_began[$1]) / 1000)); fi
}

# Reads the text of a failed command: entries FROM up to TO (exclusive) of the history.
__darn_read() {
    local status=$1 arg=$2 from=$3 to=$4 is_last=$5 repeat=0 count=100 REPLY
    __darn_older=("$__darn_status" "$__darn_text")
    __darn_text='' __darn_status=$status __darn_entered_in=''
    if ((ran == 1)); then __darn_entered_in=$__darn_here; fi # of several lines, the earlier ones may have moved
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
    if [[ -n $__darn_daemon ]] && __darn_catch_up "$count"; then
        :
    elif [[ -n $__darn_channel ]] && __darn_relay __darn_back __darn_past "$count"; then
        __darn_captured=("$REPLY"$'\n' '' '' '' '')
    else
        __darn_recall "$count" "$((HISTCMD - from))"
    fi
    __darn_entries "$from" "$to"
    if ((repeat == 2)) && [[ $REPLY != *"$arg" ]]; then return 0; fi
    if [[ $REPLY == [\ $'\t']* || $REPLY == \#* ]] || ((${#REPLY} > 30000)); then return 0; fi
    __darn_text=$REPLY
}

# Captures what the daemon does not know of the history, at least the last COUNT entries.
__darn_catch_up() {
    local count=$1 since=$((HISTCMD - __darn_told + 1))
    if [[ ! -f $__darn_channel.printed ]]; then return 1; fi
    __darn_ping
    if ((__darn_told == 0 || since < 1 || since > 100)); then __darn_told=0 since=100; fi
    if ((since > count)); then count=$since; fi
    __darn_write __darn_past "$count" || return 1
    __darn_captured[0]=$REPLY __darn_captured[1]=''
    __darn_recent=$count
}

# REPLY: what builtins print, by way of a private file in memory, which costs less than a round trip.
__darn_write() {
    REPLY='' __darn_written=$__darn_channel.printed
    { "$@" >|"$__darn_written" && IFS='' builtin read -r -d '' REPLY <"$__darn_written"; } 2>/dev/null
    [[ -n $REPLY ]]
}

__darn_wipe() {
    if [[ -f $__darn_written ]]; then { builtin : >|"$__darn_written"; } 2>/dev/null || :; fi
    __darn_written=''
}

# Captures the last COUNT entries of the history: only those since the last capture, if they include the last
# NEEDED ones. bash prints each entry in a write of its own, and a hundred of them cost more than the fork. An
# old entry that has changed shows that the history was edited; then all is captured.
__darn_recall() {
    local count=$1 needed=$2 kept=$__darn_kept last rest since=$((HISTCMD - __darn_kept_to + 1))
    __darn_kept=''
    if [[ -n $kept ]] && ((since > 0 && since >= needed && since < count)); then
        __darn_capture "$since"
        last=${kept##*$'\036'} rest=${__darn_captured[0]#*$'\036'}
        if [[ $rest == "$last"* ]]; then __darn_kept=$kept${rest#"$last"}; fi
    fi
    if [[ -z $__darn_kept ]]; then
        __darn_capture "$count"
        __darn_kept=${__darn_captured[0]}
    fi
    __darn_captured[0]=$__darn_kept __darn_kept_to=$HISTCMD
    if ((${#__darn_kept} > 8000)); then __darn_kept=${__darn_kept: -8000}; fi
}

# REPLY: entries FROM up to TO (exclusive) of the captured history.
__darn_entries() {
    # The newest one; the expansion is quadratic in the length.
    if (($1 + 1 == $2 && $2 == HISTCMD && ${#__darn_captured[0]} < 2000)) &&
        [[ ${__darn_captured[0]} == *$'\036'* ]]; then
        REPLY=${__darn_captured[0]##*$'\036'}
        REPLY=${REPLY%$'\n'}
        return 0
    fi
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

# Captures what only builtins print. The second separator shows that nothing is missing.
__darn_capture() {
    local - IFS=$'\035' REPLY were=("${__darn_captured[@]:2:3}")
    builtin set -f
    # While our keys are bound, use the saved keys of the user.
    if ((!__darn_bound)); then __darn_choose_map; fi
    __darn_collect __darn_print "$1"
    if [[ $REPLY != *$'\035'*$'\035'* ]]; then REPLY=$(__darn_print "$1") || REPLY=''; fi
    # shellcheck disable=SC2206
    __darn_captured=($REPLY '' '' '' '' '')
    if ((__darn_bound)); then __darn_captured=("${__darn_captured[@]:0:2}" "${were[@]}"); fi
}

# REPLY: what a function prints, by way of a private file, at a tenth of the cost of a fork; the program deletes
# it. Nothing without a history file: then the user wants no history on disk.
__darn_collect() {
    local file=$__darn_place/printed.$$
    REPLY=''
    if [[ -n $__darn_place && -n ${HISTFILE-} ]] && { builtin : >|"$file"; } 2>/dev/null; then
        "$@" >>"$file"
        IFS='' builtin read -r -d '' REPLY <"$file" || :
        builtin : >|"$file"
    fi
}

# Prints the last COUNT entries of the history, the functions, and the bindings, unless they are ours.
__darn_print() {
    __darn_past "$1"
    builtin printf '\035'
    __darn_names
    builtin printf '\035'
    if ((!__darn_bound)); then __darn_bindings; fi
}

# The time format puts a separator before each text of the history.
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

# Finds the FIFOs that the daemon has made for this shell: the first failure, answered by a process, asks it to.
# One that has missed three answers is left alone for 30 seconds; then one question decides. (A clock that was
# set back must not prolong that.)
__darn_misses=0 __darn_again=0
# Up to which entry it knows the history, how many entries were captured for it, and a file that we wrote; whether
# the keys of the last hint are still bound; whether the bindings were not captured with the history.
__darn_told=0 __darn_recent=0 __darn_written='' __darn_stale=0 __darn_unread=''
__darn_seek() {
    local base now
    if [[ -n ${DARN_SOCKET-} ]]; then
        base=${DARN_SOCKET%/*}/hook-$$
    elif [[ ${XDG_RUNTIME_DIR-} == /* && -d $XDG_RUNTIME_DIR ]]; then
        base=$XDG_RUNTIME_DIR/darn/hook-$$
    else
        base=/tmp/darn-$EUID/hook-$$
    fi
    if [[ ! -p $base.ask || ! -O $base.ask || ! -p $base.answer ]]; then
        __darn_quick=$base # until then the program is asked
        return 0
    fi
    if ((__darn_misses >= 3)); then
        now=${EPOCHSECONDS-$SECONDS}
        if ((now < __darn_again && now >= __darn_again - 30)); then return 0; fi
    fi
    __darn_channel=$base __darn_daemon=1
}

__darn_miss_daemon() {
    __darn_hears=0 __darn_misses=$((__darn_misses + 1)) __darn_told=0
    __darn_again=$((${EPOCHSECONDS-$SECONDS} + 30))
}

# Asks the daemon for a sign of life, while what it will be asked is still being collected: a question must not be
# written where no one reads.
__darn_ping() {
    __darn_pinged=$((++__darn_number))
    builtin printf ':darn-daemon\0:%s\0:back\0:\0\0' "$__darn_pinged" 1<>"$__darn_channel.ask"
}

# Draws what the daemon has written before its reply: text and attributes, nothing else; the reply is text.
__darn_draw() {
    if [[ -z $__darn_daemon ]]; then return 0; fi
    local - IFS=$'\035' parts drawn blanks=''
    builtin set -f
    # shellcheck disable=SC2206 # split at IFS: an expansion with a pattern takes ten times longer
    parts=($REPLY)
    drawn=${parts[0]-}
    if [[ $REPLY != *$'\035'* || ${#parts[@]} -gt 2 || ${parts[1]-} == *$'\e'* || $REPLY == *[$__darn_controls]* ||
        $drawn == *$'\e' || $drawn == *$'\e'[!\[]* || $drawn == *$'\e['*([0-9;])?([!0-9\;m]*) ]]; then
        return 1
    fi
    REPLY=${parts[1]-}
    # a line of its own: blanks up to the last column wrap only if the cursor is not in the first one
    if [[ $drawn == $'\r'* ]]; then builtin printf -v blanks '%*s' "$((${COLUMNS:-80} - 1))" ''; fi
    builtin printf '%s%s' "$blanks" "$drawn" >&2
}

# The control characters that an answer never has, those of Unicode included where the shell reads UTF-8.
__darn_controls=$'\001\002\003\004\005\006\a\b\v\f\016\017\020\021\022\023\024\025\026\027\030\031\032\034\036\037\177'
__darn_next=$'\u0085'
if ((${#__darn_next} == 1)); then __darn_controls+=$'\u0080\u0081\u0082\u0083\u0084\u0085\u0086\u0087\u0088\u0089\u008a\u008b\u008c\u008d\u008e\u008f\u0090\u0091\u0092\u0093\u0094\u0095\u0096\u0097\u0098\u0099\u009a\u009b\u009c\u009d\u009e\u009f'; fi
builtin unset -v __darn_next

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
        elif ! __darn_starves && ! builtin read -r -t 0 <>"$__darn_channel.answer"; then
            break # nor has it answered since
        fi
    done
    __darn_deaf=20
    return 1
}

# Tests whether the relay is only waiting for a CPU or a disk on a loaded machine: then it will answer
# (proc_pid_stat(5)). Its process id is the end of the name of the channel.
__darn_starves() {
    local state=''
    { builtin read -r state <"/proc/${__darn_channel##*[!0-9]}/stat"; } 2>/dev/null
    [[ $state == *') '[RD]' '* ]]
}

# Sends the relay the fields printed by the named function. REPLY: its answer.
__darn_relay() {
    if [[ -n $__darn_daemon ]]; then
        __darn_ask_daemon "$@"
        return
    fi
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

# Sends the daemon the fields printed by the named function, after a sign of life; a short question is its own test.
# REPLY: its answer.
__darn_ask_daemon() {
    local IFS='' number=$__darn_pinged
    if [[ -z $__darn_hears && $1 != __darn_back ]]; then
        if ((!number)); then
            __darn_ping
            number=$__darn_pinged
        fi
        __darn_read_answer || return 1
    elif [[ $__darn_hears == 0 ]]; then
        return 1
    fi
    number=$((++__darn_number))
    {
        builtin printf ':darn-daemon\0:%s\0' "$number"
        "$@"
        builtin printf '\0'
    } 1<>"$__darn_channel.ask"
    __darn_read_answer
}

# Reads the answer of the daemon to the question of the caller. An answer is written at once, so the rest of it is
# there when its number is; with a time-out bash reads three times slower. An answer to an earlier question may
# still be there.
__darn_read_answer() {
    local head=''
    while
        {
            builtin read -r -d ' ' -t "$__darn_patience" head && builtin read -r -d '' REPLY
        } <>"$__darn_channel.answer"
    do
        if [[ $head == "$number" ]]; then
            __darn_hears=1 __darn_misses=0
            if [[ $REPLY != '!' ]]; then return 0; fi
            __darn_told=0 # the daemon cannot answer
            return 1
        fi
    done
    __darn_miss_daemon
    return 1
}

# Sends the output of a builtin to the relay, which returns it as the answer.
__darn_back() {
    builtin printf ':back\0:'
    "$@"
    builtin printf '\0'
}

# Prints the call of the program for a failure: STATUS COMMAND. With COUNT the command is the newest of
# so many entries of the history.
__darn_said() {
    local status=$1 text=$2 count=${3-} what=said
    if [[ -n $count ]]; then what=newest; fi
    builtin printf ':%s\0' "$what" bash failed "$status" "$text" "$PWD"
    if [[ -n $__darn_channel ]]; then
        builtin printf ':export -p='
        builtin export -p
        builtin printf '\0'
    fi
    builtin printf ':alias -p='
    builtin alias -p
    builtin printf '\0:DARN_SESSION=bash %s %s' "$BASH_VERSION" "$$" # this shell, not the relay
    builtin printf '\0:DARN_COLUMNS=%s\0:DARN_TAKEN=%s\0:DARN_HANDLER=%s\0:DARN_KEYS=%s\0:DARN_MODEL=%s\0:DARN_DURATION=%s\0:DARN_ENTERED_IN=%s\0' \
        "${COLUMNS-}" "$__darn_taken" "$__darn_handler" "$__darn_keys" "$__darn_model" "$__darn_took" "$__darn_entered_in"
    if [[ -n $count ]]; then
        if [[ -n $__darn_daemon ]]; then
            builtin printf ':DARN_HISTORY+='
        else
            builtin printf ':DARN_HISTORY='
            # a mark is a time for bash, which takes as long to format as all else
            HISTTIMEFORMAT='' builtin history "$count"
            count=1
        fi
        __darn_past "$count"
    elif [[ -z $__darn_daemon ]] || ((__darn_recent < 1)); then
        builtin printf ':DARN_HISTORY='
        __darn_past 100
    elif ((__darn_told)); then
        builtin printf ':DARN_HISTORY+=%s' "${__darn_captured[0]}"
    else
        builtin printf ':DARN_HISTORY=%s' "${__darn_captured[0]}"
    fi
    builtin printf '\0'
    if ((status != 127)); then return 0; fi
    builtin printf ':DARN_FUNCTIONS='
    builtin compgen -X '_*' -A function
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
    local aliases='' name history REPLY reach=${DARN_RELAY-} timeout=${DARN_TIMEOUT-}
    if [[ -n $__darn_channel ]]; then
        if [[ $1 == failed ]] && __darn_relay __darn_said "$__darn_status" "$__darn_text" && __darn_draw; then
            __darn_answer=$REPLY
            if [[ -n $__darn_daemon ]]; then
                __darn_told=$HISTCMD # take_keys looks for the bindings, if need be
                if [[ -f $__darn_channel.reply ]]; then __darn_quick=$__darn_channel; fi
            else
                __darn_choose_map
                case ${__darn_answer%%$'\n'*} in
                [1-9]* | *' asks') if __darn_relay __darn_back __darn_bindings; then __darn_split; fi ;;
                esac
            fi
            return 0
        fi
        __darn_told=0
        __darn_capture 100
        if [[ $__darn_hears == 0 ]]; then
            if [[ -n $__darn_daemon ]]; then timeout=0; else reach=''; fi
        fi
    fi
    for name in "${!BASH_ALIASES[@]}"; do
        aliases+=$name=${BASH_ALIASES[$name]//$'\n'/ }$'\n'
        if ((${#aliases} > 30000)); then break; fi
    done
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
            DARN_DURATION=$__darn_took DARN_ENTERED_IN=$__darn_entered_in DARN_RELAY=$reach DARN_TIMEOUT=$timeout "$__darn_program" hook bash "$1" "$__darn_status" "$__darn_text"` || return 1
}

# Splits the returned bindings.
__darn_split() {
    local - IFS=$'\035'
    builtin set -f
    # shellcheck disable=SC2206
    __darn_captured=('' '' $REPLY '' '' '')
}

# Handles a failure with known text: draws the hint, or defers it while typed-ahead input waits.
__darn_failed() {
    local __darn_keys=all
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
    __darn_lend
    if __darn_ask failed; then __darn_offer; fi
}

# Sets which keys the hint may name.
__darn_lend() {
    case :$SHELLOPTS: in
    *:vi:*) __darn_keys='vi' ;;
    *:emacs:*) __darn_keys=all ;;
    *) __darn_keys=none ;;
    esac
}

# Does what the answer says: binds the keys of its suggestions.
__darn_offer() {
    local first
    if [[ -z $__darn_answer ]]; then return 0; fi
    __darn_taken=0
    if ((__darn_status == 0)); then __darn_status=127; fi
    first=${__darn_answer%%$'\n'*}
    case $first in
    *' pending')
        __darn_owed=1
        return 0
        ;;
    run | steps | edit)
        if ((__darn_stale)); then __darn_unbind; fi
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
    if ((__darn_stale)); then
        if __darn_are_bound; then
            __darn_stale=0
            return 0
        fi
        __darn_unbind
        __darn_fetch
    elif [[ -n $__darn_unread || -n $__darn_daemon && $__darn_told != 0 ]]; then
        __darn_fetch
    fi
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

# Tests whether the keys of the last hint are those of this one.
__darn_are_bound() {
    local map=$__darn_map tab=0 alt=0
    __darn_choose_map
    if [[ $map != "$__darn_map" || -n $__darn_fd$__darn_model ]]; then
        __darn_map=$map
        return 1
    fi
    if [[ -n $__darn_fix ]] && __darn_can_take "$__darn_accept"; then tab=1; fi
    if [[ $__darn_count != 0 ]] && __darn_can_take "$__darn_more"; then alt=1; fi
    (((${#__darn_tab_was[@]} > 0) == tab && (${#__darn_alt_was[@]} > 0) == alt))
}

# Captures the bindings.
__darn_fetch() {
    local REPLY=''
    __darn_choose_map
    if [[ -z $__darn_channel ]]; then
        __darn_collect __darn_bindings
    elif [[ ! -f $__darn_channel.printed ]] || ! __darn_write __darn_bindings; then
        __darn_relay __darn_back __darn_bindings || :
    fi
    if [[ -z $REPLY ]]; then REPLY=$(__darn_bindings); fi
    __darn_split
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
    __darn_unbind
}

# Returns our keys.
__darn_unbind() {
    if ((!__darn_bound)); then return 0; fi
    __darn_bound=0 __darn_stale=0
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
        --session | --session=*)
            if [[ ! -t 0 || ! -t 1 || ! -t 2 ]]; then
                __darn_run "$@"
                return
            fi
            text=${1#--session}
            __darn_answer=$(DARN_COLUMNS=${COLUMNS-} __darn_run hook bash others "${text#=}${2-}") || return
            __darn_take "${__darn_answer#*$'\n'}"
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

# Handles the choice of the user: it runs at the next prompt, or can be edited.
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
        DARN_ENTERED_IN=$__darn_entered_in DARN_GUARD=${__darn_guard_state-} "$__darn_program" "$@"
}

# Handles the end of the command that `darn` ran; a failure is treated like any other. (If PROMPT_COMMAND ran
# it, bash resets `$?` to its previous value, that of `darn`; this cannot be changed.)
__darn_ran() {
    local status=$1
    __darn_then=''
    __darn_text=$__darn_now __darn_now='' __darn_status=$status __darn_self=0
    __darn_entered_in=$__darn_here __darn_here=$PWD
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

__darn_deferred=''
