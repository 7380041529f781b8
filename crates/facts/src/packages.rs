//! The package of a program, if the system's own data does not tell.

use crate::world::World;

/// Program → package, for common programs whose package has another name; the rest of the table are programs
/// named like their package. Compiled by the authors from Debian's and Fedora's package lists (facts);
/// licence as the project.
const TABLE: &str = include_str!("data/packages.txt");

/// Package managers, most specific first: program, arguments that install.
const MANAGERS: &[(&str, &str)] = &[
    ("apt", "install"),
    ("apt-get", "install"),
    ("dnf", "install"),
    ("yum", "install"),
    ("pacman", "-S"),
    ("zypper", "install"),
    ("apk", "add"),
    ("brew", "install"),
];

/// Returns the packages in the built-in table.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .map(|entry| entry.rsplit('=').next().unwrap_or(entry))
}

/// Returns the package manager of this machine.
#[must_use]
pub fn manager(world: &dyn World) -> Option<(&'static str, &'static str)> {
    MANAGERS.iter().find(|(program, _)| world.is_program(program)).copied()
}

/// Returns whether installing needs root; Homebrew refuses to run as root.
#[must_use]
pub fn needs_root(manager: &str) -> bool {
    manager != "brew"
}

/// Returns the package of `program`, from the built-in table.
#[must_use]
pub fn of(program: &str, _world: &dyn World) -> Option<&'static str> {
    TABLE.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).find_map(|entry| {
        match entry.split_once('=') {
            Some((name, package)) => (name == program).then_some(package),
            None => (entry == program).then_some(entry),
        }
    })
}
