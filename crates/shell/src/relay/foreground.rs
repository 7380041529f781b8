//! Who is in the foreground of the terminal: what some programs print is not to be remembered.
//!
//! The command line is told by the hooks of zsh and fish when it begins; of bash, what the terminal
//! has shown of it. That is not all: so its processes are looked at too, when something is printed,
//! and a few times soon after it has begun.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::Timespec;
use rustix::process::Pid;
use rustix::termios::tcgetpgrp;

/// What is seen of a command.
#[derive(Debug, Clone, Copy)]
pub enum Trace<'a> {
    /// Arguments of one of its processes, its name first.
    Process(&'a [&'a str]),
    /// The name of one that is ending: its arguments are gone.
    Ending(&'a str),
    /// The line, or what was drawn while it was typed.
    Line(&'a [u8]),
}

/// Whether it prints what is not to be remembered.
pub type IsPrivate = Box<dyn Fn(Trace<'_>) -> bool>;

/// How long after the beginning of a command, and after the look before, one looks without being
/// woken by output.
const SOON: [Timespec; 4] = [millis(1), millis(3), millis(9), millis(27)];
/// So many looks of a command follow each other at once, ...
const AT_ONCE: u32 = 32;
/// ... later ones at this distance: each reads a few files.
const DISTANCE: Duration = Duration::from_millis(50);
/// Processes of a command that are looked at.
const MAX_PROCESSES: usize = 64;

const fn millis(count: i64) -> Timespec {
    Timespec { tv_sec: 0, tv_nsec: count * 1_000_000 }
}

/// Looks at the processes of one command after the other.
pub struct Foreground {
    is_private: IsPrivate,
    group: Option<Pid>,
    last: Option<Instant>,
    looks: u32,
    /// Of [`SOON`], those that are over.
    waits: usize,
}

impl std::fmt::Debug for Foreground {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Foreground").field("group", &self.group).finish_non_exhaustive()
    }
}

impl Foreground {
    #[must_use]
    pub const fn new(is_private: IsPrivate) -> Self {
        Self { is_private, group: None, last: None, looks: 0, waits: SOON.len() }
    }

    /// A command begins.
    pub const fn begin(&mut self) {
        (self.group, self.last, self.looks, self.waits) = (None, None, 0, 0);
    }

    /// Whether this line has such a program in it.
    #[must_use]
    pub fn is_private_line(&self, line: &[u8]) -> bool {
        (self.is_private)(Trace::Line(line))
    }

    /// How long to wait before looking again where nothing happens.
    #[must_use]
    pub fn patience(&self) -> Option<&'static Timespec> {
        SOON.get(self.waits)
    }

    /// It was waited so long.
    pub const fn has_waited(&mut self) {
        self.waits += 1;
    }

    /// Whether such a program is at work. `shell`: the process that the relay has started.
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

    /// Arguments are read so far.
    const MAX_BYTES: u64 = 4096;

    /// Whether one of a group is private: of the shell and what it has started, its children and
    /// theirs. (Not all processes of the machine: those are too many.)
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
        // a system that does not tell children
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
        // a script: its interpreter and its path are what is told above
        let name = name();
        if let Some(first) = words.first_mut() {
            *first = name.trim_end();
        }
        is_private(Trace::Process(&words))
    }

    fn group_of(pid: i32) -> Option<i32> {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // the name is in parentheses and may hold anything: fields count from the last `)`
        text.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
    }

    fn children(pid: i32) -> Vec<i32> {
        let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
        lists
            .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
            .collect()
    }
}

#[cfg(not(target_os = "linux"))]
mod processes {
    use rustix::process::Pid;

    use super::IsPrivate;

    /// There is no way to ask without unsafe code or a process of its own.
    pub fn any(_: Pid, _: Pid, _: &IsPrivate) -> bool {
        false
    }
}
