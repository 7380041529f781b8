//! `copy`, `ipconfig`, `pbcopy`, `brew install`: a command of another system.

use super::prelude::*;
use facts::packages;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let word = command.program_word()?;
    let name = word.value.to_lowercase();
    if case.failure.kind != FailureKind::CommandNotFound || word.dynamic || case.is_command(&word.value) {
        return None;
    }
    if let Some(edit) = package_manager(case, command, word, &name) {
        return Some(Proposal::certain(edit, "this system's package manager"));
    }
    let here = programs::details(&name)
        .instead
        .iter()
        .copied()
        .find(|line| line.split(' ').next().is_some_and(|name| case.is_command(name)))?;
    // `/s`, `/q`: options in Windows notation
    let switches: Vec<&Word> = command.arguments().iter().filter(|word| is_switch(&word.value)).collect();
    let recursive = switches
        .iter()
        .any(|word| word.value.eq_ignore_ascii_case("/s") || word.value.eq_ignore_ascii_case("/e"));
    let here = match here {
        "rmdir" | "rm" if recursive => "rm -r",
        "cp" if recursive => "cp -r",
        here => here,
    };
    let mut edit = Edit::new().replace(word.span, here);
    for switch in switches {
        edit = edit.remove_word(&case.failure.script, switch);
    }
    Some(Proposal::certain(edit, format!("use {here} on this system")))
}

fn is_switch(word: &str) -> bool {
    word.len() == 2 && word.starts_with('/') && word.ends_with(|c: char| c.is_ascii_alphabetic() || c == '?')
}

/// Words of package managers, and the number of the action.
const ACTIONS: &[(&str, u8)] = table!("package_actions");
/// Actions that change the system have lower numbers.
const READS: u8 = 4;

/// Returns the package manager whose syntax this one shares.
fn family(name: &str) -> Option<&'static str> {
    Some(programs::details(name).like).filter(|family| !family.is_empty())
}

fn package_manager(case: &Case<'_>, command: &Command, word: &Word, name: &str) -> Option<Edit> {
    let theirs = family(name)?;
    let (ours, _) = packages::manager(case.world)?;
    let own = family(ours)?;
    let verb = command.arguments().first()?;
    let typed = format!("{theirs} {}", verb.value);
    let (_, action) = ACTIONS.iter().find(|(words, _)| *words == typed)?;
    let mut same = ACTIONS.iter().filter(|(_, other)| other == action);
    let here = same.find_map(|(words, _)| words.strip_prefix(own)?.strip_prefix(' '))?;
    let sudo = *action < READS
        && packages::needs_root(ours)
        && !case.world.is_root()
        && !command.is_privileged()
        && case.world.is_program("sudo");
    let prefix = if sudo { "sudo " } else { "" };
    Some(Edit::new().replace(word.span.to(verb.span), format!("{prefix}{ours} {here}")))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};
    use facts::FakeWorld;

    fn first(text: &str, world: &FakeWorld) -> Option<String> {
        let name = text.split(' ').find(|word| *word != "sudo").unwrap();
        fixes("bash", text, 127, Some(&format!("bash: {name}: command not found\n")), world).first().cloned()
    }

    #[test]
    fn names_elsewhere() {
        let mut world = world();
        world.programs = ["cp", "rm", "rmdir", "ip", "which", "clear", "xclip"].map(String::from).to_vec();
        assert_eq!(first("copy a.txt b.txt", &world).as_deref(), Some("cp a.txt b.txt"));
        assert_eq!(first("xcopy /e src dest", &world).as_deref(), Some("cp -r src dest"));
        assert_eq!(first("rd /s /q build", &world).as_deref(), Some("rm -r build"));
        assert_eq!(first("ipconfig", &world).as_deref(), Some("ip addr"));
        assert_eq!(first("cls", &world).as_deref(), Some("clear"));
        assert_eq!(
            first("cat x | pbcopy", &world).filter(|fix| !fix.ends_with("xclip -selection clipboard")),
            None
        );
        assert_eq!(
            first("move a b", &world).filter(|fix| fix.starts_with("mv")),
            None,
            "there is no mv here"
        );
        world.programs.push("copy".into());
        assert_eq!(first("copy a.txt b.txt", &world), None, "it is a program here");
    }

    #[test]
    fn package_managers() {
        let mut world = world();
        world.programs = ["apt", "sudo"].map(String::from).to_vec();
        assert_eq!(first("brew install jq", &world).as_deref(), Some("sudo apt install jq"));
        assert_eq!(first("sudo dnf install -y jq", &world).as_deref(), Some("sudo apt install -y jq"));
        assert_eq!(first("pacman -Ss jq", &world).as_deref(), Some("apt search jq"));
        assert_eq!(first("brew frobnicate jq", &world).filter(|fix| fix.contains("apt frob")), None);
    }
}
