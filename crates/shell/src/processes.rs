//! The session and process group of this process, and the output of others.
//!
//! In a container the leader of a session or group may be outside; its number is then 0 (pid_namespaces(7)).
//! rustix rejects this number, nix returns it.

use std::io::{ErrorKind, Read};
use std::os::fd::AsFd;
use std::time::Instant;

use nix::unistd;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::Pid;

/// Returns whether this process leads its session, as a login shell or a shell started by a terminal does.
pub fn leads_session() -> bool {
    unistd::getsid(None) == Ok(unistd::getpid())
}

/// Returns the group of this process, if its leader is visible here.
pub fn group() -> Option<Pid> {
    Pid::from_raw(unistd::getpgrp().as_raw())
}

/// Reads a pipe to its end; `None` if that takes too long, fails, or yields more than `max` bytes.
pub fn read_within(mut pipe: impl Read + AsFd, deadline: Instant, max: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 16 * 1024];
    while bytes.len() <= max {
        let left = deadline.checked_duration_since(Instant::now())?;
        match poll(&mut [PollFd::new(&pipe, PollFlags::IN)], Timespec::try_from(left).ok().as_ref()) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(Errno::INTR) => continue,
            Err(_) => return None,
        }
        match pipe.read(&mut buffer) {
            Ok(0) => return Some(bytes),
            Ok(count) => bytes.extend_from_slice(buffer.get(..count)?),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    None
}

/// Returns the process group of a process.
#[cfg(target_os = "linux")]
pub fn group_of(pid: i32) -> Option<i32> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // the name is in parentheses and may contain anything: fields count from the last `)`
    text.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
}

/// Lists the children of a process.
#[cfg(target_os = "linux")]
pub fn children(pid: i32) -> Vec<i32> {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
        .collect()
}
