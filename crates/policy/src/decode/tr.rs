//! `tr`: characters by other characters.

use super::bounded;

/// What `tr` does with the characters of its first set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tr {
    /// `tr SET1 SET2`: each by its partner; the last of a shorter second set is repeated.
    Replace,
    /// `tr -d SET1`.
    Delete,
    /// `tr -cd SET1`: all others go.
    Keep,
}

/// Longest set after ranges and classes are written out.
const MAX_SET: usize = 1024;

/// Applies `tr` to a text. `None`: the text is too long, or a set uses what is not known here
/// (`[=x=]`, `[x*3]`), or nothing is left.
pub fn tr(text: &str, how: Tr, from: &str, to: &str) -> Option<String> {
    let from = set(from)?;
    let to = set(to)?;
    let last = to.last().copied();
    let partner = |letter: char| match from.iter().rposition(|known| *known == letter) {
        Some(at) => match how {
            Tr::Replace => to.get(at).copied().or(last),
            Tr::Delete => None,
            Tr::Keep => Some(letter),
        },
        None => (how != Tr::Keep).then_some(letter),
    };
    let ascii: Vec<Option<char>> = (0..128_u8).map(|byte| partner(char::from(byte))).collect();
    let changed = |letter: char| match usize::try_from(u32::from(letter)).ok().and_then(|at| ascii.get(at)) {
        Some(known) => *known,
        None => partner(letter),
    };
    let result: String = bounded(text)?.chars().filter_map(changed).collect();
    (!result.is_empty()).then_some(result)
}

/// The characters of a set in order.
fn set(text: &str) -> Option<Vec<char>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(class) = rest.strip_prefix("[:") {
            let (name, tail) = class.split_once(":]")?;
            found.extend((0..128_u8).map(char::from).filter(member(name)?));
            rest = tail;
            continue;
        }
        if rest.starts_with("[=") || (first == '[' && rest.contains('*')) {
            return None;
        }
        let (low, tail) = one(rest)?;
        rest = tail;
        match rest.strip_prefix('-').filter(|tail| !tail.is_empty()) {
            Some(tail) => {
                let (high, tail) = one(tail)?;
                found.extend((low..=high).take(MAX_SET));
                rest = tail;
            }
            None => found.push(low),
        }
        if found.len() > MAX_SET {
            return None;
        }
    }
    Some(found)
}

/// One character, its escape resolved, and the rest.
fn one(text: &str) -> Option<(char, &str)> {
    let mut letters = text.chars();
    let first = letters.next()?;
    if first != '\\' {
        return Some((first, letters.as_str()));
    }
    let rest = letters.as_str();
    let digits = rest.bytes().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
    if digits > 0 {
        let (number, rest) = rest.split_at_checked(digits)?;
        return Some((char::from_u32(u32::from_str_radix(number, 8).ok()?)?, rest));
    }
    let letter = match letters.next() {
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some(other) => other,
        None => '\\',
    };
    Some((letter, letters.as_str()))
}

fn member(class: &str) -> Option<fn(&char) -> bool> {
    Some(match class {
        "lower" => char::is_ascii_lowercase,
        "upper" => char::is_ascii_uppercase,
        "alpha" => char::is_ascii_alphabetic,
        "digit" => char::is_ascii_digit,
        "alnum" => char::is_ascii_alphanumeric,
        "space" => |letter| matches!(letter, ' ' | '\t'..='\r'),
        "blank" => |letter| matches!(letter, ' ' | '\t'),
        "punct" => char::is_ascii_punctuation,
        "cntrl" => char::is_ascii_control,
        "xdigit" => char::is_ascii_hexdigit,
        "print" => |letter| matches!(letter, ' '..='~'),
        "graph" => char::is_ascii_graphic,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_out() {
        for (text, how, from, to, expected) in [
            ("ez -es /", Tr::Replace, "a-zA-Z", "n-za-mN-ZA-M", "rm -rf /"),
            ("ez -es /", Tr::Replace, "A-Za-z", "N-ZA-Mn-za-m", "rm -rf /"),
            ("RM -RF /", Tr::Replace, "[:upper:]", "[:lower:]", "rm -rf /"),
            ("rXmX", Tr::Delete, "X", "", "rm"),
            ("r1m2", Tr::Keep, "[:alpha:]", "", "rm"),
            ("r_m", Tr::Replace, "_", " ", "r m"),
            ("a\nb", Tr::Replace, "\\n", " ", "a b"),
            ("a\nb", Tr::Delete, "\\012", "", "ab"),
            ("abc", Tr::Replace, "abc", "x", "xxx"),
            ("a-b", Tr::Delete, "-", "", "ab"),
            ("x", Tr::Replace, "[=x=]", "y", ""),
            ("x", Tr::Delete, "[:nope:]", "", ""),
            ("x", Tr::Delete, "x", "", ""),
        ] {
            assert_eq!(tr(text, how, from, to).unwrap_or_default(), expected, "{text} {from} {to}");
        }
    }
}
