//! `git lfs pull`, PHP without curl: a plug-in that the program itself needs is not installed.

use super::prelude::*;

/// Prefixes of the PHP functions that extensions provide, with the extensions' packages.
const EXTENSIONS: &[(&str, &str)] = table!("php_extensions");

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let output = case.output?;
    match command.program_name()? {
        "git" => plug_in(case, command, output),
        "php" => extension(case, command, output),
        _ => None,
    }
}

/// `git: 'lfs' is not a git command`: the missing program is `git-lfs`.
fn plug_in(case: &Case<'_>, command: &Command, output: &str) -> Option<Proposal> {
    let (_, rest) = output.split_once("git: '")?;
    let (name, _) = rest.split_once("' is not a git command")?;
    command.arguments().iter().find(|word| word.value == name)?;
    let program = format!("git-{name}");
    let package = install::package_of(case, &program)?;
    install::first(case, command, &program, &[package])
}

/// `Call to undefined function curl_init()`.
fn extension(case: &Case<'_>, command: &Command, output: &str) -> Option<Proposal> {
    let (_, rest) = output.split_once("Call to undefined function ")?;
    let (name, _) = rest.split_once("()")?;
    let (_, package) = EXTENSIONS.iter().find(|(prefix, _)| name.starts_with(prefix))?;
    // these are Debian's package names
    if !matches!(facts::packages::manager(case.world), Some(("apt" | "apt-get", _))) {
        return None;
    }
    install::first(case, command, package, &[(*package).to_owned()])
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};
    use facts::FakeWorld;

    fn here() -> FakeWorld {
        let mut world = world();
        world.programs.extend(["apt", "make", "php"].map(str::to_owned));
        world.files.insert("Makefile".into(), "gen:\n\tthrift --gen py shop.thrift\n".into());
        world
    }

    fn first(text: &str, status: i32, output: &str, world: &FakeWorld) -> Option<String> {
        fixes("bash", text, status, Some(output), world).first().cloned()
    }

    #[test]
    fn plug_ins_of_git() {
        let annex = "git: 'annex' is not a git command. See 'git --help'.\n";
        let installed = Some("sudo apt install git-annex && git annex sync");
        assert_eq!(first("git annex sync", 1, annex, &here()).as_deref(), installed);
        let unknown = "git: 'frobnicate' is not a git command. See 'git --help'.\n";
        assert_eq!(first("git frobnicate", 1, unknown, &here()), None);
    }

    #[test]
    fn programs_of_recipes() {
        let direct = "thrift --gen py shop.thrift\nmake: thrift: No such file or directory\nmake: *** [Makefile:2: gen] Error 127\n";
        let installed = Some("sudo apt install thrift-compiler && make gen");
        assert_eq!(first("make gen", 2, direct, &here()).as_deref(), installed);
        let shell =
            "cd . && thrift x\n/bin/sh: 1: thrift: not found\nmake: *** [Makefile:2: gen] Error 127\n";
        assert_eq!(first("make gen", 2, shell, &here()).as_deref(), installed);
    }

    #[test]
    fn extensions_of_php() {
        let output = |name: &str| {
            format!(
                "PHP Fatal error:  Uncaught Error: Call to undefined function {name}() in /home/me/c.php:1\nStack trace:\n#0 {{main}}\n  thrown in /home/me/c.php on line 1\n"
            )
        };
        let installed = Some("sudo apt install php-xml && php c.php");
        assert_eq!(first("php c.php", 255, &output("simplexml_load_string"), &here()).as_deref(), installed);
        assert_eq!(first("php c.php", 255, &output("nope"), &here()), None);
    }
}
