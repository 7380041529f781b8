//! `darn hook SHELL WHAT …`: arguments and environment in, standard output and exit status out.
//!
//! # After a failure
//!
//! `darn hook SHELL WHAT STATUS TEXT`: TEXT is the failed command line as typed, STATUS its exit status.
//!
//! | WHAT | terminal | stdout | status |
//! |---|---|---|---|
//! | `failed` | the hint is drawn on stderr, on a line of its own | `COUNT FLAG [plain] [asks]`, then from the second line on the text for the accept key; nothing if there is nothing to say; where the user was asked, what `list` says | 0 |
//! | `list` | the list is shown on the terminal and read from it | `run` or `edit`, then from the second line on the text; or `steps`; nothing if the user left | 0, 1 |
//! | `lines` | – | one suggestion a line, for pipes | 0, 1 |
//! | `filed` | as `failed` | the number of the question and the command, each with U+001D behind it, then as `failed` | 0 |
//! | `model` | – | `PID FIFO`, then a line that says who is asked | 0; else no model was asked |
//!
//! COUNT is the number of suggestions (0: a cause without a command was drawn). FLAG is one word:
//! - `drawn`: the hint is on the screen;
//! - `pending`: whole lines wait to be read by the shell (a pasted script, typed ahead), so nothing
//!   was drawn and no text follows. The script owes the hint and asks again at the first prompt
//!   without such input;
//! - `-`: nothing was drawn: there is no terminal, or a handler of the user has spoken. The script lends no key
//!   to a text that is not on the screen.
//!
//! `steps`: several commands, each to be run only where the one before has succeeded. The second line is the
//! whole, for the history; then each has two lines: what is to be printed before it runs, which is fit for the
//! terminal, and its text. None of them has a newline in it.
//!
//! `plain` (to zsh only): the user wants no ghost text. `asks`: a model may know more; the script lends its
//! key for that (COUNT 0: nothing else is known, and that was drawn unless FLAG is `-`, or the user was asked
//! and there is nothing to run, or darn does not comment on the failure).
//!
//! The text may have several lines and no other control character than newline and tab; it is
//! absent where every suggestion needs a confirmation. At most [`crate::MAX_BYTES`]: what is
//! longer is not offered, and a longer TEXT is not looked at.
//!
//! `darn hook SHELL filed FILE`: the question is `newest` or `said` of [`crate::relay`] without the shell's environment,
//! in a file that is deleted. bash and zsh ask so: what their builtins print is slow to take apart.
//!
//! `model` returns at once; PID is the process that asks. It opens FIFO once the script has, and the name is
//! then removed. When it has an answer, it writes it as [`crate::late`] says. It ends when the shell does, or
//! when the script closes the FIFO. fish cannot wait on a descriptor: it is sent SIGURG first and then opens
//! the FIFO.
//!
//! # Requests in words
//!
//! `darn hook SHELL WHAT TEXT`: TEXT describes the command, or is its beginning.
//!
//! | WHAT | stdout | status |
//! |---|---|---|
//! | `wish` | `edit` or `none`, then a line to be shown above the prompt or an empty one, then the text of the line; after `none` what is to be inserted into it, if anything | 0 |
//! | `want` | the text | 0; else stderr says why |
//!
//! `wish` is for a key: it uses the prompt's line while it waits, asks for a request if TEXT is empty, and
//! prints nothing itself. `want` is for `darn ask`.
//!
//! # The Enter guard
//!
//! `darn hook SHELL WHAT TEXT`: TEXT is the line that was entered and has not run, with the earlier lines of
//! the same command. The scripts call this only if their own filter, which never misses what the policy would
//! flag, says that the line must be judged (`policy::Policy::triggers`).
//!
//! | WHAT | when | stdout | status |
//! |---|---|---|---|
//! | `judge` | at Enter, before the line runs | `LEVEL FINGERPRINT [waiting]`, then lines to show | 0; else it was not judged |
//! | `warn` | just before the line runs, where nothing can stop it | the same, LEVEL at most `warn` | 0 |
//! | `ask` | after the LEVEL `confirm` | `run`; `edit`, then from the second line on the safer form; `back`; `drop`; `waiting` | 0; else nothing was asked |
//!
//! LEVEL is `allow`, `warn`, `confirm` or `deny`; the current settings, not those at the shell's start, may
//! lower it. FINGERPRINT (16 hexadecimal digits) identifies the reasons and the words they are about: if the
//! user has agreed to the first lines of a command, its next line is asked about only if the fingerprint
//! changed. `waiting`: keys were typed before anything was drawn; they were not meant as an answer and go to
//! the shell, so the script takes the line off the editor without running it. The lines to show are safe for
//! the terminal: those of `warn` say what will run, those of `deny` why nothing does.
//!
//! `judge` and `warn` end within half a second for any line; a script waits for twice that. No answer, an
//! unknown answer and any other status all mean: not judged. The script then asks by itself if the line has
//! one of the destructive words, else lets it run.
//!
//! # Environment
//!
//! Set for the one call and never exported:
//! - `DARN_COLUMNS`: width of the terminal; else the terminal is asked.
//! - `DARN_ALIASES`: `name=value` lines; for the guard, those whose names are in the line.
//! - `DARN_FUNCTIONS`: names with blanks between them (status 127 only); for the guard, the definitions.
//! - `DARN_HISTORY`: recent command lines, newest last (bash sends them as `history` prints them
//!   with a time format of U+001E: a number, U+001E, the text). Only its end is used.
//! - `DARN_TAKEN`: how often the accept key has taken a suggestion since the last call.
//! - `DARN_DURATION`: how many milliseconds the failed command took, where the shell knows.
//! - `DARN_ENTERED_IN`: directory in which the failed line was entered; a `cd` on it may have left it.
//! - `DARN_MODEL`: not empty where the script has a key that asks a model.
//! - `DARN_KEYS`: `none` where the shell lends no key: the hint then names `darn`; `vi` where it
//!   lends none that begins with Escape; else all that the configuration names. `sh` lends none.
//! - `DARN_HANDLER`: not empty where the user's own command-not-found handler has spoken: no hint
//!   for an unknown command then, one voice is enough.
//! - `DARN_VARIABLES`, for the guard: a line for each variable that the line, its aliases and its functions
//!   name: `- NAME` where it is unset, `+ NAME` where it is not empty, `= NAME VALUE` where it is empty or may
//!   be a path: values of other kinds may be secrets, and are not sent.

mod invocation;
mod stdout;

pub use invocation::{
    ALIASES, COLUMNS, DURATION, ENTERED_IN, FUNCTIONS, HANDLER, HISTORY, Invocation, KEYS, MAX_HISTORY,
    MODEL, TAKEN, VARIABLES,
};
pub(crate) use stdout::{line, without_end};
