//! Starts the daemon in the background.

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// How long a new daemon may take until it listens.
const PATIENCE: Duration = Duration::from_secs(5);
/// What a daemon that listens prints.
pub const READY: &str = "ready\n";

/// Why the daemon did not start.
#[derive(Debug)]
pub enum StartError {
    /// It could not be executed.
    Spawn(std::io::Error),
    /// It said this.
    Refused(String),
    /// It said nothing in time.
    Silent,
}

/// Starts the daemon in a session of its own, without any descriptor of this process. `waits`: until it listens.
pub fn start(waits: bool) -> Result<(), StartError> {
    let program = std::env::current_exe().map_err(StartError::Spawn)?;
    shell::descriptors::close_on_exec();
    let mut child = Command::new(program)
        .args(["daemon", "run", "--detach"])
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(if waits { Stdio::piped() } else { Stdio::null() })
        .stderr(Stdio::null())
        .spawn()
        .map_err(StartError::Spawn)?;
    let Some(mut stdout) = child.stdout.take() else { return Ok(()) };
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut said = String::new();
        let _ = stdout.read_to_string(&mut said);
        let _ = sender.send(said);
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(said) if said == READY => Ok(()),
        Ok(said) => Err(StartError::Refused(said.trim().to_owned())),
        Err(_) => Err(StartError::Silent),
    }
}

/// Leaves the caller's session, and its terminal with it; standard output stays open until the caller was told.
pub fn leave_session() {
    // the leader of a group cannot; it was started by hand then
    let _ = rustix::process::setsid();
}

/// Tells the caller that this daemon listens, and closes the last descriptor that it shares with it.
pub fn say_ready() {
    crate::ui::print(READY);
    if let Ok(null) = std::fs::OpenOptions::new().write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(&null);
    }
}
