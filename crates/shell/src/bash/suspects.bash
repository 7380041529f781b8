# --- The Enter guard: selects the lines that the program must judge.
#
# Almost every line is decided here: one without the words that the policy looks for, and without anything
# that could build such a word, passes without a process. The meaning of a word is looked up once; after that
# it costs a microsecond.

builtin declare -gA __darn_words __darn_heads __darn_met
# xLETTER: words with that initial; WORD=1 must always be judged, else an index into the next three.
__darn_words=(@WORDS@)
__darn_heads=(@HEADS@) # xLETTERS that begin such words
# Words, signs (as a pattern) and texts that must accompany such a word: split into lists when first needed.
# (The separator is not a blank, so that empty items survive.)
__darn_beside='@BESIDE@' __darn_marks='@MARKS@' __darn_with='@WITH@'
# xWORD between blanks: 0 harmless, 1 must be judged, else indices into those three; + is a word that others
# need beside them.
__darn_met=([xalias]=1 [x.]=.) # (an alias may change the meaning of lines; a dot depends on its position)
__darn_alias_count=0
__darn_due=()             # indices for the words of the line
builtin declare -gA __darn_harmless # lines as xLINE
__darn_place='' __darn_above=''     # a directory; whether a project file exists above it

# Returns true if the program must judge the line. (Bash copies a function at each call, so this one is short
# and calls the others only when needed.)
__darn_suspects() {
    ((${#BASH_ALIASES[@]} == __darn_alias_count)) || __darn_read_aliases
    if [[ -e .darn.toml || $PWD != "$__darn_place" || -n $__darn_above ]] && __darn_is_in_project; then return 0; fi
    if [[ -n ${__darn_harmless[x$1]-} ]]; then return 1; fi
    if __darn_finds "$1"; then return 0; fi
    if [[ $1 != ' '* ]] && ((${#1} < 200)); then
        if ((${#__darn_harmless[@]} >= 200)); then __darn_harmless=(); fi
        __darn_harmless[x$1]=1
    fi
    return 1
}

# Returns true if the project has its own file, which may block anything.
__darn_is_in_project() {
    local directory=$PWD
    if [[ $PWD != "$__darn_place" ]]; then
        __darn_place=$PWD __darn_above=''
        while [[ -n $directory && -z $__darn_above ]]; do
            directory=${directory%/*}
            if [[ -e $directory/.darn.toml ]]; then __darn_above=1; fi
        done
    fi
    [[ -n $__darn_above || -e .darn.toml ]]
}

# Returns true if the program must judge the text.
__darn_finds() {
    local - IFS=$' \t\n;&|' text=$1 word
    builtin set -f
    __darn_due=()
    if [[ $text == *[!A-Za-z0-9\ _./:,@%+=~\&\|\;-]* ]]; then
        if [[ $text == *[!A-Za-z0-9\ _./:,@%+=~\&\|\;\'\"-]* ]]; then
            __darn_is_clear || return 0
            IFS=$' \t\n;&|()<>{}[]*?!#^$`'
        fi
        text=${text//[\'\"\\]/}
    fi
    # shellcheck disable=SC2086 # it contains no glob that is expanded
    for word in $text; do
        case ${__darn_met[x$word]-} in
        0) ;;
        1) return 0 ;;
        .) if [[ " $text" == *[!A-Za-z0-9_./~-].[$' \t\n']* ]] && __darn_sources; then return 0; fi ;;
        '') if __darn_meet "$word"; then return 0; fi ;;
        *) __darn_due+=(${__darn_met[x$word]}) ;;
        esac
    done
    if ((${#__darn_due[@]} && ${#__darn_marks[@]} == 1)); then __darn_cut; fi
    for word in "${__darn_due[@]}"; do
        if [[ $word == + ]]; then continue; fi
        # shellcheck disable=SC2053 # a pattern
        if [[ $text == ${__darn_marks[word]} ]]; then return 0; fi
        if [[ -n ${__darn_with[word]} || ${__darn_beside[word]} != ' ' && ${__darn_due[*]} == *+* ]]; then
            if __darn_fits "$word"; then return 0; fi
        fi
    done
    return 1
}

# (`mapfile` would read the preceding input byte by byte.)
__darn_cut() {
    local - IFS=$'\037'
    builtin set -f
    # shellcheck disable=SC2206,SC2128
    __darn_beside=($__darn_beside) __darn_marks=($__darn_marks) __darn_with=($__darn_with)
}

# Returns true if the text of the caller has a word or a text that an index requires.
__darn_fits() {
    local IFS=$' \t\n/=:,@%~;&|()<>{}[]*?!#^$`' word
    if [[ ${__darn_due[*]} == *+* ]]; then
        # shellcheck disable=SC2086
        for word in $text; do
            if [[ ${__darn_beside[$1]} == *" $word "* ]]; then return 0; fi
        done
    fi
    IFS=$'\t'
    for word in ${__darn_with[$1]}; do
        if [[ $text == *"$word"* ]]; then return 0; fi
    done
    return 1
}

# Looks up a new word: returns true if it alone requires a judgement; otherwise adds its indices to those of
# the line.
__darn_meet() {
    local IFS=$'/=:,@%~' known='' body
    __darn_look_up "$1"
    if [[ $known != 1 && $1 != __darn* && $1 != darn && $1 != *=* ]] && builtin declare +i -f -- "$1"; then
        # judge a function by its body
        IFS=$' \t\n/=:,@%~;&|()<>{}[]*?!#^$`'
        body=`__darn_bodies "$1"`
        __darn_look_up "${body//[\'\"\\]/}"
    fi
    # Possible secrets are not cached.
    if ((${#__darn_met[@]} < 4000)) && [[ $text != ' '* && (${#1} -lt 12 || $1 != *[0-9]*) ]]; then
        __darn_met[x$1]=${known:-0}
    fi
    IFS=' '
    # shellcheck disable=SC2206
    __darn_due+=($known)
    [[ $known == 1 ]]
}

# Adds what the words of a text mean to the variable known of the caller; splits at its IFS.
__darn_look_up() {
    local word near
    # Also names of PowerShell, which ignores case.
    case $1 in @STEMS@ | *[A-Za-z]-[A-Z]*) known=1 ;; esac
    # shellcheck disable=SC2086
    for word in $1; do
        if [[ $known == 1 ]]; then return 0; fi
        near=${__darn_words[x${word:0:1}]-}
        if [[ $near == *" $word="* ]]; then
            near=${near#*" $word="} near=${near%%' '*}
            if [[ $near == 1 ]]; then known=1; else known+=" ${near//,/ }"; fi
        elif [[ $word == [A-Za-z]*[!A-Za-z]* && -n ${__darn_heads[x${word%%[!A-Za-z]*}]-} ]]; then
            known=1
        fi
    done
}

# Matches a glob as the name of a command, after keywords and assignments.
__darn_globbed=$'*([ \t])*(@(then|do|else|elif|if|while|until|time|builtin|coproc|[A-Za-z_]*([A-Za-z0-9_])=*([! \t\n]))+([ \t]))*([! \t\n;&|(){}!*?[])[*?[]*'

# Checks a text with special characters, in the variable text of the caller: false if it may run something
# that its words do not show. Removes quotes.
__darn_is_clear() {
    if ((${#text} > 2000)) || [[ $text == *[!$' \t\n'!-~]* || $text == *[\`]* || $text == *'()'* || $text == *'<<'* || $text == *[\<\>]'('* ]]; then return 1; fi
    if [[ $text == *'{'* && $text == *'{'*[,.]*'}'* ]]; then return 1; fi
    if [[ $text == *'$'* ]] && ! __darn_expands_clearly; then return 1; fi
    text=${text//\\$'\n'/}
    text=${text//[\'\"\\]/}
    if [[ $text == *'>'* ]] && ! __darn_writes_here; then return 1; fi
    [[ $text != *[*?[]* ]] || ! __darn_runs_glob
}

# Returns true if variables occur only as whole words, not as a command, and are not assigned in this text.
__darn_expands_clearly() {
    local IFS='$' before='' piece n=0
    if [[ $text == *=* || $text == *'$'[\'\"\(\[0-9@*#?!\$-]* ]]; then return 1; fi
    # shellcheck disable=SC2086
    for piece in ${text%'$'}; do
        if ((n++ == 0)); then
            if [[ -z ${piece//[$' \t\n\'\"']/} ]]; then return 1; fi
        elif [[ $before == @(*[A-Za-z0-9_\\]|*[';&|({!'$'\n']*([$' \t\'\"'])) ]]; then
            return 1
        elif [[ $piece != @([A-Za-z_]*([A-Za-z0-9_])|'{'[A-Za-z_]*([A-Za-z0-9_])'}')?([\'\"])?([$' \t\n/.,:;)|&']*) ]]; then
            return 1
        fi
        before=$piece
    done
}

# Returns true if it writes only to files below this directory.
__darn_writes_here() {
    local IFS='>' piece n=0
    if [[ $text == */.* || $text == *'>' ]]; then return 1; fi
    # shellcheck disable=SC2086
    for piece in $text; do
        if ((n++ > 0)) && [[ -n $piece ]] &&
            [[ $piece != @(\&[0-9-]*|?([\|\&])*([$' \t'])@(/dev/null|[A-Za-z0-9_])*) ]]; then
            return 1
        fi
    done
}

# Returns true if the name of a command, after keywords and assignments, is a glob.
__darn_runs_glob() {
    local IFS=$'\n;&|(){}!' segment word
    # shellcheck disable=SC2086
    for segment in $text; do
        if [[ $segment != *[*?[]* ]]; then continue; fi
        IFS=$' \t'
        for word in $segment; do
            case $word in
            *[*?[]*) return 0 ;;
            then | do | else | elif | if | while | until | time | builtin | coproc) ;;
            [A-Za-z_]*=*) ;;
            *) break ;;
            esac
        done
    done
    return 1
}

# Returns true if a `.` in the text of the caller is the name of a command.
__darn_sources() {
    local before=$'(^|[;&|({!\n]|(^|[ \t\n])(then|do|else|elif|if|while|until|time|builtin|command|exec|coproc|[A-Za-z_][A-Za-z0-9_]*=[^ \t\n]*)[ \t\n])[ \t]*\\.[ \t\n]'
    [[ $text =~ $before ]]
}

# Prints the functions named in a text, and those that they use. For $( ) only.
__darn_bodies() {
    local -A seen=()
    local IFS=$' \t\n/=:,@%~;&|()<>{}[]*?!#^$`' text=${1//[\'\"\\]/ } next body word n=0
    builtin set -f
    while [[ -n $text ]]; do
        next=''
        for word in $text; do
            if [[ -n ${seen[x$word]-} || $word == __darn* || $word == darn ]]; then continue; fi
            seen[x$word]=1
            if builtin declare -F -- "$word" &>/dev/null && ((n < 20)); then
                body=$(builtin declare -f -- "$word")
                builtin printf '%s\n' "$body"
                next+=${body//[\'\"\\]/ } n=$((n + 1))
            fi
        done
        text=${next:0:20000}
    done
}

# Reads what aliases stand for, including nested ones. (Their names keep their own meaning.)
__darn_read_aliases() {
    local IFS=' ' round name known changed=1
    __darn_alias_count=${#BASH_ALIASES[@]} __darn_harmless=()
    for round in 1 2 3 4 5; do
        if ((!changed)); then return 0; fi
        changed=0
        for name in "${!BASH_ALIASES[@]}"; do
            known=${__darn_met[x$name]-}
            builtin unset -v '__darn_met[x$name]'
            if __darn_finds "$name; ${BASH_ALIASES[$name]}"; then __darn_due=(1); fi
            __darn_met[x$name]=${__darn_due[*]:-0}
            if [[ ${__darn_met[x$name]} != "$known" ]]; then changed=1; fi
        done
    done
}
