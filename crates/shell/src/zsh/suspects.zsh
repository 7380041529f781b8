# ---- the Enter guard: selects the lines that the program must judge ------------------------
#
# Almost every line is decided here: one without the words that the policy looks for, and without anything
# that could build such a word, passes without a process. The meaning of a word is looked up once; after that
# it costs a microsecond. (A function call costs six.)

# xLETTER: words with that initial; WORD=1 must always be judged, else an index into the next three: words,
# signs (as a pattern) and texts that must accompany it.
typeset -gA __darn_words=(@WORDS@)
# (These are split into lists when first needed.)
typeset -ga __darn_beside=("@BESIDE@") __darn_marks=("@MARKS@") __darn_with=("@WITH@")
typeset -gA __darn_heads=(@HEADS@) # xLETTERS that begin such words
# xWORD between blanks: 0 harmless, 1 must be judged, else indices into those three; + is a word that others
# need beside them.
typeset -gA __darn_met
typeset -ga __darn_due # indices for the words of the line
typeset -g __darn_tick=${(#):-39} __darn_return=${(#):-13}
typeset -g __darn_blanks=" 	$__darn_nl"
typeset -g __darn_stops="$__darn_blanks;&|()<>{}[]*?!#^\$\`" __darn_separators="/=:,@%~$__darn_blanks;&|()<>{}[]*?!#^\$\`"
# Matches a glob or a dot as the name of a command, after keywords and assignments.
typeset -g __darn_before="(|*[;&|(){}!$__darn_nl])[ 	]#((then|do|else|elif|if|while|until|time|builtin|command|noglob|nocorrect|coproc|-|exec|[A-Za-z_][A-Za-z0-9_]#=[^$__darn_blanks]#)[ 	]##)#"
typeset -g __darn_globbed="${__darn_before}[^$__darn_blanks;&|(){}!]#[*?\[^<~#]*"
typeset -g __darn_sources="${__darn_before}.[$__darn_blanks]*"
# Matches a variable that may expand to more than a word, or be the name of a command.
typeset -g __darn_quotes="\"$__darn_tick" __darn_name="[$]([A-Za-z0-9_]##|{[A-Za-z0-9_]##})"
typeset -g __darn_expands="(*[A-Za-z0-9_\\\\][$]*|(|*[;&|({!$__darn_nl])[${__darn_blanks}$__darn_quotes]#[$]*|*[$][^A-Za-z_{]*|*[$]{[A-Za-z0-9_]#[^A-Za-z0-9_}]*|*[$]{[^A-Za-z_]*|*${__darn_name}(|[$__darn_quotes])[^A-Za-z0-9_$__darn_blanks/.,;)|&$__darn_quotes]*|*${__darn_name}[$__darn_quotes][${__darn_quotes}A-Za-z0-9_]*|*[$]{[A-Za-z0-9_]##}[A-Za-z0-9_]*)"

# Forgets what definitions may change, so that it is always examined. (A dot depends on its position.)
__darn_forget_met() {
    __darn_met=(xalias 1 xautoload 1 x. .) __darn_harmless=()
}
typeset -gA __darn_harmless # lines as xLINE
typeset -g __darn_place= __darn_above= # a directory; whether a project file exists above it
__darn_forget_met

# Returns true if the program must judge the line.
__darn_suspects() {
    if [[ -e .darn.toml || $PWD != $__darn_place || -n $__darn_above ]] && __darn_is_in_project; then return 0; fi
    if [[ -n ${__darn_harmless[x$1]-} ]]; then return 1; fi
    if __darn_finds $1; then return 0; fi
    if [[ $1 != \ * ]] && (( $#1 < 200 )); then
        if (( $#__darn_harmless >= 200 )); then __darn_harmless=(); fi
        __darn_harmless[x$1]=1
    fi
    return 1
}

# Returns true if the project has its own file, which may block anything.
__darn_is_in_project() {
    local directory=$PWD
    if [[ $PWD != $__darn_place ]]; then
        __darn_place=$PWD __darn_above=
        while [[ -n $directory && -z $__darn_above ]]; do
            directory=${directory%/*}
            if [[ -e $directory/.darn.toml ]]; then __darn_above=1; fi
        done
    fi
    [[ -n $__darn_above || -e .darn.toml ]]
}

# Returns true if the program must judge the text.
__darn_finds() {
    local text=$1 word place IFS="$__darn_blanks;&|"
    __darn_due=()
    if [[ $text == *[^A-Za-z0-9\ _./:,@%+=~\&\|\;-]* ]]; then
        if (( $#text > 2000 )); then return 0; fi
        # May run something that its words do not show.
        if [[ $text == *([^[:ascii:]]|[[:cntrl:]]~[	$__darn_nl])* || $text == *(\`|\(\)|\<\<|\{*[,.]*\}|[A-Za-z0-9_/.\)*?\]\<\>=]\()* ]]; then return 0; fi
        if [[ $text == *\$* && ( $text == *\$([\"\(\[0-9@*#?!\$~+=^:-]|$__darn_tick)* || $text == *=* || $text == $~__darn_expands ) ]]; then return 0; fi
        if [[ $text == *[\"\\$__darn_tick]* ]]; then
            text=${text//\\$__darn_nl/}
            text=${text//[\"\\$__darn_tick]/}
        fi
        if [[ $text == *\>* ]]; then
            # Writes only to files below this directory.
            if [[ $text == */.* || $text == *\> ]]; then return 0; fi
            for place in "${(@s:>:)${text#*>}}"; do
                if [[ -n $place && $place != (\&[0-9-]*|(|[\|\&])[ 	]#(/dev/null|[A-Za-z0-9_])*) ]]; then return 0; fi
            done
        fi
        # (A hash alone is not a glob.)
        if [[ $text == *[*?\[^\<~#]* && ${text#\# } == $~__darn_globbed ]]; then return 0; fi
        IFS=$__darn_stops
    fi
    for word in ${=text}; do
        case ${__darn_met[x$word]-} in
            (0) ;;
            (1) return 0 ;;
            (.) if [[ " $text" == *[^A-Za-z0-9_./~-].[$__darn_blanks]* && $text == $~__darn_sources ]]; then return 0; fi ;;
            ("") if __darn_meet $word; then return 0; fi ;;
            (*) __darn_due+=(${(s: :)__darn_met[x$word]}) ;;
        esac
    done
    if (( ${#${__darn_due:#+}} && $#__darn_marks == 1 )); then __darn_cut; fi
    for place in ${__darn_due:#+}; do
        if [[ $text == $~__darn_marks[place+1] ]]; then return 0; fi
        if [[ -n $__darn_with[place+1] || ( $__darn_beside[place+1] != " " && -n ${(M)__darn_due:#+} ) ]]; then
            if __darn_fits $place; then return 0; fi
        fi
    done
    return 1
}

__darn_cut() {
    __darn_beside=("${(@ps:\x1f:)__darn_beside}") __darn_marks=("${(@ps:\x1f:)__darn_marks}") __darn_with=("${(@ps:\x1f:)__darn_with}")
}

# Returns true if the text of the caller has a word or a text that an index requires.
__darn_fits() {
    local IFS=$__darn_separators
    if [[ -n ${(M)__darn_due:#+} ]]; then
        for word in ${=text}; do
            if [[ $__darn_beside[$1+1] == *" $word "* ]]; then return 0; fi
        done
    fi
    for word in ${(s:	:)__darn_with[$1+1]}; do
        if [[ $text == *$word* ]]; then return 0; fi
    done
    return 1
}

# Looks up a new word: returns true if it alone requires a judgement; otherwise adds its indices to those of
# the line.
__darn_meet() {
    local known= IFS="/=:,@%~" body
    local -a places=($__darn_due)
    __darn_look_up $1
    for body in ${aliases[$1]-} ${galiases[$1]-} ${${(M)1:#*.*}:+${saliases[${1:e}]-}}; do
        # an alias that contains its own name is not expanded again
        if (( ${__darn_expanding[(Ie)$1]} )); then continue; fi
        if __darn_body $1 $body; then known=1; else known+=" $__darn_due"; fi
    done
    if [[ $known != 1 && $1 != (__darn*|darn) ]] && (( $+functions[$1] )); then
        # judge a function by its body
        IFS=$__darn_separators
        body=$(__darn_bodies $1)
        __darn_look_up ${body//[\"\\$__darn_tick]/}
    fi
    if [[ $known == *1* && " $known " == *" 1 "* ]]; then known=1; fi
    # Possible secrets are not cached.
    if (( ! $#__darn_expanding && $#__darn_met < 4000 )) && [[ $text != \ * && ( $#1 -lt 12 || $1 != *[0-9]* ) ]]; then
        __darn_met[x$1]=${known:-0}
    fi
    __darn_due=($places ${(s: :)known})
    [[ $known == 1 ]]
}

# Prints the body of an alias; one that contains its own name is not expanded again.
__darn_body() {
    local -a __darn_expanding=($__darn_expanding $1)
    if (( $#__darn_expanding > 20 )); then return 0; fi
    __darn_finds $2
}

# Adds what the words of a text mean to the variable known of the caller; splits at its IFS.
__darn_look_up() {
    local word near key
    # Also names of PowerShell, which ignores case.
    case $1 in (@STEMS@ | *[A-Za-z]-[A-Z]*) known=1 ;; esac
    for word in ${=1}; do
        if [[ $known == 1 ]]; then return; fi
        near=${__darn_words[x${word[1]}]-}
        key=" $word="
        if [[ $near == *$key* ]]; then
            near=${near[${near[(ie)$key]}+$#key,-1]} near=${near[1,${near[(ie) ]}-1]} # (# and %% are quadratic)
            if [[ $near == 1 ]]; then known=1; else known+=" ${near//,/ }"; fi
        elif [[ $word == [A-Za-z]*[^A-Za-z]* && -n ${__darn_heads[x${word%%[^A-Za-z]*}]-} ]]; then
            known=1
        fi
    done
}

# Prints the functions named in a text, and those that they use. For $( ) only.
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

# Asks the program; for $( ) only, where the exports end. A judgement may take a second.
__darn_consult() {
    # (No locals: they would hide variables of the user.)
    __darn_text=$2 __darn_all= __darn_out=
    for __darn_i in 1 2 3; do
        for __darn_name __darn_value in "${(@kv)aliases}" "${(@kv)galiases}"; do
            if [[ $__darn_text == *$__darn_name* && $__darn_nl$__darn_all != *$__darn_nl$__darn_name=* ]] && (( $#__darn_all < 30000 )); then
                __darn_all+=$__darn_name=${__darn_value//$__darn_nl/ }$__darn_nl
            fi
        done
        __darn_text+=$__darn_nl$__darn_all
    done
    __darn_value=$(__darn_bodies $__darn_text)
    __darn_value=${__darn_value[1,60000]}
    __darn_name=$(__darn_states $__darn_text$__darn_value)
    export DARN_COLUMNS=$COLUMNS DARN_ALIASES=$__darn_all DARN_FUNCTIONS=$__darn_value DARN_VARIABLES=$__darn_name
    if [[ $1 == ask ]]; then exec $__darn_program hook zsh ask $2 </dev/tty; fi
    zmodload zsh/system
    __darn_pid=0
    TRAPINT() {
        # the program does not receive it by itself
        (( __darn_pid )) || builtin read -r -t 1 -u $__darn_fd __darn_pid
        kill $__darn_pid
        exit 1
    }
    exec {__darn_fd}< <(print -r -- $sysparams[pid]; exec $__darn_program hook zsh $1 $2)
    builtin read -r -u $__darn_fd __darn_pid
    while IFS= builtin read -r -t 1 -u $__darn_fd __darn_line; do __darn_out+=$__darn_line$__darn_nl; done
    if [[ -n $__darn_out ]]; then builtin print -r -- $__darn_out; elif (( __darn_pid )); then kill $__darn_pid 2>/dev/null; fi
}

# Prints the state of the variables that a text names, in the format of DARN_VARIABLES. Includes values only
# if they may be paths; others may be secrets. For $( ) only.
__darn_states() {
    __darn_said=$__darn_nl
    __darn_pieces=("${(@ps:\x24:)1}")
    shift __darn_pieces # the part before the first variable
    for __darn_piece in "${(@)__darn_pieces}"; do
        __darn_piece=${${__darn_piece#\{}#\(*\)}
        while [[ $__darn_piece == [\#\^=~+]* ]]; do __darn_piece=${__darn_piece[2,-1]}; done
        __darn_name=${__darn_piece%%[^A-Za-z0-9_]*}
        if [[ $__darn_name != [A-Za-z_]* || $__darn_name == __darn* || $__darn_said == *$__darn_nl?\ ${__darn_name}[\ $__darn_nl]* ]] || (( $#__darn_said > 30000 )); then continue; fi
        __darn_line=${(P)__darn_name}
        if (( ! $+parameters[$__darn_name] )); then
            __darn_said+="- $__darn_name$__darn_nl"
        elif [[ -z $__darn_line || $parameters[$__darn_name] == scalar* && $__darn_line == [${__darn_blanks}./\~]* && $__darn_line != *$__darn_nl* && $#__darn_line -lt 1000 ]]; then
            __darn_said+="= $__darn_name $__darn_line$__darn_nl"
        else
            __darn_said+="+ $__darn_name$__darn_nl"
        fi
    done
    builtin print -rn -- ${__darn_said#$__darn_nl}
}

# The line may change current definitions.
__darn_note_definitions() {
    if [[ $1 == *(alias|function|\(\)|source|. |eval|unset|autoload)* ]]; then __darn_forget_met; fi
}

# Prints the warning above the output of a command that nothing stops.
__darn_warn() {
    local __darn_answer
    if ! __darn_suspects $1; then return; fi
    __darn_note_definitions $1
    (( $#1 <= 30000 )) && [[ -x $__darn_program || -n $commands[$__darn_program] ]] || return 0
    __darn_answer=$(__darn_consult warn $1)
    if [[ $__darn_answer == warn\ * ]]; then print -ru2 -- ${__darn_answer#*$__darn_nl}; fi
}
