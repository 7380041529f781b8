//! Decides whether a value looks machine-generated, or at least unlike an ordinary word.

use std::sync::LazyLock;

use data_encoding::{BASE64_NOPAD, Encoding};

use super::names;

/// Returns whether a value could be a key even without a name that says so: long, with letters and digits
/// mixed as in no word, and not in a form that identifies public things.
pub fn looks_random(value: &str) -> bool {
    const MIN: usize = 16;
    value.len() >= MIN && is_mixture(value) && !is_public(value)
}

/// Returns the same for a value after a word that names a credential: it may be shorter or a hash.
pub fn looks_random_here(value: &str) -> bool {
    const MIN: usize = 12;
    value.len() >= MIN && is_mixture(value)
}

fn is_mixture(value: &str) -> bool {
    let length = value.len();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    value.bytes().all(|byte| byte.is_ascii_graphic())
        && digits >= 2
        && letters >= 4
        && letters + digits >= length * 4 / 5
        && changes(value) * 5 >= length
        && distinct(value.as_bytes()) >= 8
}

/// Counts the changes between letters and digits, or lower and upper case.
fn changes(value: &str) -> usize {
    let class = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    };
    let is_change = |two: &&[u8]| match two {
        [a, b] => class(*a) != class(*b) && class(*a) < 3 && class(*b) < 3,
        _ => false,
    };
    value.as_bytes().windows(2).filter(is_change).count()
}

/// Counts the distinct bytes.
pub fn distinct(value: &[u8]) -> u32 {
    value.iter().fold(0_u128, |seen, byte| seen | 1 << (byte & 127)).count_ones()
}

/// Returns whether a value is public: hashes, digests, identifiers, paths and addresses are long and odd, but
/// not secret.
fn is_public(value: &str) -> bool {
    let is_hex = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_uuid = value.len() == 36
        && value.split('-').map(str::len).eq([8, 4, 4, 4, 12])
        && value.split('-').all(is_hex);
    let has_prefix = [
        "sha1", "sha2", "sha3", "sha5", "md5", "SHA256:", "MD5:", "http", "ssh-", "ecdsa-", "pk_", "arn:",
        "/", "~", "./", "AAAA", "age1", "urn:", "data:",
    ]
    .iter()
    .any(|prefix| value.starts_with(prefix));
    is_uuid || has_prefix || is_hex(value) && matches!(value.len(), 16 | 40)
}

/// Returns whether a value is not an ordinary word: it has digits, signs or inner capitals.
pub fn is_odd(value: &str) -> bool {
    let has = |is: fn(&u8) -> bool| value.bytes().any(|byte| is(&byte));
    let inner = value.bytes().skip(1).any(|byte| byte.is_ascii_uppercase()) && has(u8::is_ascii_lowercase);
    value.len() >= 4
        && (has(u8::is_ascii_digit)
            || inner
            || has(|byte| b"!@#$%^&*+=~?_-".contains(byte)) && value.len() >= 5)
        && !(value.bytes().all(|byte| byte.is_ascii_digit()) && value.len() < 6)
        && !(value.contains(['.', ':'])
            && value.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b':')))
        && !names::is_word(value)
}

/// Returns whether a value is odd and not short.
pub fn is_telling(value: &str) -> bool {
    value.len() >= 6 && is_odd(value)
}

/// Returns whether a value is a sentence: several words, all of them ordinary.
pub fn is_prose(value: &str) -> bool {
    let words = value.split_whitespace();
    let is_plain = |word: &str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '-'))
    };
    words.clone().count() > 1 && (words.clone().all(is_plain) || words.count() > 4) || names::is_word(value)
}

/// Returns whether a quoted value is a pattern, or is filled in by an expansion or a template.
pub fn is_expression(value: &str) -> bool {
    // generated passwords often contain a class such as `\d` by chance, but not a repetition of it
    let repeats = |class: &str| {
        let after = value.split(class).skip(1);
        after.map(|rest| rest.bytes().next()).any(|next| next.is_some_and(|next| b"+*{?])".contains(&next)))
    };
    let is_regex = ["[A-Z", "[a-z", "[0-9", "(?", ".*"].iter().any(|part| value.contains(part))
        || ["\\d", "\\w"].into_iter().any(repeats);
    let is_template = ["%s", "%d", "%v", "{}", "#{", "%{"].iter().any(|part| value.contains(part));
    if is_regex || is_template {
        return true;
    }
    value.contains("${")
        || value.contains("$(")
        || value.contains("{{")
        || value.contains("<%")
        || value.starts_with("%(")
}

/// Returns whether a value may be base64 of a short text such as `user:password`.
pub fn is_base64(value: &str) -> bool {
    let has = |is: fn(&u8) -> bool| value.bytes().any(|byte| is(&byte));
    let body = value.trim_end_matches('=');
    value.len() >= 12
        && value.len().is_multiple_of(4)
        && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && (has(u8::is_ascii_digit) || body.len() < value.len())
}

/// Returns whether a value decodes from base64 to text like `user:password`.
pub fn is_user_and_password(value: &str) -> bool {
    /// Accepts what programs decode: without padding, with any last bits.
    static LENIENT: LazyLock<Option<Encoding>> = LazyLock::new(|| {
        let mut base64 = BASE64_NOPAD.specification();
        base64.check_trailing_bits = false;
        base64.encoding().ok()
    });
    let body = value.trim_end_matches('=').as_bytes();
    let whole = body.len() - usize::from(body.len() % 4 == 1);
    let text = LENIENT.as_ref().and_then(|base64| base64.decode(body.get(..whole)?).ok()).unwrap_or_default();
    text.len() >= 4
        && text.contains(&b':')
        && std::str::from_utf8(&text).is_ok_and(|text| !text.contains(char::is_control))
}
