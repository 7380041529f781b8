
    # ---- active: a line that the policy would flag does not run by Enter alone -------------

    set -g __darn_running # set while a command runs
    set -g __darn_passed # the line accepted last
    set -g __darn_warning # the warning to print when it runs
    set -g __darn_guarded # "command that takes a key back" "command that restores it" ...

    function __darn_enter
        set -l IFS
        set -l line (commandline)
        set -g __darn_warning
        # While a command runs, the line belongs to that command.
        if test -n "$DARN_DISABLE$__darn_running"; or __darn_look $line
            set -g __darn_passed $line
            commandline -f execute
        end
    end

    function __darn_look
        if __darn_load
            __darn_look $argv
            return
        end
        echo >&2
        echo "darn: $__darn_rest is gone, so the guard is off in this shell" >&2
        __darn_unguard
        commandline -f repaint
    end
    function __darn_warn
        __darn_load; and __darn_warn $argv
    end

    function __darn_guard_postexec --on-event fish_postexec
        set -g __darn_running
    end

    # Lines entered other than by Enter get at least a warning.
    function __darn_guard_preexec --on-event fish_preexec
        set -g __darn_running 1
        if test -n "$__darn_warning"
            builtin printf '%s\n' $__darn_warning >&2
        else if test "$argv[1]" != "$__darn_passed" -a "$argv[1]" != "$__darn_chosen" -a -z "$DARN_DISABLE$fish_private_mode"
            __darn_warn $argv[1]
        end
        set -g __darn_warning
    end

    # ---- keys ------------------------------------------------------------------------------

    # Takes Enter, and user keys bound to the same action, at the first prompt.
    function __darn_guard_keys --on-event fish_prompt
        functions -e __darn_guard_keys
        set -g __darn_guard_state active
        set -l IFS \n
        for mode in default insert
            for line in (bind --user -M $mode 2>/dev/null)
                # commands that end by entering the line; functions of fish cannot be mixed with ours
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

    # Restores the keys for good.
    function __darn_unguard
        for line in $__darn_guarded
            eval $line
        end
        set -g __darn_guarded
        set -g __darn_guard_state 'off: its program was gone'
    end
