# Starts the relay in an interactive shell on a terminal. Not if the terminal already is a relay, if the relay
# could not start (none), or in programs with their own shell integration. (For `eval`: with `source` the
# standard input would be a pipe.)
if status is-interactive; and isatty stdin; and isatty stdout; and test "$TERM" != dumb -a "$TERM_PROGRAM" != vscode -a "$DARN_TTY" != none
    if test -z "$DARN_DISABLE$INSIDE_EMACS$VSCODE_INJECTION$TERMINAL_EMULATOR" -a -x @DARN@; and not test /dev/stdin -ef "$DARN_TTY"; and string match -q 'darn *' (@DARN@ --version 2>/dev/null)
        status is-login; and exec @DARN@ shell --login --shell (status fish-path)
        exec @DARN@ shell --shell (status fish-path)
    end
end
