//! Patterns for one word: `*` for any text, `(a|b)` for alternatives, which are expanded when the pattern is
//! parsed. Shared with the build script.

/// Maximum number of alternatives of one pattern.
const MAX_ALTERNATIVES: usize = 1_000;

/// Expands the alternatives of a pattern.
///
/// # Errors
/// An unbalanced parenthesis, or too many alternatives.
pub fn expand(pattern: &str) -> Result<Vec<String>, String> {
    let Some((before, rest)) = pattern.split_once('(') else {
        return match pattern.contains(')') {
            true => Err(format!("`)` without `(` in `{pattern}`")),
            false => Ok(vec![pattern.to_owned()]),
        };
    };
    let Some((inside, behind)) = rest.split_once(')') else {
        return Err(format!("`(` without `)` in `{pattern}`"));
    };
    if inside.contains('(') {
        return Err(format!("one `(` within another in `{pattern}`"));
    }
    let tails = expand(behind)?;
    let all: Vec<String> = inside
        .split('|')
        .flat_map(|choice| tails.iter().map(move |tail| format!("{before}{choice}{tail}")))
        .take(MAX_ALTERNATIVES + 1)
        .collect();
    match all.len() > MAX_ALTERNATIVES {
        true => Err(format!("more than {MAX_ALTERNATIVES} alternatives in `{pattern}`")),
        false => Ok(all),
    }
}

/// Does the pattern stand for the whole text? With a backslash it is no pattern: `\\*` is a star. Time: length of the text times the number of `*`.
#[must_use]
pub fn matches(pattern: &str, text: &str, ignore_case: bool) -> bool {
    let same = |a: &str, b: &str| if ignore_case { a.eq_ignore_ascii_case(b) } else { a == b };
    if !pattern.bytes().any(|byte| matches!(byte, b'*' | b'\\')) {
        return same(pattern, text);
    }
    if pattern.contains('\\') {
        return same(&pattern.replace('\\', ""), text);
    }
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) =
        text.get(first.len()..).filter(|_| text.get(..first.len()).is_some_and(|t| same(t, first)))
    else {
        return false;
    };
    let Some(mut part) = parts.next() else { return rest.is_empty() };
    loop {
        let Some(next) = parts.next() else {
            // the last part must be at the end
            let at = rest.len().checked_sub(part.len());
            return at.and_then(|at| rest.get(at..)).is_some_and(|end| same(end, part));
        };
        let found = match ignore_case {
            false => rest.find(part),
            true => rest.to_ascii_lowercase().find(&part.to_ascii_lowercase()),
        };
        let Some(behind) = found.and_then(|at| rest.get(at + part.len()..)) else { return false };
        (rest, part) = (behind, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_spelt_out() {
        assert_eq!(expand("a(b|c)d").unwrap(), ["abd", "acd"]);
        assert_eq!(expand("(a|b)(|s)").unwrap(), ["a", "as", "b", "bs"]);
        for wrong in ["(a", "a)", "((a|b))"] {
            assert!(expand(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, text, fits) in [
            ("delete-*", "delete-table", true),
            ("delete-*", "undelete-table", false),
            ("*:destroy", "apps:destroy", true),
            ("*:destroy", "apps:destroyed", false),
            ("+*", "+main", true),
            ("*a*b*", "xaxbx", true),
            ("*a*b*", "xbxax", false),
            ("a*a", "a", false),
            ("ä*", "äh", true),
            ("a", "ä", false),
            ("", "", true),
            ("\\*", "*", true),
            ("\\*", "x", false),
            ("*", "", true),
        ] {
            assert_eq!(matches(pattern, text, false), fits, "{pattern} {text}");
        }
        assert!(matches("flush*", "FlushAll", true));
        assert!(!matches("flush*", "FlushAll", false));
    }
}
