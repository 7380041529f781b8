//! A process that outlives a killed `darn do` for a moment, to end the processes of its shell.

use std::io::{self, Read as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};

use shell::session::family;

use crate::context;

/// First argument of the hook that is a keeper; the second is the nonce of the session.
pub const WORD: &str = "keep";

/// A running keeper. Once this value is gone, however this process ends, it ends the session.
#[derive(Debug)]
pub struct Keeper {
    /// Held open: its end is the signal.
    pipe: Option<ChildStdin>,
    child: Child,
}

impl Keeper {
    /// # Errors
    /// The process cannot be started.
    pub fn start(nonce: &str) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["hook", WORD, nonce]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        command.process_group(0); // Ctrl-C at the terminal is not for it
        let mut child = command.spawn()?;
        Ok(Self { pipe: child.stdin.take(), child })
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.pipe.take());
        let _ = self.child.wait();
    }
}

/// Waits for the end of the process that started this one, then ends the session.
pub fn keep(nonce: &str) -> ExitCode {
    let mut rest = [0; 64];
    while context::input().read(&mut rest).is_ok_and(|count| count > 0) {}
    family::end(nonce);
    ExitCode::SUCCESS
}
