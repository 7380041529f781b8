//! "target is busy", "Device or resource busy": which processes use a mounted file system.

use super::prelude::*;

const TEXTS: &[&str] = &["target is busy", "evice or resource busy", "EBUSY", "device is busy"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let is_umount = program(case) == Some("umount");
    if !case.printed_any(TEXTS) && !may_have_ended(case, "umount", &[1, 32]) {
        return None;
    }
    let mount = paths(case, TEXTS).into_iter().find_map(|path| {
        let mount = mounts::find(&path, case.world)?;
        (mount.place == path && path != "/").then_some(mount)
    })?;
    let place = &mount.place;
    let holders = case.world.holders(&format!("{place}/"));
    if !is_umount {
        return Some(
            Finding::read(format!("{place} is a mount point: a {} is mounted there", mount.kind))
                .and(format!("run `umount {place}` first")),
        );
    }
    Some(if holders.is_empty() {
        case.output?;
        Finding::said(format!("{place} is in use by a process that you cannot inspect"))
            .and(format!("`sudo fuser -vm {place}` shows it"))
    } else {
        Finding::read(format!("{place} is in use: {}", processes::named(&holders))).and(
            "they have a file open there or use it as their working directory; in a shell, `cd` leaves it",
        )
    })
}
