//! What this process was started with: the options that every command takes, the calling shell, the day. The
//! only place that asks the process for its directory, environment and standard streams on behalf of a caller.

use std::ffi::OsString;
use std::io;
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use jiff::{Timestamp, tz::TimeZone};
use policy::lists::Day;
use rustix::termios::{isatty, tcgetwinsize, ttyname};
use syntax::Dialect;

use crate::caller::{Caller, Terminal};
use crate::ui::{self, style::Style};

/// Options common to all commands.
#[derive(Debug, clap::Args)]
pub struct Options {
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    #[arg(
        help = "When to use colours: auto (also heeds NO_COLOR), always, never",
        hide_default_value = true
    )]
    pub color: Color,
    /// Suppress notes and warnings
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Use this configuration file
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// What a command gets to know.
#[derive(Debug, Clone)]
pub struct Context {
    pub color: Color,
    pub quiet: bool,
    pub config: Option<PathBuf>,
    /// The shell that started this process; its dialect is not known.
    pub caller: Arc<Caller>,
}

impl Context {
    pub fn new(options: Options) -> Self {
        let Options { color, quiet, config } = options;
        Self { color, quiet, config, caller: caller(Dialect::Posix).into() }
    }

    /// Returns the style of standard output.
    pub fn style(&self) -> Style {
        let style = Style::of_stdout(&self.caller);
        let attributes = match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => style.attributes && style.is_terminal,
        };
        Style { attributes, ..style }
    }

    /// Prints a note to standard error, unless `--quiet` is given.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            ui::note(text);
        }
    }
}

/// Returns the current day.
pub fn today() -> Day {
    let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
    Day { year: today.year(), month: today.month(), day: today.day() }
}

/// Returns the environment of this process.
pub fn environment() -> impl Iterator<Item = (OsString, OsString)> {
    std::env::vars_os()
}

/// Creates a caller from the directory, the environment and the terminal of this process.
pub fn caller(dialect: Dialect) -> Caller {
    Caller {
        directory: std::env::current_dir().unwrap_or_default(),
        variables: Arc::new(variables(environment())),
        terminal: terminal(),
        ..Caller::unknown(dialect)
    }
}

/// Keeps the variables whose names are UTF-8.
pub fn variables(
    all: impl IntoIterator<Item = (OsString, OsString)>,
) -> std::collections::BTreeMap<String, OsString> {
    all.into_iter().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect()
}

fn terminal() -> Option<Terminal> {
    let of = |stream: &dyn AsFd| {
        let name = ttyname(stream.as_fd(), Vec::new()).ok()?.into_string().ok()?;
        Some(Terminal { name, columns: tcgetwinsize(stream.as_fd()).map_or(0, |size| size.ws_col) })
    };
    of(&io::stderr()).or_else(|| of(&io::stdin())).or_else(|| of(&io::stdout()))
}

/// Returns the size of the terminal.
#[cfg(feature = "llm")]
pub fn window() -> Option<rustix::termios::Winsize> {
    let size = tcgetwinsize(io::stderr()).or_else(|_| tcgetwinsize(io::stdin())).ok()?;
    (size.ws_col > 0 && size.ws_row > 0).then_some(size)
}

/// Returns whether standard input is a terminal.
pub fn is_interactive() -> bool {
    isatty(io::stdin())
}

/// Returns the number of the device that is standard input.
pub fn input_device() -> Option<u64> {
    rustix::fs::fstat(io::stdin()).ok().map(|stat| stat.st_rdev)
}

/// Returns standard input, for commands that read it.
pub fn input() -> io::StdinLock<'static> {
    io::stdin().lock()
}

/// Discards what was typed at the terminal and not yet read.
#[cfg(feature = "llm")]
pub fn discard_input() {
    let _ = rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush);
}

/// Returns a value that a program which only prints text cannot know.
pub fn nonce() -> io::Result<String> {
    use std::io::Read as _;
    let mut bytes = [0; 16];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(data_encoding::HEXLOWER.encode(&bytes))
}
