//! `awk {print $2} f`, `sed s/a/b c/ f`, `jq .a | .b f`: a small program split into several words.

use super::awk_program::operands;
use super::prelude::*;
use super::repair;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let name = command.program_name()?;
    let edit = match name {
        "sed" => sed(case, command),
        "jq" | "yq" => jq(case, command),
        "grep" | "egrep" | "rg" => grep(case, command),
        _ if Language::of(name) == Some(Language::Awk) => awk(case, command),
        _ => None,
    }?;
    repair::is_whole(&edit.apply(&case.failure.script.text), case)
        .then(|| Proposal::certain(edit, format!("the {name} program must be one word: quote it")))
}

/// Puts `'…'` around a part of the text, unless it contains quotes.
fn quoted(text: &str, span: Span) -> Option<Edit> {
    let inside = text.get(span.start..span.end)?;
    (!inside.is_empty() && !inside.contains('\'')).then(|| Edit::new().replace(span, format!("'{inside}'")))
}

fn awk(case: &Case<'_>, command: &Command) -> Option<Edit> {
    let text = case.failure.script.text.as_str();
    let wrong = repair::is_wrong(case) || case.printed("awk: ") || case.output.is_none();
    let first = operands(command).next()?;
    let mut before = command.arguments().iter().take_while(|word| word.span != first.span);
    if before.any(|word| word.value == "-f") {
        return None; // it takes a whole program
    }
    if !wrong || first.quote != QuoteStyle::Bare {
        return None;
    }
    let rest = text.get(first.span.start..)?;
    let rest = rest.get(..rest.find(" | ").unwrap_or(rest.len()))?;
    let end = rest.rfind('}')? + 1;
    rest.get(..end)?.contains('{').then_some(())?;
    quoted(text, Span::new(first.span.start, first.span.start + end))
}

fn sed(case: &Case<'_>, command: &Command) -> Option<Edit> {
    if !case.printed("sed: -e expression") {
        return None;
    }
    let text = case.failure.script.text.as_str();
    let word = command.arguments().iter().find(|w| !w.value.starts_with('-'))?;
    let value = Some(word.value.as_str()).filter(|_| word.quote == QuoteStyle::Bare)?;
    let delimiter =
        value.strip_prefix('s').and_then(|rest| rest.chars().next()).filter(|c| c.is_ascii_punctuation())?;
    let count =
        |text: &str| text.matches(delimiter).count() - text.matches(&format!("\\{delimiter}")).count();
    let rest = text.get(word.span.start..)?;
    // up to the first blank that all three delimiters precede
    let ends = rest.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at).chain([rest.len()]);
    let end = ends
        .into_iter()
        .find(|end| rest.get(..*end).is_some_and(|part| count(part) >= 3 && count(part) % 3 == 0))?;
    quoted(text, Span::new(word.span.start, word.span.start + end))
}

/// `jq .a | .b f`, `jq .items[] | select(.x) f`
fn jq(case: &Case<'_>, command: &Command) -> Option<Edit> {
    let text = case.failure.script.text.as_str();
    let filter = command.arguments().iter().find(|w| !w.value.starts_with('-'))?;
    if filter.quote != QuoteStyle::Bare || !filter.value.starts_with('.') {
        return None;
    }
    let rest = text.get(filter.span.start..)?;
    let next = rest.split(" | ").nth(1).or_else(|| rest.split('|').nth(1))?;
    let goes_on = [".", "select(", "map(", "keys", "length", "to_entries", "sort_by(", "first", "tostring"]
        .iter()
        .any(|word| next.trim_start().starts_with(word));
    if !goes_on || case.status() == 0 && !case.printed("not found") {
        return None;
    }
    let file = rest.split_whitespace().last().filter(|last| case.kind(last).is_file());
    let end = file
        .map_or(rest.trim_end().len(), |file| repair::end_before(rest, rest.trim_end().len() - file.len()));
    quoted(text, Span::new(filter.span.start, filter.span.start + end))
}

/// `grep a|b f`
fn grep(case: &Case<'_>, command: &Command) -> Option<Edit> {
    let text = case.failure.script.text.as_str();
    let named = case.failure.named.as_deref()?;
    let pattern = command.arguments().last().filter(|w| w.quote == QuoteStyle::Bare)?;
    let rest = text.get(pattern.span.end..)?;
    if !rest.starts_with('|') || rest.starts_with("||") || !rest.get(1..)?.starts_with(named) {
        return None;
    }
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let edit = quoted(text, Span::new(pattern.span.start, pattern.span.end + end))?;
    let extended = command.program_name() != Some("grep")
        || command.arguments().iter().any(|w| w.value.starts_with('-') && w.value.contains(['E', 'P']));
    Some(if extended { edit } else { edit.insert(pattern.span.start, "-E ") })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn awk_programs() {
        mends(
            "bash",
            "awk {print $2} a.txt",
            2,
            "awk: line 2: missing } near end of file\n",
            "awk '{print $2}' a.txt",
        );
        mends("zsh", "awk {print $2} a.txt", 1, "zsh: parse error near `}'\n", "awk '{print $2}' a.txt");
        mends(
            "bash",
            "awk -F : {print $1} a.txt | sort",
            2,
            "awk: line 2: missing } near end of file\n",
            "awk -F : '{print $1}' a.txt | sort",
        );
        mends(
            "fish", "awk {print $2} a.txt", 2, "awk: 1: unexpected character '.'\n", "awk '{print $2}' a.txt",
        );
        mends_blind("zsh", "awk {print $2} a.txt", 1, "awk '{print $2}' a.txt");
    }

    #[test]
    fn sed_programs() {
        mends(
            "bash",
            "sed s/a/b c/ a.txt",
            1,
            "sed: -e expression #1, char 5: unterminated `s' command\n",
            "sed 's/a/b c/' a.txt",
        );
        mends(
            "bash",
            "sed 's/a/b' a.txt",
            1,
            "sed: -e expression #1, char 5: unterminated `s' command\n",
            "sed 's/a/b/' a.txt",
        );
        mends(
            "bash",
            "sed s/a/b/;s/c/d/ a.txt",
            127,
            "sed: -e expression #1, char 5: unterminated `s' command\nbash: s/c/d/: No such file or directory\n",
            "sed 's/a/b/;s/c/d/' a.txt",
        );
    }

    #[test]
    fn filters_and_patterns() {
        mends("bash", "jq .a | .b a.txt", 127, "bash: .b: command not found\n", "jq '.a | .b' a.txt");
        mends("zsh", "grep a|b a.txt", 127, "zsh: command not found: b\n", "grep -E 'a|b' a.txt");
    }

    #[test]
    fn leaves_their_own_mistakes() {
        leaves(
            "bash",
            "jq '.a | .b' a.txt",
            4,
            Some("parse error: Invalid numeric literal at line 1, column 2\n"),
        );
        leaves("bash", "awk {print} a.txt", 0, Some("a b\n"));
    }
}
