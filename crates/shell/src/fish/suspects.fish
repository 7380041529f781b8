
    # ---- the Enter guard: which lines the program has to judge -----------------------------
    #
    # Almost every line is decided here: one that has none of the words which the policy looks for,
    # and nothing that could build such a word, passes without a process. Here each step costs some
    # microseconds, whatever it does, and a command substitution thirty: so the words are looked up
    # all at once, and what was harmless lately is remembered.

    # WORD=PLACE of an expression; what those at the end define may change what lines mean
    set -g __darn_words ' @WORDS@alias=1 functions=1 funced=1 funcsave=1 '
    set -g __darn_groups @GROUPS@
    set -g __darn_place '' # a directory
    set -g __darn_above '' # whether there is a project's file above it
    set -g __darn_harmless # lines
    set -g __darn_met darn # names of commands that are no functions of the user
    # What stands before the name of a command.
    set -g __darn_command '(?:^|[;&|\n!])\s*(?:(?:and|or|not|if|while|begin|else|time|command|builtin|exec)\s+|\w+=\S*\s+)*'

    # True where a project has a file of its own, which may block anything.
    function __darn_is_in_project
        if test "$PWD" != "$__darn_place"
            set -g __darn_place $PWD
            set -g __darn_above ''
            set -l directory $PWD
            while test -n "$directory" -a -z "$__darn_above"
                set directory (string replace -r '/[^/]*$' '' -- $directory)
                test -e "$directory/.darn.toml"; and set -g __darn_above 1
            end
        end
        test -n "$__darn_above" -o -e .darn.toml
    end

    # True for a text that the program has to judge.
    function __darn_suspects -a text
        if test -e .darn.toml -o "$PWD" != "$__darn_place" -o -n "$__darn_above"
            __darn_is_in_project; and return 0
        end
        contains -- $text $__darn_harmless; and return 1
        set -l __darn_clear $text
        if string match -rq '[^A-Za-z0-9 _./:,@%+=~&|;-]|(?:^|[ &|;])\. |[A-Za-z]-[A-Z]|@STEMS@' -- $text
            __darn_is_clear; or return 0
        end
        __darn_has_words $__darn_clear; and return 0
        set -l __darn_names
        string match -rqa $__darn_command'(?<__darn_names>[^\s;&|<>]+)' -- $__darn_clear
        for word in $__darn_names
            contains -- $word $__darn_met; and continue
            __darn_meet $word $__darn_clear; and return 0
        end
        # (What is not to be remembered begins with a blank.)
        string match -q ' *' -- $text; or set -g __darn_harmless $text $__darn_harmless[1..20]
        return 1
    end

    # True where one of the words of a text is looked for, beside what it needs.
    function __darn_has_words -a text
        set -l __darn_found
        string match -rqa '(?<![A-Za-z0-9_.+-])(?<__darn_found>[A-Za-z0-9_]+)' -- $text
        set -l __darn_places
        set -l words '|'$__darn_found
        string match -rqa -- "(?x)\ (?:(?!)$words)=(?<__darn_places>\S+)" $__darn_words; or return
        set -l groups $__darn_groups[$__darn_places]
        string match -rq -- "(?x)$groups(?!)" $text
    end

    # A text with other than plain characters, the variable __darn_clear of the caller: false if it
    # may run something that its words do not show. Takes quotes away.
    function __darn_is_clear --no-scope-shadowing
        string match -rq '[^\x20-\x7e\t\n]|[(]|\{[^}]*[,.]|\{\$|\\\\[xXuUcC0-7]|[A-Za-z]-[A-Z]|@STEMS@' -- $__darn_clear; and return 1
        if string match -q '*$*' -- $__darn_clear
            # Only as whole words, that no assignment of this text can have made, and not as a command.
            string match -q '*=*' -- $__darn_clear; and return 1
            string match -rq $__darn_command'["\']?\$|\$(?![A-Za-z_]\w*["\']?(?:[\s/.,:;|&]|\z))|[\w\\\\$]\$' -- $__darn_clear; and return 1
        end
        if string match -rq '[\'"\\\\]' -- $__darn_clear
            set -l IFS
            set __darn_clear (string replace -ra '\\\\\n|[\'"\\\\]' '' -- $__darn_clear)
        end
        # Into files below this directory, and nowhere else.
        if string match -q '*>*' -- $__darn_clear
            string match -rq '/\.|>(?!>|\??\s*(?:&[\d-]|/dev/null|\w))' -- $__darn_clear; and return 1
        end
        # The name of a command is a glob; or a dot.
        not string match -rq $__darn_command'(?:[^\s;&|]*[*?\[]|\.\s)' -- $__darn_clear
    end

    # A name of a command in a text, not met before: true for a function with which the text has words.
    function __darn_meet -a name text
        if functions -q -- $name; and not string match -q '__darn*' -- $name
            set -l IFS
            # Those of fish itself do what their names say.
            if not string match -q $__fish_data_dir'/*' -- (functions --details -- $name)
                set -l bodies (__darn_bodies $name)
                # without their own first lines, which describe them
                set bodies (string replace -ra '[\'"\\\\]|(?m)^\s*(?:function\b.*|end\b)' '' -- $bodies)
                string match -rq '@STEMS@' -- $bodies; and return 0
                __darn_has_words "$bodies $text"
                return
            end
        end
        set -g __darn_met $name $__darn_met[1..100]
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
                builtin printf '%s\n' $body
                set text "$text $body"
                set count (math $count + 1)
                test $count -lt 20; or break
            end
        end
    end

    # Prints what can be said of the variables that a text names, as the program reads it in
    # DARN_VARIABLES. A value is told where it may be a path; others may be secrets.
    function __darn_states
        set -l __darn_found
        string match -rqa '\$(?<__darn_found>[A-Za-z_]\w*)' -- $argv
        set -l __darn_seen argv
        for __darn_name in $__darn_found[1..200]
            contains -- $__darn_name $__darn_seen; and continue
            set __darn_seen $__darn_seen $__darn_name
            if not set -q $__darn_name; or test (count $$__darn_name) -eq 0
                echo "- $__darn_name"
            else if test -z "$$__darn_name"
                echo "= $__darn_name "
            else if test (count $$__darn_name) -eq 1; and string match -rq '\A[./~ \t].{0,999}\z' -- $$__darn_name
                echo "= $__darn_name $$__darn_name"
            else
                echo "+ $__darn_name"
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
        set -lx DARN_VARIABLES (__darn_states "$text $DARN_FUNCTIONS" | string collect)
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
        string match -rq 'alias|func|source|\. |eval' -- $text; or return
        set -g __darn_met darn
        set -g __darn_harmless
    end

    # The line above the output of a command that nothing could stop.
    function __darn_warn -a line
        __darn_suspects $line; or return
        __darn_note_definitions $line
        test (string length -- $line) -le 30000; and type -q -- $__darn_program; or return
        set -l IFS
        set -l answer (__darn_consult warn $line)
        string match -q 'warn *' -- $answer; and string replace -r '\A.*\n' '' -- $answer >&2
    end
