//! `export KEY=x backup --all`: the command behind the assignment was taken for more names to export. (POSIX
//! 2.14, export)

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    const REFUSALS: &[&str] =
        &["not a valid identifier", "not an identifier", "not valid in this context", "bad variable name"];
    if !command.program_name().is_some_and(|name| programs::is(name, Role::Declares))
        || !case.printed_any(REFUSALS)
    {
        return None;
    }
    let is_assignment = |word: &Word| word.value.split_once('=').is_some_and(|(name, _)| is_name(name));
    let arguments = command.arguments();
    let count = arguments.iter().take_while(|word| is_assignment(word)).count();
    let last = arguments.get(count.checked_sub(1)?)?;
    let program = arguments.get(count)?;
    let is_program = !program.dynamic && (case.is_command(&program.value) || program.value.contains('/'));
    (is_program && arguments.len() > count + 1).then(|| {
        let edit = Edit::new().insert(last.span.end, ";");
        let because = format!("`{}` is a command of its own, not a name to export", program.value);
        Proposal::likely(edit, because)
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn the_command_behind_an_assignment_is_not_exported() {
        let refused = "bash: export: `--all': not a valid identifier\n";
        mends("bash", "export KEY=x git push --all", 1, refused, "export KEY=x; git push --all");
        leaves("bash", "export KEY=x other --all", 1, Some(refused));
    }
}
