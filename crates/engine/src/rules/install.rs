//! Installing packages on this machine, before the same line.

use syntax::{Command, Edit};

use super::Case;
use super::interpret::pipeline_start;
use super::{Proposal, template};
use crate::pattern::Holes;
use facts::{packages, parts};
use programs::Role;

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
    let known = case.world.package_of(program).or_else(|| packages::find(program).map(str::to_owned));
    known.or_else(|| Some(named_by_handler(case.output?, program)?.to_owned()))
}

/// Returns the package that the system's handler for unknown commands names: that of Debian and Ubuntu, of
/// PackageKit, or of Termux.
fn named_by_handler<'t>(output: &'t str, program: &str) -> Option<&'t str> {
    let mut lines = output.lines().map(str::trim);
    let says = |line: &str| {
        let is_missing =
            ["not found, but can be installed with", "is currently not installed", "is not installed"]
                .iter()
                .any(|text| line.contains(text));
        is_missing && line.split([' ', '\'']).any(|word| word == program)
    };
    let first = lines.by_ref().find(|line| says(line) || line.starts_with("Install package '"))?;
    let offered = match first.strip_prefix("Install package '").and_then(|rest| rest.split_once('\'')) {
        Some((package, rest)) if rest.contains(&format!("'{program}'")) => Some(package),
        Some(_) => None,
        None => lines.take(6).find_map(|line| {
            let line = line.strip_prefix("sudo ").unwrap_or(line);
            let mut words = line.split_whitespace();
            let is_manager = programs::is_any(words.next()?, &[Role::PackageManager]);
            (is_manager && words.next() == Some("install")).then(|| words.next())?
        }),
    };
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'+' | b'.');
    offered.filter(|name| name.bytes().all(is_plain) && name.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::named_by_handler;

    #[test]
    fn handlers_name_the_package() {
        let ubuntu =
            "\nCommand 'ftp' not found, but can be installed with:\n\nsudo apt install tnftp # version 1\n";
        assert_eq!(named_by_handler(ubuntu, "ftp"), Some("tnftp"));
        assert_eq!(named_by_handler(ubuntu, "ftpd"), None);
        let old = "The program 'tree' is currently not installed. You can install it by typing:\nsudo apt-get install tree\n";
        assert_eq!(named_by_handler(old, "tree"), Some("tree"));
        let fedora =
            "bash: tree: command not found...\nInstall package 'tree' to provide command 'tree'? [N/y]\n";
        assert_eq!(named_by_handler(fedora, "tree"), Some("tree"));
        let hostile = "Command 'x' not found, but can be installed with:\napt install --allow $(x)\n";
        assert_eq!(named_by_handler(hostile, "x"), None);
    }
}
