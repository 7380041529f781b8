//! Host names in the user's files.

use super::lines;
use facts::paths::join;
use facts::world::World;

/// Maximum number of configuration files read.
const MAX_FILES: usize = 16;

/// Returns the `Host` entries of ssh's configuration and its includes, and unhashed known hosts.
pub fn ssh(world: &dyn World) -> Vec<String> {
    let Some(home) = world.home() else { return Vec::new() };
    let own = join(home, ".ssh");
    let mut names = Vec::new();
    let mut todo = vec![join(&own, "config"), "/etc/ssh/ssh_config".to_owned()];
    let mut at = 0;
    while let Some(path) = todo.get(at).cloned().filter(|_| at < MAX_FILES) {
        at += 1;
        for line in world.read(&path).unwrap_or_default().lines() {
            let mut words = line.split([' ', '\t', '=']).filter(|word| !word.is_empty());
            match words.next().map(str::to_ascii_lowercase).as_deref() {
                Some("host") => {
                    names.extend(words.filter(|host| !host.contains(['*', '?', '!'])).map(str::to_owned));
                }
                Some("include") => todo.extend(words.flat_map(|path| included(world, &own, path))),
                _ => {}
            }
        }
    }
    let known = world.read(&join(&own, "known_hosts")).unwrap_or_default();
    for line in known.lines().filter(|line| !line.starts_with(['|', '#', '@'])) {
        let hosts = line.split(' ').next().unwrap_or("").split(',');
        names.extend(hosts.filter(|host| !host.starts_with('[') && is_name(host)).map(str::to_owned));
    }
    names.extend(static_table(world));
    names
}

/// Returns the names in hosts(5).
pub fn static_table(world: &dyn World) -> Vec<String> {
    const MAX_LINES: usize = 500;
    let text = world.read("/etc/hosts").unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split('#').next()).take(MAX_LINES);
    lines.flat_map(|line| line.split_whitespace().skip(1)).map(str::to_owned).collect()
}

/// Returns whether it is a name rather than an address.
fn is_name(host: &str) -> bool {
    host.contains(|c: char| c.is_ascii_alphabetic()) && !host.contains(':')
}

/// Returns the files named by an `Include`: relative to `~/.ssh`, and possibly with a pattern as the last
/// segment.
fn included(world: &dyn World, own: &str, path: &str) -> Vec<String> {
    let path = path.trim_matches('"');
    let path = match (path.strip_prefix("~/"), world.home()) {
        (Some(rest), Some(home)) => join(home, rest),
        _ if path.starts_with('/') => path.to_owned(),
        _ => join(own, path),
    };
    let Some((directory, pattern)) = path.rsplit_once('/').filter(|(_, name)| name.contains('*')) else {
        return vec![path];
    };
    let (before, after) = pattern.split_once('*').unwrap_or((pattern, ""));
    let entries = world.entries(directory).into_iter().map(|entry| entry.name);
    entries
        .filter(|name| name.starts_with(before) && name.ends_with(after))
        .take(MAX_FILES)
        .map(|name| join(directory, &name))
        .collect()
}

/// Returns the hosts and groups of an Ansible inventory: the file given with `-i`, or the default ones.
pub fn inventory(world: &dyn World, named: Option<&str>) -> Vec<String> {
    let usual = ["inventory", "inventory.ini", "hosts", "hosts.ini", "/etc/ansible/hosts"];
    let text = match named {
        Some(path) => world.read(path),
        None => usual.iter().find_map(|path| world.read(path)),
    };
    let Some(text) = text.filter(|text| !text.trim_start().starts_with("---")) else { return Vec::new() };
    let mut names: Vec<String> = lines::sections(&text, "")
        .filter_map(|section| section.split(':').next())
        .map(str::to_owned)
        .collect();
    let hosts = text.lines().filter_map(|line| line.split_whitespace().next());
    names.extend(hosts.filter(|host| !host.starts_with(['[', '#', ';'])).map(str::to_owned));
    names.push("all".into());
    names.push("localhost".into());
    names
}
