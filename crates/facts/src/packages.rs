//! The package of a program, if the system's own data does not tell.

use programs::{Program, Role};

use crate::world::World;

/// Returns the packages of the programs that darn knows.
pub fn names() -> impl Iterator<Item = &'static str> {
    programs::all().map(Program::package).filter(|package| !package.is_empty())
}

/// Returns the package manager of this machine and its subcommand that installs. Those of the system, which
/// need root, come before those that were added to it.
#[must_use]
pub fn manager(world: &dyn World) -> Option<(&'static str, &'static str)> {
    let here = |program: &Program| !program.installs.is_empty() && world.is_program(program.name());
    let managers = || programs::with(&[Role::PackageManager]).filter(here);
    let manager = managers().find(|manager| needs_root(manager.name())).or_else(|| managers().next())?;
    Some((manager.name(), manager.details().installs))
}

/// Returns whether installing needs root; Homebrew refuses to run as root.
#[must_use]
pub fn needs_root(manager: &str) -> bool {
    manager != "brew"
}

/// Returns the package of `program`, as far as darn knows.
#[must_use]
pub fn of(program: &str) -> Option<&'static str> {
    programs::find(program).map(Program::package).filter(|package| !package.is_empty())
}
