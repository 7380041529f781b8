//! "No space left on device": which file system, and whether bytes or inodes ran out.

use super::prelude::*;
use facts::world::Space;

const TEXTS: &[&str] = table!("disk_full_texts");
/// Free space below which a file system counts as full: it reserves some for itself.
const LITTLE: u64 = 64 * 1024;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    // the kernel also reports a full table of watches this way
    if !case.printed_any(TEXTS) && !has_role(case, Role::Writes)
        || case.printed_any(&["inotify", "file watchers", "ENOSPC, watch", "device, watch", "watch '"])
    {
        return None;
    }
    let mut places = paths(case, TEXTS);
    if !is_unseen(case) {
        places.push(absolute(case, "."));
        places.push(case.world.variable("TMPDIR").unwrap_or_else(|| "/tmp".to_owned()));
    }
    let full = places.iter().find_map(|path| {
        let path = existing(path, case.world);
        let space = case.world.space(path)?;
        Some((mounts::find(path, case.world)?, fullness(space)?))
    });
    let Some((mount, fullness)) = full else {
        case.output?;
        return Some(Finding::said("the disk was full").and(
            "no file system named by the command is full now; what it wrote may have been deleted since",
        ));
    };
    Some(
        match fullness {
            Full::Bytes(space) => {
                let of = size::bytes(space.size);
                Finding::read(format!("{} is full: {} of {of} free", mount.place, size::bytes(space.free)))
                    .and(format!("`du -xh --max-depth=1 {}` shows what uses the space", mount.place))
            }
            Full::Inodes(space) => {
                let what = format!(
                    "{} has no inodes left: it holds {} files, its maximum",
                    mount.place, space.files
                );
                let free = size::bytes(space.free);
                Finding::read(what)
                    .and(format!("{free} are free, but every file, however small, needs an inode"))
            }
        }
        .and(format!("{} is a {} on {}", mount.place, mount.kind, mount.device)),
    )
}

enum Full {
    Bytes(Space),
    Inodes(Space),
}

fn fullness(space: Space) -> Option<Full> {
    if space.free < LITTLE {
        return Some(Full::Bytes(space));
    }
    (space.files > 0 && space.files_free == 0).then_some(Full::Inodes(space))
}
