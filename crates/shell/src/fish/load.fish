
    # Reads the rest of the guard from a file that `init` creates: most started shells never need it.
    # `$__darn_version` shows that it is the right one.
    function __darn_load
        functions -e __darn_look __darn_suspects __darn_warn
        source $__darn_rest 2>/dev/null
        test "$__darn_version" = @VERSION@; and return
        $__darn_program init fish >/dev/null 2>&1
        source $__darn_rest 2>/dev/null
        test "$__darn_version" = @VERSION@
    end
    set -g __darn_version
    set -g __darn_rest @REST@
