//! Patterns of names. Matching takes at most the length of the pattern times that of the text.

/// Matches a pattern in which only `*` has a meaning: any text. With a backslash it is no pattern: `\\*` is a star.
pub fn stars(pattern: &str, text: &str, ignore_case: bool) -> bool {
    let is_same = |a: &str, b: &str| if ignore_case { a.eq_ignore_ascii_case(b) } else { a == b };
    if !pattern.bytes().any(|byte| matches!(byte, b'*' | b'\\')) {
        return is_same(pattern, text);
    }
    if pattern.contains('\\') {
        return is_same(&pattern.replace('\\', ""), text);
    }
    matches(pattern, text, |pattern, letter| {
        let mut letters = pattern.chars();
        let first = letters.next()?;
        let is_same = first == letter || ignore_case && first.eq_ignore_ascii_case(&letter);
        is_same.then_some(letters.as_str())
    })
}

/// Matches a pattern of the shell: `*`, `?`, `[abc]`, `[!abc]`, `[a-z]`, `\x`.
pub fn shell(pattern: &str, text: &str) -> bool {
    matches(pattern, text, |pattern, letter| {
        let mut letters = pattern.chars();
        match letters.next()? {
            '?' => Some(letters.as_str()),
            '[' => class(letters.as_str(), letter),
            '\\' if letters.as_str().starts_with(letter) => letters.as_str().strip_prefix(letter),
            first => (first == letter).then_some(letters.as_str()),
        }
    })
}

/// Matches with `*` for any text; `step` returns the pattern behind what matches one letter.
fn matches<'p>(pattern: &'p str, text: &str, step: impl Fn(&'p str, char) -> Option<&'p str>) -> bool {
    let (mut pattern, mut rest) = (pattern, text.chars());
    // behind the last star, and where it has matched up to
    let mut star = None;
    loop {
        if let Some(behind) = pattern.strip_prefix('*') {
            if behind.is_empty() {
                return true;
            }
            (pattern, star) = (behind, Some((behind, rest.clone())));
            continue;
        }
        let Some(letter) = rest.next() else { return pattern.is_empty() };
        if let Some(behind) = step(pattern, letter) {
            pattern = behind;
            continue;
        }
        let Some((behind, mut from)) = star else { return false };
        from.next();
        (pattern, rest, star) = (behind, from.clone(), Some((behind, from)));
    }
}

/// The pattern behind a class, whose `[` is taken off, if it has the letter.
fn class(pattern: &str, letter: char) -> Option<&str> {
    let negated = pattern.strip_prefix(['!', '^']);
    let inside = negated.unwrap_or(pattern);
    // a `]` at the beginning is an element
    let (end, _) = inside.char_indices().skip(1).find(|(_, letter)| *letter == ']')?;
    let (set, behind) = inside.split_at_checked(end)?;
    let mut letters = set.chars();
    let mut found = false;
    while let Some(first) = letters.next() {
        let mut ahead = letters.clone();
        match (ahead.next(), ahead.next()) {
            (Some('-'), Some(last)) => {
                found |= first <= letter && letter <= last;
                letters = ahead;
            }
            _ => found |= first == letter,
        }
    }
    (found != negated.is_some()).then(|| behind.strip_prefix(']')).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, text, fits) in [
            ("delete-*", "delete-table", true),
            ("delete-*", "undelete-table", false),
            ("*:destroy", "apps:destroy", true),
            ("*:destroy", "apps:destroyed", false),
            ("*a*b*", "xaxbx", true),
            ("*a*b*", "xbxax", false),
            ("*ab", "aab", true),
            ("a*a", "a", false),
            ("ä*", "äh", true),
            ("a", "ä", false),
            ("[a]?", "[a]?", true),
            ("\\*", "*", true),
            ("\\*", "x", false),
            ("", "", true),
            ("*", "", true),
        ] {
            assert_eq!(stars(pattern, text, false), fits, "{pattern} {text}");
        }
        assert!(stars("flush*", "FlushAll", true) && !stars("flush*", "FlushAll", false));
    }

    #[test]
    fn shell_patterns_have_classes() {
        for (pattern, text, fits) in [
            ("r?", "rm", true),
            ("r?", "r", false),
            ("[a-e]tc", "etc", true),
            ("[!a-d]tc", "etc", true),
            ("[^e]tc", "etc", false),
            ("[]x]", "]", true),
            ("[a", "a", false),
            ("e\\tc", "etc", true),
            ("*[st]", "boost", true),
            ("*", "", true),
        ] {
            assert_eq!(shell(pattern, text), fits, "{pattern} {text}");
        }
    }

    #[test]
    fn many_stars_end() {
        assert!(!stars(&"a*".repeat(2_000), &"a".repeat(1_000), false));
    }
}
