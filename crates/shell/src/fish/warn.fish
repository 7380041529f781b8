
    # ---- passive: a line above the output, and the command runs ----------------------------

    function __darn_warn
        if __darn_load
            __darn_warn $argv
        else
            function __darn_warn
            end
        end
    end

    function __darn_guard_preexec --on-event fish_preexec
        test -n "$DARN_DISABLE$fish_private_mode" -o "$argv[1]" = "$__darn_chosen"; or __darn_warn $argv[1]
    end

    set -g __darn_guard_state passive
