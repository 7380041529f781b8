# darn for fish 3.0 and later. Only observes: all decisions are taken by the program.

set -g __darn_fix
set -g __darn_text
set -g __darn_status 0

function __darn_postexec --on-event fish_postexec
    set -l code $status
    set -g __darn_fix
    contains -- $code 0 130 131 141 143 146 147 148; and return
    set -g __darn_text $argv[1]
    set -g __darn_status $code
    set -l answer (DARN_COLUMNS=$COLUMNS @DARN@ hook fish $code "$argv[1]")
    set -g __darn_fix (string join \n -- $answer[2..-1])
end

function __darn_tab
    if test -n "$__darn_fix" -a -z (commandline | string collect)
        commandline -r -- $__darn_fix
        set -g __darn_fix
    else
        commandline -f complete
    end
end
bind \t __darn_tab
