//! `sudo curl … | bash`: the shell behind the pipe, which needs the rights, ran without them.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let commands = &case.failure.script.commands;
    let [first, shell] = commands.as_slice() else { return None };
    let is_fed = shell.connector == Connector::Pipe || first.connector == Connector::Pipe;
    let raiser = first.words.first().filter(|word| matches!(word.value.as_str(), "sudo" | "doas"))?;
    let name = shell.program_name()?;
    let is_shell = programs::find(name).is_some_and(Program::is_shell) && shell.program() == Some(0);
    let is_refused = case.output.is_some_and(|output| {
        output
            .lines()
            .any(|line| line.starts_with(&format!("{name}: ")) && line.ends_with("Permission denied"))
    });
    if !is_fed || !is_shell || !is_refused {
        return None;
    }
    let next = first.words.get(1).filter(|next| !next.value.starts_with('-'))?;
    let edit = Edit::new()
        .replace(Span::new(raiser.span.start, next.span.start), "")
        .insert(shell.words.first()?.span.start, format!("{} ", raiser.value));
    Some(Proposal::certain(
        edit,
        format!("{} applies only to what stands left of the pipe: {name} ran without it", raiser.value),
    ))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn the_shell_gets_the_rights() {
        let said = "bash: line 38: /usr/local/bin/x: Permission denied\nError installing script.\n";
        mends("bash", "sudo cat f | bash", 1, said, "cat f | sudo bash");
        leaves("bash", "sudo cat f | bash", 1, Some("bash: line 3: x: No such file or directory\n"));
    }
}
