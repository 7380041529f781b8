# shellcheck shell=bash
# Into the relay of darn, where this is a shell of a person on a terminal. Left alone: a terminal that
# is the relay's already, a relay that could not start (`none`), and programs that have their own
# ways into the shell.
if [[ $- == *i* && -t 0 && -t 1 && ${TERM-dumb} != dumb && ${TERM_PROGRAM-} != vscode && ${DARN_TTY-} != none &&
    -z ${DARN_DISABLE-}${BASH_EXECUTION_STRING-}${INSIDE_EMACS-}${VSCODE_INJECTION-}${TERMINAL_EMULATOR-} &&
    ! /dev/stdin -ef ${DARN_TTY-} && -x @DARN@ && $(@DARN@ --version 2>/dev/null) == darn\ * ]]; then
    if shopt -q login_shell; then exec @DARN@ shell --login --shell "$BASH"; fi
    exec @DARN@ shell --shell "$BASH"
fi
