//! Looks at a running command from outside: whether it waits for the user, and for what.

use std::time::Instant;

use rustix::process::Pid;
use rustix::termios::{LocalModes, tcgetattr, tcgetpgrp};

use crate::relay::pty::Pty;

/// What a command waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wants {
    /// A line that is not shown while it is typed.
    Password,
    Line,
    /// A line that the shell's own line editor reads and draws, such as for fish's `read`.
    EditedLine,
    /// Single keys: an editor, a pager, a program with its own line editor.
    Keys,
}

/// A change that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    Waits(Wants),
    Resumed,
    /// Another shell has taken the place of the first one, and waits at its prompt.
    Replaced,
}

/// Watches one command.
#[derive(Debug)]
pub struct Watch {
    shell: Pid,
    /// The terminal's name in the file system.
    tty: String,
    /// How the shell was called when the command began.
    called: Vec<u8>,
    last: Instant,
    /// What was seen the last time: it counts once it was seen twice.
    before: Option<State>,
    /// What the caller was told.
    told: Option<Wants>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Works,
    Waits(Wants),
    Replaced,
}

impl Watch {
    pub fn new(shell: Pid, tty: String) -> Self {
        Self { shell, tty, called: call_of(shell), last: Instant::now(), before: None, told: None }
    }

    /// Returns when the command was looked at last, or began.
    pub const fn last(&self) -> Instant {
        self.last
    }

    /// Forgets what the caller was told: the command was answered, and may ask again.
    pub const fn answered(&mut self) {
        (self.before, self.told) = (None, None);
    }

    /// Looks again; returns what has changed.
    pub fn look(&mut self, pty: &Pty) -> Option<Seen> {
        self.last = Instant::now();
        let state = self.state(pty);
        if self.before.replace(state) != Some(state) {
            return None;
        }
        match (state, self.told) {
            (State::Waits(wants), told) if told != Some(wants) => {
                self.told = Some(wants);
                Some(Seen::Waits(wants))
            }
            (State::Works, Some(_)) => {
                self.told = None;
                Some(Seen::Resumed)
            }
            (State::Replaced, _) => {
                self.called = call_of(self.shell);
                Some(Seen::Replaced)
            }
            _ => None,
        }
    }

    fn state(&self, pty: &Pty) -> State {
        let (Ok(modes), Ok(group)) = (tcgetattr(pty.slave()), tcgetpgrp(pty)) else { return State::Works };
        let is_line = modes.local_modes.contains(LocalModes::ICANON);
        let echoes = modes.local_modes.contains(LocalModes::ECHO);
        let reads = reader::reads_terminal(group, self.shell, &self.tty);
        if group == self.shell && reads != Some(false) && self.called != call_of(self.shell) {
            return State::Replaced;
        }
        match (is_line, echoes, reads) {
            (true, false, None | Some(true)) => State::Waits(Wants::Password),
            (true, true, Some(true)) => State::Waits(Wants::Line),
            (false, _, Some(true)) if group == self.shell => State::Waits(Wants::EditedLine),
            (false, ..) if group != self.shell => State::Waits(Wants::Keys),
            _ => State::Works,
        }
    }
}

/// Returns the arguments of a process.
fn call_of(pid: Pid) -> Vec<u8> {
    std::fs::read(format!("/proc/{}/cmdline", pid.as_raw_nonzero())).unwrap_or_default()
}

#[cfg(target_os = "linux")]
mod reader {
    use std::fs;

    use rustix::process::Pid;

    use crate::processes::{children, group_of};

    /// Maximum number of processes and threads looked at.
    const MAX: usize = 64;

    /// Returns whether a process of the foreground waits for input from the terminal; `None`: the system does
    /// not tell (processes of other users).
    pub fn reads_terminal(group: Pid, shell: Pid, tty: &str) -> Option<bool> {
        let members = members(group, shell);
        let mut is_known = !members.is_empty();
        for pid in members {
            match reads(pid, tty) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_known = false,
            }
        }
        is_known.then_some(false)
    }

    fn reads(pid: i32, tty: &str) -> Option<bool> {
        let tasks = fs::read_dir(format!("/proc/{pid}/task")).ok()?;
        let mut is_known = false;
        for task in tasks.flatten().take(MAX) {
            let Ok(call) = fs::read_to_string(task.path().join("syscall")) else { continue };
            is_known = true;
            // `running`, or the number of the call and its arguments
            let mut words = call.split_whitespace();
            let Some(number) = words.next().and_then(|number| number.parse::<i64>().ok()) else { continue };
            let first =
                words.next().and_then(|word| i64::from_str_radix(word.trim_start_matches("0x"), 16).ok());
            if waits(number, first, pid, tty) {
                return Some(true);
            }
        }
        is_known.then_some(false)
    }

    /// Returns whether a system call waits for input from the terminal.
    fn waits(number: i64, first: Option<i64>, pid: i32, tty: &str) -> bool {
        let is_terminal = |fd: i64| {
            let target = fs::read_link(format!("/proc/{pid}/fd/{fd}"));
            target.is_ok_and(|target| target.as_os_str() == tty || target.as_os_str() == "/dev/tty")
        };
        if number == libc::SYS_read || number == libc::SYS_readv {
            return first.is_some_and(is_terminal);
        }
        // these take sets of descriptors, which cannot be read: standard input is the likely one
        let polls = [libc::SYS_ppoll, libc::SYS_pselect6];
        #[cfg(target_arch = "x86_64")]
        let polls = [polls[0], polls[1], libc::SYS_poll, libc::SYS_select];
        polls.contains(&number) && is_terminal(0) && !has_children(pid)
    }

    /// Lists the processes of a group among the shell and its descendants.
    fn members(group: Pid, shell: Pid) -> Vec<i32> {
        let group = group.as_raw_nonzero().get();
        let mut left = vec![shell.as_raw_nonzero().get()];
        let mut members = Vec::new();
        let mut seen = 0;
        while let Some(pid) = left.pop() {
            seen += 1;
            if seen > MAX {
                break;
            }
            if group_of(pid) == Some(group) {
                members.push(pid);
            }
            left.extend(children(pid));
        }
        members
    }

    fn has_children(pid: i32) -> bool {
        !children(pid).is_empty()
    }
}

#[cfg(not(target_os = "linux"))]
mod reader {
    use rustix::process::Pid;

    /// Only the modes of the terminal are known.
    pub const fn reads_terminal(_: Pid, _: Pid, _: &str) -> Option<bool> {
        None
    }
}
