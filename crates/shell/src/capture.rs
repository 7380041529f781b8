//! What the last command printed, asked of the terminal: for shells outside of `darn shell`.
//!
//! A terminal knows what is on its screen and above it. It is asked at its socket, or by one process
//! of its own, which is killed when the time is up; and only after a failure. Where in that text the output of
//! the failed command begins and ends is found by [`find`]; if not for certain, there is none.

use std::time::{Duration, Instant};

use find::{Finished, Moment, Screen};

pub mod find;
mod kitty;
mod process;
mod rows;
mod socket;
mod tmux;
mod wezterm;

/// Every terminal that can be asked; where one runs in another, the inner one comes first.
pub const ALL: &[&Terminal] = &[&tmux::TERMINAL, &kitty::TERMINAL, &wezterm::TERMINAL];

/// Rows asked for, from the bottom of the screen upwards.
const MAX_ROWS: usize = 1000;

/// A thousand rows of a wide terminal; who tells more is no terminal.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// A terminal that can be asked.
pub struct Terminal {
    pub name: &'static str,
    /// `None`: the shell does not run in it. An error: it does, and this is what to do about it.
    query: fn(&Surroundings<'_>) -> Option<Result<Query, &'static str>>,
    /// What the query printed; `None` where it is not about this shell.
    read: fn(&str, &Surroundings<'_>) -> Option<Screen>,
    /// How long it may wait for more before it takes up what was printed.
    delay: Duration,
}

impl std::fmt::Debug for Terminal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Where the shell runs.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The environment.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// The shell's terminal device, as ttyname(3) says.
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
    /// Value of a variable; an empty one counts as absent.
    fn get(&self, name: &str) -> Option<String> {
        (self.variable)(name).filter(|value| !value.is_empty())
    }
}

/// What makes a terminal tell its text.
#[derive(Debug)]
enum Query {
    /// A program prints it. `needs`: of the environment, besides the usual.
    Program { name: &'static str, arguments: Vec<String>, needs: &'static [&'static str] },
    /// It is the answer at a socket, up to `end`.
    Socket { address: String, request: Vec<u8>, end: &'static str },
}

/// The terminal in which the shell runs, and the error that keeps it from being asked.
#[must_use]
pub fn terminal(surroundings: &Surroundings<'_>) -> Option<(&'static Terminal, Result<(), &'static str>)> {
    found(surroundings).map(|(terminal, query)| (terminal, query.map(|_| ())))
}

fn found(surroundings: &Surroundings<'_>) -> Option<(&'static Terminal, Result<Query, &'static str>)> {
    ALL.iter().find_map(|terminal| Some((*terminal, (terminal.query)(surroundings)?)))
}

/// What the command printed, if the terminal can be asked, answers in time, and it is certain.
///
/// In the hook the command has only just ended, and the terminal may not have taken up what it
/// printed: where there is nothing, it is asked again until it says the same twice.
#[must_use]
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

/// Does it answer, and about this shell?
#[must_use]
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
        Query::Socket { address, request, end } => socket::answer(address, request, end, patience),
    }
}

/// What every program needs of the environment.
fn usual(surroundings: &Surroundings<'_>) -> impl Iterator<Item = (&'static str, String)> {
    let names = ["PATH", "HOME", "USER", "TMPDIR", "XDG_RUNTIME_DIR", "LANG", "LC_ALL", "LC_CTYPE"];
    names.into_iter().filter_map(|name| Some((name, surroundings.get(name)?)))
}
