//! This process among others: its group and its session.
//!
//! In a container both may be led by a process outside of it, which has the number 0 there
//! (pid_namespaces(7)). rustix takes such a number for impossible; nix gives it as it is.

use nix::unistd;
use rustix::process::Pid;

/// Whether this process is the first of its session: a login shell, or what a terminal started.
pub fn leads_session() -> bool {
    unistd::getsid(None) == Ok(unistd::getpid())
}

/// The group of this process, if its leader can be seen from here.
pub fn group() -> Option<Pid> {
    Pid::from_raw(unistd::getpgrp().as_raw())
}
