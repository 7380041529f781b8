//! Names that the system defines: users, groups, units, mounts, signals, packages.

use facts::paths::join;
use facts::world::World;

/// Returns the first fields of a `:`-separated table such as /etc/passwd.
pub fn first_fields(world: &dyn World, path: &str) -> Vec<String> {
    let Some(text) = world.read(path) else { return Vec::new() };
    text.lines().filter_map(|line| line.split_once(':')).map(|(name, _)| name.to_owned()).collect()
}

/// Returns the login shells (shells(5)).
pub fn login_shells(world: &dyn World) -> Vec<String> {
    let text = world.read("/etc/shells").unwrap_or_default();
    text.lines().filter(|line| line.starts_with('/')).map(str::to_owned).collect()
}

/// Returns the system's and the user's units that have a file, services also without their suffix; an
/// instance of a template has none.
pub fn units(world: &dyn World) -> Vec<String> {
    let mut places: Vec<String> = ["/etc/systemd", "/run/systemd", "/lib/systemd", "/usr/lib/systemd"]
        .iter()
        .flat_map(|place| [join(place, "system"), join(place, "user")])
        .collect();
    places.extend(world.home().map(|home| join(home, ".config/systemd/user")));
    let mut names = Vec::new();
    for entry in places.iter().flat_map(|place| world.entries(place)) {
        let is_unit = entry.name.contains('.') && !entry.is_directory;
        if let Some(short) = entry.name.strip_suffix(".service").filter(|short| !short.ends_with('@')) {
            names.push(short.to_owned());
        }
        names.extend(is_unit.then_some(entry.name));
    }
    names.extend(init_scripts(world));
    names.sort();
    names.dedup();
    names
}

/// Returns the System V scripts, which systemd runs as services.
pub fn init_scripts(world: &dyn World) -> Vec<String> {
    world.entries("/etc/init.d").into_iter().filter(|e| !e.is_directory).map(|e| e.name).collect()
}

/// Returns existing and configured mount points, and what is mounted there (fstab(5)).
pub fn mounts(world: &dyn World) -> Vec<String> {
    const MAX: usize = 500;
    let mut names: Vec<String> = Vec::new();
    for text in ["/proc/mounts", "/etc/fstab"].iter().filter_map(|path| world.read(path)) {
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#')).take(MAX) {
            let fields = line.split_whitespace().take(2).filter(|field| field.starts_with('/'));
            names.extend(fields.filter(|field| !field.contains('\\')).map(str::to_owned));
        }
    }
    names.sort();
    names.dedup();
    names
}

/// Returns the block devices in the kernel's table.
pub fn devices(world: &dyn World) -> Vec<String> {
    let text = world.read("/proc/partitions").unwrap_or_default();
    let names = text.lines().skip(2).filter_map(|line| line.split_whitespace().nth(3));
    names.map(|name| format!("/dev/{name}")).filter(|path| world.kind(path).exists()).collect()
}

/// Returns the locales that can be generated (locale.gen(5)).
pub fn locales(world: &dyn World) -> Vec<String> {
    let text = world.read("/usr/share/i18n/SUPPORTED").unwrap_or_default();
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

/// Returns the names of time zones.
pub fn time_zones(world: &dyn World) -> Vec<String> {
    let text = world.read("/usr/share/zoneinfo/tzdata.zi").unwrap_or_default();
    let name = |line: &str| {
        let mut fields = line.split(' ');
        match fields.next()? {
            "Z" => fields.next().map(str::to_owned),
            "L" => fields.nth(1).map(str::to_owned),
            _ => None,
        }
    };
    text.lines().filter_map(name).collect()
}

/// Returns the packages in apt's uncompressed lists, and the installed ones.
pub fn apt_packages(world: &dyn World) -> Vec<String> {
    const LISTS: &str = "/var/lib/apt/lists";
    let mut names: Vec<String> = Vec::new();
    let mut lists: Vec<String> =
        world.entries(LISTS).into_iter().map(|entry| join(LISTS, &entry.name)).collect();
    lists.retain(|list| list.ends_with("_Packages"));
    lists.push("/var/lib/dpkg/status".into());
    for text in lists.iter().filter_map(|list| world.read(list)) {
        names.extend(text.lines().filter_map(|line| line.strip_prefix("Package: ")).map(str::to_owned));
    }
    names.extend(facts::packages::names().map(str::to_owned));
    names.sort();
    names.dedup();
    names
}

/// Returns the installed packages: dpkg keeps a list of files for each.
pub fn installed_packages(world: &dyn World) -> Vec<String> {
    let entries = world.entries("/var/lib/dpkg/info").into_iter();
    let names = entries.filter_map(|entry| entry.name.strip_suffix(".list").map(str::to_owned));
    names.map(|name| name.split(':').next().unwrap_or(&name).to_owned()).collect()
}
