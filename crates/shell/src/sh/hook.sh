# shellcheck shell=sh
# darn for the other Bourne-like shells. It only observes; the program decides.
#
# What can be observed depends on the shell (tested with mksh R59, ksh93u+m, yash 2.54, dash 0.5.12, busybox
# 1.35):
# - mksh, ksh93: `${|f;}` and `${ f;}` in PS1 run a function in the shell itself. There is no fork on
#   success. After a failure, `fc` gives the text without a fork, and its number distinguishes an empty
#   Enter from a new failure.
# - yash: the same from PROMPT_COMMAND; `fc` needs one fork, only after a failure. There, a multi-line
#   command is several entries, and darn sees the last.
# - dash and busybox ash have no history that a script can read. Without the text nothing can be fixed, so
#   there is no hook and the prompt stays unchanged; `darn` says what works.
# - bash started as sh gets the hook of bash.
# There are no keys: suggestions are accepted with `darn`. Nothing is exported or written to files.

__darn_program=@DARN@
__darn_older='' __darn_older_status=0
__darn_seen='' __darn_text='' __darn_status=0 __darn_owed='' __darn_reads=''
__darn_here=$PWD __darn_entered_in=''  # directory of the last prompt; that in which the failed line was entered
__darn_step='' __darn_rest=''  # the current step, and those after it

# STATUS NUMBER TEXT: handles a failed command, or an empty Enter after one.
__darn_failed() {
    case $1 in 0 | 130 | 131 | 141 | 143 | 146 | 147 | 148 | 149) return 0 ;; esac
    # ksh93 reports a signal as 256 + n.
    if [ "$1" -gt 255 ]; then return 0; fi
    if [ "$2" != "$__darn_seen" ]; then
        __darn_seen=$2
        if [ -n "$__darn_step" ]; then set -- "$1" "$2" "$__darn_step"; fi
        __darn_step=''
        case $3 in darn | 'darn '*) return 0 ;; esac # our own
        __darn_older=$__darn_text __darn_older_status=$__darn_status
        __darn_owed='' __darn_text=''
        case $3 in '' | ' '* | '	'* | '#'*) return 0 ;; esac # private, a comment
        if [ "${#3}" -gt 30000 ]; then return 0; fi
        __darn_text=$3 __darn_status=$1 __darn_owed=1 __darn_entered_in=$__darn_here
    fi
}

# Draws the hint of the last failure, or defers it to a later prompt while typed-ahead input waits.
__darn_offer() {
    __darn_here=$PWD
    if [ -z "$__darn_owed" ]; then return 0; fi
    case $__darn_program in
    */*) if [ ! -x "$__darn_program" ]; then return 0; fi ;;
    esac
    __darn_answer=$(DARN_COLUMNS=${COLUMNS-} DARN_ALIASES=$(alias) DARN_SESSION="sh - $$" \
        DARN_ENTERED_IN=$__darn_entered_in "$__darn_program" hook sh failed "$__darn_status" "$__darn_text") || :
    case $__darn_answer in
    *' pending') return 0 ;;
    esac
    __darn_owed=''
    # Users of another tool type that: suggest darn, for the failure before.
    if [ "$__darn_text" = fuck ] && [ "$__darn_status" -eq 127 ]; then
        __darn_text=$__darn_older __darn_status=$__darn_older_status
    fi
}

darn() {
    case ${1-} in
    --session | --session=*)
        if [ -t 0 ] && [ -t 1 ] && [ -t 2 ]; then
            __darn_answer=${1#--session}
            __darn_answer=$(DARN_COLUMNS=${COLUMNS-} DARN_SESSION="sh - $$" \
                "$__darn_program" hook sh others "${__darn_answer#=}${2-}") || return 1
            __darn_choose
            return
        fi
        ;;
    esac
    if [ $# -gt 0 ]; then
        DARN_SESSION=sh DARN_FAILED=$__darn_text DARN_FAILED_STATUS=$__darn_status \
            DARN_ENTERED_IN=$__darn_entered_in "$__darn_program" "$@"
        return
    fi
    if [ -z "$__darn_reads" ]; then
        printf '%s\n' 'darn: this shell does not report what was typed' \
            "hint: darn fix --shell sh --status N --command 'THE FAILED LINE'" >&2
        return 1
    fi
    if [ -z "$__darn_text" ]; then
        printf '%s\n' 'darn: no failed command in this shell yet' >&2
        return 1
    fi
    if [ ! -t 0 ] || [ ! -t 1 ] || [ ! -t 2 ]; then
        DARN_ALIASES=$(alias) DARN_ENTERED_IN=$__darn_entered_in "$__darn_program" hook sh lines "$__darn_status" "$__darn_text"
        return
    fi
    __darn_answer=$(DARN_COLUMNS=${COLUMNS-} DARN_ALIASES=$(alias) DARN_SESSION="sh - $$" \
        DARN_ENTERED_IN=$__darn_entered_in "$__darn_program" hook sh list "$__darn_status" "$__darn_text") || return 1
    __darn_choose
}

# Runs what was chosen in the list, or leaves it to be edited.
__darn_choose() {
    __darn_text=${__darn_answer#*"$__darn_nl"} __darn_step=''
    case $__darn_answer in
    steps*)
        __darn_rest=${__darn_text#*"$__darn_nl"}
        __darn_remember "${__darn_text%%"$__darn_nl"*}"
        __darn_next
        return
        ;;
    esac
    __darn_remember "$__darn_text"
    case $__darn_answer in
    run*)
        printf '%s\n' "$ $__darn_text"
        # Not in a local scope: these shells keep cd, export and assignments of a function.
        eval "$__darn_text"
        ;;
    edit*) printf '%s\n' 'darn: it is in the history; press the up arrow to edit it' >&2 ;;
    esac
}

# Prints and runs the next step, and so on until one fails. (`break` in it would end a loop.)
__darn_next() {
    printf '%s\n' "${__darn_rest%%"$__darn_nl"*}"
    __darn_rest=${__darn_rest#*"$__darn_nl"}
    __darn_step=${__darn_rest%%"$__darn_nl"*}
    case $__darn_rest in
    *"$__darn_nl"*)
        __darn_rest=${__darn_rest#*"$__darn_nl"}
        eval "$__darn_step" && __darn_next
        ;;
    *) eval "$__darn_step" && __darn_step='' ;;
    esac
}

__darn_nl='
'
# Overridden where the shell can put a line into its history.
__darn_remember() { :; }

# Code in the grammar of one shell is text for eval, because the other shells could not parse it.
# shellcheck disable=SC2016
__darn_start() {
    __darn_reads=1
    case $1 in
    mksh)
        eval '
        __darn_prompt() {
            typeset s=$? n t
            REPLY=
            if (( s )); then
                t=${ fc -l 99999 99999 2>/dev/null; } # no entry has that number: the newest
                n=${t%%	*} t=${t#*	}
                __darn_failed "$s" "$n" "${t//"$__darn_nl	"/$__darn_nl}"
            fi
            __darn_offer
            return $s
        }
        __darn_remember() { print -s -r -- "$1"; }
        # A PS1 that names a marker for invisible parts does so in its first two characters.
        case $PS1 in
        *__darn_prompt*) ;;
        ?"${ print "\r"; }"*) PS1=${PS1:0:2}"\${|__darn_prompt;}"${PS1:2} ;;
        *) PS1="\${|__darn_prompt;}"$PS1 ;;
        esac'
        ;;
    ksh93)
        eval '
        function __darn_prompt {
            typeset s=$1 n t
            if (( s )); then
                (( n = HISTCMD - 1 ))
                t=$__darn_nl${ fc -l -N1 2>/dev/null; }
                if [[ $t == *"$__darn_nl$n	"* ]]; then
                    t=${t##*"$__darn_nl$n	"}
                    __darn_failed "$s" "$n" "${t//"$__darn_nl	"/$__darn_nl}"
                fi
            fi
            __darn_offer
            return $s
        }
        __darn_remember() { print -s -r -- "$1"; }
        case $PS1 in
        *__darn_prompt*) ;;
        *) PS1="\${ __darn_prompt \$?;}"$PS1 ;;
        esac'
        ;;
    yash)
        eval '
        __darn_prompt() {
            typeset s=$? t=
            if [ "$s" -ne 0 ]; then
                t=$(fc -l -1 2>/dev/null) || t=
                __darn_failed "$s" "${t%%	*}" "${t#*	}"
            fi
            __darn_offer
            return "$s"
        }
        __darn_remember() { history -s "$1"; }
        case "${PROMPT_COMMAND-}" in
        *__darn_prompt*) ;;
        *) PROMPT_COMMAND="__darn_prompt${PROMPT_COMMAND:+$__darn_nl$PROMPT_COMMAND}" ;;
        esac'
        ;;
    esac
}

case $- in
*i*)
    if [ -n "${DARN_DISABLE-}" ]; then
        :
    elif [ -n "${BASH_VERSION-}" ]; then
        eval "$("$__darn_program" init bash)"
    elif [ -n "${YASH_VERSION-}" ]; then
        __darn_start yash
    else
        case ${KSH_VERSION-} in
        *MIRBSD* | *LEGACY*) __darn_start mksh ;;
        *93*) __darn_start ksh93 ;;
        esac
    fi
    ;;
esac
