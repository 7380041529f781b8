//! Processes and the locks they hold, from `/proc`.

use crate::world::{Process, World};

/// Returns the process with this id, while it runs.
pub fn find(pid: u32, world: &dyn World) -> Option<Process> {
    let name = world.read(&format!("/proc/{pid}/comm"))?.trim_end().to_owned();
    Some(Process { pid, name })
}

/// Returns the process that holds a lock on the file (fcntl or flock; `/proc/locks` names it by device and
/// inode).
pub fn locker(path: &str, world: &dyn World) -> Option<Process> {
    let file = world.attributes(path)?;
    let wanted = format!("{:02x}:{:02x}:{}", file.device.0, file.device.1, file.inode);
    let text = world.read("/proc/locks")?;
    let pid = text.lines().find_map(|line| {
        // `1: POSIX  ADVISORY  WRITE 12718 fe:00:382079 0 EOF`; `->` marks a waiting process
        let fields: Vec<&str> = line.split_whitespace().collect();
        let at = fields.iter().position(|field| *field == wanted)?;
        (fields.get(1) != Some(&"->")).then(|| fields.get(at.checked_sub(1)?)?.parse::<u32>().ok())?
    })?;
    find(pid, world)
}

/// Formats processes as `node, pid 4711`, with at most three in full.
pub fn named(processes: &[Process]) -> String {
    let mut texts: Vec<String> =
        processes.iter().take(3).map(|process| format!("{}, pid {}", process.name, process.pid)).collect();
    if processes.len() > texts.len() {
        texts.push(format!("{} more", processes.len() - texts.len()));
    }
    texts.join("; ")
}
