//! A process that outlives a killed `darn do` for a moment, to end the processes of its shell.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::Arc;

use shell::session::family;

use crate::context;
use crate::ui::mouse;

/// First argument of the hook that is a keeper; the second is the nonce of the session.
pub const WORD: &str = "keep";

/// Third argument, if it also ends the terminal's reports of clicks.
const MOUSE: &str = "mouse";

/// Signals that do not end a keeper: a terminal that closes, or a logout, sends them to all processes, also to those that
/// the keeper has to end.
const HELD: [i32; 3] =
    [signal_hook::consts::SIGHUP, signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// A running keeper. Once this value is gone, however this process ends, it ends the session.
#[derive(Debug)]
pub struct Keeper {
    /// Held open: its end is the signal.
    pipe: Option<ChildStdin>,
    child: Child,
}

impl Keeper {
    /// `has_mouse`: the terminal may report clicks, and must not after the end.
    ///
    /// # Errors
    /// The process cannot be started.
    pub fn start(nonce: &str, has_mouse: bool) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(["hook", WORD, nonce])
            .args(has_mouse.then_some(MOUSE))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
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

/// Waits for the end of the process that started this one, then ends the session. `options`: the arguments behind the
/// nonce.
pub fn keep(nonce: &str, options: &[OsString]) -> ExitCode {
    for signal in HELD {
        let _ = signal_hook::flag::register(signal, Arc::default());
    }
    // an interrupted read begins again
    let _ = io::copy(&mut context::input(), &mut io::sink());
    if options.iter().any(|argument| argument.to_str() == Some(MOUSE))
        && let Ok(mut terminal) = OpenOptions::new().write(true).open("/dev/tty")
    {
        // the terminal of a killed process still reports
        let _ = terminal.write_all(mouse::OFF.as_bytes());
    }
    family::end(nonce);
    ExitCode::SUCCESS
}
