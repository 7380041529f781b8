//! All processes of a session, also those that left its terminal: each has inherited a variable with the nonce.

/// The variable; a program that removes it from the environment of its children hides them.
pub const VARIABLE: &str = "DARN_TASK_SESSION";

/// Ends the processes of a session when dropped.
#[derive(Debug)]
pub struct Family(String);

impl Family {
    pub fn new(nonce: &str) -> Self {
        Self(nonce.to_owned())
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        end(&self.0);
    }
}

#[cfg(target_os = "linux")]
pub use linux::{end, members};

#[cfg(target_os = "linux")]
mod linux {
    use std::time::{Duration, Instant};

    use memchr::memmem;
    use rustix::process::{Pid, Signal, kill_process};

    use super::VARIABLE;

    /// What the processes get, and how long they may take to end.
    const STEPS: [(Signal, Duration); 3] = [
        (Signal::HUP, Duration::from_millis(300)),
        (Signal::TERM, Duration::from_millis(700)),
        (Signal::KILL, Duration::from_millis(1000)),
    ];
    /// Poll interval for their end: they are not children, so nothing tells of it.
    const NAP: Duration = Duration::from_millis(5);

    /// Ends the processes of a session.
    pub fn end(nonce: &str) {
        for (signal, patience) in STEPS {
            let since = Instant::now();
            let members = members(nonce);
            if members.is_empty() {
                return;
            }
            for (pid, _) in members {
                let _ = kill_process(pid, signal);
                let _ = kill_process(pid, Signal::CONT); // a stopped one acts on nothing else
            }
            while since.elapsed() < patience && !super::members(nonce).is_empty() {
                std::thread::sleep(NAP);
            }
        }
    }

    /// Lists the processes of a session with their command lines.
    pub fn members(nonce: &str) -> Vec<(Pid, String)> {
        let entry = format!("{VARIABLE}={nonce}\0");
        let entry = entry.as_bytes();
        let own = rustix::process::getpid();
        let pids = std::fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(|process| {
            let pid = Pid::from_raw(process.file_name().to_str()?.parse().ok()?)?;
            let environment = std::fs::read(process.path().join("environ")).ok()?;
            if pid == own || memmem::find(&environment, entry).is_none() {
                return None;
            }
            let line = std::fs::read(process.path().join("cmdline")).ok()?;
            let line = String::from_utf8_lossy(&line).trim_end_matches('\0').replace('\0', " ");
            Some((pid, line))
        });
        pids.collect()
    }
}

/// Not possible without another process: the hangup of the terminal has to do.
#[cfg(not(target_os = "linux"))]
pub fn end(_: &str) {}

#[cfg(not(target_os = "linux"))]
pub fn members(_: &str) -> Vec<(rustix::process::Pid, String)> {
    Vec::new()
}
