
    # ---- the Enter guard: which lines the program has to judge -----------------------------
    #
    # Almost every line is decided here: one that has none of the words which the policy looks for,
    # and nothing that could build such a word, passes without a process. Command substitutions
    # are what costs time here (fish 3.6: 90 us each): a plain line needs none.

    # Words by their first letter: 1 always, else the place in __darn_with of what must be in the line too.
    # @TABLE@
    set -g __darn_met darn # names of commands that are no functions with such words
    set -g __darn_command '(?:^|[;&|\n!]|\b(?:and|or|not|if|while|begin|else|time|command|builtin|exec)\s)\s*'

    # True for a text that the program has to judge.
    function __darn_suspects -a text
        set -l __darn_names
        if string match -rq '[^A-Za-z0-9 _./:,@%+=~-]|(?:^| )\. |[A-Za-z]-[A-Z]|@STEMS@' -- $text
            __darn_is_clear $text; or return 0
            set text $__darn_cleared
            string match -rqa '(?<![\w.+-])(?<__darn_names>[\w.+-]+)' -- $text
        else
            string match -rq '^ *(?:\w+=\S* +)*(?:(?:time|command|builtin|exec|and|or|not) +)?(?<__darn_names>\S+)' -- $text
        end
        __darn_has_words $text; and return 0
        for word in $__darn_names
            contains -- $word $__darn_met; and continue
            __darn_meet $word; and return 0
        end
        return 1
    end

    # True where one of the words of a text is looked for.
    function __darn_has_words -a text
        set -l __darn_found
        set -l __darn_first
        string match -rqa '(?<![\w.+-])(?<__darn_found>(?<__darn_first>[A-Za-z0-9])[\w.+-]*)' -- $text
        for word in $__darn_found
            set -l words __darn_words_$__darn_first[1]
            set -e __darn_first[1]
            string match -q "*;$word=*" -- "$$words"; or continue
            string match -q "*;$word=1;*" -- "$$words"; and return 0
            set -l group
            string match -rq ';'(string escape --style=regex -- $word)'=(?<group>\d+);' -- "$$words"
            string match -rq -- $__darn_with[$group] $text; and return 0
        end
        return 1
    end

    # A text with other than plain characters: false if it may run something that its words do not
    # show. Takes quotes away; the rest is in __darn_cleared.
    function __darn_is_clear -a text
        string match -rq '[^\x20-\x7e\t\n]|[(]|\{[^}]*[,.]|\{\$|\\\\[xXuUcC0-7]|(?:^|[\s;&|])\.\s|[A-Za-z]-[A-Z]|@STEMS@' -- $text; and return 1
        if string match -q '*$*' -- $text
            # Only as whole words, that no assignment of this text can have made, and not as a command.
            string match -q '*=*' -- $text; and return 1
            string match -rq $__darn_command'["\']?\$' -- $text; and return 1
            string match -rq '\$(?![A-Za-z_]\w*["\']?(?:[\s/.,:;|&]|\z))|[\w\\\\$]\$' -- $text; and return 1
        end
        set -l IFS
        set -g __darn_cleared (string replace -ra '\\\\\n|[\'"\\\\]' '' -- $text)
        if string match -q '*>*' -- $__darn_cleared
            # Into files below this directory, and nowhere else.
            string match -rq '/\.|>(?!>|\??\s*(?:&[\d-]|/dev/null|\w))' -- $__darn_cleared; and return 1
        end
        not string match -rq $__darn_command'[^\s;&|]*[*?\[]' -- $__darn_cleared
    end

    # A name that has not been met: true for a function that has such words.
    function __darn_meet -a name
        if functions -q -- $name; and not string match -q '__darn*' -- $name
            set -l IFS
            # Those of fish itself do what their names say.
            string match -q $__fish_data_dir'/*' -- (functions --details -- $name); and return 1
            set -l bodies (__darn_bodies $name)
            set bodies (string replace -ra '[\'"\\\\]' '' -- $bodies)
            string match -rq '@STEMS@' -- $bodies; and return 0
            # their own first words
            set bodies (string replace -ra '(?m)^\s*(?:function|end)\b' '' -- $bodies)
            __darn_has_words $bodies; and return 0
        end
        count $__darn_met | string match -rq '...'; and set -g __darn_met darn
        set -g __darn_met $__darn_met $name
        return 1
    end

    # Prints the functions whose names are in a text, and those that these use.
    function __darn_bodies -a text
        set -l IFS
        set -l seen darn
        set -l count 0
        while test -n "$text" -a $count -lt 20
            set -l __darn_found
            string match -rqa '(?<![\w.+-])(?<__darn_found>[\w.+-]+)' -- $text
            set text ''
            for word in $__darn_found
                contains -- $word $seen; and continue
                set seen $seen $word
                functions -q -- $word; and not string match -q '__*' -- $word; or continue
                string match -q $__fish_data_dir'/*' -- (functions --details -- $word); and continue
                set -l body (functions --no-details -- $word | string match -rv '^#')
                printf '%s\n' $body
                set text "$text $body"
                set count (math $count + 1)
                test $count -lt 20; or break
            end
        end
    end

    # Asks the program; for a judgement it has a second, where the system has `timeout`.
    function __darn_consult -a what text
        set -lx DARN_COLUMNS $COLUMNS
        set -lx DARN_ALIASES
        set -l IFS
        set -lx DARN_FUNCTIONS (__darn_bodies $text | string collect)
        set DARN_FUNCTIONS (string sub -l 60000 -- $DARN_FUNCTIONS)
        if test $what = ask
            $__darn_program hook fish ask $text </dev/tty
        else if command -q timeout
            command timeout 1 $__darn_program hook fish $what $text
        else
            $__darn_program hook fish $what $text
        end
    end

    # What is defined now may be defined otherwise after this line.
    function __darn_note_definitions -a text
        string match -rq 'alias|function|source|\. |eval|functions' -- $text; and set -g __darn_met darn
    end

    # The line above the output of a command that nothing could stop.
    function __darn_warn -a line
        test -n "$DARN_DISABLE$fish_private_mode"; and return
        __darn_suspects $line; or return
        __darn_note_definitions $line
        test (string length -- $line) -le 30000; and type -q -- $__darn_program; or return
        set -l IFS
        set -l answer (__darn_consult warn $line)
        string match -q 'warn *' -- $answer; and string replace -r '\A.*\n' '' -- $answer >&2
    end
