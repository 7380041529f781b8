# ---- the Enter guard: which lines the program has to judge ---------------------------------
#
# Almost every line is decided here: one that has none of the words which the policy looks for,
# and nothing that could build such a word, passes without a process.

typeset -gA __darn_words=() __darn_heads=(@HEADS@)
typeset -gA __darn_met=()    # names of commands that are no functions with such words
typeset -ga __darn_with=()
# Word: 1 always, else the place in __darn_with, texts beside which it counts; letters with which
# such words begin.
typeset -g __darn_table="@WORDS@" __darn_texts="@WITH@"
typeset -g __darn_tick=${(#):-39} __darn_return=${(#):-13}
typeset -g __darn_separators=" /=:,@%~;&|()<>{}[]*?!#^\$\`	$__darn_nl"

__darn_load() {
    local IFS=" "
    __darn_words=(${=__darn_table})
    __darn_with=("" "${(@f)__darn_texts}")
    __darn_table=
}

# True for a text that the program has to judge.
__darn_suspects() {
    local text=$1 word IFS=$__darn_separators segment
    local -a names
    if [[ -n $__darn_table ]]; then __darn_load; fi
    if [[ $text == *[^A-Za-z0-9\ _./:,@%+=~-]* ]]; then
        __darn_is_clear || return 0
    else
        names=(${=text})
        if [[ $text != *=* && ${names[1]-} != (time|builtin|command|noglob|nocorrect|-|exec) ]]; then
            names=(${names[1]-} ${text%% *})
        fi
    fi
    if __darn_has_words; then return 0; fi
    if (( $#galiases )); then
        for word in ${=text}; do
            if [[ -n ${galiases[$word]-} ]] && __darn_body $word $galiases[$word]; then return 0; fi
        done
    fi
    for word in $names; do
        if [[ $word == . ]]; then return 0; fi
        if [[ -n ${aliases[$word]-} ]] && __darn_body $word $aliases[$word]; then return 0; fi
        if [[ $word == *.* && -n ${saliases[${word:e}]-} ]] && __darn_body $word $saliases[${word:e}]; then return 0; fi
        if [[ -z ${__darn_met[$word]-} ]]; then
            __darn_meet $word
            if [[ ${__darn_words[$word]-} == 1 ]]; then return 0; fi
        fi
    done
    return 1
}

# True where a word of the variable text of the caller is looked for; split where the caller says.
__darn_has_words() {
    # Names of PowerShell too, which has no case.
    case $text in (@STEMS@|*[A-Za-z]-[A-Z]*) return 0 ;; esac
    local with
    for word in ${=text}; do
        case ${__darn_words[$word]-} in
            ("") if [[ $word == [A-Za-z]*[^A-Za-z]* && -n ${__darn_heads[${word%%[^A-Za-z]*}]-} ]]; then return 0; fi ;;
            (1) return 0 ;;
            (*)
                for with in ${(s:	:)__darn_with[$__darn_words[$word]]}; do
                    if [[ $text == *$with* ]]; then return 0; fi
                done
                ;;
        esac
    done
    return 1
}

# The body of an alias: another one with its own name in it is not expanded again.
__darn_body() {
    if (( ${__darn_expanding[(Ie)$1]} )); then return 1; fi
    local -a __darn_expanding=($__darn_expanding $1)
    if (( $#__darn_expanding > 20 )); then return 0; fi
    __darn_suspects $2
}

# A text with other than plain characters, the variable text of the caller: false if it may run
# something that its words do not show. Takes quotes away, and finds the names of commands.
__darn_is_clear() {
    local piece before=
    local -i n=0
    if [[ $text == *([^[:ascii:]]|[[:cntrl:]]~[	$__darn_nl])* || $text == *\`* || $text == *\$[\"\(\[0-9@*#?!\$~+=^:-]* || $text == *\$${__darn_tick}* ]]; then return 1; fi
    if [[ $text == *\(\)* || $text == *\<\<* || $text == *\{*[,.]*\}* || $text == *[A-Za-z0-9_/.\)*?\]]\(* ]]; then return 1; fi
    if [[ $text == *\$* ]]; then
        # Only as whole words, that no assignment of this text can have made, and not as a command.
        if [[ $text == *=* ]]; then return 1; fi
        for piece in "${(@s:$:)text%\$}"; do
            if (( n++ == 0 )); then
                if [[ -z ${piece//[ 	$__darn_nl\"$__darn_tick]/} ]]; then return 1; fi
            elif [[ $before == (*[A-Za-z0-9_\\]|*[\;\&\|\(\{\!$__darn_nl][ 	\"$__darn_tick]#) ]]; then
                return 1
            elif [[ $piece != ([A-Za-z_][A-Za-z0-9_]#|\{[A-Za-z_][A-Za-z0-9_]#\})(|[\"$__darn_tick])(|[ 	/.,\;\)\|\&$__darn_nl]*) ]]; then
                return 1
            fi
            before=$piece
        done
    fi
    text=${text//\\$__darn_nl/}
    text=${text//[\"\\$__darn_tick]/}
    if [[ $text == *\>* ]]; then
        # Into files below this directory, and nowhere else.
        if [[ $text == */.* || $text == *\> ]]; then return 1; fi
        n=0
        for piece in "${(@s:>:)text}"; do
            if (( n++ > 0 )) && [[ -n $piece && $piece != (\&[0-9-]*|(|[\|\&])[ 	]#(/dev/null|[A-Za-z0-9_])*) ]]; then
                return 1
            fi
        done
    fi
    # A name of a command that is a glob, and the names that may be functions or aliases.
    local IFS="$__darn_nl;&|(){}!"
    local -a segments=(${=text})
    IFS=" 	"
    for segment in $segments; do
        for piece in ${=segment}; do
            case $piece in
                (*[*?\[^\<~]*|?*\#*) return 1 ;;
                (then|do|else|elif|if|while|until|time|builtin|command|noglob|nocorrect|coproc|-|exec) names+=$piece ;;
                ([A-Za-z_]*=*) ;;
                (*)
                    names+=($piece ${piece:t})
                    break
                    ;;
            esac
        done
    done
    return 0
}

# A name that has not been met as that of a command: is it a function that has such words?
__darn_meet() {
    local word text
    if (( $#__darn_met > 2000 )); then __darn_met=(); fi
    __darn_met[$1]=1
    if [[ $1 == (__darn*|darn) ]] || (( ! $+functions[$1] )); then return; fi
    text=$(__darn_bodies $1)
    text=${text//[\"\\$__darn_tick]/}
    local IFS=$__darn_separators
    if __darn_has_words; then __darn_words[$1]=1; fi
}

# Prints the functions whose names are in a text, and those that these use. For $( ) only.
__darn_bodies() {
    local -A seen=()
    local text=${1//[\"\\$__darn_tick]/ } next body word IFS=$__darn_separators
    local -i n=0
    while [[ -n $text ]]; do
        next=
        for word in ${=text}; do
            if [[ -n ${seen[$word]-} || $word == (__darn*|darn) ]]; then continue; fi
            seen[$word]=1
            if (( n < 20 && $+functions[$word] )); then
                if [[ $functions[$word] == *autoload\ -X* ]]; then autoload +X $word 2>/dev/null; fi
                body=$functions[$word]
                print -r -- "$word() {$__darn_nl$body$__darn_nl}"
                next+=" ${body//[\"\\$__darn_tick]/ }"
                (( n++ ))
            fi
        done
        text=${next[1,20000]}
    done
}

# Asks the program; for $( ) only, where the exports end. For a judgement it has a second.
__darn_consult() {
    local name value all= text=$2 line out=
    local -i i pid=0 fd
    for i in 1 2 3; do
        for name value in "${(@kv)aliases}" "${(@kv)galiases}"; do
            if [[ $text == *$name* && $__darn_nl$all != *$__darn_nl$name=* ]] && (( $#all < 30000 )); then
                all+=$name=${value//$__darn_nl/ }$__darn_nl
            fi
        done
        text+=$__darn_nl$all
    done
    value=$(__darn_bodies $text)
    export DARN_COLUMNS=$COLUMNS DARN_ALIASES=$all DARN_FUNCTIONS=${value[1,60000]}
    if [[ $1 == ask ]]; then exec $__darn_program hook zsh ask $2 </dev/tty; fi
    zmodload zsh/system
    TRAPINT() {
        # which the program does not hear of itself
        (( pid )) || read -r -t 1 -u $fd pid
        kill $pid
        exit 1
    }
    exec {fd}< <(print -r -- $sysparams[pid]; exec $__darn_program hook zsh $1 $2)
    read -r -u $fd pid
    while IFS= read -r -t 1 -u $fd line; do out+=$line$__darn_nl; done
    if [[ -n $out ]]; then print -r -- $out; elif (( pid )); then kill $pid 2>/dev/null; fi
}

# What is defined now may be defined otherwise after this line.
__darn_note_definitions() {
    if [[ $1 == *(alias|function|\(\)|source|. |eval|unset|autoload)* ]]; then __darn_met=(); fi
}
