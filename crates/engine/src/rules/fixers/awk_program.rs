//! Mistakes in an awk program: double quotes that let the shell expand `$1`, parentheses instead of braces,
//! an unterminated regular expression, a separator without its option.

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let complained = case.printed_any(&["awk: cmd. line:", "awk: line ", "awk: syntax error"]);
    if !complained || Language::of(command.program_name()?) != Some(Language::Awk) {
        return None;
    }
    mend(case, command).map(|(edit, because)| Proposal::certain(edit, because))
}

fn mend(case: &Case<'_>, command: &Command) -> Option<(Edit, &'static str)> {
    let mut operands = operands(command);
    let program = operands.next()?;
    if let Some(edit) = separator(case, program, operands.next()) {
        return Some((edit, "-F sets the separator"));
    }
    let raw = case.raw(program.span);
    if let Some(inside) = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        let field = inside.match_indices('$').any(|(at, _)| {
            let rest = inside.get(at + 1..).unwrap_or("");
            rest.starts_with(|c: char| c.is_ascii_digit()) || rest.starts_with("NF")
        });
        let plain = inside.replace("\\\"", "\"").replace("\\$", "$");
        return (field && inside.contains('{') && !plain.contains(['\'', '\\', '`'])).then(|| {
            (
                Edit::new().replace(program.span, format!("'{plain}'")),
                "inside double quotes the shell expands $",
            )
        });
    }
    let inside = raw.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''))?;
    if let Some(body) = inside.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'))
        && (body.starts_with("print ") || body.starts_with("printf "))
        && !body.contains([')', '{'])
    {
        return Some((Edit::new().replace(program.span, format!("'{{{body}}}'")), "awk actions need braces"));
    }
    // `/err {print}`: the regular expression ends before the action
    let open =
        inside.strip_prefix('/').filter(|rest| !rest.contains('/') && case.printed("nterminated regexp"))?;
    let (expression, action) = open.split_once(" {").filter(|(_, action)| action.ends_with('}'))?;
    let text = format!("'/{expression}/ {{{action}'");
    Some((Edit::new().replace(program.span, text), "unterminated regular expression"))
}

/// Returns the words that are neither options nor their values.
pub fn operands(command: &Command) -> impl Iterator<Item = &Word> {
    let mut is_value = false;
    command.arguments().iter().filter(move |word| {
        let operand = !is_value && !word.value.starts_with('-');
        is_value = !is_value && matches!(word.value.as_str(), "-F" | "-v" | "-f");
        operand
    })
}

/// `awk : '{print $2}'`
fn separator(case: &Case<'_>, first: &Word, second: Option<&Word>) -> Option<Edit> {
    let mut characters = first.value.chars();
    let (Some(only), None) = (characters.next(), characters.next()) else { return None };
    let is_program = second?.value.contains('{');
    let is_path = case.exists(&first.value);
    (is_program && !is_path && only.is_ascii_punctuation())
        .then(|| Edit::new().insert(first.span.start, "-F"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn program_text() {
        let said = "awk: cmd. line:1: {print }\nawk: cmd. line:1:        ^ syntax error\n";
        mends("bash", "awk \"{print $1 \\\"-\\\" $3}\" a.txt", 1, said, "awk '{print $1 \"-\" $3}' a.txt");
        mends(
            "zsh", "awk -F: '(print $2)' a.txt", 1, "awk: cmd. line:1: (print $2)\n",
            "awk -F: '{print $2}' a.txt",
        );
        mends(
            "bash",
            "awk '/^b {print $2}' a.txt",
            1,
            "awk: cmd. line:1: /^b {print $2}\nawk: cmd. line:1:  ^ unterminated regexp\n",
            "awk '/^b/ {print $2}' a.txt",
        );
        mends("bash", "awk , '{print $1}' a.txt", 1, "awk: cmd. line:1: ,\n", "awk -F, '{print $1}' a.txt");
    }

    #[test]
    fn leaves_others() {
        leaves("bash", "awk '{print $1' a.txt", 1, Some("awk: cmd. line:1: {print $1\n"));
        leaves("bash", "awk \"{print HOME}\" a.txt", 1, Some("awk: cmd. line:1: x\n"));
    }
}
