//! The live shell's values of variables in a line.

use std::collections::BTreeMap;

use facts::ShellVariable;

/// Parses `DARN_VARIABLES`. Skips variables that the texts may change or test before use: the policy follows
/// assignments, but not `getopts`, `printf -v` or `[ -n "$x" ]`.
pub fn parse(lines: &str, texts: &[&str]) -> BTreeMap<String, ShellVariable> {
    let known = lines.lines().filter_map(|line| {
        let mut fields = line.splitn(3, ' ');
        let (sign, name) = (fields.next()?, fields.next()?);
        let said = match sign {
            "-" => ShellVariable::Unset,
            "+" => ShellVariable::Set,
            "=" => ShellVariable::Value(fields.next().unwrap_or("").to_owned()),
            _ => return None,
        };
        Some((name, said))
    });
    let known = known.filter(|(name, _)| !texts.iter().any(|text| is_touched(text, name)));
    known.map(|(name, said)| (name.to_owned(), said)).collect()
}

/// Returns whether the text tests the variable, or uses it other than by expanding it.
fn is_touched(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        return text.split_whitespace().any(|word| matches!(word, "set" | "shift" | "function"));
    }
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (text.get(..at).unwrap_or(""), text.get(at + name.len()..).unwrap_or(""));
        if before.ends_with(is_part) || after.starts_with(is_part) {
            return false;
        }
        let bare = before.strip_suffix('{').unwrap_or(before);
        let Some(before) = bare.strip_suffix('$') else { return true };
        let before = before.strip_suffix('"').unwrap_or(before);
        ["-n ", "-z ", "-d ", "-e ", "-f ", "-s "].iter().any(|test| before.ends_with(test))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_or_tested_in_the_line_is_not_known() {
        let said = |text: &str| parse("- x\n- 1", &[text]).keys().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(said("rm -rf $x/* \"${x}/\""), "1 x");
        for text in ["read x; rm $x", "printf -v x 1", "((x=1))", "[ -n \"$x\" ] && rm $x", "[[ -d $x ]]"] {
            assert_eq!(said(text), "1", "{text}");
        }
        assert_eq!(said("rm $xy ${x_1} y-x.txt"), "1");
        assert_eq!(said("set -- a; rm $1 $x"), "x");
        let known = parse("= a /b c\n= d \n+ e\n? f", &[]);
        assert_eq!(known["a"], ShellVariable::Value("/b c".into()));
        assert_eq!(known["d"], ShellVariable::Value(String::new()));
        assert_eq!((&known["e"], known.len()), (&ShellVariable::Set, 3));
    }
}
