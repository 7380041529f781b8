//! Brace expansion: `{a,b}`, `{1..5}`.

use super::Atom;

/// Maximum number of words that one word expands to.
const MAX_WORDS: usize = 64;
/// Maximum number of nested or consecutive braces.
const MAX_DEPTH: u8 = 12;
/// Maximum length of all words that one word expands to.
const MAX_UNITS: usize = 32 * 1024;
/// Maximum length of a word with braces.
const MAX_LENGTH: usize = 8 * 1024;
/// Maximum number of literal braces (`{}`) in one word.
const MAX_PLAIN: usize = 64;

/// Returns all words that the atoms expand to; the atoms themselves without a brace expression.
/// `None` if they are too long.
pub fn expand(atoms: &[Atom]) -> Option<Vec<Vec<Atom>>> {
    let mut units = Vec::new();
    for atom in atoms {
        match atom {
            Atom::Text { text, quoted: false } => units.extend(text.chars().map(Unit::Bare)),
            other => units.push(Unit::Other(other.clone())),
        }
        if units.len() > MAX_LENGTH {
            return None;
        }
    }
    let words = words(&units, 0);
    Some(words.into_iter().take(MAX_WORDS).map(|word| join(&word)).collect())
}

#[derive(Clone)]
enum Unit {
    Bare(char),
    Other(Atom),
}

impl Unit {
    const fn is(&self, wanted: char) -> bool {
        matches!(self, Self::Bare(c) if *c == wanted)
    }
}

fn words(units: &[Unit], depth: u8) -> Vec<Vec<Unit>> {
    let most = (MAX_UNITS / units.len().max(1)).clamp(2, MAX_WORDS);
    let mut from = 0;
    let mut plain = 0;
    while plain < MAX_PLAIN
        && let Some(open) = units.iter().skip(from).position(|unit| unit.is('{')).map(|at| at + from)
    {
        let Some((close, commas)) = partner(units, open) else { return vec![units.to_vec()] };
        let inside = units.get(open + 1..close).unwrap_or_default();
        let choices = if commas.is_empty() {
            range(inside)
        } else {
            let mut choices = Vec::new();
            let mut start = open + 1;
            for comma in commas.iter().copied().chain([close]) {
                let choice = units.get(start..comma).unwrap_or_default();
                choices.extend(if depth < MAX_DEPTH {
                    words(choice, depth + 1)
                } else {
                    vec![choice.to_vec()]
                });
                start = comma + 1;
            }
            Some(choices)
        };
        let Some(choices) = choices else {
            from = open + 1; // `{}` and `{x}` stand for themselves
            plain += 1;
            continue;
        };
        let before = units.get(..open).unwrap_or_default();
        let after = if depth < MAX_DEPTH {
            words(units.get(close + 1..).unwrap_or_default(), depth + 1)
        } else {
            vec![units.get(close + 1..).unwrap_or_default().to_vec()]
        };
        let mut all = Vec::new();
        for choice in &choices {
            for rest in &after {
                if all.len() < most {
                    all.push([before, choice, rest].concat());
                }
            }
        }
        return all;
    }
    vec![units.to_vec()]
}

/// Returns the `}` of the `{` at `open`, and the commas between them.
fn partner(units: &[Unit], open: usize) -> Option<(usize, Vec<usize>)> {
    let mut level = 0_u32;
    let mut commas = Vec::new();
    for (at, unit) in units.iter().enumerate().skip(open) {
        match unit {
            Unit::Bare('{') => level += 1,
            Unit::Bare('}') if level == 1 => return Some((at, commas)),
            Unit::Bare('}') => level -= 1,
            Unit::Bare(',') if level == 1 => commas.push(at),
            _ => {}
        }
    }
    None
}

/// Expands `1..5`, `a..e`, with a step.
fn range(units: &[Unit]) -> Option<Vec<Vec<Unit>>> {
    let text: Option<String> =
        units.iter().map(|unit| if let Unit::Bare(c) = unit { Some(*c) } else { None }).collect();
    let text = text?;
    let mut parts = text.split("..");
    let (from, to) = (parts.next()?, parts.next()?);
    let step = parts.next().and_then(|step| step.parse::<i64>().ok()).unwrap_or(1).unsigned_abs().max(1);
    let letter = |text: &str| {
        let mut characters = text.chars();
        let first = characters.next().filter(char::is_ascii_alphabetic)?;
        characters.next().is_none().then_some(i64::from(u32::from(first)))
    };
    let numbers = from.parse::<i64>().ok().zip(to.parse::<i64>().ok());
    let is_letters = numbers.is_none();
    let (from, to) = numbers.or_else(|| letter(from).zip(letter(to)))?;
    let count = (from.abs_diff(to) / step).min(MAX_WORDS as u64 - 1);
    let words = (0..=count).filter_map(|n| {
        let n = i64::try_from(n.saturating_mul(step)).ok()?;
        let value = if from <= to { from.checked_add(n)? } else { from.checked_sub(n)? };
        let text = if is_letters {
            u32::try_from(value).ok().and_then(char::from_u32)?.to_string()
        } else {
            value.to_string()
        };
        Some(text.chars().map(Unit::Bare).collect())
    });
    Some(words.collect())
}

fn join(units: &[Unit]) -> Vec<Atom> {
    let mut atoms: Vec<Atom> = Vec::new();
    for unit in units {
        match unit {
            Unit::Bare(c) => {
                if let Some(Atom::Text { text, quoted: false }) = atoms.last_mut() {
                    text.push(*c);
                } else {
                    atoms.push(Atom::Text { text: c.to_string(), quoted: false });
                }
            }
            Unit::Other(atom) => atoms.push(atom.clone()),
        }
    }
    atoms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_become_words() {
        let cases = [
            ("{rm,-rf,/}", "rm -rf /"),
            ("a{b,c}d", "abd acd"),
            ("{a,b{c,d}}", "a bc bd"),
            ("~/{*,.*}", "~/* ~/.*"),
            ("x{1..3}", "x1 x2 x3"),
            ("{a..c}", "a b c"),
            ("{}", "{}"),
            ("{x}", "{x}"),
            ("{a,b", "{a,b"),
            ("{5..1..2}", "5 3 1"),
        ];
        for (text, expected) in cases {
            let words = expand(&[Atom::Text { text: text.to_owned(), quoted: false }]).unwrap();
            let words: Vec<String> = words
                .into_iter()
                .map(|word| {
                    word.into_iter()
                        .map(|atom| if let Atom::Text { text, .. } = atom { text } else { String::new() })
                        .collect()
                })
                .collect();
            assert_eq!(words.join(" "), expected, "{text}");
        }
    }
}
