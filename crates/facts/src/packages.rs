//! Packages of programs, for systems without their own data.

use programs::{Program, Role};

use crate::world::World;

/// Returns the package names of all known programs.
pub fn names() -> impl Iterator<Item = &'static str> {
    programs::all().map(Program::package).filter(|package| !package.is_empty())
}

/// Returns the package manager of this machine and its install subcommand. System package managers, which
/// need root, come before additional ones.
pub fn manager(world: &dyn World) -> Option<(&'static str, &'static str)> {
    let here = |program: &Program| !program.installs.is_empty() && world.is_program(program.name());
    let managers = || programs::with(&[Role::PackageManager]).filter(here);
    let manager = managers().find(|manager| needs_root(manager.name())).or_else(|| managers().next())?;
    Some((manager.name(), manager.details().installs))
}

/// Returns whether installing needs root; Homebrew refuses to run as root.
pub fn needs_root(manager: &str) -> bool {
    manager != "brew"
}

/// Returns the package of `program`, if known.
pub fn find(program: &str) -> Option<&'static str> {
    programs::find(program).map(Program::package).filter(|package| !package.is_empty())
}
