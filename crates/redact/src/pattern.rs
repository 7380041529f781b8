//! Patterns of tokens: literal text and character classes, matched without backtracking.
//!
//! `ghp_[A-Za-z0-9]{36,}` is a literal followed by at least 36 characters of a class. A class matches
//! greedily up to its limit, so the text after it must not begin with a character of the class. A pattern
//! that ends in a class with a limit does not match if more characters of the class follow.

/// One part of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step<'a> {
    Literal(&'a str),
    /// Members as a bit set of ASCII, minimum and maximum count.
    Class(u128, usize, usize),
}

impl Step<'_> {
    /// Returns the length of what the step matches, if it is fixed.
    const fn length(self) -> Option<usize> {
        match self {
            Self::Literal(literal) => Some(literal.len()),
            Self::Class(_, min, max) if min == max => Some(min),
            Self::Class(..) => None,
        }
    }
}

/// Returns the length of the match at the beginning of `text`.
pub fn matched(pattern: &str, text: &str) -> Option<usize> {
    let mut rest = text;
    let mut pattern = pattern;
    while let Some((step, behind)) = next(pattern) {
        rest = match step {
            Step::Literal(literal) => rest.strip_prefix(literal)?,
            Step::Class(members, min, max) => {
                let is_member = |byte: &u8| byte.is_ascii() && members & (1 << byte) != 0;
                let count = rest.bytes().take(max).take_while(is_member).count();
                let behind_it = rest.get(count..).filter(|_| count >= min)?;
                let is_longer = count == max && behind_it.as_bytes().first().is_some_and(is_member);
                if behind.is_empty() && is_longer {
                    return None;
                }
                behind_it
            }
        };
        pattern = behind;
    }
    Some(text.len() - rest.len())
}

/// Returns how many bytes at the beginning of `text` are in any class of the pattern.
pub fn run(pattern: &str, text: &str) -> usize {
    let all = all_members(pattern);
    text.bytes().take_while(|byte| byte.is_ascii() && all & (1 << byte) != 0).count()
}

/// Returns whether the pattern allows letters other than hexadecimal digits, which would also match hashes.
pub fn has_all_letters(pattern: &str) -> bool {
    all_members(pattern) & (1 << b'z' | 1 << b'Z') != 0
}

fn all_members(pattern: &str) -> u128 {
    steps(pattern).fold(0, |all, step| if let Step::Class(members, ..) = step { all | members } else { all })
}

/// Returns the length of every match, if it is fixed.
pub fn fixed_length(pattern: &str) -> Option<usize> {
    steps(pattern).map(Step::length).sum()
}

/// Returns the first literal of a pattern, which the search looks for, and the number of bytes before it.
pub fn anchor(pattern: &str) -> Option<(usize, &str)> {
    let mut lead = 0;
    steps(pattern).find_map(|step| match step {
        Step::Literal(literal) => Some(Some((lead, literal))),
        class => match class.length() {
            Some(length) => {
                lead += length;
                None
            }
            None => Some(None),
        },
    })?
}

/// Returns why a pattern is invalid: it could never match, or could not be found.
#[cfg_attr(not(test), allow(dead_code, reason = "the build reads the file without it"))]
pub fn problem(pattern: &str) -> Option<&'static str> {
    match anchor(pattern) {
        Some((_, literal)) if literal.len() >= 2 => {}
        _ => {
            return Some(
                "a pattern needs a literal of two characters; only classes of fixed length may precede it",
            );
        }
    }
    let (mut rest, mut last) = (pattern, 0);
    while let Some((step, behind)) = next(rest) {
        match step {
            Step::Literal(text) => {
                if text.bytes().next().is_some_and(|byte| byte.is_ascii() && last & (1 << byte) != 0) {
                    return Some("the text after a class must not begin with a character of the class");
                }
                last = 0;
            }
            Step::Class(members, min, max) => {
                if members == 0 || min > max {
                    return Some("a class must look like [A-Za-z0-9_-]{20,40}");
                }
                if last & members != 0 {
                    return Some("the text after a class must not begin with a character of the class");
                }
                last = if min == max { 0 } else { members };
            }
        }
        rest = behind;
    }
    (!rest.is_empty()).then_some("a pattern consists of text and classes like [A-Za-z0-9_-]{20,40}")
}

fn steps(mut pattern: &str) -> impl Iterator<Item = Step<'_>> {
    std::iter::from_fn(move || {
        let (step, behind) = next(pattern)?;
        pattern = behind;
        Some(step)
    })
}

fn next(pattern: &str) -> Option<(Step<'_>, &str)> {
    let Some(class) = pattern.strip_prefix('[') else {
        let end = pattern.find('[').unwrap_or(pattern.len());
        let (literal, behind) = pattern.split_at_checked(end)?;
        return (!literal.is_empty()).then_some((Step::Literal(literal), behind));
    };
    let (class, behind) = class.split_once(']')?;
    let (min, max, behind) = match behind.strip_prefix('{').and_then(|behind| behind.split_once('}')) {
        None => (1, 1, behind),
        Some((counts, behind)) => match counts.split_once(',') {
            None => (counts.parse().ok()?, counts.parse().ok()?, behind),
            Some((min, "")) => (min.parse().ok()?, usize::MAX, behind),
            Some((min, max)) => (min.parse().ok()?, max.parse().ok()?, behind),
        },
    };
    Some((Step::Class(members(class), min, max), behind))
}

/// Parses `A-Za-z0-9_-`: ranges and single characters; a dash is literal at either end.
fn members(class: &str) -> u128 {
    let mut members = 0;
    let mut bytes = class.bytes().peekable();
    while let Some(first) = bytes.next() {
        let mut last = first;
        let mut ahead = bytes.clone();
        if ahead.next() == Some(b'-')
            && let Some(end) = ahead.next()
        {
            last = end;
            bytes = ahead;
        }
        let count = last.checked_sub(first).filter(|_| last.is_ascii());
        members |= count.map_or(0, |count| (u128::MAX >> (127 - count)) << first);
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_match_from_the_beginning() {
        assert_eq!(matched("ab[0-9]{2,3}", "ab123x"), Some(5));
        assert_eq!(matched("ab[0-9]{2,3}", "ab1234"), None);
        assert_eq!(matched("ab[0-9]{2,3}", "ab1"), None);
        assert_eq!(matched("ab[0-9]{2}.[x-]{1,}", "ab12.-x-y"), Some(8));
        assert_eq!(matched("ab[0-9]{2}.[x-]{1,}", "ab12."), None);
        assert_eq!(matched("ab[0-9]", "ab1"), Some(3));
        assert_eq!(matched("ab[0-9]{2,}", "ab1é"), None);
    }

    #[test]
    fn what_cannot_be_found_or_matched_is_told() {
        assert_eq!(problem("ab[0-9]{2,}.x"), None);
        assert_eq!(problem("[a-z]{32}-us[0-9]{1,2}"), None);
        for wrong in
            ["", "a[0-9]", "[0-9]{2,4}-us", "ab[0-9]{2,}5", "ab[0-9]{2,}[5x]", "ab[0-9", "ab[0-9]{x}", "ab[]"]
        {
            assert!(problem(wrong).is_some(), "{wrong}");
        }
    }

    #[test]
    fn a_form_is_found_by_its_first_literal() {
        assert_eq!(anchor("ghp_[a-z]{3}"), Some((0, "ghp_")));
        assert_eq!(anchor("[a-z]{3}[0-9]Q~[a-z]{3}"), Some((4, "Q~")));
        assert_eq!(anchor("[a-z]{3,}Q~"), None);
    }
}
