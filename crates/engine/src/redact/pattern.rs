//! The form of a token: literal text and classes of characters, matched without going back.
//!
//! `ghp_[A-Za-z0-9]{36,}` is a literal, then at least 36 characters of a class. A class takes all it
//! can up to its limit, so what follows it must not begin with a character of it; where a form ends
//! in a class with a limit, a text with more of its characters is something else.

/// One part of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step<'a> {
    Literal(&'a str),
    /// Members as bits of ASCII, fewest, most.
    Class(u128, usize, usize),
}

/// Length of what `text` has of the form at its beginning.
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

/// `A-Za-z0-9_-`: ranges and single characters; a dash stands for itself at either end.
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
        members |= (first..=last).filter(u8::is_ascii).fold(0, |bits, byte| bits | 1 << byte);
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

    /// A form that would need to go back can never match: such a table is wrong.
    #[test]
    fn no_form_of_the_table_needs_to_go_back() {
        for (pattern, kind) in super::super::tokens::forms() {
            let mut rest = *pattern;
            let mut last = 0;
            let mut is_first = true;
            while let Some((step, behind)) = next(rest) {
                match step {
                    Step::Literal(text) => {
                        assert!(!is_first || text.len() >= 2, "{kind}: a prefix of two characters at least");
                        let byte = text.bytes().next().unwrap();
                        assert_eq!(last & (1 << byte), 0, "{kind}: {pattern}");
                        last = 0;
                    }
                    Step::Class(members, min, max) => {
                        assert!(!is_first && min <= max && members != 0, "{kind}: {pattern}");
                        assert_eq!(last & members, 0, "{kind}: {pattern}");
                        last = if min == max { 0 } else { members };
                    }
                }
                is_first = false;
                rest = behind;
            }
            assert_eq!(rest, "", "{kind}: {pattern} is not understood from here");
        }
    }
}
