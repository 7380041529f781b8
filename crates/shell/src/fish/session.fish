# The persistent session of darn in fish: `darn do` and `darn chat` type `__darn_begin N; eval …; __darn_end …`.
# The end of a command is reported once, by the typed line or, if the command aborted it, by the prompt.

set -g fish_greeting
set -g fish_autosuggestion_enabled 0
function fish_right_prompt; end
function fish_title; end
set -g __darn_place @PLACE@
set -g __darn_nonce @NONCE@
set -g __darn_open 1

# Reads the command; keeps `$status` for it.
function __darn_begin -a seq
    set -l before $status
    set -g __darn_seq $seq
    set -g __darn_open 1
    set -g __darn_text
    set -l IFS
    builtin read -gz __darn_text <"$__darn_place/command-$seq"
    __darn_watch
    builtin printf '\e]73276;%s;C;%s\a' $__darn_nonce $seq >/dev/tty
    return $before
end

function __darn_end -a last
    if test -n "$__darn_open"
        set -g __darn_open
        builtin printf '\e]73276;%s;D;%s\a' $__darn_nonce $__darn_seq >/dev/tty
        builtin printf '%s\0%s\0%s\0%s\0%s\0' $__darn_nonce $__darn_seq $last "$PWD" "$PATH" >"$__darn_place/reports"
        # darn discards the keys that the command has left: the prompt would take them for a line
        builtin read -l go <"$__darn_place/go"
        builtin commandline -r '' # a command may have filled the next line
    end
    return $last
end

function __darn_idle --on-event fish_prompt
    __darn_end $status
end

# Has the prompt report also where events are blocked, whatever the command did to it.
function __darn_watch
    function fish_prompt
        __darn_end $status
    end
end

__darn_watch

__darn_end 0
