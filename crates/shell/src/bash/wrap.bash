# shellcheck shell=bash
# Starts the relay in an interactive shell on a terminal. Not if the terminal already is a relay, if the relay
# could not start (`none`), or in programs with their own shell integration.
if [[ $- == *i* && -t 0 && -t 1 && ${TERM-dumb} != dumb && ${TERM_PROGRAM-} != vscode && ${DARN_TTY-} != none &&
    -z ${DARN_DISABLE-}${BASH_EXECUTION_STRING-}${INSIDE_EMACS-}${VSCODE_INJECTION-}${TERMINAL_EMULATOR-} &&
    ! /dev/stdin -ef ${DARN_TTY-} && -x @DARN@ && $(@DARN@ --version 2>/dev/null) == darn\ * ]]; then
    if shopt -q login_shell; then exec @DARN@ shell --login --shell "$BASH"; fi
    exec @DARN@ shell --shell "$BASH"
fi
