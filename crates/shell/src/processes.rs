//! The session and process group of this process.
//!
//! In a container the leader of either may be outside; its number is then 0 (pid_namespaces(7)). rustix
//! rejects this number, nix returns it.

use nix::unistd;
use rustix::process::Pid;

/// Returns whether this process leads its session, as a login shell or a shell started by a terminal does.
pub fn leads_session() -> bool {
    unistd::getsid(None) == Ok(unistd::getpid())
}

/// Returns the group of this process, if its leader is visible here.
pub fn group() -> Option<Pid> {
    Pid::from_raw(unistd::getpgrp().as_raw())
}
