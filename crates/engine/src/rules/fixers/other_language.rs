//! `install.packages("x")`, `print("x")`: code of another language, typed at the shell's prompt.

use super::prelude::*;

/// How the code begins; its interpreter, the option before code, and what it is called.
const CODE: &[(&str, (&str, &str, &str))] = table!("code_of_languages");

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let text = case.failure.script.text.trim();
    if !matches!(case.failure.kind, FailureKind::SyntaxError | FailureKind::CommandNotFound)
        || !is_one_call(text)
    {
        return None;
    }
    let (_, (program, option, language)) = CODE.iter().find(|(start, _)| text.starts_with(start))?;
    if !case.is_command(program) {
        return None;
    }
    let code = syntax::quote(text, case.dialect());
    let because = format!("this is {language}, not a command of the shell");
    Some(Proposal::likely(case.whole(format!("{program} {option} {code}")), because))
}

/// Returns whether the first parenthesis is closed at the end: nothing follows the call.
fn is_one_call(text: &str) -> bool {
    let text = text.trim_end_matches(';');
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return at + 1 == text.len() && !text.contains('\n'),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
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
        assert!(found("print(\"x\") && (ls)", &world).is_empty());
    }
}
