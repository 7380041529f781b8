//! "Too many open files", and the kernel's limits on watched files.

use super::prelude::*;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let watches =
        case.printed_any(&["file watchers reached", "inotify watch", "inotify_add_watch", "watch limit"]);
    if watches && case.printed_any(&["ENOSPC", "No space left", "watchers reached", "limit"]) {
        let most = kernel(case, "/proc/sys/fs/inotify/max_user_watches")?;
        return Some(
            Finding::read(format!("the kernel allows {most} file watches per user, and all are in use"))
                .and("the disk is not full, although the message may say so")
                .and("raise it as root: `sysctl fs.inotify.max_user_watches=524288`"),
        );
    }
    if find_holes(case, &["oo many open files"]).is_none() && !case.printed_any(&["EMFILE", "ENFILE"]) {
        return None;
    }
    if case.printed_any(&["ENFILE", "open files in system"]) {
        let most = kernel(case, "/proc/sys/fs/file-max")?;
        return Some(Finding::read(format!("the machine has reached its limit of {most} open files")));
    }
    let most = limits::soft("Max open files", case.world)?;
    let found =
        Finding::read(format!("processes of this shell are limited to {most} open files (`ulimit -n`)"));
    let instances =
        case.printed_any(&["inotify"]).then(|| kernel(case, "/proc/sys/fs/inotify/max_user_instances"));
    Some(match instances.flatten() {
        Some(most) => found.and(format!(
            "a user is also limited to {most} inotify instances (fs.inotify.max_user_instances)"
        )),
        None => {
            found.and("`ulimit -n NUMBER` raises it for programs started by this shell, up to `ulimit -Hn`")
        }
    })
}

/// Reads a number from a kernel file.
pub fn kernel(case: &Case<'_>, path: &str) -> Option<u64> {
    case.world.read(path)?.trim().parse().ok()
}
