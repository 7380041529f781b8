//! Watches the foreground of the terminal: the output of some programs must not be remembered.
//!
//! The hooks of zsh and fish report the command line when it begins; for bash, what the terminal showed of
//! it. That is incomplete, so its processes are checked too: on output, and a few times soon after it begins.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::Timespec;
use rustix::process::Pid;
use rustix::termios::tcgetpgrp;

/// Evidence about a command.
#[derive(Debug, Clone, Copy)]
pub enum Trace<'a> {
    /// Arguments of one of its processes, beginning with its name.
    Process(&'a [&'a str]),
    /// Name of a process that is ending: its arguments are gone.
    Ending(&'a str),
    /// The line, or what was drawn while it was typed.
    Line(&'a [u8]),
}

/// Returns whether the output is private.
pub type IsPrivate = Box<dyn Fn(Trace<'_>) -> bool>;

/// Delays of the checks without output, each after the one before.
const SOON: [Timespec; 4] = [millis(1), millis(3), millis(9), millis(27)];
/// Number of checks without a pause, ...
const AT_ONCE: u32 = 32;
/// ... and the interval of later ones: each reads a few files.
const DISTANCE: Duration = Duration::from_millis(50);
/// Maximum number of processes checked per command.
const MAX_PROCESSES: usize = 64;

const fn millis(count: i64) -> Timespec {
    Timespec { tv_sec: 0, tv_nsec: count * 1_000_000 }
}

/// Checks the processes of one command after the other.
pub struct Foreground {
    is_private: IsPrivate,
    group: Option<Pid>,
    last: Option<Instant>,
    looks: u32,
    /// Number of delays of [`SOON`] that have passed.
    waits: usize,
}

impl std::fmt::Debug for Foreground {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Foreground").field("group", &self.group).finish_non_exhaustive()
    }
}

impl Foreground {
    pub const fn new(is_private: IsPrivate) -> Self {
        Self { is_private, group: None, last: None, looks: 0, waits: SOON.len() }
    }

    /// Resets the state when a command begins.
    pub const fn begin(&mut self) {
        (self.group, self.last, self.looks, self.waits) = (None, None, 0, 0);
    }

    /// Returns whether the line contains a private command.
    pub fn is_private_line(&self, line: &[u8]) -> bool {
        (self.is_private)(Trace::Line(line))
    }

    /// Returns the delay until the next check without output.
    pub fn patience(&self) -> Option<&'static Timespec> {
        SOON.get(self.waits)
    }

    /// Records that the delay has passed.
    pub const fn has_waited(&mut self) {
        self.waits += 1;
    }

    /// Returns whether a private program is running. `shell`: the process that the relay has started.
    pub fn is_private(&mut self, master: impl AsFd, shell: Pid) -> bool {
        let Ok(group) = tcgetpgrp(master) else { return false };
        let now = Instant::now();
        let is_same = self.group == Some(group);
        let is_soon = self.last.is_some_and(|last| now.duration_since(last) < DISTANCE);
        if is_same && is_soon && self.looks > AT_ONCE {
            return false;
        }
        (self.group, self.last, self.looks) = (Some(group), Some(now), self.looks + 1);
        processes::any(group, shell, &self.is_private)
    }
}

#[cfg(target_os = "linux")]
mod processes {
    use std::fs;
    use std::io::Read as _;

    use rustix::process::Pid;

    use super::{IsPrivate, MAX_PROCESSES, Trace};
    use crate::processes::{children, group_of};

    /// Maximum number of argument bytes read.
    const MAX_BYTES: u64 = 4096;

    /// Returns whether a process of a group is private; looks only at the shell's descendants, as all
    /// processes of the machine would be too many.
    pub fn any(group: Pid, shell: Pid, is_private: &IsPrivate) -> bool {
        let group = group.as_raw_nonzero().get();
        let mut left = vec![shell.as_raw_nonzero().get()];
        let mut seen = 0;
        while let Some(pid) = left.pop() {
            if group_of(pid) == Some(group) {
                if is_process_private(pid, is_private) {
                    return true;
                }
                seen += 1;
            }
            if seen + left.len() < MAX_PROCESSES {
                left.extend(children(pid));
            }
        }
        // the system does not list children
        seen == 0 && is_process_private(group, is_private)
    }

    fn is_process_private(pid: i32, is_private: &IsPrivate) -> bool {
        let mut arguments = Vec::new();
        let file = fs::File::open(format!("/proc/{pid}/cmdline"));
        if file.and_then(|file| file.take(MAX_BYTES).read_to_end(&mut arguments)).is_err() {
            return false;
        }
        let name = || fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
        if arguments.is_empty() {
            return is_private(Trace::Ending(name().trim_end()));
        }
        let text = String::from_utf8_lossy(&arguments);
        let mut words: Vec<&str> = text.trim_end_matches('\0').split('\0').collect();
        if is_private(Trace::Process(&words)) {
            return true;
        }
        // a script: its interpreter and path were checked above
        let name = name();
        if let Some(first) = words.first_mut() {
            *first = name.trim_end();
        }
        is_private(Trace::Process(&words))
    }
}

#[cfg(not(target_os = "linux"))]
mod processes {
    use rustix::process::Pid;

    use super::IsPrivate;

    /// Not possible without unsafe code or another process.
    pub fn any(_: Pid, _: Pid, _: &IsPrivate) -> bool {
        false
    }
}
