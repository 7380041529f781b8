# Starts the relay in an interactive shell on a terminal. Not if the terminal already is a relay, if the relay
# could not start (none), or in programs with their own shell integration. (Place it above the instant prompt
# of powerlevel10k.)
if [[ -o interactive && -t 0 && -t 1 && ${TERM-dumb} != dumb && ${TERM_PROGRAM-} != vscode && ${DARN_TTY-} != none &&
    -z ${DARN_DISABLE-}${ZSH_EXECUTION_STRING-}${INSIDE_EMACS-}${VSCODE_INJECTION-}${TERMINAL_EMULATOR-} &&
    ! /dev/stdin -ef ${DARN_TTY-} && -x @DARN@ && $(@DARN@ --version 2>/dev/null) == darn\ * ]]; then
    if [[ -o login ]]; then exec @DARN@ shell --login --shell ${commands[zsh]:-zsh}; fi
    exec @DARN@ shell --shell ${commands[zsh]:-zsh}
fi
