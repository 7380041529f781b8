//! Installing packages on this machine, before the same line.

use syntax::{Command, Edit};

use super::Case;
use super::interpret::pipeline_start;
use super::{Proposal, template};
use crate::pattern::Holes;
use facts::{packages, parts};

/// Proposes to install packages and to run the same line then; the first package has the part `name`.
pub fn first(case: &Case<'_>, command: &Command, name: &str, packages: &[String]) -> Option<Proposal> {
    let because = format!("`{name}` is in package {}", packages.first()?);
    Some(Proposal::likely(before(Edit::new(), case, command, packages)?, because))
}

/// Adds the installation of packages before the command.
pub fn before(edit: Edit, case: &Case<'_>, command: &Command, packages: &[String]) -> Option<Edit> {
    let step = line(case, command, packages)?;
    Some(edit.insert(pipeline_start(case, command), format!("{step} && ")))
}

/// Returns the command that installs these packages; `None` inside of another command, or without a package
/// manager.
fn line(case: &Case<'_>, command: &Command, packages: &[String]) -> Option<String> {
    if command.depth > 0 {
        return None;
    }
    let (manager, verb) = packages::manager(case.world)?;
    let needs_sudo = packages::needs_root(manager) && !case.world.is_root() && case.world.is_program("sudo");
    let sudo = if needs_sudo { "sudo " } else { "" };
    let quoted = packages.iter().map(|package| syntax::quote(package, case.dialect()));
    Some(format!("{sudo}{manager} {verb} {}", quoted.collect::<Vec<_>>().join(" ")))
}

/// Returns the local names of the packages in a rule's list: Debian's names, or holes that stand for programs.
pub fn named(list: &str, case: &Case<'_>, holes: &Holes) -> Option<Vec<String>> {
    let local = |word: &str| {
        let name = template::plain(word, holes);
        if word.starts_with('{') && word.ends_with('}') {
            return package_of(case, &name);
        }
        parts::local_name(&name, case.world)
    };
    list.split(' ').map(local).collect()
}

/// Returns the package that contains a program of exactly this name.
pub fn package_of(case: &Case<'_>, program: &str) -> Option<String> {
    case.world.package_of(program).or_else(|| packages::find(program).map(str::to_owned))
}
