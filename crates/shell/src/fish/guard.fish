
    # ---- active: a line that the policy would flag does not run by Enter alone -------------

    set -g __darn_running # set while a command runs
    set -g __darn_passed # what was accepted last
    set -g __darn_warning # what to say when it runs
    set -g __darn_guarded # "command that takes a key back" "command that restores it" ...

    function __darn_enter
        set -l IFS
        set -l line (commandline)
        set -g __darn_warning
        # While a command runs it is that command which reads the line.
        if test -n "$DARN_DISABLE$__darn_running"; or __darn_look $line
            set -g __darn_passed (commandline)
            commandline -f execute
        end
    end

    # True for a line that runs, or that is not complete and gets a line more.
    function __darn_look -a line
        string match -rq '\S' -- $line; or return 0
        set -l IFS
        set -l whole (__darn_unabbreviated $line)
        if test $status -ne 0
            # What it will be is known only when it is.
            commandline -f expand-abbr
            return 1
        end
        __darn_suspects $whole; or return 0
        commandline --is-valid
        test $status -eq 2; and return 0
        __darn_note_definitions $whole
        __darn_examine $whole
    end

    # The line as it is when the abbreviation at its end has been expanded. False: no telling.
    function __darn_unabbreviated -a line
        set -l __darn_last
        if functions -q abbr; or not string match -rq '(?<![\w.+-])(?<__darn_last>[^\s;&|()]+)\s*\z' -- $line; or not abbr -q -- $__darn_last
            echo -n $line
            return 0
        end
        set -l shown (abbr --show | string match -r '^abbr -a.* -- '(string escape --style=regex -- $__darn_last)' .*')
        string match -rq -- '--(?:function|regex|set-cursor)' $shown; and return 1
        set -l expanded
        string match -rq '^abbr -a.*? -- \S+ (?<expanded>.*)' -- $shown; or return 1
        eval set expanded $expanded
        string match -rq '(?<line>[\s\S]*)'(string escape --style=regex -- $__darn_last)'\s*\z' -- $line
        echo -n $line$expanded
    end

    function __darn_examine -a whole
        if not type -q -- $__darn_program
            echo >&2
            echo 'darn: its program is gone, so the guard is off in this shell' >&2
            __darn_unguard
            commandline -f repaint
            return 0
        end
        set -l IFS
        set -l answer
        test (string length -- $whole) -le 30000; and set answer (__darn_consult judge $whole)
        set -l head (string replace -r '\n[\s\S]*' '' -- $answer)
        set -l lines (string replace -r '\A.*\n?' '' -- $answer)
        switch $head
            case 'allow *'
                return 0
            case 'warn *'
                set -g __darn_warning $lines
                return 0
            case 'deny *'
                printf '\r\e[J%s\n' $lines >&2
                if string match -q '* waiting' -- $head
                    __darn_postpone $whole
                end
                commandline -f repaint
                return 1
            case 'confirm * waiting'
                __darn_postpone $whole
                return 1
            case 'confirm *'
                set answer (__darn_consult ask $whole)
                commandline -f repaint
                switch $answer
                    case run
                        return 0
                    case 'edit*'
                        commandline -r -- (string replace -r '\A.*\n' '' -- $answer)
                        return 1
                    case back
                        return 1
                    case waiting
                        __darn_postpone $whole
                        return 1
                end
        end
        __darn_ask_plainly $whole
    end

    # Without a judgement: a line with one of these words runs only if the user says so.
    function __darn_ask_plainly -a whole
        string match -rq '(?<![\w.+-])(?:rm|rmdir|shred|dd|mkfs[\w.]*|wipefs|fdisk|sfdisk|parted|truncate|shutdown|reboot|halt|poweroff|init|kill|killall|pkill|chmod|chown|mv|eval|sh|bash|git|find|xargs|sudo|doas)(?![\w.+-])' -- (string replace -ra '[\'"\\\\]' '' -- $whole)
        or return 0
        printf '\r\e[J' >&2
        set -l answer
        set -g __darn_running 1
        read -P 'darn could not judge this line; run it? type yes: ' answer </dev/tty
        set -g __darn_running
        printf '\e[A\r\e[J' >&2
        commandline -f repaint
        test "$answer" = yes
    end

    # More was typed before anything could be asked: it goes to the shell, and this line does not
    # run. (fish 3 has no way to put it into the history.)
    function __darn_postpone -a whole
        printf '\r\e[J%s\n%s\n' 'darn: not run, since more was typed already:' $whole >&2
        commandline -r ''
        commandline -f repaint
    end

    function __darn_guard_postexec --on-event fish_postexec
        set -g __darn_running
    end

    # Lines that came by another way than Enter get a warning at least.
    function __darn_guard_preexec --on-event fish_preexec
        set -g __darn_running 1
        if test -n "$__darn_warning"
            printf '%s\n' $__darn_warning >&2
        else if test "$argv[1]" != "$__darn_passed" -a "$argv[1]" != "$__darn_chosen"
            __darn_warn $argv[1]
        end
        set -g __darn_warning
    end

    # ---- keys ------------------------------------------------------------------------------

    # Takes Enter, and keys that the user has bound to do the same, at the first prompt.
    function __darn_guard_keys --on-event fish_prompt
        functions -e __darn_guard_keys
        set -g __darn_guard_state active
        set -l IFS \n
        for mode in default insert
            for line in (bind --user -M $mode 2>/dev/null)
                # commands that enter the line at their end; functions of fish cannot be mixed with ours
                set -l taken (string replace -r '(.*[ \'"])commandline (?:-f|--function) execute\b' '$1__darn_enter' -- $line)
                test "$taken" = "$line"; and set taken (string replace -r '^(bind (?:-\S+ \S+ )*\S+) execute$' '$1 __darn_enter' -- $line)
                if test "$taken" != "$line"
                    set -g __darn_guarded $__darn_guarded $line
                    eval $taken
                end
            end
            for key in $__darn_enter_keys
                if bind --user -M $mode $key 2>/dev/null | string match -qv '*__darn_enter*'
                    set -g __darn_guard_state 'off: Enter is bound to something else'
                    continue
                end
                set -g __darn_guarded $__darn_guarded "bind -e -M $mode "(string escape -- $key)
                bind -M $mode $key __darn_enter
            end
        end
    end
    set -g __darn_enter_keys \r \n
    string match -qr '^([4-9]|[1-9]\d)\.' -- $version
    and set -g __darn_enter_keys enter ctrl-j

    # Gives the keys back, for good.
    function __darn_unguard
        for line in $__darn_guarded
            eval $line
        end
        set -g __darn_guarded
        set -g __darn_guard_state 'off: its program was gone'
    end
