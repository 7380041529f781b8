//! What a session takes and gives.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use rustix::termios::Winsize;
use syntax::Dialect;

use super::{Kept, Wants};

/// How a session begins.
#[derive(Debug)]
pub struct Start<'a> {
    pub program: &'a Path,
    pub dialect: Dialect,
    /// The shell reads the user's startup files.
    pub reads_startup_files: bool,
    pub directory: &'a Path,
    pub environment: &'a [(OsString, OsString)],
    pub size: Winsize,
    /// A directory that only this user can enter, for the files of this session.
    pub place: &'a Path,
    /// A value that programs which only print cannot know.
    pub nonce: &'a str,
}

/// What happens in a session.
#[derive(Debug, PartialEq, Eq)]
pub enum Event {
    /// The command has printed something.
    Output(Vec<u8>),
    /// The command waits for the user.
    Waits(Wants),
    /// It no longer waits.
    Resumed,
    Ended(Ended),
    /// The shell itself has ended, with its status if it was not killed; see [`Session::restart`].
    ShellEnded(Option<i32>),
    /// One of the caller's descriptors is ready, or a signal has arrived.
    Other,
    /// The time is over.
    Elapsed,
}

/// How a command ended.
#[derive(Debug, PartialEq, Eq)]
pub struct Ended {
    /// As the shell has it; `None`: unknown, because the shell was replaced by another one.
    pub status: Option<i32>,
    pub duration: Duration,
    pub output: Kept,
}

/// Why a command was not started.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    /// The shell would wait for the rest of it, such as a closing quote.
    Incomplete,
    /// Another one is running.
    Busy,
    /// The shell has ended or cannot be reached.
    Gone,
}

/// A signal for the running command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    Interrupt,
    Terminate,
    Kill,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Incomplete => "the command is incomplete, such as without a closing quote",
            Self::Busy => "another command is running",
            Self::Gone => "the shell has ended",
        })
    }
}
