//! Encodings of a value: plain, URL, base64 and JSON.

use std::fmt::Write as _;

use data_encoding::BASE64_NOPAD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// All but the unreserved characters (RFC 3986, 2.3).
const STRICT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// Characters that JavaScript's `encodeURIComponent` encodes.
const COMPONENT: &AsciiSet = &STRICT.remove(b'!').remove(b'*').remove(b'\'').remove(b'(').remove(b')');
/// Characters that JavaScript's `encodeURI` encodes.
const URI: &AsciiSet = &COMPONENT
    .remove(b';')
    .remove(b':')
    .remove(b'@')
    .remove(b'&')
    .remove(b'=')
    .remove(b'+')
    .remove(b'$')
    .remove(b',')
    .remove(b'/')
    .remove(b'?')
    .remove(b'#');

/// One encoding of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    pub text: String,
    /// Whether this is the value inside a longer base64 word (`user:value` encoded); then the whole word is
    /// secret.
    pub is_part: bool,
}

/// Minimum length of an encoding; shorter ones occur by chance.
const MIN: usize = 6;

/// Returns all encodings of `value` without duplicates, the value itself first. A value with URL escapes is
/// also decoded and encoded.
pub fn forms(value: &str) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    let mut add = |text: String, is_part: bool| {
        if text.len() >= MIN && forms.iter().all(|form| form.text != text) {
            forms.push(Form { text, is_part });
        }
    };
    for value in std::iter::once(value).chain(decoded(value).as_deref()) {
        each(value, &mut add);
    }
    forms
}

fn each(value: &str, add: &mut impl FnMut(String, bool)) {
    add(value.to_owned(), false);
    // most values consist of letters and digits, which only base64 changes
    if !value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)) {
        for set in [STRICT, COMPONENT, URI] {
            let encoded = utf8_percent_encode(value, set).to_string();
            if encoded != value {
                add(encoded.replace("%20", "+"), false);
                add(lower_hex(&encoded), false);
                add(encoded, false);
            }
        }
    }
    if value.contains(|c: char| matches!(c, '"' | '\\' | '/') || c.is_control() || !c.is_ascii()) {
        let once = json(value, Unicode::AsIs);
        let ascii = json(value, Unicode::Escaped);
        add(once.replace('/', "\\/"), false);
        add(json(&once, Unicode::AsIs), false);
        add(json(&ascii, Unicode::AsIs), false);
        add(once, false);
        add(ascii, false);
    }
    for shift in 0..3 {
        let part = base64_part(value.as_bytes(), shift);
        add(part.replace('+', "-").replace('/', "_"), true);
        add(part, true);
    }
}

/// Decodes a value that contains URL escapes such as `%40`; returns `None` if nothing in it is encoded.
fn decoded(value: &str) -> Option<String> {
    let decoded = percent_decode_str(value).decode_utf8().ok()?;
    (decoded != value).then(|| decoded.into_owned())
}

/// Converts URL escapes to lower case: `%2F` → `%2f`.
fn lower_hex(encoded: &str) -> String {
    let mut left = 0;
    let lower = |c: char| {
        left = if c == '%' { 2 } else { i32::max(left - 1, -1) };
        if c != '%' && left >= 0 { c.to_ascii_lowercase() } else { c }
    };
    encoded.chars().map(lower).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unicode {
    AsIs,
    Escaped,
}

fn json(value: &str, unicode: Unicode) -> String {
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || unicode == Unicode::Escaped && !c.is_ascii() => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out
}

/// Returns the base64 characters that depend only on `value`, if it begins at an offset of `shift` modulo 3
/// in the encoded text.
fn base64_part(value: &[u8], shift: usize) -> String {
    let letters = BASE64_NOPAD.encode(&[&[0; 2][..shift.min(2)], value].concat());
    let (first, last) = ((shift * 8).div_ceil(6), (shift + value.len()) * 8 / 6);
    super::piece(&letters, first, last).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(value: &str) -> Vec<String> {
        forms(value).into_iter().map(|form| form.text).collect()
    }

    #[test]
    fn a_value_has_its_usual_forms() {
        let forms = texts("p\"ä/ s+");
        for form in [
            "p\"ä/ s+", "p%22%C3%A4%2F%20s%2B", "p%22%c3%a4%2f%20s%2b", "p%22%C3%A4%2F+s%2B", "p\\\"ä/ s+",
            "p\\\"\\u00e4/ s+", "p\\\"ä\\/ s+",
        ] {
            assert!(forms.iter().any(|other| other == form), "{form} is not in {forms:?}");
        }
    }

    #[test]
    fn what_stands_in_a_url_is_known_as_it_is_meant() {
        let forms = texts("p%40ss%c3%a4w0rd");
        assert!(
            ["p@ssäw0rd", "p%40ss%C3%A4w0rd"].iter().all(|form| forms.contains(&(*form).to_owned())),
            "{forms:?}"
        );
        for value in ["100%", "50%ä", "%zz", "%ff%fe"] {
            assert_eq!(decoded(value), None, "{value}");
        }
    }

    /// `printf 'user:hunter22' | base64` and the like, with one to three letters before it.
    #[test]
    fn base64_is_known_at_every_place() {
        for whole in ["aHVudGVyMjI=", "YTpodW50ZXIyMg==", "YWE6aHVudGVyMjIK", "dXNlcjpodW50ZXIyMg=="] {
            assert!(
                forms("hunter22").iter().any(|form| form.is_part && whole.contains(&form.text)),
                "{whole}"
            );
        }
        assert!(texts("\u{ff}\u{ff}\u{ff}>>>???").iter().any(|form| form.contains('_')), "URL-safe");
    }
}
