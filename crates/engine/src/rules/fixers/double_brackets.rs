//! `[[ -f x ]]` in sh and fish, which have only `[`.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if !matches!(case.dialect(), Dialect::Posix | Dialect::Fish)
        || !(case.printed("[[") || case.output.is_none())
    {
        return None;
    }
    let text = single(&case.failure.script.text)?;
    let edit = case.whole(text);
    Some(Proposal::certain(edit, format!("{} has only `[`", case.dialect().name())))
}

/// Rewrites the line with `[ … ]`; `None` if a test uses a feature that only `[[` has.
pub fn single(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut changed = false;
    while let Some(at) = rest.find("[[ ") {
        let inside = rest.get(at + 3..)?;
        let end = inside.find(" ]]")?;
        let test = inside.get(..end)?;
        if ["=~", " < ", " > ", "*", "("].iter().any(|only| test.contains(only)) {
            return None;
        }
        out.push_str(rest.get(..at)?);
        out.push_str("[ ");
        out.push_str(
            &quote_variables(test)
                .replace(" == ", " = ")
                .replace(" && ", " ] && [ ")
                .replace(" || ", " ] || [ "),
        );
        out.push_str(" ]");
        rest = inside.get(end + 3..)?;
        changed = true;
    }
    out.push_str(rest);
    changed.then_some(out)
}

/// Quotes variables, as `[` splits `$x` and `[[` does not.
fn quote_variables(test: &str) -> String {
    let words = test.split(' ').map(|word| {
        let bare = word.starts_with('$') && !word.contains(['"', '\'', '(']);
        if bare { format!("\"{word}\"") } else { word.to_owned() }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn only_single_brackets() {
        mends(
            "dash", "[[ -f a.txt ]] && echo yes", 127, "dash: 1: [[: not found\n", "[ -f a.txt ] && echo yes",
        );
        mends("dash", "[[ $x == y ]]", 127, "dash: 1: [[: not found\n", "[ \"$x\" = y ]");
        mends(
            "fish",
            "[[ -f a.txt ]] && echo yes",
            127,
            "fish: Unknown command: '[[ -f a.txt ]]'\n",
            "[ -f a.txt ] && echo yes",
        );
        mends_blind("dash", "[[ -f a.txt && -f b ]]", 127, "[ -f a.txt ] && [ -f b ]");
    }

    #[test]
    fn leaves_what_it_cannot_say() {
        leaves("dash", "[[ $x =~ a.* ]]", 127, Some("dash: 1: [[: not found\n"));
        leaves("bash", "[[ -f nothing ]]", 1, Some(""));
    }
}
