//! Decides whether a name denotes a secret and whether its value is one.

use super::random;
use super::words::Words;

include!(concat!(env!("OUT_DIR"), "/secret_names.rs"));

/// How strongly a name suggests that its value is secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// `password`, `api_token`: the value is secret unless it is a placeholder.
    Strong,
    /// `key`, `session`: the value is secret if it looks like a key.
    Weak,
}

/// Returns the kind of secret that a name denotes.
pub fn kind(name: &str) -> &'static str {
    static PASSWORD: Words = Words::new(&["pass", "pw", "wort"]);
    static TOKEN: Words = Words::new(&["authorization", "bearer", "cookie", "session", "token"]);
    let name = name.to_ascii_lowercase();
    match () {
        () if !name.is_ascii() || PASSWORD.is_in(&name) => "password",
        () if TOKEN.is_in(&name) => "token",
        () if name.contains("key") => "key",
        () => "secret",
    }
}

/// Returns whether the value of a name is secret: `DB_PASSWORD`, `--api-key`, `clientSecret`.
pub fn is_secret(name: &str) -> bool {
    strength(name) == Some(Strength::Strong)
}

/// Maximum length of a name.
const MAX: usize = 80;

/// Returns how strongly a name suggests a secret value.
pub fn strength(name: &str) -> Option<Strength> {
    if name.len() > MAX || name.len() < 2 {
        return None;
    }
    let parts = Parts::of(name);
    let (first, last) = (parts.iter().next()?, parts.iter().last()?);
    let joined = parts.text.as_str();
    // an environment variable that ends in `_KEY`, unless the key is public
    let is_public = || parts.iter().any(|part| KEYS.has(part));
    let is_only = first.len() == joined.len();
    let is_variable = name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    let is_strong = parts.iter().any(|part| PARTS.has(part))
        || INSIDE.is_in(joined)
        || ENDINGS.find(joined).any(|(at, word)| at + word.len() == joined.len())
        || is_variable && !is_only && last == "key" && !is_public();
    let strength = match is_strong {
        true => Strength::Strong,
        false if parts.iter().any(|part| WEAK.has(part)) && !is_public() => Strength::Weak,
        false => return None,
    };
    let is_harmless =
        HARMLESS.has(joined) || HARMLESS_FIRST.has(first) && !is_only || HARMLESS_LAST.has(last);
    (!is_harmless).then_some(strength)
}

/// The words of a name in lower case, split at anything but letters and digits and before the capitals of
/// `clientSecret`.
struct Parts {
    /// All words, concatenated.
    text: String,
    /// Bit set of the end of each word; words that end at byte 128 or later are dropped.
    ends: u128,
}

impl Parts {
    fn of(name: &str) -> Self {
        let mut parts = Self { text: String::with_capacity(name.len()), ends: 0 };
        let mut was_lower = false;
        for c in name.chars() {
            let is_letter = c.is_alphanumeric();
            if !is_letter || was_lower && c.is_uppercase() {
                parts.end();
            }
            if c.is_ascii_alphanumeric() {
                parts.text.push(c.to_ascii_lowercase());
            } else if is_letter {
                parts.text.extend(c.to_lowercase());
            }
            was_lower = c.is_lowercase() || c.is_ascii_digit();
        }
        parts.end();
        parts
    }

    fn end(&mut self) {
        self.ends |= 1_u128.checked_shl(u32::try_from(self.text.len()).unwrap_or(u32::MAX)).unwrap_or(0);
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        let (mut start, mut ends) = (0, self.ends & !1);
        std::iter::from_fn(move || {
            let end = usize::try_from(ends.trailing_zeros()).ok().filter(|_| ends != 0)?;
            ends &= ends - 1;
            self.text.get(std::mem::replace(&mut start, end)..end)
        })
    }
}

/// Returns whether the name is that of a signature: `X-Amz-Signature`, `sig`.
pub fn is_signature(name: &str) -> bool {
    let name = name.as_bytes();
    let ends = |word: &[u8]| {
        name.len() >= word.len()
            && name.get(name.len() - word.len()..).is_some_and(|end| end.eq_ignore_ascii_case(word))
    };
    ends(b"signature") || ends(b"sig")
}

/// Returns whether the name is `auth` or `_auth`, where Docker and npm keep `user:password` in base64.
pub fn is_auth(name: &str) -> bool {
    name.trim_start_matches('_').eq_ignore_ascii_case("auth")
}

/// Returns whether the name is `Cookie` or `Set-Cookie`.
pub fn is_cookie(name: &str) -> bool {
    name.eq_ignore_ascii_case("cookie") || name.eq_ignore_ascii_case("set-cookie")
}

/// Returns the length of the scheme that credentials begin with, including the blank: `Bearer `.
pub fn scheme(value: &str) -> Option<usize> {
    const SCHEMES: [&str; 10] = [
        "bearer ", "basic ", "token ", "apikey ", "negotiate ", "ntlm ", "key ", "flyv1 ", "bot ", "splunk ",
    ];
    let is_scheme =
        |scheme: &&&str| value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    SCHEMES.iter().find(is_scheme).map(|scheme| scheme.len())
}

/// Returns whether a text in the place of a value is only a word: `required`, `invalid`.
pub fn is_word(value: &str) -> bool {
    let value = value.trim_matches(|c: char| c.is_ascii_punctuation());
    value.len() <= 24 && {
        let lower = value.to_lowercase();
        WORDS.has(&lower) || PLACEHOLDERS.has(&lower)
    }
}

/// Start and end of a `[REDACTED:kind:n]` whose words are masked.
pub const MASKED: (&str, &str) = ("[\u{1a}", "\u{1a}]");

/// Returns whether a value only stands for a secret: a variable, `<password>`, `***`, `true`, a file.
pub fn is_placeholder(value: &str) -> bool {
    let enclosed = |open: &str, close: &str| value.starts_with(open) && value.ends_with(close);
    // `{token}` is a placeholder, `{Zb3kQ9xYp2}` is not
    let is_varied = || {
        let inside = value.trim_matches(['{', '}']);
        inside.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && inside.bytes().filter(u8::is_ascii_digit).count() > 2
    };
    if value.starts_with('<')
        || enclosed(MASKED.0, MASKED.1)
        || enclosed("{", "}") && !is_varied()
        || enclosed("[", "]") && value.bytes().all(|b| b.is_ascii_alphabetic() || b" []_-".contains(&b))
        || enclosed("%", "%")
        || enclosed("@", "@")
        || enclosed("__", "__")
        || value
            .strip_prefix(['*', '&'])
            .is_some_and(|name| name.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_'))
        || value
            .chars()
            .all(|c| matches!(c, '*' | 'x' | 'X' | '.' | '…' | '•' | '●' | '_' | '-' | '?' | '#' | '/'))
        || value.len() == 2 && value.starts_with('%')
        || is_expansion(value)
        || is_path(value)
    {
        return true;
    }
    let lower = value.to_ascii_lowercase();
    let body = lower.rsplit(['_', '-', '.', ':']).next().unwrap_or(&lower);
    PLACEHOLDERS.has(&lower)
        || STARTS.begin(&lower)
        || STAND_INS.is_in(&lower)
        || body.len() >= 12 && is_filler(body)
        || is_filler(&lower) && lower.contains("xxxx")
        || lower.contains('[') && lower.contains("[redacted") && !lower.contains("[redacted:")
}

/// Returns whether a value has few distinct characters, or mostly filler characters.
pub fn is_filler(value: &str) -> bool {
    random::distinct(value.as_bytes()) <= if value.len() < 20 { 2 } else { 4 }
        || value.bytes().filter(|byte| matches!(byte, b'x' | b'*' | b'.')).count() * 2 > value.len()
}

/// Returns whether a value is only an expansion: `$NAME`, `${…}`, `$(…)`, `` `…` ``.
fn is_expansion(value: &str) -> bool {
    if value.starts_with('(') && (value.ends_with(')') || !value.contains(')')) {
        return true; // fish
    }
    if value.starts_with("%(") || value.starts_with("{{") || value.starts_with("<%") {
        return true;
    }
    let Some(rest) = value.strip_prefix('$') else {
        return value.len() > 1 && value.starts_with('`') && value.ends_with('`');
    };
    let is_name = |name: &str| {
        name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':' | b'.' | b'[' | b']'))
            || matches!(name, "?" | "@" | "*" | "#" | "$" | "!")
    };
    rest.starts_with('{') || rest.starts_with('(') || is_name(rest)
}

/// Returns whether the value is a path; the name of a file with a secret is not secret.
fn is_path(value: &str) -> bool {
    let rooted = value.strip_prefix('/').and_then(|rest| rest.split_once('/'));
    let of_windows = value.as_bytes().get(1..3) == Some(b":\\");
    value.starts_with("~/")
        || value.starts_with("./")
        || value.starts_with("../")
        || of_windows
        || ["http://", "https://", "file://", "vault:", "op://", "arn:", "projects/"]
            .iter()
            .any(|s| value.starts_with(s))
        || rooted.is_some_and(|(directory, _)| DIRECTORIES.has(directory))
}
