//! Is the shell waiting for the next key? Read from the kernel, so that no test has to sleep.

use std::fs;

use pty_process::blocking::{Pts, Pty};

/// One line of `/proc/PID/stat`.
struct Process {
    pid: i32,
    parent: i32,
    state: char,
    group: i32,
    session: i32,
    /// Foreground group of its terminal.
    foreground: i32,
}

/// True if exactly one process is in the terminal's foreground group (the wrapper that started it
/// not counted), it sleeps, and all input has been read.
pub fn is_idle(pty: &Pty, pts: &Pts, wrapper: Option<u32>) -> bool {
    if rustix::io::ioctl_fionread(pts).unwrap_or(0) > 0 {
        return false;
    }
    let Ok(leader) = rustix::termios::tcgetpgrp(pty) else { return false };
    let leader = leader.as_raw_nonzero().get();
    let all = processes();
    if let Some(inside) = all.iter().find(|p| p.parent == leader && p.session == p.pid) {
        let relay = all.iter().find(|p| p.pid == leader);
        return relay.is_some_and(|relay| relay.state == 'S') && is_idle_inside(inside, &all);
    }
    let counts = |p: &Process| p.group == leader && p.state != 'Z' && u32::try_from(p.pid).ok() != wrapper;
    let group: Vec<_> = all.into_iter().filter(counts).collect();
    matches!(group.as_slice(), [one] if matches!(one.state, 'S' | 't'))
}

/// The same for the terminal that the relay has made for its shell.
fn is_idle_inside(shell: &Process, all: &[Process]) -> bool {
    let Ok(terminal) = fs::File::open(format!("/proc/{}/fd/0", shell.pid)) else { return false };
    let mut group = all.iter().filter(|p| p.group == shell.foreground && p.state != 'Z');
    rustix::io::ioctl_fionread(&terminal).unwrap_or(0) == 0
        && matches!((group.next(), group.next()), (Some(one), None) if one.state == 'S')
}

/// Name of the leader of the foreground group.
pub fn foreground(pty: &Pty) -> String {
    let leader = rustix::termios::tcgetpgrp(pty).map_or(0, |pid| pid.as_raw_nonzero().get());
    fs::read_to_string(format!("/proc/{leader}/comm")).unwrap_or_default().trim_end().to_owned()
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
    // The name is in parentheses and may hold anything: fields count from the last `)`.
    let (pid, _) = text.split_once(' ')?;
    let mut fields = text.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?.chars().next()?;
    let parent = fields.next()?.parse().ok()?;
    let group = fields.next()?.parse().ok()?;
    let session = fields.next()?.parse().ok()?;
    let _terminal = fields.next()?;
    let foreground = fields.next()?.parse().ok()?;
    Some(Process { pid: pid.parse().ok()?, parent, state, group, session, foreground })
}
