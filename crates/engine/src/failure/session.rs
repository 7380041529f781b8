//! A nested or remote shell: its status is that of the last command entered there.

use programs::Program;
use syntax::{Command, Connector, Script, Word};

/// Options with which a shell is still interactive.
const INTERACTIVE: &str =
    "-i -l -il -li -f -N --login --interactive --norc --noprofile --no-config --private";
/// Options of ssh that take a value.
const SSH_VALUED: &str = "BbcDEeFIiJLlmOopQRSWw";
/// ssh's own failure status.
const SSH_FAILED: i32 = 255;

/// Returns whether the line ended with such a session.
pub fn is_ended(script: &Script, status: i32) -> bool {
    script.commands.last().is_some_and(|command| {
        let is_fed = command.connector == Connector::Pipe || !command.redirects.is_empty();
        !is_fed && is_session(command, status)
    })
}

fn is_session(command: &Command, status: i32) -> bool {
    let Some(name) = command.program_name() else { return false };
    let name = name.trim_start_matches('-').rsplit('/').next().unwrap_or(name);
    let arguments = command.arguments();
    if name == "ssh" {
        return status != SSH_FAILED && has_only_host(arguments);
    }
    let is_interactive = |word: &Word| INTERACTIVE.split(' ').any(|option| option == word.value);
    programs::find(name).is_some_and(Program::is_shell) && arguments.iter().all(is_interactive)
}

/// Returns whether there is no remote command, so that ssh starts a shell.
fn has_only_host(arguments: &[Word]) -> bool {
    let mut operands = 0;
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.value.strip_prefix('-') {
            Some(option) if option.len() == 1 && SSH_VALUED.contains(option) => {
                words.next();
            }
            Some(_) => {}
            None => operands += 1,
        }
    }
    operands == 1
}

#[cfg(test)]
mod tests {
    use syntax::Dialect;

    use super::*;

    #[test]
    fn sessions_are_told_from_scripts() {
        let is = |text: &str, status| is_ended(&Script::parse(text, Dialect::Bash), status);
        for text in
            ["bash", "cd x && zsh -l", "/bin/sh", "fish --private", "ssh host", "ssh -p 22 -A me@host"]
        {
            assert!(is(text, 127), "{text}");
        }
        for text in
            ["bash x.sh", "bash -c gti", "echo gti | bash", "bash <x", "bash; gti", "ssh host gti", "ssh -V"]
        {
            assert!(!is(text, 127), "{text}");
        }
        assert!(!is("ssh host", 255), "ssh could not connect");
    }
}
