//! Gets the output of the last command from the terminal, for shells outside `darn shell`.
//!
//! darn queries the screen and scrollback only after a failure, through the terminal's socket or with one
//! process that is killed at the deadline. [`find`] locates the output of the failed command in that text; if
//! the result is not certain, there is no output.

use std::time::{Duration, Instant};

use find::{Finished, Moment, Screen};

pub mod find;
mod kitty;
mod process;
mod rows;
mod socket;
mod tmux;
mod wezterm;

/// Supported terminals; multiplexers come before the terminals they run in.
pub const ALL: &[&Terminal] = &[&tmux::TERMINAL, &kitty::TERMINAL, &wezterm::TERMINAL];

/// Number of rows requested, from the bottom of the screen upwards.
const MAX_ROWS: usize = 1000;

/// Maximum size of an answer: a thousand rows of a wide terminal.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// A terminal that can be queried.
pub struct Terminal {
    pub name: &'static str,
    /// Returns `None` if the shell does not run in this terminal, and an error with a remedy if it does but
    /// the terminal cannot be queried.
    query: fn(&Surroundings<'_>) -> Option<Result<Query, &'static str>>,
    /// Parses the answer to the query; returns `None` if it is not about this shell.
    read: fn(&str, &Surroundings<'_>) -> Option<Screen>,
    /// Time for which the terminal may buffer output before processing it.
    delay: Duration,
}

impl std::fmt::Debug for Terminal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The shell's environment and terminal.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Lookup of an environment variable.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// The shell's terminal device, from ttyname(3).
    pub tty: Option<&'a str>,
    /// Width of the terminal in cells.
    pub columns: usize,
}

impl std::fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surroundings")
            .field("tty", &self.tty)
            .field("columns", &self.columns)
            .finish_non_exhaustive()
    }
}

impl Surroundings<'_> {
    /// Returns a variable; an empty one counts as absent.
    fn get(&self, name: &str) -> Option<String> {
        (self.variable)(name).filter(|value| !value.is_empty())
    }
}

/// How to query a terminal.
#[derive(Debug)]
enum Query {
    /// A program prints the answer. `needs` are additional environment variables.
    Program { name: &'static str, arguments: Vec<String>, needs: &'static [&'static str] },
    /// A socket answers the request, up to `end`.
    Socket { address: String, request: Vec<u8>, end: &'static str },
}

/// Returns the shell's terminal, and its query or the error that prevents one.
pub fn terminal(surroundings: &Surroundings<'_>) -> Option<(&'static Terminal, Result<(), &'static str>)> {
    found(surroundings).map(|(terminal, query)| (terminal, query.map(|_| ())))
}

fn found(surroundings: &Surroundings<'_>) -> Option<(&'static Terminal, Result<Query, &'static str>)> {
    ALL.iter().find_map(|terminal| Some((*terminal, (terminal.query)(surroundings)?)))
}

/// Returns the command's output if the terminal can be queried, answers in time, and the result is certain.
///
/// When the hook runs, the terminal may not yet have processed the output. If nothing is found, it is queried
/// until two answers are equal.
pub fn output(
    surroundings: &Surroundings<'_>,
    finished: &Finished<'_>,
    patience: Duration,
) -> Option<String> {
    let deadline = Instant::now() + patience;
    let (terminal, query) = found(surroundings)?;
    let query = query.ok()?;
    let mut before = None;
    loop {
        let left = deadline.checked_duration_since(Instant::now())?;
        let printed = ask(&query, surroundings, left)?;
        if before.as_ref() == Some(&printed) {
            return None;
        }
        let screen = (terminal.read)(&String::from_utf8_lossy(&printed), surroundings)?;
        let output = find::output(&screen, finished).filter(|output| !output.is_empty());
        if output.is_some() || finished.moment == Moment::Later {
            return output;
        }
        before = Some(printed);
        std::thread::sleep(terminal.delay);
    }
}

/// Returns whether the terminal answers queries about this shell.
pub fn answers(surroundings: &Surroundings<'_>, patience: Duration) -> bool {
    let Some((terminal, Ok(query))) = found(surroundings) else { return false };
    let printed = ask(&query, surroundings, patience);
    printed.is_some_and(|text| (terminal.read)(&String::from_utf8_lossy(&text), surroundings).is_some())
}

fn ask(query: &Query, surroundings: &Surroundings<'_>, patience: Duration) -> Option<Vec<u8>> {
    match query {
        Query::Program { name, arguments, needs } => {
            let needs = needs.iter().filter_map(|name| Some((*name, surroundings.get(name)?)));
            process::printed(name, arguments, usual(surroundings).chain(needs), patience)
        }
        Query::Socket { address, request, end } => socket::request(address, request, end, patience),
    }
}

/// Returns the environment that every program needs.
fn usual(surroundings: &Surroundings<'_>) -> impl Iterator<Item = (&'static str, String)> {
    let names = ["PATH", "HOME", "USER", "TMPDIR", "XDG_RUNTIME_DIR", "LANG", "LC_ALL", "LC_CTYPE"];
    names.into_iter().filter_map(|name| Some((name, surroundings.get(name)?)))
}
