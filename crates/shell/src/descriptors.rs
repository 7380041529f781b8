//! Descriptors that a child must not inherit.
#![allow(unsafe_code)] // close_range(2) has no safe form: it acts on descriptors that others own

/// Marks all descriptors but the standard streams close-on-exec: those that a shell leaves open in its children
/// would keep its pipes and terminals alive in a process that outlives it.
#[cfg(target_os = "linux")]
pub fn close_on_exec() {
    const FIRST: libc::c_uint = 3;
    // SAFETY: nothing is closed in this process; the flag is only read by execve(2).
    unsafe {
        libc::syscall(libc::SYS_close_range, FIRST, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC);
    }
}

#[cfg(not(target_os = "linux"))]
pub const fn close_on_exec() {}
