
    # ---- the Enter guard: selects the lines that the program must judge --------------------
    #
    # Almost every line is decided here: one without the words that the policy looks for, and without anything
    # that could build such a word, passes without a process. In fish each step costs some microseconds and a
    # command substitution thirty: so all words are looked up at once, and recent harmless lines are cached.

    # WORD=INDEX of an expression; the words at the end may redefine others
    set -g __darn_words ' @WORDS@alias=1 functions=1 funced=1 funcsave=1 '
    set -g __darn_groups @GROUPS@
    set -g __darn_place '' # a directory
    set -g __darn_above '' # whether a project file exists above it
    set -g __darn_harmless # lines
    set -g __darn_met darn # command names that are not user functions
    # What precedes the name of a command.
    set -g __darn_command '(?:^|[;&|\n!])\s*(?:(?:and|or|not|if|while|begin|else|time|command|builtin|exec)\s+|\w+=\S*\s+)*'

    # Returns true if the project has its own file, which may block anything.
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

    # Returns true if the program must judge the text.
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
        # (Entries that must not be remembered begin with a blank.)
        string match -q ' *' -- $text; or set -g __darn_harmless $text $__darn_harmless[1..20]
        return 1
    end

    # Returns true if the text has one of the words, with what it requires.
    function __darn_has_words -a text
        set -l __darn_found
        string match -rqa '(?<![A-Za-z0-9_.+-])(?<__darn_found>[A-Za-z0-9_]+)' -- $text
        set -l __darn_places
        set -l words '|'$__darn_found
        string match -rqa -- "(?x)\ (?:(?!)$words)=(?<__darn_places>\S+)" $__darn_words; or return
        set -l groups $__darn_groups[$__darn_places]
        string match -rq -- "(?x)$groups(?!)" $text
    end

    # Checks a text with special characters, in the variable __darn_clear of the caller: false if it may run
    # something that its words do not show. Removes quotes.
    function __darn_is_clear --no-scope-shadowing
        string match -rq '[^\x20-\x7e\t\n]|[(]|\{[^}]*[,.]|\{\$|\\\\[xXuUcC0-7]|[A-Za-z]-[A-Z]|@STEMS@' -- $__darn_clear; and return 1
        if string match -q '*$*' -- $__darn_clear
            # Variables only as whole words, not as a command, and not assigned in this text.
            string match -q '*=*' -- $__darn_clear; and return 1
            string match -rq $__darn_command'["\']?\$|\$(?![A-Za-z_]\w*["\']?(?:[\s/.,:;|&]|\z))|[\w\\\\$]\$' -- $__darn_clear; and return 1
        end
        if string match -rq '[\'"\\\\]' -- $__darn_clear
            set -l IFS
            set __darn_clear (string replace -ra '\\\\\n|[\'"\\\\]' '' -- $__darn_clear)
        end
        # Writes only to files below this directory.
        if string match -q '*>*' -- $__darn_clear
            string match -rq '/\.|>(?!>|\??\s*(?:&[\d-]|/dev/null|\w))' -- $__darn_clear; and return 1
        end
        # The name of a command is a glob or a dot.
        not string match -rq $__darn_command'(?:[^\s;&|]*[*?\[]|\.\s)' -- $__darn_clear
    end

    # Looks up a new command name in a text: true for a function whose body has such words.
    function __darn_meet -a name text
        if functions -q -- $name; and not string match -q '__darn*' -- $name
            set -l IFS
            # Functions of fish itself do what their names say.
            if not string match -q $__fish_data_dir'/*' -- (functions --details -- $name)
                set -l bodies (__darn_bodies $name)
                # without their header lines, which describe them
                set bodies (string replace -ra '[\'"\\\\]|(?m)^\s*(?:function\b.*|end\b)' '' -- $bodies)
                string match -rq '@STEMS@' -- $bodies; and return 0
                __darn_has_words "$bodies $text"
                return
            end
        end
        set -g __darn_met $name $__darn_met[1..100]
        return 1
    end

    # Prints the functions named in a text, and those that they use.
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

    # Prints the state of the variables that a text names, in the format of DARN_VARIABLES. Includes values
    # only if they may be paths; others may be secrets.
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

    # Asks the program; a judgement may take a second, if the system has `timeout`.
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

    # The line may change current definitions.
    function __darn_note_definitions -a text
        string match -rq 'alias|func|source|\. |eval' -- $text; or return
        set -g __darn_met darn
        set -g __darn_harmless
    end

    # Prints the warning above the output of a command that nothing could stop.
    function __darn_warn -a line
        __darn_suspects $line; or return
        __darn_note_definitions $line
        test (string length -- $line) -le 30000; and type -q -- $__darn_program; or return
        set -l IFS
        set -l answer (__darn_consult warn $line)
        string match -q 'warn *' -- $answer; and string replace -r '\A.*\n' '' -- $answer >&2
    end
