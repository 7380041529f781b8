//! Detects whether the shell waits for the next key, using the kernel's data, so that no test has to sleep.

use std::fs;

use pty_process::blocking::{Pts, Pty};

/// A line of `/proc/PID/stat`.
struct Process {
    pid: i32,
    name: String,
    parent: i32,
    state: char,
    group: i32,
    session: i32,
    /// Foreground group of its terminal.
    foreground: i32,
}

/// Returns whether exactly one process is in the foreground, sleeps, and has read all input. Ignores the
/// session leader while it is still the wrapper that started the shell.
pub fn is_idle(pty: &Pty, pts: &Pts, wrapper: Option<&str>) -> bool {
    if rustix::io::ioctl_fionread(pts).unwrap_or(0) > 0 {
        return false;
    }
    let all = processes();
    let Some(seen) = Seen::on(pty, &all) else { return false };
    let counts = |p: &&Process| {
        p.group == seen.group && p.state != 'Z' && !(p.pid == p.session && wrapper == Some(&p.name))
    };
    let mut counted = all.iter().filter(counts);
    seen.relays_sleep
        && matches!((counted.next(), counted.next()), (Some(one), None) if matches!(one.state, 'S' | 't'))
}

/// Returns the name of the leader of the foreground group.
pub fn foreground(pty: &Pty) -> String {
    let leader = Seen::on(pty, &processes()).map_or(0, |seen| seen.group);
    fs::read_to_string(format!("/proc/{leader}/comm")).unwrap_or_default().trim_end().to_owned()
}

/// The process group that the user of a terminal interacts with: if a relay is in the foreground, that of the
/// terminal which it created, and so on.
struct Seen {
    /// The foreground group.
    group: i32,
    /// All relays wait, and their terminals have no unread input.
    relays_sleep: bool,
}

/// Maximum number of nested relays.
const MAX_DEPTH: usize = 8;

impl Seen {
    fn on(pty: &Pty, all: &[Process]) -> Option<Self> {
        let leader = rustix::termios::tcgetpgrp(pty).ok()?.as_raw_nonzero().get();
        let mut seen = Self { group: leader, relays_sleep: true };
        // processes come and go while they are listed, so the list may contain cycles
        for _ in 0..MAX_DEPTH {
            let is_shell = |p: &&Process| p.parent == seen.group && p.session == p.pid;
            let Some(shell) = all.iter().find(is_shell) else { return Some(seen) };
            let terminal = fs::File::open(format!("/proc/{}/fd/0", shell.pid)).ok()?;
            // darn answers in forks of itself
            let is_of_relay =
                |p: &Process| p.pid == seen.group || p.parent == seen.group && p.pid != shell.pid;
            let is_asleep = all.iter().filter(|p| is_of_relay(p)).all(|p| matches!(p.state, 'S' | 'Z'));
            let has_input = rustix::io::ioctl_fionread(&terminal).unwrap_or(0) > 0;
            seen.relays_sleep &= is_asleep && !has_input;
            seen.group = shell.foreground;
        }
        None
    }
}

/// Returns the shell that a process started on a terminal of its own, if that process is a relay.
pub fn behind_relay(relay: u32) -> Option<u32> {
    let is_shell = |p: &Process| u32::try_from(p.parent) == Ok(relay) && p.session == p.pid;
    processes().iter().find(|p| is_shell(p)).and_then(|p| u32::try_from(p.pid).ok())
}

/// Ends every process of the session that `leader` opened, as closing a terminal window does.
pub fn hang_up(leader: u32) {
    for process in processes() {
        if i64::from(process.session) == i64::from(leader)
            && let Some(pid) = rustix::process::Pid::from_raw(process.pid)
        {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::HUP);
        }
    }
}

fn processes() -> Vec<Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    entries.flatten().filter_map(|entry| process(&entry.path().join("stat"))).collect()
}

fn process(stat: &std::path::Path) -> Option<Process> {
    stat.parent()?.file_name()?.to_str()?.parse::<u32>().ok()?;
    let text = fs::read_to_string(stat).ok()?;
    // The name is in parentheses and may contain anything: count fields from the last `)`.
    let (pid, _) = text.split_once(' ')?;
    let (name, fields) = text.rsplit_once(')')?;
    let name = name.split_once('(')?.1.to_owned();
    let mut fields = fields.split_whitespace();
    let state = fields.next()?.chars().next()?;
    let parent = fields.next()?.parse().ok()?;
    let group = fields.next()?.parse().ok()?;
    let session = fields.next()?.parse().ok()?;
    let _terminal = fields.next()?;
    let foreground = fields.next()?.parse().ok()?;
    Some(Process { pid: pid.parse().ok()?, name, parent, state, group, session, foreground })
}
