//! Is something a secret by its name, and is its value one at all?

include!(concat!(env!("OUT_DIR"), "/secret_names.rs"));

/// What the value of a secret name is called.
pub fn kind(name: &str) -> &'static str {
    let name = name.to_ascii_lowercase();
    let is = |words: &[&str]| words.iter().any(|word| name.contains(word));
    match () {
        () if is(&["pass", "pwd", "pw"]) => "password",
        () if is(&["token", "authorization", "bearer", "cookie"]) => "token",
        () if is(&["key"]) => "key",
        () => "secret",
    }
}

/// A name whose value is a secret: `DB_PASSWORD`, `--api-key`, `clientSecret`.
pub fn is_secret(name: &str) -> bool {
    let parts = parts(name);
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    if HARMLESS_FIRST.contains(&first.as_str()) && parts.len() > 1 || HARMLESS_LAST.contains(&last.as_str()) {
        return false;
    }
    let joined = parts.concat();
    if HARMLESS.contains(&joined.as_str()) {
        return false;
    }
    if INSIDE.iter().any(|word| joined.contains(word)) || ENDINGS.iter().any(|word| joined.ends_with(word)) {
        return true;
    }
    if parts.iter().any(|part| PARTS.contains(&part.as_str())) {
        return true;
    }
    // a variable of the environment: whatever its key is for, unless it is a public one
    let is_variable = name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    is_variable
        && parts.len() > 1
        && last == "key"
        && !KEYS.iter().any(|key| parts.iter().any(|part| part == key))
}

/// The words of a name, in lower case: parted at anything but letters and digits, and before the
/// capitals of `clientSecret`.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() || was_lower && c.is_ascii_uppercase() {
            parts.push(String::new());
        }
        if c.is_ascii_alphanumeric()
            && let Some(part) = parts.last_mut()
        {
            part.push(c.to_ascii_lowercase());
        }
        was_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Stands for a secret without being one: a variable, `<password>`, `***`, `true`, a file.
pub fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let enclosed = |open: &str, close: &str| value.starts_with(open) && value.ends_with(close);
    enclosed("<", ">")
        || enclosed("{", "}")
        || enclosed("%", "%")
        || value.chars().all(|c| matches!(c, '*' | 'x' | 'X' | '.' | '…' | '•' | '_' | '-' | '?' | '#'))
        || PLACEHOLDERS.contains(&lower.as_str())
        || lower.starts_with("your_")
        || lower.starts_with("your-")
        || is_expansion(value)
        || is_path(value)
}

/// `$NAME`, `${…}`, `$(…)`, `` `…` `` and nothing else.
fn is_expansion(value: &str) -> bool {
    let Some(rest) = value.strip_prefix('$') else {
        return value.len() > 1 && value.starts_with('`') && value.ends_with('`');
    };
    let is_name = |name: &str| {
        name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':'))
            || matches!(name, "?" | "@" | "*" | "#" | "$" | "!")
    };
    rest.starts_with('{') && rest.ends_with('}')
        || rest.starts_with('(') && rest.ends_with(')')
        || is_name(rest)
}

/// A file that holds the secret is none.
fn is_path(value: &str) -> bool {
    let rooted = value.strip_prefix('/').and_then(|rest| rest.split_once('/'));
    value.starts_with("~/")
        || value.starts_with("./")
        || value.starts_with("../")
        || rooted.is_some_and(|(directory, _)| DIRECTORIES.contains(&directory))
}
