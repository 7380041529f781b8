//! Mounted file systems, from `/proc/mounts` (proc(5), fstab(5)).

use crate::world::World;

/// One mounted file system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mount {
    pub place: String,
    pub device: String,
    pub kind: String,
    pub options: Vec<String>,
}

impl Mount {
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|known| known == option)
    }
}

/// Returns the file system that contains an absolute path: the one with the longest mount point above it, the
/// last one if several share it.
pub fn find(path: &str, world: &dyn World) -> Option<Mount> {
    let text = world.read("/proc/mounts")?;
    let mounts = text.lines().take(4_000).filter_map(parse).filter(|mount| is_below(path, &mount.place));
    mounts.max_by_key(|mount| mount.place.len())
}

fn parse(line: &str) -> Option<Mount> {
    let mut fields = line.split(' ');
    let device = fields.next()?.to_owned();
    // blanks in names are written as \040
    let place = fields.next()?.replace("\\040", " ");
    let kind = fields.next()?.to_owned();
    let options = fields.next()?.split(',').map(str::to_owned).collect();
    Some(Mount { place, device, kind, options })
}

/// Returns whether the path is this place, or below it.
pub fn is_below(path: &str, place: &str) -> bool {
    let rest = path.strip_prefix(place.trim_end_matches('/'));
    place == "/" || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
