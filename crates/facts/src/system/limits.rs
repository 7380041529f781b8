//! Resource limits from `/proc/self/limits` (darn inherits those of the shell that started it) and from the
//! control group.

use crate::world::World;

/// Returns the soft limit of a line in `/proc/self/limits`; `None` if unlimited or unknown.
pub fn soft(name: &str, world: &dyn World) -> Option<u64> {
    let text = world.read("/proc/self/limits")?;
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Memory limit of this shell's control group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryGroup {
    /// Limit in bytes; `None` if unlimited.
    pub limit: Option<u64>,
    /// Number of processes in the group that the kernel killed because memory ran out.
    pub killed: u64,
}

/// Reads control groups of version 2 (one tree) or 1 (a separate memory tree). In a container, the group is
/// the root of the tree.
pub fn memory_group(world: &dyn World) -> Option<MemoryGroup> {
    let text = world.read("/proc/self/cgroup")?;
    let groups = text.lines().filter_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        Some((fields.next()?, fields.next()?.trim_end_matches('/')))
    });
    for (controllers, path) in groups {
        let (base, limit, events) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max", "memory.events"),
            "memory" => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.oom_control"),
            _ => continue,
        };
        for place in [format!("{base}{path}"), base.to_owned()] {
            let Some(events) = world.read(&format!("{place}/{events}")) else { continue };
            let killed = events.lines().find_map(|line| line.strip_prefix("oom_kill ")).unwrap_or("0");
            let limit = world.read(&format!("{place}/{limit}")).and_then(|text| text.trim().parse().ok());
            // version 1 writes "no limit" as the largest number of pages
            let limit = limit.filter(|bytes: &u64| *bytes < 1 << 60);
            return Some(MemoryGroup { limit, killed: killed.trim().parse().unwrap_or(0) });
        }
    }
    None
}

/// Returns total and available memory in bytes (`/proc/meminfo`).
pub fn memory(world: &dyn World) -> Option<(u64, u64)> {
    let text = world.read("/proc/meminfo")?;
    let kib = |name: &str| {
        let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1024)
    };
    Some((kib("MemTotal:")?, kib("MemAvailable:")?))
}
