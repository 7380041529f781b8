
    # ---- passive: a line above the output, and the command runs ----------------------------

    function __darn_guard_preexec --on-event fish_preexec
        test "$argv[1]" = "$__darn_chosen"; or __darn_warn $argv[1]
    end

    set -g __darn_guard_state passive
