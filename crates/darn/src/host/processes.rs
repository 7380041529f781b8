//! Finds the processes that use a file, from the links in `/proc/PID`.

use std::path::Path;

use facts::Process;

const MAX_FOUND: usize = 16;
/// Maximum number of descriptors examined per process; a server may have a million.
const MAX_DESCRIPTORS: usize = 4_000;

/// Finds processes other than darn that have a descriptor, program or working directory of this name;
/// `is_late` stops the search.
pub fn holders(name: &str, is_late: &dyn Fn() -> bool) -> Vec<Process> {
    let holds = |link: &Path| {
        std::fs::read_link(link).is_ok_and(|target| match name.strip_suffix('/') {
            Some(place) => target.starts_with(place),
            None => target.as_os_str() == name,
        })
    };
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        if found.len() >= MAX_FOUND || is_late() {
            break;
        }
        let place = entry.path();
        let by_descriptor = || {
            let descriptors = std::fs::read_dir(place.join("fd")).into_iter().flatten().flatten();
            descriptors.take(MAX_DESCRIPTORS).any(|descriptor| holds(&descriptor.path()))
        };
        let is_holder = holds(&place.join("exe")) || holds(&place.join("cwd")) || by_descriptor();
        if is_holder && pid != std::process::id() {
            let name = std::fs::read_to_string(place.join("comm")).unwrap_or_default();
            found.push(Process { pid, name: name.trim_end().to_owned() });
        }
    }
    found
}
