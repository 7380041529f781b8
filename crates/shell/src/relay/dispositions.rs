//! Preserves the signals that were ignored or blocked when this process started: the shell gets the same
//! state as without the relay.
#![allow(unsafe_code)] // sigaction(2) has no safe form, not even to query

use std::mem::MaybeUninit;
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

/// Rust's runtime ignores SIGPIPE before `main` and gives every child the default, so the original state must
/// be read earlier.
static IGNORES_PIPE: AtomicBool = AtomicBool::new(false);

#[used]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
static BEFORE_MAIN: extern "C" fn() = before_main;

extern "C" fn before_main() {
    IGNORES_PIPE.store(is_ignored(libc::SIGPIPE), Ordering::Relaxed);
}

pub fn is_ignored(signal: i32) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: nothing is changed; the place for the answer is large enough, and is read only once
    // it has been filled in.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// Resets signals to their default, except those that are ignored.
pub fn reset(signals: &[i32]) {
    for signal in signals.iter().filter(|signal| !is_ignored(**signal)) {
        // SAFETY: a disposition is changed that no handler depends on.
        unsafe { libc::signal(*signal, libc::SIG_DFL) };
    }
}

/// Unblocks a signal that the parent may have blocked.
pub fn unblock(signals: &[i32]) {
    let mut set = MaybeUninit::<libc::sigset_t>::zeroed();
    // SAFETY: the set is filled in before it is used.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for signal in signals {
            libc::sigaddset(set.as_mut_ptr(), *signal);
        }
        libc::pthread_sigmask(libc::SIG_UNBLOCK, set.as_ptr(), std::ptr::null_mut());
    }
}

/// Restores SIGPIPE for the command as this process found it.
pub fn inherit(command: &mut Command) {
    if IGNORES_PIPE.load(Ordering::Relaxed) {
        // SAFETY: signal(2) may be called between fork and exec.
        unsafe {
            command.pre_exec(|| {
                libc::signal(libc::SIGPIPE, libc::SIG_IGN);
                Ok(())
            });
        }
    }
}
