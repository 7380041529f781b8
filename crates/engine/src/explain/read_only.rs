//! "Read-only file system": which mount, and the likely reason.

use super::prelude::*;

const TEXTS: &[&str] = &["Read-only file system", "read-only file system", "EROFS"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if !case.printed_any(TEXTS) && !has_role(case, Role::Writes) {
        return None;
    }
    let mount = paths(case, TEXTS).iter().find_map(|path| {
        let mount = mounts::find(existing(path, case.world), case.world)?;
        mount.has("ro").then_some(mount)
    })?;
    let place = &mount.place;
    let found = Finding::read(format!("{place} is mounted read-only ({} on {})", mount.kind, mount.device));
    Some(match mount.kind.as_str() {
        "squashfs" | "iso9660" | "erofs" | "cramfs" => {
            found.and(format!("a {} is always read-only", mount.kind))
        }
        "overlay" => found.and("a read-only container can write only to its volumes"),
        _ if mount.has("errors=remount-ro") => {
            found.and("the kernel remounts it read-only after a disk error; `dmesg` shows that")
        }
        _ => found.and(format!("as root, `mount -o remount,rw {place}` makes it writable")),
    })
}
