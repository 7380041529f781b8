# The part of hook.fish needed only after a failure, which hook.fish reads then. Its last line shows that all of
# it was read.

# ---- the program ---------------------------------------------------------------------------

# Runs the program with everything it may know, exported to it alone. Arguments: failed, list, lines or
# model; wish or want with the words; or those of `darn`.
function __darn_call
    set -l IFS
    set -lx DARN_SESSION fish $version $fish_pid
    set -lx DARN_COLUMNS $COLUMNS
    # A command substitution costs more than all else here: none where it can be avoided.
    set -lx DARN_TAKEN 0
    set -q __darn_taken[1]; and set DARN_TAKEN (count $__darn_taken)
    set -lx DARN_DURATION $__darn_took
    set -lx DARN_ENTERED_IN $__darn_entered_in
    # Aliases of fish are functions marked in their description; only the used one matters.
    set -lx DARN_ALIASES
    set -l word # which fish 3.3 and later set from a named group
    string match -qr '^(?<word>[^\s;|&<>()]+)' -- $__darn_text
    set -q word[1]; or set word (string match -r '^[^\s;|&<>()]+' -- $__darn_text)
    if functions -q -- $word
        set DARN_ALIASES (functions -D -v -- $word | string replace -rf '^alias (\S+?)[ =]' '$1=')
    end
    set -lx DARN_FUNCTIONS
    if test $__darn_status -eq 127
        functions -n | read -z DARN_FUNCTIONS # without those that begin with an underscore
        string match -qr '(?s)^.{60001}' -- $DARN_FUNCTIONS
        and set DARN_FUNCTIONS (string sub -l 60000 -- $DARN_FUNCTIONS)
    end
    # Exported as one text, with a blank between the entries. The program leaves out those with several lines.
    set -lx DARN_HISTORY $history[100..1]\x1e
    string match -qr '(?s)^.{32001}' -- "$DARN_HISTORY"
    and set DARN_HISTORY (string sub -s -32000 -- "$DARN_HISTORY")
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
    set -l IFS \n
    set -l answer (__darn_call failed)
    set -l head $answer[1]
    if test -z "$head"
        test $__darn_status -eq 127 -a -n "$__darn_missing"; and __darn_handler $__darn_missing
        return
    end
    if string match -q '* pending*' -- $head
        set -g __darn_owed asked
        return
    end
    if contains -- $head run steps edit # the user was asked
        set -l IFS
        __darn_take (string join \n -- $answer)
        return
    end
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
    if string match -q '* drawn*' -- $head
        set -g __darn_fix $answer[2..-1]
        if set -q __darn_fix[2]
            set -l IFS
            set -g __darn_fix (string join \n -- $__darn_fix)
        end
    end
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


function __darn_unread -a line
    test -n "$fish_private_mode$DARN_DISABLE"; and return
    string match -qr '^[^\s#]' -- $line; or return
    test (string length -- $line) -le 32768; or return
    test -n "$__darn_mark"; and builtin printf '%sR;2\a' $__darn_mark
    set -g __darn_text $line
    set -g __darn_status 2
    set -g __darn_took
    set -g __darn_entered_in
    __darn_offer
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

set -g __darn_deferred
