# --- Requests to a model, with `llm.enabled`. Part of hook.bash.
#
# Alt-? starts the request and returns at once. The answer comes through a FIFO, which is unlinked once both
# ends are open: neither side leaves a file behind. `read -t 0` tests for it before each prompt and at our
# keys, without a fork.

__darn_pid=0 __darn_wish=@ASK_KEY@

# Alt-?, or its configured key, on an empty line or over a suggestion.
__darn_model_key() {
    local __darn_keys=all
    if [[ -n $READLINE_LINE && $READLINE_LINE != "$__darn_fix" ]]; then
        __darn_put '\C-x\C-_n' "${__darn_model_was[@]}"
        return 0
    fi
    __darn_put '\C-x\C-_n' macro '""'
    __darn_model_ask || :
}

__darn_model_ask() {
    local first
    if [[ -n $__darn_fd ]]; then
        if __darn_model_look; then return 0; fi
        if builtin kill -0 "$__darn_pid" 2>/dev/null; then
            builtin printf '%s\n' 'darn: still asking; Enter shows the answer' >&2
            return 0
        fi
        __darn_model_drop
    fi
    __darn_model_keys # look up the bindings of the user again
    __darn_ask model || return 0
    first=${__darn_answer%%$'\n'*}
    if [[ $first != [1-9]*' /'* ]]; then return 0; fi
    if ! { builtin exec {__darn_fd}<>"${first#* }"; } 2>/dev/null; then
        __darn_fd=''
        return 0
    fi
    __darn_pid=${first%% *}
    __darn_model_keys
    builtin printf '%s\n' "${__darn_answer#*$'\n'}" >&2
}

# Rebinds the keys after their action has changed.
__darn_model_keys() {
    local fix=$__darn_fix count=$__darn_count
    __darn_forget
    __darn_fix=$fix __darn_count=$count __darn_asks=1
    __darn_take_keys
}

# Draws an answer above the prompt; fails if there is no answer yet.
__darn_model_look() {
    local answer first
    if ! builtin read -r -t 0 -u "$__darn_fd"; then return 1; fi
    if ! IFS= builtin read -r -d '' -t 1 -u "$__darn_fd" answer; then answer=''; fi
    __darn_model_drop
    if [[ $answer != [0-9]*$'\n'* ]]; then return 1; fi
    __darn_forget
    first=${answer%%$'\n'*} answer=${answer#*$'\n'}
    builtin printf '%s\n' "${answer%%$'\n'*}" >&2
    __darn_count=${first%% *} __darn_asks=1
    if [[ $answer == *$'\n'* ]]; then __darn_fix=${answer#*$'\n'}; fi
    __darn_take_keys
}

# Ends the process at the other end.
__darn_model_drop() {
    exec {__darn_fd}>&- # `builtin exec` would undo the redirection
    __darn_fd='' __darn_pid=0
}

# Ctrl-X Ctrl-T, or its configured key: turns the line, a request or a partial command, into a command.
__darn_wish_key() {
    local answer aliases='' name
    for name in "${!BASH_ALIASES[@]}"; do
        aliases+=$name=${BASH_ALIASES[$name]//$'\n'/ }$'\n'
        if ((${#aliases} > 30000)); then break; fi
    done
    # shellcheck disable=SC2006 # see guard.bash
    answer=`DARN_COLUMNS=${COLUMNS-} DARN_ALIASES=$aliases DARN_SESSION="bash $BASH_VERSION $$" \
        "$__darn_program" hook bash wish "${READLINE_LINE-}"` || :
    if [[ $answer != @(edit|none)$'\n'* ]]; then return 0; fi
    name=${answer%%$'\n'*} answer=${answer#*$'\n'}
    if [[ -n ${answer%%$'\n'*} ]]; then builtin printf '%s\n' "${answer%%$'\n'*}" >&2; fi
    if [[ $answer == *$'\n'* ]]; then answer=${answer#*$'\n'}; else answer=''; fi
    if [[ $name == edit ]]; then
        READLINE_LINE=$answer READLINE_POINT=2147483647
    elif [[ -n $answer ]]; then # typed meanwhile
        READLINE_LINE=${READLINE_LINE:0:READLINE_POINT}$answer${READLINE_LINE:READLINE_POINT}
        READLINE_POINT=$((READLINE_POINT + ${#answer}))
    fi
}

# Binds the key if it is free; two forks, at shell start.
__darn_wish_bind() {
    local map
    for map in emacs vi-insert; do
        case $'\n'$(
            builtin bind -m "$map" -p
            builtin bind -m "$map" -s
            builtin bind -m "$map" -X
        ) in
        *$'\n'"\"$1\": "*) ;;
        *) builtin bind -m "$map" -x "\"$1\": __darn_wish_key" ;;
        esac
    done
}
if [[ -n $__darn_wish ]] && [[ :$SHELLOPTS: == *:emacs:* || :$SHELLOPTS: == *:vi:* ]]; then __darn_wish_bind "$__darn_wish"; fi
