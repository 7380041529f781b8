//! A question about a failed command.

use std::sync::Arc;
use std::time::Duration;

use crate::caller::Caller;

/// What is known about the failed command.
#[derive(Debug, Clone)]
pub struct Request {
    pub text: String,
    /// Negative: unknown.
    pub status: i32,
    /// Raw captured output, if any.
    pub output: Option<Vec<u8>>,
    /// The shell in which it failed.
    pub caller: Arc<Caller>,
}

/// Who waits for the answer; limits the time spent on the file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// The prompt: 200 ms.
    Prompt,
    /// A user who asked for it: 2 s.
    Asker,
}

impl Waiting {
    pub const fn patience(self) -> Duration {
        match self {
            // debug builds are slower, which is not the file system's fault
            Self::Prompt if cfg!(debug_assertions) => Duration::from_secs(1),
            Self::Prompt => Duration::from_millis(200),
            Self::Asker => Duration::from_secs(2),
        }
    }
}
