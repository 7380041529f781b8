# darn for fish 3.0 and later. It only observes; the program makes all decisions. Variables are neither
# exported nor written to files; nothing forks unless something failed. `set -l IFS` (empty): a command
# substitution is one string, even if it has several lines.

if status is-interactive; and test "$TERM" != dumb
    functions -q __darn_unload; and __darn_unload

    set -g __darn_program @DARN@
    set -g __darn_text # the command that failed last
    set -g __darn_status 0
    set -g __darn_here # directory in which the last command began
    set -g __darn_entered_in # directory in which the failed line was entered
    set -g __darn_older 0 '' # status and text of the previous failure
    set -g __darn_owed # set until its hint can be drawn
    set -g __darn_fix # the current suggestion
    set -g __darn_taken # one element per suggestion accepted with our key since the last call
    set -g __darn_stands # set while the command line is one that fish could not parse
    set -g __darn_missing # the unknown command, while the system handler waits
    set -g __darn_chosen # what was last entered from the list
    set -g __darn_steps # the remaining steps, each after the line to print before it
    set -g __darn_stepping # entered, then running, for the current step
    set -g __darn_guard_state # for `darn doctor`
    set -g __darn_self # set if the line was a call of darn itself
    set -g __darn_held # for each key we hold, its action
    set -g __darn_restoring # for each of them, the command that restores it
    set -g __darn_asks # set if a model may be asked about it
    set -g __darn_fifo # the FIFO for its answer
    # The keys, empty for none: \t and \e/ by default. fish 4 names them: tab, alt-/. The third one asks a
    # model.
    set -g __darn_keys @ACCEPT@ @LIST@ @MODEL_KEY@
    string match -qr '^([4-9]|[1-9]\d)\.' -- $version
    and set -g __darn_keys @ACCEPT_NAME@ @LIST_NAME@ @MODEL_NAME@
    set -g __darn_escaped # the same as words of a command

    # Inside `darn shell` marks in the stream tell the relay where the output of a command begins and ends:
    # C;LINE, then D;STATUS, or R;STATUS if fish cannot parse the line; nothing for a private line. The relay
    # also answers in place of the program. (Not in a tmux inside it, which is another terminal.)
    set -g __darn_mark
    set -g __darn_channel
    set -g __darn_number 0
    test -n "$DARN_NONCE" -a -n "$DARN_TTY"; and test /dev/stdin -ef "$DARN_TTY"
    and set __darn_mark \e]73276\;$DARN_NONCE\;
    test -n "$__darn_mark" -a -p "$DARN_RELAY.ask" -a -p "$DARN_RELAY.answer"
    and set __darn_channel $DARN_RELAY

    # ---- events ----------------------------------------------------------------------------

    function __darn_preexec --on-event fish_preexec
        set -q __darn_handler_kind; or __darn_adopt_handler
        set -g __darn_here $PWD
        set -g __darn_self
        set -g __darn_fix
        set -g __darn_stands
        set -g __darn_missing
        if test "$__darn_stepping" = entered
            builtin printf '\e8\e[J' >/dev/tty
            set -g __darn_stepping running
        end
        test -n "$__darn_held"; and __darn_release
        test -n "$__darn_mark" -a -z "$fish_private_mode"; and string match -qr '^\S' -- $argv[1]
        and builtin printf '%sC;%s\a' $__darn_mark (string sub -l 900 -- (string replace -ra '[[:cntrl:]]' ';' -- $argv[1]))
    end

    function __darn_postexec --on-event fish_postexec
        set -l code $status
        test -n "$__darn_mark"; and builtin printf '%sD;%s\a' $__darn_mark $code
        if test "$__darn_stepping" = running # otherwise it was the call of darn
            set -g __darn_stepping
            if test $code -eq 0 -a -n "$__darn_steps"
                __darn_next 0
                return
            end
            set -g __darn_steps
        end
        # Ignore calls of darn itself, and everything in private mode.
        test -n "$__darn_self$fish_private_mode$DARN_DISABLE"; and return
        if contains -- $code 0 130 131 141 143 146 147 148 149
            # Success; or interrupted, stopped, or a closed pipe: intended.
        else if string match -qr '^(\s|#|$|exit(\s|;|$))' -- $argv[1]
            # A leading blank makes a line private. A comment keeps the previous status, and so does `exit`.
        else if not string match -qr '(?s)^.{32769}' -- $argv[1]
            set -g __darn_older $__darn_status "$__darn_text"
            set -g __darn_text $argv[1]
            set -g __darn_status $code
            set -g __darn_took $CMD_DURATION
            set -g __darn_entered_in $__darn_here
            set -g __darn_owed now
        end
        test -n "$__darn_owed"; and __darn_offer
    end

    # A line that fish cannot parse stays on the command line and does not run.
    function __darn_posterror --on-event fish_posterror
        set -g __darn_stands 1
        set -g __darn_steps
        set -g __darn_stepping
        __darn_unread $argv[1]
    end

    # Handles an incomplete line that Ctrl-C cancelled: the relay has seen it if it began at this prompt.
    # (`commandline` does not yet contain the last keys here.)
    function __darn_cancel --on-event fish_cancel
        set -g __darn_steps
        set -g __darn_stepping
        test -n "$__darn_channel"; or return
        set -l IFS
        set -l line
        set -l beside # it would be parsed as part of the line
        functions -q fish_right_prompt; and set beside (fish_right_prompt)
        test -z "$__darn_stands$beside"; and set line (__darn_relay printf ':typed\0')
        set -g __darn_stands
        builtin printf '%sA\a' $__darn_mark
        __darn_unread "$line"
    end

    # A deferred hint for a pasted script is drawn at the first prompt without pending input.
    function __darn_prompt --on-event fish_prompt
        if test "$__darn_owed" = asked
            set -g __darn_owed now
        else if test -n "$__darn_owed"
            __darn_offer
        end
    end

    # ---- the system handler for unknown commands -------------------------------------------

    # Both handlers would print something. One that only prints waits until darn has nothing to say; any other
    # could have side effects and runs as before.
    set -g __darn_user_handler

    # Puts a function of ours before the handler. Called before the first command, because loading the
    # handler would delay the start of the shell.
    function __darn_adopt_handler
        set -g __darn_handler_kind # waits, user or default, once it was called
        functions -q fish_command_not_found; or return
        functions -c fish_command_not_found __darn_handler
        functions -e fish_command_not_found
        function fish_command_not_found
            test -n "$__darn_handler_kind"; or __darn_read_handler
            if test "$__darn_handler_kind" = waits
                test -n "$__darn_missing"; or set -g __darn_missing $argv[1]
                builtin printf 'fish: Unknown command: %s\n' $argv[1] >&2
            else
                __darn_handler $argv
            end
        end
    end

    function __darn_read_handler
        set -g __darn_handler_kind default
        set -l body (functions __darn_handler)
        if string match -qr '/command-not-found|pk-command-not-found|pkgfile' -- $body
            set __darn_handler_kind waits
        else if not string match -q '*__fish_default_command_not_found_handler*' -- $body
            set __darn_handler_kind user
            set -g __darn_user_handler 1
        end
    end

    # ---- the part needed only after a failure -----------------------------------------------

    # failed.fish is read when one of its functions is called: parsing it would delay the start of the shell. If
    # its file is gone, `init` writes it again.
    set -g __darn_deferred @DEFERRED@
    function __darn_load_failed
        test -n "$__darn_deferred"; or return
        test -r $__darn_deferred; or $__darn_program init fish >/dev/null 2>&1
        builtin source $__darn_deferred 2>/dev/null
        test -z "$__darn_deferred"
    end
    set -l name
    for name in __darn_{above_cursor,call,go_up,hold,hold_keys,next,offer,pass,relay,release,unload,unread} darn
        function $name --inherit-variable name
            __darn_load_failed; and $name $argv
        end
    end
    # @FAILED@

    # @MODEL@
    # @EXPLAIN@
    # @GUARD@
end
