
    # ---- requests to a model, with llm.enabled ---------------------------------------------
    #
    # The key starts the request and returns at once. The answer comes through a FIFO, announced by a signal:
    # SIGURG, which a shell without this function ignores.

    set -g __darn_line # an answer that arrived while a command ran
    set -g __darn_early # set by an answer that arrived before its FIFO was known
    set -g __darn_busy # set while waiting

    function __darn_model
        set -l IFS
        set -l line (commandline)
        if not contains -- "$line" '' $__darn_fix $__darn_text
            __darn_pass $__darn_keys[3] model
            __darn_hold 3 model
            return
        end
        if test -p "$__darn_fifo"
            __darn_above 'darn: still asking'
            return
        end
        set -g __darn_early
        set -l answer (__darn_call model </dev/tty)
        string match -qr '\A\d+ /[^\n]*\n' -- $answer; or return
        __darn_above (string replace -r '\A.*\n' '' -- $answer)
        set -g __darn_asker (string replace -r '\A(\d+)(?:.|\n)*' '$1' -- $answer)
        set -g __darn_fifo (string replace -r '\A\d+ ([^\n]*)(?:.|\n)*' '$1' -- $answer) # from now on it may be read
        test -n "$__darn_early"; and __darn_model_ready
    end

    function __darn_model_ready --on-signal URG
        # The process at the other end keeps it open until it is read.
        if not test -p "$__darn_fifo"
            set -g __darn_early 1
            return
        end
        set -l IFS
        set -l answer
        builtin read -z answer <$__darn_fifo
        set -g __darn_fifo
        if test -n "$__darn_busy"
            set -g __darn_line $answer
        else
            __darn_answered $answer
        end
    end

    # The FIFO exists as long as the process does.
    function __darn_model_drop
        command kill $__darn_asker
        set -g __darn_fifo
    end

    function __darn_answered -a answer
        set -l IFS
        __darn_model_take (string replace -r '\A(\d+)(?:.|\n)*' '$1' -- $answer) \
            (string replace -r '\A[^\n]*\n([^\n]*)(?:.|\n)*' '$1' -- $answer) \
            (string replace -rf '\A[^\n]*\n[^\n]*\n((?:.|\n)*)' '$1' -- $answer)
    end

    function __darn_model_take -a count line fix
        string match -qr '^\d+$' -- "$count"; or return
        __darn_release
        set -g __darn_asks 1
        set -g __darn_fix $fix
        __darn_hold_keys $count
        if test -n "$__darn_busy"
            builtin printf '%s\n' $line >&2
        else
            __darn_above $line
        end
    end

    # Prints a line in place of the prompt, which is redrawn below it with everything typed.
    function __darn_above -a line
        set -l rows (__darn_above_cursor)
        begin
            __darn_go_up $rows
            builtin printf '\r\e[J%s\n' $line
            string repeat -N -n $rows \n # fish moves up as many
        end >/dev/tty
        commandline -f repaint
    end

    # An answer that arrived while a command ran is drawn before the next prompt.
    function __darn_model_prompt --on-event fish_prompt
        if test -n "$__darn_line"
            set -l answer $__darn_line
            set -g __darn_line
            __darn_answered $answer
        end
        set -g __darn_busy
    end

    function __darn_model_preexec --on-event fish_preexec
        set -g __darn_busy 1
    end

    # Turns the line, a request or a partial command, into a command.
    function __darn_wish
        set -l IFS
        set -l line (commandline)
        set -l answer (__darn_call wish "$line" </dev/tty)
        set -l said (string replace -r '\A[^\n]*\n([^\n]*)(?:.|\n)*' '$1' -- $answer)
        if test -n "$said"
            __darn_above $said
        else
            commandline -f repaint
        end
        set -l text (string replace -rf '\A[^\n]*\n[^\n]*\n' '' -- $answer)
        if string match -q 'edit*' -- $answer
            commandline -r -- $text
        else if test -n "$text"
            commandline -i -- $text # typed meanwhile
        end
    end

    # At the first prompt, once all keys are bound, and only if the key is free. Ctrl-X copies in fish; a
    # longer sequence would make it wait, so the key is Alt-X instead.
    function __darn_wish_bind --on-event fish_prompt
        functions -e __darn_wish_bind
        test -n "$__darn_wish_key"; or return
        for mode in default insert
            set -l free $__darn_wish_key
            string match -q -- "$__darn_copies*" $free; and bind -M $mode $__darn_copies >/dev/null 2>&1
            and set free $__darn_stand_in
            bind -M $mode $free >/dev/null 2>&1; and continue
            bind -M $mode $free __darn_wish
            set -g __darn_wishes $__darn_wishes "bind -e -M $mode "(string escape -- $free)
        end
    end
    set -g __darn_wishes
    set -g __darn_wish_key @ASK_KEY@
    set -g __darn_copies \cx
    set -g __darn_stand_in \ex
    if string match -qr '^([4-9]|[1-9]\d)\.' -- $version
        set __darn_wish_key @ASK_NAME@
        set __darn_copies ctrl-x
        set __darn_stand_in alt-x
    end

    function __darn_model_unload
        test -p "$__darn_fifo"; and __darn_model_drop
        for line in $__darn_wishes
            eval $line
        end
    end
