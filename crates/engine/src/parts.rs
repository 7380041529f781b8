//! The parts of a pattern: literals and holes. Shared with the build script, which stores the longest literal with
//! each built-in rule, so that a rule is parsed only if its text occurs.

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Text(String),
    Hole(String),
}

/// Splits a pattern; its severity and first letter do not matter. Errors name what is wrong: an unclosed hole,
/// two holes in a row, an empty pattern or one without any text.
pub fn split(pattern: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut rest = pattern;
    while let Some((before, inside)) = rest.split_once('{') {
        text.push_str(before);
        if let Some(tail) = inside.strip_prefix('{') {
            text.push('{');
            rest = tail;
            continue;
        }
        let Some((name, tail)) = inside.split_once('}') else {
            return Err(format!("unclosed hole `{{{inside}`"));
        };
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            return Err(format!("`{{{name}}}` is not a valid hole name: use letters, digits, _"));
        }
        if text.is_empty() && matches!(parts.last(), Some(Part::Hole(_))) {
            return Err(format!("the hole `{{{name}}}` directly follows another one"));
        }
        if !text.is_empty() {
            parts.push(Part::Text(normalise(&std::mem::take(&mut text))));
        }
        parts.push(Part::Hole(name.to_owned()));
        rest = tail;
    }
    text.push_str(rest);
    if !text.is_empty() {
        parts.push(Part::Text(normalise(&text)));
    }
    if longest_literal(&parts).is_empty() {
        return Err("a pattern needs some text besides its holes".into());
    }
    relax(&mut parts);
    Ok(parts)
}

/// What programs write before a message, depending on their version.
const SEVERITIES: [&str; 6] = ["error: ", "fatal: ", "warning: ", "Error: ", "ERROR: ", "Fatal: "];
/// Minimum length of the text of a pattern, and of its beginning, that is enough without them.
const ENOUGH: usize = 12;
const BEGINNING: usize = 5;

/// Drops a severity at the beginning of a message, and its first letter: one version prints `error: cannot
/// rebase`, another `fatal: Cannot rebase`.
fn relax(parts: &mut [Part]) {
    let length = |part: &Part| if let Part::Text(text) = part { text.len() } else { 0 };
    let total: usize = parts.iter().map(length).sum();
    let Some(Part::Text(first)) = parts.first_mut() else { return };
    let message = SEVERITIES.iter().find_map(|severity| first.strip_prefix(severity)).unwrap_or(first);
    // `watch: cannot run` is not a message of `patch`
    let is_name = message.split(' ').next().is_some_and(|word| word.ends_with(':'));
    let letter = message.strip_prefix(|c: char| c.is_ascii_alphabetic() && !is_name);
    let rest = letter.unwrap_or(message);
    let is_enough = rest.len() >= BEGINNING && total - (first.len() - rest.len()) >= ENOUGH;
    if is_enough && rest.starts_with(|c: char| c.is_ascii_lowercase()) {
        *first = rest.to_owned();
    }
}

/// Returns the first of the longest literals: the prefilter.
pub fn longest_literal(parts: &[Part]) -> &str {
    let texts =
        parts.iter().rev().filter_map(|part| if let Part::Text(text) = part { Some(text) } else { None });
    texts.max_by_key(|text| text.len()).map_or("", String::as_str)
}

/// Normalises output for matching: single quotation marks become `'`, escaped double ones plain.
pub fn normalise(text: &str) -> String {
    // the first byte of a typographic quote in UTF-8
    const TYPOGRAPHIC: u8 = 0xE2;
    const FORMS: [(&str, &str); 4] = [("`", "'"), ("\u{2018}", "'"), ("\u{2019}", "'"), ("\\\"", "\"")];
    let mut out = String::with_capacity(text.len());
    let (mut copied, bytes) = (0, text.as_bytes());
    for at in memchr::memchr3_iter(b'`', TYPOGRAPHIC, b'\\', bytes) {
        let rest = text.get(at..).unwrap_or_default();
        if let Some((form, plain)) = FORMS.iter().find(|(form, _)| rest.starts_with(form)) {
            out.push_str(text.get(copied..at).unwrap_or_default());
            out.push_str(plain);
            copied = at + form.len();
        }
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::normalise;

    #[test]
    fn quotes_of_any_form_become_plain() {
        let text = "\u{2018}a\u{2019} `b' \\\"c\\\" \\d \u{2013} \\";
        assert_eq!(normalise(text), "'a' 'b' \"c\" \\d \u{2013} \\");
    }
}
