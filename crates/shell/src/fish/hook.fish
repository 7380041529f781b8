# darn for fish 3.0 and later. It only observes; the program makes all decisions. Variables are neither
# exported nor written to files; nothing forks unless something failed. `set -l IFS` (empty): a command
# substitution is one string, even if it has several lines.

if status is-interactive; and test "$TERM" != dumb
    functions -q __darn_unload; and __darn_unload

    set -g __darn_program @DARN@
    set -g __darn_text # the command that failed last
    set -g __darn_status 0
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
        else if string match -qr '^(\s|#|$)' -- $argv[1]
            # A leading blank makes a line private. A comment keeps the previous status.
        else if test (string length -- $argv[1]) -le 32768
            set -g __darn_older $__darn_status "$__darn_text"
            set -g __darn_text $argv[1]
            set -g __darn_status $code
            set -g __darn_took $CMD_DURATION
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

    function __darn_unread -a line
        test -n "$fish_private_mode$DARN_DISABLE"; and return
        string match -qr '^[^\s#]' -- $line; or return
        test (string length -- $line) -le 32768; or return
        test -n "$__darn_mark"; and builtin printf '%sR;2\a' $__darn_mark
        set -g __darn_text $line
        set -g __darn_status 2
        set -g __darn_took
        __darn_offer
    end

    # A deferred hint for a pasted script is drawn at the first prompt without pending input.
    function __darn_prompt --on-event fish_prompt
        if test "$__darn_owed" = asked
            set -g __darn_owed now
        else if test -n "$__darn_owed"
            __darn_offer
        end
    end

    # ---- the program -----------------------------------------------------------------------

    # Runs the program with everything it may know, exported to it alone. Arguments: failed, list, lines or
    # model; wish or want with the words; or those of `darn`.
    function __darn_call
        set -l IFS
        set -lx DARN_SESSION fish $version $fish_pid
        set -lx DARN_COLUMNS $COLUMNS
        # Aliases of fish are functions marked in their description; only the used one matters.
        set -lx DARN_TAKEN (count $__darn_taken)
        set -lx DARN_DURATION $__darn_took
        set -lx DARN_ALIASES
        set -l word (string match -r '^[^\s;|&<>()]+' -- $__darn_text)
        if functions -q -- $word
            set DARN_ALIASES (functions -D -v -- $word | string replace -rf '^alias (\S+?)[ =]' '$1=')
        end
        set -lx DARN_FUNCTIONS
        if test $__darn_status -eq 127
            set -l IFS \n
            set DARN_FUNCTIONS (functions -n)[1..2000] # without those that begin with an underscore
        end
        # Multi-line and private entries are useless.
        set -l past $history[300..1]
        set -lx DARN_HISTORY (string match -rv '^\s|\n' -- $past)
        set DARN_HISTORY (string sub -s -16000 -- $DARN_HISTORY)
        # A handler of the user has printed something; the system handler and the default have not.
        set -lx DARN_HANDLER $__darn_user_handler
        set -lx DARN_MODEL $__darn_keys[3]
        set -lx DARN_RELAY $DARN_RELAY
        if test "$argv[1]" = failed -a -n "$__darn_channel"
            __darn_relay __darn_said; and return
            __darn_hears; or set DARN_RELAY
        end
        if contains -- $argv[1] wish want others
            set argv hook fish $argv
        else if not contains -- $argv[1] fix explain
            set argv hook fish $argv[1] $__darn_status $__darn_text
        end
        $__darn_program $argv
    end

    # Prints everything the program would receive, for the relay.
    function __darn_said
        builtin printf ':%s\0' waits fish failed $__darn_status $__darn_text $PWD
        for name in (string split \n -- (set -nx))
            builtin printf ':%s=%s\0' $name "$$name"
        end
    end

    # Tests whether the relay can answer. fish has no wait with a timeout, so it checks first: a relay that is
    # gone or stopped is not asked.
    function __darn_hears
        test -r /proc/self/stat; or return 0
        set -l number (string match -r '\d+$' -- $__darn_channel)
        set -l state
        test -r /proc/$number/stat; and builtin read state </proc/$number/stat
        string match -qr '\) [RSDI] ' -- $state
    end

    # Sends the relay the fields printed by the given command; prints its answer.
    function __darn_relay
        __darn_hears; or return
        set -l IFS
        set -g __darn_number (math $__darn_number + 1)
        begin
            builtin printf ':%s\0' "$DARN_NONCE" $__darn_number
            $argv
            builtin printf '\0'
        end >$__darn_channel.ask
        builtin printf '%sF;%s\a' $__darn_mark $__darn_number >/dev/tty
        # The answer to an earlier question may still be there. A window resize may end the wait.
        set -l answer
        set -l tries 0
        while test $tries -lt 1000
            builtin read -z answer <$__darn_channel.answer
            string match -q "$__darn_number *" -- $answer; and break
            set tries (math $tries + 1)
        end
        set answer (string replace -rf "\A$__darn_number " '' -- $answer)
        test "$answer" != '!'; and builtin printf %s $answer # otherwise the relay cannot answer
    end

    function __darn_offer
        set -g __darn_owed
        __darn_ready; or return
        test -p "$__darn_fifo"; and __darn_model_drop # it belongs to another failure
        set -l IFS
        set -l answer (__darn_call failed)
        set -l head (string replace -r '\n(.|\n)*' '' -- $answer)
        if test -z "$head"
            test $__darn_status -eq 127 -a -n "$__darn_missing"; and __darn_handler $__darn_missing
            return
        end
        if string match -q '* pending*' -- $head
            set -g __darn_owed asked
            return
        end
        __darn_take $answer; and return # the user was asked
        set -g __darn_fix
        set -g __darn_asks
        # Users of another tool type that: suggest darn, for the failure before.
        if test "$__darn_text" = fuck -a $__darn_status -eq 127
            set -g __darn_status $__darn_older[1]
            set -g __darn_text $__darn_older[2]
        end
        string match -q '* asks*' -- $head; and set -g __darn_asks 1
        set -g __darn_taken
        # A key accepts only what is on the screen.
        string match -q '* drawn*' -- $head; and set -g __darn_fix (string replace -r '\A.*\n?' '' -- $answer)
        __darn_hold_keys $head
    end

    # Returns true if there was a failure and the program still exists.
    function __darn_ready
        test -n "$__darn_text"; and type -q -- $__darn_program
    end

    # ---- keys ------------------------------------------------------------------------------

    # Binds the keys that have an action. Argument: the number of suggestions.
    function __darn_hold_keys -a count
        test -n "$__darn_fix"; and __darn_hold 1 tab
        string match -q '0*' -- $count; or __darn_hold 2 list
        test -n "$__darn_asks"; and __darn_hold 3 model
        return 0
    end

    # Binds a key in every mode for entering or editing text, while there is a suggestion. Argument: its number
    # among our keys.
    function __darn_hold -a number action
        set -l key $__darn_keys[$number]
        test -n "$key"; or return
        set -l IFS \n # the user may have another
        set -q __darn_escaped[1]; or set -g __darn_escaped (string escape -- $__darn_keys)
        for mode in default insert
            set -l old "bind -e -M $mode $__darn_escaped[$number]"
            if bind --user -M $mode $key >/dev/null 2>&1 # a command substitution costs more
                set old (bind --user -M $mode $key)
                string match -q '*__darn_*' -- $old; and continue
            end
            set -g __darn_held $__darn_held $action
            set -g __darn_restoring $__darn_restoring "$old"
            bind -M $mode $key __darn_$action
        end
    end

    # Restores the previous bindings of one action (default: all).
    function __darn_release -a action
        set -l held
        set -l restoring
        for name in $__darn_held
            if test -z "$action" -o "$name" = "$action"
                eval $__darn_restoring[1]
            else
                set held $held $name
                set restoring $restoring $__darn_restoring[1]
            end
            set -e __darn_restoring[1]
        end
        set -g __darn_held $held
        set -g __darn_restoring $restoring
    end

    # Does what a key does without us: the binding of the user, else the preset one.
    function __darn_pass -a key action
        __darn_release $action
        set -l IFS \n
        set -l mode $fish_bind_mode
        set -l old (bind -M $mode $key 2>/dev/null | string match -v '*__darn_*')
        test -n "$old[1]"; and eval (string replace -r '^bind ' '__darn_press ' -- $old[-1])
    end

    # Arguments: those of bind.
    function __darn_press
        while string match -q -- '-*' $argv[1]
            contains -- $argv[1] -M -m --mode --sets-mode; and set -e argv[1]
            set -e argv[1]
        end
        set -l IFS \n
        for command in $argv[2..-1]
            if contains -- $command (bind --function-names)
                commandline -f $command
            else
                eval $command
            end
        end
    end

    # The first press of Tab restores its old binding, whether it was used or not. A line that fish could not
    # parse keeps the suggestion.
    function __darn_tab
        set -l IFS
        set -l line (commandline)
        if test -n "$__darn_fix"; and contains -- "$line" '' $__darn_text
            __darn_release tab
            commandline -r -- $__darn_fix
            set -g __darn_taken $__darn_taken 1
        else
            __darn_pass $__darn_keys[1] tab
        end
    end

    # On a line with text of the user Alt-/ keeps its old action.
    function __darn_list
        set -l IFS
        set -l line (commandline)
        if not contains -- "$line" '' $__darn_fix $__darn_text
            __darn_pass $__darn_keys[2] list
            __darn_hold 2 list
            return
        end
        set -l answer (__darn_call list </dev/tty)
        commandline -f repaint
        __darn_take $answer (__darn_above_cursor)
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

    # ---- darn ------------------------------------------------------------------------------

    # Carries out an answer of the list or the dialogue. The command is entered like a line of the user: it
    # runs at the top level and gets into the history.
    function __darn_take -a answer rows
        string match -qr '^(run|steps|edit)\n' -- $answer; or return
        if string match -q 'steps*' -- $answer
            set -g __darn_steps (string split \n -- $answer)[3..-1]
            test -n "$rows"; or set -l rows 0
            __darn_next $rows
            return
        end
        set -l IFS
        commandline -r -- (string replace -r '\A\w+\n' '' -- $answer)
        if string match -q 'run*' -- $answer
            set -g __darn_chosen (commandline)
            commandline -f suppress-autosuggestion execute
        end
        return 0
    end

    # Enters the next step. Prompt and line are drawn below a position that the terminal saves, and erased
    # before the step runs, because it was already printed. Argument: the number of prompt rows above the
    # cursor; fish moves up as many.
    function __darn_next -a rows
        set -l room (math 6 + $rows)
        begin
            __darn_go_up $rows
            builtin printf '%s\n' $__darn_steps[1]
            string repeat -N -n $room \n # scroll now, not later
            builtin printf '\e[%sA\e7' $room
            string repeat -N -n $rows \n
        end >/dev/tty
        set -g __darn_chosen $__darn_steps[2]
        set -g __darn_stepping entered
        set -e __darn_steps[1..2]
        commandline -r -- $__darn_chosen
        commandline -f suppress-autosuggestion execute
    end

    function __darn_go_up -a rows
        test $rows -gt 0; and builtin printf '\e[%sA\r\e[J' $rows
    end

    # Returns how many rows of the prompt and the typed text are above the cursor.
    function __darn_above_cursor
        set -l prompt (string replace -ra '\e(\[[0-9;:]*m|\(B)|\cO' '' -- (fish_prompt))
        set -l before (commandline --cut-at-cursor)
        set -l columns (math (string length -- "$prompt[-1]") + (string length -- "$before[-1]"))
        math -s 0 (count $prompt) + (count $before) - 2 + floor\($columns / $COLUMNS\)
    end

    function darn
        set -g __darn_self 1
        if set -q argv[1]
            set -lx DARN_SESSION fish $version $fish_pid
            set -lx DARN_FAILED $__darn_text
            set -lx DARN_FAILED_STATUS $__darn_status
            set -lx DARN_GUARD $__darn_guard_state
            if test "$argv[1]" = ask; and string match -qrv '^-|^$' -- "$argv[2]"; and isatty stdin; and isatty stdout; and isatty stderr
                # a single command goes to the line editor; with options, or in a pipe, it is printed
                set -l IFS
                set -l text (__darn_call want "$argv[2..-1]")
                or return
                commandline -r -- $text
            else if string match -qr '^--session(=|$)' -- $argv[1]; and isatty stdin; and isatty stdout; and isatty stderr
                set -l id (string replace -r '^--session=?' '' -- $argv[1]) $argv[2]
                set -l IFS
                set -l choice (__darn_call others "$id[-1]")
                or return
                __darn_take $choice
            else if contains -- $argv[1] fix explain
                __darn_call $argv
            else
                $__darn_program $argv
            end
            return
        else if not __darn_ready
            echo 'darn: no failed command in this shell yet' >&2
            return 1
        else if not isatty stdin; or not isatty stdout; or not isatty stderr
            __darn_call lines
            return
        end
        set -l IFS
        __darn_take (__darn_call list)
    end

    function __darn_unload
        set -l IFS \n
        __darn_release
        functions -q __darn_unguard; and __darn_unguard
        functions -q __darn_model_unload; and __darn_model_unload
        functions -q __darn_explain_unload; and __darn_explain_unload
        if functions -q __darn_handler
            functions -e fish_command_not_found
            functions -c __darn_handler fish_command_not_found
        end
        functions -e darn
        for name in (functions -an | string match '__darn_*')
            functions -e $name
        end
        for name in (set -n | string match '__darn_*')
            set -e $name
        end
    end

    # @MODEL@
    # @EXPLAIN@
    # @GUARD@
end
