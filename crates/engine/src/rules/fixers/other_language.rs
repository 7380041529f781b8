//! `install.packages("x")`, `print("x")`: code of another language, typed at the shell's prompt.

use super::prelude::*;

/// How the code begins = the interpreter and its option.
const CODE: &[(&str, (&str, &str))] = table!("code_of_languages");

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let text = case.failure.script.text.trim();
    if !matches!(case.failure.kind, FailureKind::SyntaxError | FailureKind::CommandNotFound)
        || !text.trim_end_matches(';').ends_with(')')
        || text.contains('\n')
    {
        return None;
    }
    let (_, (program, option)) = CODE.iter().find(|(start, _)| text.starts_with(start))?;
    if !case.is_command(program) {
        return None;
    }
    let code = syntax::quote(text, case.dialect());
    let because = format!("this is code for {program}, not a command");
    Some(Proposal::certain(case.whole(format!("{program} {option} {code}")), because))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn code_is_given_to_its_interpreter() {
        let mut world = world();
        let said = "bash: syntax error near unexpected token `'x''\n";
        let found = |text: &str, world: &facts::FakeWorld| fixes("bash", text, 2, Some(said), world);
        assert!(found("install.packages(\"x\")", &world).is_empty());
        world.programs.push("Rscript".into());
        assert_eq!(found("install.packages(\"x\")", &world), ["Rscript -e 'install.packages(\"x\")'"]);
        assert_eq!(found("print(\"x\")", &world), ["python3 -c 'print(\"x\")'"]);
    }
}
