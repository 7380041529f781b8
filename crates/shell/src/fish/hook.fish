# darn for fish 3.0 and later. Only observes: all decisions are taken by the program.
# Variables are neither exported nor written to files; nothing forks where nothing failed.
# `set -l IFS` (empty): a command substitution is one string, whatever lines it has.

if status is-interactive; and test "$TERM" != dumb
    functions -q __darn_unload; and __darn_unload

    set -g __darn_program @DARN@
    set -g __darn_text # the command that failed last
    set -g __darn_status 0
    set -g __darn_older 0 '' # the status and the text of the failure before
    set -g __darn_owed # set while its hint could not be drawn yet
    set -g __darn_fix # suggestion that stands
    set -g __darn_taken # one for each that our key has taken since the program was told
    set -g __darn_stands # set while the command line is what fish could not read
    set -g __darn_missing # the unknown command, where the handler of the system has to wait
    set -g __darn_chosen # what was entered from the list last
    set -g __darn_steps # what is to be entered behind it, each behind what is said before it
    set -g __darn_stepping # entered, then running, where one of them is
    set -g __darn_guard_state # for `darn doctor`
    set -g __darn_self # set where the line was a call of darn itself
    set -g __darn_held # of each key we hold, its action and the command that restores it
    set -g __darn_asks # set where a model may be asked about it
    set -g __darn_fifo # what will bring its answer
    # The keys, empty for none: \t and \e/ unless configured. fish 4 names them: tab, alt-/. The third is
    # for a model.
    set -g __darn_keys @ACCEPT@ @LIST@ @MODEL_KEY@
    string match -qr '^([4-9]|[1-9]\d)\.' -- $version
    and set -g __darn_keys @ACCEPT_NAME@ @LIST_NAME@ @MODEL_NAME@

    # Inside `darn shell` the relay is told where the output of a command begins and ends, in the
    # stream itself: C;LINE, then D;STATUS, or R;STATUS where fish cannot read the line; nothing of a
    # private line. It answers, too, in place of the program. (Not in a tmux inside it: that is another
    # terminal.)
    set -g __darn_mark
    set -g __darn_channel
    set -g __darn_number 0
    test -n "$DARN_NONCE" -a -n "$DARN_TTY"; and test /dev/stdin -ef "$DARN_TTY"
    and set __darn_mark \e]73276\;$DARN_NONCE\;
    test -n "$__darn_mark" -a -p "$DARN_RELAY.ask" -a -p "$DARN_RELAY.answer"
    and set __darn_channel $DARN_RELAY

    # ---- what happened ---------------------------------------------------------------------

    function __darn_preexec --on-event fish_preexec
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
        if test "$__darn_stepping" = running # else this was the call of darn
            set -g __darn_stepping
            if test $code -eq 0 -a -n "$__darn_steps"
                __darn_next 0
                return
            end
            set -g __darn_steps
        end
        # Looking at the list is not a command that may fail; private mode is nobody's business.
        test -n "$__darn_self$fish_private_mode$DARN_DISABLE"; and return
        if contains -- $code 0 130 131 141 143 146 147 148 149
            # A success; interrupted, stopped, or the reader of a pipe went away: meant so.
        else if string match -qr '^(\s|#|$)' -- $argv[1]
            # A leading blank makes a line private. A comment has the status of the line before.
        else if test (string length -- $argv[1]) -le 32768
            set -g __darn_older $__darn_status "$__darn_text"
            set -g __darn_text $argv[1]
            set -g __darn_status $code
            set -g __darn_owed now
        end
        test -n "$__darn_owed"; and __darn_offer
    end

    # A line that fish cannot read stays on the command line, and is not run.
    function __darn_posterror --on-event fish_posterror
        set -g __darn_stands 1
        set -g __darn_steps
        set -g __darn_stepping
        __darn_unread $argv[1]
    end

    # A line whose end fish was waiting for when Ctrl-C took it away: the relay has seen it, if it began
    # at this prompt. (What `commandline` says here is older than the last keys.)
    function __darn_cancel --on-event fish_cancel
        set -g __darn_steps
        set -g __darn_stepping
        test -n "$__darn_channel"; or return
        set -l IFS
        set -l line
        set -l beside # it would be read as part of the line
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
        __darn_offer
    end

    # What is owed from a pasted script is said at the first prompt that waits for somebody.
    function __darn_prompt --on-event fish_prompt
        if test "$__darn_owed" = asked
            set -g __darn_owed now
        else if test -n "$__darn_owed"
            __darn_offer
        end
    end

    # ---- the program -----------------------------------------------------------------------

    # Runs the program with all it may know, exported to it alone. Arguments: failed, list, lines or model;
    # wish or want with the words; or those of `darn`.
    function __darn_call
        set -l IFS
        set -lx DARN_SESSION fish $version $fish_pid
        set -lx DARN_COLUMNS $COLUMNS
        # fish's aliases are functions whose description says so: of interest is the one used.
        set -lx DARN_TAKEN (count $__darn_taken)
        set -lx DARN_ALIASES
        set -l word (string match -r '^[^\s;|&<>()]+' -- $__darn_text)
        if functions -q -- $word
            set DARN_ALIASES (functions -D -v -- $word | string replace -rf '^alias (\S+?)[ =]' '$1=')
        end
        set -lx DARN_FUNCTIONS
        if test $__darn_status -eq 127
            set DARN_FUNCTIONS (functions -n | string match -v '_*')
            set DARN_FUNCTIONS (string sub -l 30000 -- $DARN_FUNCTIONS)
        end
        # A line of several lines or a private one is of no use.
        set -l past $history[300..1]
        set -lx DARN_HISTORY (string match -rv '^\s|\n' -- $past)
        set DARN_HISTORY (string sub -s -16000 -- $DARN_HISTORY)
        # A handler of the user has spoken; the one of the system and fish's own have not.
        set -lx DARN_HANDLER $__darn_user_handler
        set -lx DARN_MODEL $__darn_keys[3]
        set -lx DARN_RELAY $DARN_RELAY
        if test "$argv[1]" = failed -a -n "$__darn_channel"
            __darn_relay __darn_said; and return
            __darn_hears; or set DARN_RELAY
        end
        if contains -- $argv[1] wish want
            set argv hook fish $argv
        else if not contains -- $argv[1] fix explain
            set argv hook fish $argv[1] $__darn_status $__darn_text
        end
        $__darn_program $argv
    end

    # All that the program would be given, for the relay.
    function __darn_said
        builtin printf ':%s\0' waits fish failed $__darn_status $__darn_text $PWD
        for name in (string split \n -- (set -nx))
            builtin printf ':%s=%s\0' $name "$$name"
        end
    end

    # Whether the relay can answer. fish cannot wait for a limited time, so it looks: one that is gone or has been
    # stopped has no part in it.
    function __darn_hears
        test -r /proc/self/stat; or return 0
        set -l number (string match -r '\d+$' -- $__darn_channel)
        set -l state
        test -r /proc/$number/stat; and builtin read state </proc/$number/stat
        string match -qr '\) [RSDI] ' -- $state
    end

    # Asks the relay what the command prints that is given, as fields; prints its answer.
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
        # An answer to a question before this one may still be there.
        # A change of the window may end the wait.
        set -l answer
        set -l tries 0
        while test $tries -lt 1000
            builtin read -z answer <$__darn_channel.answer
            string match -q "$__darn_number *" -- $answer; and break
            set tries (math $tries + 1)
        end
        set answer (string replace -rf "\A$__darn_number " '' -- $answer)
        test "$answer" != '!'; and builtin printf %s $answer # else it cannot
    end

    function __darn_offer
        set -g __darn_owed
        __darn_ready; or return
        test -p "$__darn_fifo"; and __darn_model_drop # that was about another failure
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
        # Users of another tool type that: darn is offered, and is about the failure before.
        if test "$__darn_text" = fuck -a $__darn_status -eq 127
            set -g __darn_status $__darn_older[1]
            set -g __darn_text $__darn_older[2]
        end
        string match -q '* asks*' -- $head; and set -g __darn_asks 1
        set -g __darn_taken
        # Only what is on the screen is taken by a key.
        string match -q '* drawn*' -- $head; and set -g __darn_fix (string replace -r '\A.*\n?' '' -- $answer)
        __darn_hold_keys $head
    end

    # Something failed, and the program is still there.
    function __darn_ready
        test -n "$__darn_text"; and type -q -- $__darn_program
    end

    # ---- keys ------------------------------------------------------------------------------

    # Those that have something to do. Argument: how many suggestions stand.
    function __darn_hold_keys -a count
        test -n "$__darn_fix"; and __darn_hold "$__darn_keys[1]" tab
        string match -q '0*' -- $count; or __darn_hold "$__darn_keys[2]" list
        test -n "$__darn_asks"; and __darn_hold "$__darn_keys[3]" model
        return 0
    end

    # Binds a key, in every mode in which text is entered or edited, while a suggestion stands.
    function __darn_hold -a key action
        test -n "$key"; or return
        for mode in default insert
            set -l old (bind --user -M $mode $key 2>/dev/null)
            string match -q '*__darn_*' -- $old; and continue
            test -n "$old"; or set old "bind -e -M $mode "(string escape -- $key)
            set -g __darn_held $__darn_held "$action $old"
            bind -M $mode $key __darn_$action
        end
    end

    # Gives the keys of one action (default: of all) back to what they did before.
    function __darn_release
        set -l kept
        for entry in $__darn_held
            if string match -qr "^$argv[1]" -- $entry
                eval (string replace -r '^\w+ ' '' -- $entry)
            else
                set kept $kept $entry
            end
        end
        set -g __darn_held $kept
    end

    # Does what a key does without us: the user's binding, else the preset one.
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

    # At its first press Tab is its old self again, used or not. What fish could not read still stands.
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

    # On a line with text of the user Alt-/ does what it always did.
    function __darn_list
        set -l IFS
        set -l line (commandline)
        if not contains -- "$line" '' $__darn_fix $__darn_text
            __darn_pass $__darn_keys[2] list
            __darn_hold $__darn_keys[2] list
            return
        end
        set -l answer (__darn_call list </dev/tty)
        commandline -f repaint
        __darn_take $answer (__darn_above_cursor)
    end

    # ---- the handler of the system for unknown commands ------------------------------------

    # Both would speak. Those that only print wait until darn has nothing to say; of others, which
    # may do anything, we keep our hands off.
    set -g __darn_user_handler
    if functions -q fish_command_not_found
        set -l body (functions fish_command_not_found)
        if string match -qr '/command-not-found|pk-command-not-found|pkgfile' -- $body
            functions -c fish_command_not_found __darn_handler
            functions -e fish_command_not_found
            function fish_command_not_found
                test -n "$__darn_missing"; or set -g __darn_missing $argv[1]
                builtin printf 'fish: Unknown command: %s\n' $argv[1] >&2
            end
        else if not string match -q '*__fish_default_command_not_found_handler*' -- $body
            set -g __darn_user_handler 1
        end
    end

    # ---- darn ------------------------------------------------------------------------------

    # Carries out an answer of the list, or of the question. What runs is entered like a line of the user: it runs at
    # the top level and gets into the history.
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

    # Enters the next of several commands. The prompt and the line are drawn below a place of which the
    # terminal takes note, and are taken away before it runs: what it is was said. Argument: so many rows of
    # a prompt are above the cursor; fish goes up as many.
    function __darn_next -a rows
        set -l room (math 6 + $rows)
        begin
            __darn_go_up $rows
            builtin printf '%s\n' $__darn_steps[1]
            string repeat -N -n $room \n # it may scroll now, not later
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

    # How many rows of the prompt, and of what is typed, are above that of the cursor.
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
                # the command comes into the line editor; with options, or in a pipe, it is printed
                set -l IFS
                set -l text (__darn_call want "$argv[2..-1]")
                or return
                commandline -r -- $text
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
