//! `find … -exec wc {}`, `… {} ;`, `… {}\;`: the command after -exec must end with the word `\;`.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let runs = |value: &str| matches!(value, "-exec" | "-execdir" | "-ok" | "-okdir");
    let command = case.commands().find(|command| {
        command.program_name() == Some("find") && command.arguments().iter().any(|word| runs(&word.value))
    })?;
    let last = command.words.last()?;
    let said = ["-exec'", "-execdir'", "-ok'", "-okdir'"];
    let missing = said.iter().any(|option| case.printed(&format!("missing argument to '{option}")));
    let ended = command.arguments().iter().any(|word| matches!(word.value.as_str(), ";" | "+"));
    if !(missing || case.output.is_none() && case.status() == 1) || ended {
        return None;
    }
    let after = case.failure.script.text.get(last.span.end..).unwrap_or("");
    let edit = if let Some(word) = last.value.strip_suffix(';').filter(|word| !word.is_empty()) {
        let raw = case.raw(last.span);
        let cut = raw.trim_end_matches([';', '\\', '\'', '"']);
        if cut.is_empty() || !word.starts_with("{}") {
            return None;
        }
        Edit::new().replace(last.span, format!("{cut} \\;"))
    } else if let Some(at) =
        after.find(';').filter(|at| after.get(..*at).is_some_and(|gap| gap.trim().is_empty()))
    {
        let at = last.span.end + at;
        let gap = if at == last.span.end { " \\" } else { "\\" };
        Edit::new().insert(at, gap)
    } else {
        Edit::new().insert(last.span.end, " \\;")
    };
    let because = "the command after -exec ends with \\;";
    Some(Proposal::certain(edit, because))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn ends_of_exec() {
        let said = "find: missing argument to `-exec'\n";
        for text in ["find . -exec wc -l {}", "find . -exec wc -l {} ;", "find . -exec wc -l {}\\;"] {
            mends("bash", text, 1, said, "find . -exec wc -l {} \\;");
            mends_blind("bash", text, 1, "find . -exec wc -l {} \\;");
        }
        leaves("bash", "find . -name", 1, Some("find: missing argument to `-name'\n"));
        leaves("bash", "find . -exec wc -l {} \\;", 1, None);
    }
}
