//! `sudo !!` in fish and sh, which have no history expansion: inserts the last command itself.

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let script = &case.failure.script;
    if matches!(script.dialect, Dialect::Bash | Dialect::Zsh) {
        return None;
    }
    let mut before = case.world.history().iter().rev().map(|line| line.trim());
    let last = before.find(|line| !line.is_empty() && *line != script.text.trim() && !line.contains("!!"))?;
    let argument = || {
        let before = Script::parse(last, script.dialect);
        let word = before.commands.last()?.words.last()?;
        Some(before.raw(word.span).to_owned())
    };
    command.words.iter().find_map(|word| {
        let with = match script.raw(word.span) {
            "!!" => last.to_owned(),
            "!$" => argument()?,
            _ => return None,
        };
        // a list of commands cannot become an argument
        let whole = script.text.trim() == "!!" || !last.contains([';', '|', '&', '\n']);
        let edit = Edit::new().replace(word.span, with);
        whole.then(|| Proposal::certain(edit, "this shell has no !!"))
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn writes_the_last_command_out() {
        let mut world = world();
        world.history = vec!["mkdir /opt/x".to_owned(), "sudo !!".to_owned()];
        let first = |text: &str, status, output| fixes("fish", text, status, output, &world).first().cloned();
        assert_eq!(
            first("sudo !!", 1, Some("sudo: !!: command not found\n")).as_deref(),
            Some("sudo mkdir /opt/x")
        );
        assert_eq!(
            first("ls !$", 0, Some("fish: Expected a variable name after this $.\nls !$\n    ^\n"))
                .as_deref(),
            Some("ls /opt/x")
        );
        assert_eq!(first("echo !!", 0, Some("!!\n")), None);
    }
}
