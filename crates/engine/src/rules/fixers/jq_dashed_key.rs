//! `jq .dev-deps`: in an unquoted key, the dash means subtraction.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let (_, rest) = case.output?.split_once("jq: error: ")?;
    let (name, _) = rest.split_once("/0 is not defined")?;
    let command = case.command_of("jq")?;
    command.arguments().iter().filter(|word| !word.dynamic).find_map(|word| {
        let mended = quoted(&word.value, name)?;
        let edit = case.set_word(word, &mended);
        Some(Proposal::certain(edit, "a key with a dash needs quotes"))
    })
}

/// Quotes the keys of the filter that have `name` after a dash; `None` if there are none.
fn quoted(filter: &str, name: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let mut out = String::with_capacity(filter.len() + 8);
    let mut rest = filter;
    let mut found = false;
    while let Some((before, after)) = rest.split_once('.') {
        let end = after.find(|c| !is_part(c)).unwrap_or(after.len());
        let (key, behind) = after.split_at_checked(end)?;
        let starts = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let has_name = starts && key.split('-').skip(1).any(|part| part == name);
        found |= has_name;
        out.push_str(before);
        out.push('.');
        if has_name {
            out.extend(["\"", key, "\""]);
        } else {
            out.push_str(key);
        }
        rest = behind;
    }
    out.push_str(rest);
    found.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn keys_with_a_dash() {
        let error = |name: &str, filter: &str| {
            format!(
                "jq: error: {name}/0 is not defined at <top-level>, line 1:\n{filter}      \njq: 1 compile error\n"
            )
        };
        let output = error("name", ".tool-name");
        mends("bash", "jq '.tool-name' d.json", 3, &output, "jq '.\"tool-name\"' d.json");
        mends("zsh", "jq -r .tool-name a.txt", 3, &output, "jq -r '.\"tool-name\"' a.txt");
        let output = error("tools", ".pkgs.dev-tools.x");
        mends("bash", "jq '.pkgs.dev-tools.x' d.json", 3, &output, "jq '.pkgs.\"dev-tools\".x' d.json");
        leaves("bash", "jq '.a - foo' d.json", 3, Some(&error("foo", ".a - foo")));
    }
}
