
    # ---- active: handles a line that is not simply harmless --------------------------------

    # Returns true for a line that runs, or that is incomplete and gets another line.
    function __darn_look -a line
        string match -rq '\S' -- $line; or return 0
        set -l IFS
        set -l whole $line
        if not __darn_expand
            # Abbreviations take effect only when expanded.
            commandline -f expand-abbr
            return 1
        end
        __darn_suspects $whole; or return 0
        commandline --is-valid
        test $status -eq 2; and return 0
        __darn_note_definitions $whole
        __darn_examine $whole
    end

    # Expands the abbreviation at the end of the variable whole of the caller. False: unknown.
    function __darn_expand --no-scope-shadowing
        functions -q abbr; and return 0
        set -l __darn_last
        string match -rq '(?<![\w.+-])(?<__darn_last>[^\s;&|()]+)\s*\z' -- $whole; and abbr -q -- $__darn_last; or return 0
        set -l shown (abbr --show | string match -r '^abbr -a.* -- '(string escape --style=regex -- $__darn_last)' .*')
        string match -rq -- '--(?:function|regex|set-cursor)' $shown; and return 1
        set -l expanded
        string match -rq '^abbr -a.*? -- \S+ (?<expanded>.*)' -- $shown; or return 1
        eval set expanded $expanded
        set -l before
        string match -rq '(?<before>[\s\S]*)'(string escape --style=regex -- $__darn_last)'\s*\z' -- $whole
        set whole $before$expanded
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
                builtin printf '\r\e[J%s\n' $lines >&2
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
                    case drop
                        commandline -r ''
                        if contains -- "$fish_key_bindings" fish_vi_key_bindings fish_hybrid_key_bindings
                            set fish_bind_mode insert
                            commandline -f repaint-mode
                        end
                        return 1
                    case waiting
                        __darn_postpone $whole
                        return 1
                end
        end
        __darn_ask_plainly $whole
    end

    # Asks by itself if there is no judgement and the line has one of these words.
    function __darn_ask_plainly -a whole
        string match -rq '(?<![\w.+-])(?:@HARMFUL@)(?![\w.+-])' -- (string replace -ra '[\'"\\\\]' '' -- $whole)
        or return 0
        # (not with `read` of fish, which draws the syntax colours of the line over the question; Ctrl-C
        # answers too, because fish does not redraw the line after an interrupt)
        set -l answer (command sh -c '
            modes=$(stty -g); trap "stty $modes" EXIT
            stty sane quit undef susp undef intr undef eol ^C
            printf "\r\033[Jdarn could not judge this line; type yes to run it: " >&2
            dd bs=4096 count=1 2>/dev/null' </dev/tty)
        string match -q '*'\cc -- $answer; or builtin printf '\e[A' >&2
        builtin printf '\r\e[J' >&2
        commandline -f repaint
        test "$answer" = yes
    end

    # Keys were typed before the prompt was drawn: they go to the shell, and this line does not run. (fish 3
    # cannot put it into the history.)
    function __darn_postpone -a whole
        builtin printf '\r\e[J%s\n%s\n' 'darn: not run, because you had typed more:' $whole >&2
        commandline -r ''
        commandline -f repaint
    end

    set -g __darn_version @VERSION@
