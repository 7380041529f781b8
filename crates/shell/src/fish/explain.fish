    # ---- with keys.explain: a key that prints "darn explain" above the line ----------------

    function __darn_explain
        set -l was $__darn_self
        set -l rows (__darn_above_cursor)
        __darn_go_up $rows
        builtin printf '\r\e[J'
        darn explain
        string repeat -N -n $rows \n # fish moves up as many
        set -g __darn_self $was
        commandline -f repaint
    end

    # At the first prompt, once all keys are bound.
    function __darn_explain_bind --on-event fish_prompt
        functions -e __darn_explain_bind
        for mode in default insert
            bind -M $mode $__darn_explain_key __darn_explain
        end
    end

    function __darn_explain_unload
        for mode in default insert
            bind -e -M $mode $__darn_explain_key
        end
    end

    set -g __darn_explain_key @EXPLAIN_KEY@
    string match -qr '^([4-9]|[1-9]\d)\.' -- $version
    and set __darn_explain_key @EXPLAIN_NAME@
