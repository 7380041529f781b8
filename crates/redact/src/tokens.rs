//! Finds tokens by their form: a prefix, a character class, a length.

use syntax::Span;

use super::found::Found;
use super::tables::Form;
use super::{Tables, pattern, random};

/// Approximate maximum length of a literal prefix.
const MAX_PREFIX: usize = 16;

/// Adds the tokens in `text`, also inside longer words.
pub fn find<'t>(text: &str, tables: &'t Tables, found: &mut Vec<Found<'t>>) {
    let mut done = 0;
    for (at, two) in text.as_bytes().windows(2).enumerate() {
        let forms = tables.forms(two);
        if !forms.is_empty()
            && at >= done
            && let Some((kind, start, end)) = longest(text, at, forms)
        {
            found.push(Found { kind, span: Span::new(start, end) });
            // the next token may begin in characters that this match included
            done = end.saturating_sub(MAX_PREFIX);
        }
    }
}

/// Returns the longest token whose literal is at `at`.
fn longest<'t>(text: &str, at: usize, forms: &'t [Form]) -> Option<(&'t str, usize, usize)> {
    let rest = text.as_bytes().get(at..)?;
    let near = || forms.iter().filter(|form| rest.starts_with(form.anchor.as_bytes()));
    let hits = near().filter_map(|form| {
        let start = at.checked_sub(form.lead)?;
        let token = text.get(start..)?;
        if !begins_here(text.as_bytes().get(..start)?) && !form.is_unmistakable() {
            return None;
        }
        let length = pattern::matched(&form.pattern, token)?;
        let prefix = if form.lead > 0 { 0 } else { form.anchor.len() };
        let is_one = |length| token.get(prefix..length).is_some_and(|body| is_varied(body.as_bytes()));
        // a complete token followed by filler characters
        let without_rest = || {
            let short = token.get(..length)?.trim_end_matches(FILLERS);
            pattern::matched(&form.pattern, short).filter(|length| is_one(*length))
        };
        (is_one(length) || without_rest().is_some()).then_some((&*form.kind, start, start + length))
    });
    hits.max_by_key(|(_, start, end)| end - start).or_else(|| {
        let form = near().filter(|form| form.lead == 0).max_by_key(|form| form.anchor.len())?;
        begins_here(text.as_bytes().get(..at)?).then_some(())?;
        Some((&*form.kind, at, at + of_another_length(form, text.get(at..)?)?))
    })
}

/// Returns the length of a key with the issuer's literal but a wrong length: it was truncated or mistyped,
/// or the issuer changed the length.
fn of_another_length(form: &Form, token: &str) -> Option<usize> {
    /// Maximum number of bytes examined.
    const MAX: usize = 256;
    /// Number of characters within which a key has a digit.
    const BEGINNING: usize = 32;
    let body = token.get(form.anchor.len()..)?;
    if !body.bytes().take(BEGINNING).any(|byte| byte.is_ascii_digit()) || !form.names_its_maker() {
        return None;
    }
    let head = body.get(..body.floor_char_boundary(MAX))?;
    let head = head.get(..pattern::run(&form.pattern, head))?;
    // a text of the right length must match the pattern
    if pattern::fixed_length(&form.pattern) == Some(form.anchor.len() + head.len()) {
        return None;
    }
    let key = head.trim_end_matches(['-', '.', '=']);
    if !random::looks_random_here(key) || !is_varied(key.as_bytes()) {
        return None;
    }
    let length = if head.len() < MAX { key.len() } else { pattern::run(&form.pattern, body) };
    Some(form.anchor.len() + length)
}

/// Characters that placeholders are filled with.
const FILLERS: [char; 4] = ['x', 'X', '*', '.'];

/// Returns whether the text has more distinct characters than a placeholder (`ghp_xxxxxxxx`).
fn is_varied(body: &[u8]) -> bool {
    let few = match body.len() {
        ..12 => 2,
        12..32 => 4,
        _ => 8,
    };
    let filled = body.iter().filter(|byte| FILLERS.contains(&char::from(**byte))).count();
    filled * 2 < body.len() && random::distinct(body) > few
}

/// Returns whether a token may begin here: not inside a word, except after an escape (`%3D`, `\n`).
fn begins_here(before: &[u8]) -> bool {
    match before {
        [.., b'%', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => true,
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., last] => !last.is_ascii_alphanumeric(),
        [] => true,
    }
}
