# --- The Enter guard, at the level `active`: handles a line that is not simply harmless.

# Returns true if the line runs.
__darn_look() {
    local __darn_whole=$1 __darn_text
    if [[ $- == *H* && ($__darn_whole == *!* || $__darn_whole == ^*) ]]; then
        __darn_text=`builtin history -p -- "$__darn_whole" 2>/dev/null` && __darn_whole=$__darn_text
    fi
    if ! __darn_suspects "$__darn_whole"; then return 0; fi
    # The line may change current definitions.
    case $__darn_whole in *alias* | *function* | *'()'* | *source* | *'. '* | *eval* | *unset*)
        __darn_met=([xalias]=1 [x.]=.) __darn_harmless=() __darn_alias_count=-1
        ;;
    esac
    __darn_examine "$__darn_whole"
}

__darn_examine() {
    local __darn_whole=$1 __darn_answer __darn_head __darn_said
    if [[ $__darn_program == */* && ! -x $__darn_program ]]; then
        builtin printf '%s\n' 'darn: its program is gone, so the guard is off in this shell' >&2
        __darn_unguard
        return 0
    fi
    __darn_judged=$__darn_whole
    if ((${#__darn_whole} <= 30000)); then __darn_answer=`__darn_consult judge "$__darn_whole"`; else __darn_answer=''; fi
    __darn_head=${__darn_answer%%$'\n'*} __darn_said=''
    if [[ $__darn_answer == *$'\n'* ]]; then __darn_said=${__darn_answer#*$'\n'}; fi
    case $__darn_head in
    allow\ *) return 0 ;;
    warn\ *)
        builtin printf '%s\n' "$__darn_said" >&2
        return 0
        ;;
    deny\ *)
        builtin printf '%s\n' "$__darn_said" >&2
        if [[ $__darn_head == *' waiting' ]]; then __darn_postpone; fi
        return 1
        ;;
    confirm\ *)
        __darn_head=${__darn_head#* }
        if [[ $__darn_head == *' waiting' ]]; then
            __darn_postpone
            return 1
        fi
        if [[ -n $__darn_lines && $__darn_head == "$__darn_agreed" ]]; then return 0; fi
        __darn_answer=`__darn_consult ask "$__darn_whole"`
        case $__darn_answer in
        run)
            __darn_agreed=$__darn_head
            return 0
            ;;
        edit$'\n'*)
            if [[ -z $__darn_lines ]]; then READLINE_LINE=${__darn_answer#*$'\n'} READLINE_POINT=2147483647; fi
            return 1
            ;;
        back) return 1 ;;
        drop)
            __darn_drop
            return 1
            ;;
        waiting)
            __darn_postpone
            return 1
            ;;
        esac
        ;;
    esac
    __darn_ask_plainly "$__darn_whole"
}

# Calls the program in a subshell: otherwise its process would become `$!`. A judgement may take a second.
__darn_consult() {
    # (No locals: they would hide variables of the user.)
    __darn_text=$2 __darn_aliases='' __darn_out=''
    for __darn_i in 1 2 3; do
        for __darn_name in "${!BASH_ALIASES[@]}"; do
            if [[ $__darn_text == *"$__darn_name"* && $'\n'$__darn_aliases != *$'\n'"$__darn_name="* ]] && ((${#__darn_aliases} < 30000)); then
                __darn_aliases+=$__darn_name=${BASH_ALIASES[$__darn_name]//$'\n'/ }$'\n'
            fi
        done
        __darn_text+=$'\n'$__darn_aliases
    done
    __darn_functions=$(__darn_bodies "$__darn_text")
    __darn_functions=${__darn_functions:0:60000}
    __darn_variables=$(__darn_states "$__darn_text$__darn_functions")
    export DARN_COLUMNS=${COLUMNS-} DARN_ALIASES=$__darn_aliases DARN_FUNCTIONS=$__darn_functions DARN_VARIABLES=$__darn_variables
    if [[ $1 == ask ]]; then exec "$__darn_program" hook bash ask "$2"; fi
    trap 'builtin kill "$!"; exit 1' INT # the program does not receive it by itself
    exec {__darn_fd}< <(exec "$__darn_program" hook bash judge "$2")
    IFS='' builtin read -r -d '' -t 1 -u "$__darn_fd" __darn_out
    if (($? > 128)); then
        builtin kill "$!"
    elif builtin wait "$!"; then
        builtin printf '%s' "$__darn_out"
    fi
}

# Prints the state of the variables that a text names, in the format of DARN_VARIABLES. Includes values only
# if they may be paths; others may be secrets. For $( ) only.
__darn_states() {
    __darn_unset=-
    if [[ $- == *u* ]]; then __darn_unset=+; fi # the shell stops there
    builtin set +u -f
    IFS='$' __darn_name='' __darn_all=$'\n' __darn_n=0 __darn_value=''
    # shellcheck disable=SC2086 # cut at each $
    for __darn_piece in x$1; do
        if [[ -z $__darn_name ]]; then
            __darn_name=first # the part before the first variable
            continue
        fi
        __darn_piece=${__darn_piece#\{} __darn_piece=${__darn_piece#[\!\#]}
        __darn_name=${__darn_piece%%[!A-Za-z0-9_]*}
        case $__darn_name in
        '' | 0* | [1-9]?* | __darn*)
            __darn_name=none
            continue
            ;;
        esac
        if [[ $__darn_all == *$'\n'?" $__darn_name"[$' \n']* || ${#__darn_all} -gt 30000 ]]; then continue; fi
        if [[ $__darn_name == [1-9] ]]; then
            if ((__darn_name <= __darn_positional)); then __darn_n=+; else __darn_n=-; fi
            __darn_all+="$__darn_n $__darn_name"$'\n'
            continue
        fi
        builtin eval "__darn_n=\${#$__darn_name[@]} __darn_value=\${$__darn_name-}"
        if ((!__darn_n)); then
            __darn_all+="$__darn_unset $__darn_name"$'\n'
        elif ((__darn_n == 1)) && [[ -z $__darn_value || $__darn_value == [./~$' \t']* && $__darn_value != *$'\n'* && ${#__darn_value} -lt 1000 ]]; then
            __darn_all+="= $__darn_name $__darn_value"$'\n'
        else
            __darn_all+="+ $__darn_name"$'\n'
        fi
    done
    builtin printf '%s' "${__darn_all#$'\n'}"
}

# Drops the line, as Ctrl-C does at a prompt.
__darn_drop() {
    __darn_judged=''
    if [[ -n $__darn_lines ]]; then builtin kill -INT "$$"; fi
    READLINE_LINE='' READLINE_POINT=0
    if [[ :$SHELLOPTS: == *:vi:* ]]; then builtin bind '"\C-x\C-_e": vi-insertion-mode'; fi
}

# Asks by itself if there is no judgement and the line has one of these words.
__darn_ask_plainly() {
    local IFS=$' \t\n/=:,@%~;&|()<>{}[]*?!#^$`' - word key answer=''
    builtin set -f
    # shellcheck disable=SC2086
    for word in ${1//[\'\"\\]/}; do
        case $word in
        @HARMFUL@) answer=asked ;;
        esac
    done
    if [[ -z $answer ]]; then return 0; fi
    answer=''
    if builtin read -r -t 0; then
        __darn_postpone
        return 1
    fi
    builtin printf '%s' 'darn could not judge this line; type yes to run it: ' >&2
    while IFS='' builtin read -rsn1 -d '' key; do
        case $key in
        $'\r' | $'\n') break ;;
        [a-zA-Z]) answer+=$key ;;
        *) answer='' && break ;;
        esac
        builtin printf '%s' "$key" >&2
    done
    builtin printf '\r%*s\r' 60 '' >&2
    [[ $answer == yes ]]
}

# Keys were typed before the prompt was drawn: they go to the shell, and this line does not run.
__darn_postpone() {
    builtin printf '%s\n' 'darn: not run, because you had typed more; it is in the history' >&2
    if [[ -n $__darn_lines ]]; then
        builtin kill -INT "$$" # without this line the rest of the command would mean something else
    else
        __darn_remember
        READLINE_LINE='' READLINE_POINT=0
    fi
}

# Replaces edit-and-execute-command: opens the line in the editor, then enters the result.
__darn_edit() {
    local file
    file=`command mktemp "${TMPDIR:-/tmp}/darn.XXXXXX"` || return 0
    builtin printf '%s\n' "$READLINE_LINE" >|"$file"
    # shellcheck disable=SC2086 # its options too
    if builtin eval "${VISUAL:-${EDITOR:-vi}}"' "$file"' </dev/tty >/dev/tty; then
        READLINE_LINE=`<"$file"` READLINE_POINT=2147483647
    fi
    command rm -f -- "$file"
    : "$1"
}
__darn_version=@VERSION@
