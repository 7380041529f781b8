//! Options common to all commands.

use std::os::fd::AsFd;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::ValueEnum;
use policy::lists::Day;

use crate::{env, ui};

/// Options common to all commands.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Context {
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

impl Color {
    /// Returns whether to use colours on this stream.
    #[must_use]
    pub fn is_on(self, stream: impl AsFd) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let refused = env::variable("NO_COLOR").is_some();
                let dumb = env::variable("TERM").is_some_and(|value| value == "dumb");
                !refused && !dumb && rustix::termios::isatty(stream)
            }
        }
    }
}

impl Context {
    /// Prints a note to standard error, unless `--quiet` is given.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            ui::note(text);
        }
    }
}

/// Returns the current day.
#[must_use]
pub fn today() -> Day {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Day::of_unix_time(since.as_secs())
}
