//! One argument → text that the shell reads back as exactly that argument.

use std::borrow::Cow;

use crate::{Dialect, QuoteStyle};

/// Characters that need no quotes in any of the shells, inside a word.
const fn is_plain(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9'
        | b'_' | b'-' | b'.' | b'/' | b':' | b',' | b'+' | b'@' | b'%')
}

/// Quotes one argument for `dialect`, leaving it bare where that is safe.
#[must_use]
pub fn quote(value: &str, dialect: Dialect) -> Cow<'_, str> {
    if needs_no_quotes(value, dialect) {
        return Cow::Borrowed(value);
    }
    Cow::Owned(single(value, dialect))
}

/// Quotes `value` in the style of the word that it replaces, where that style can hold it.
#[must_use]
pub fn quote_as(value: &str, style: QuoteStyle, dialect: Dialect) -> String {
    match style {
        QuoteStyle::Single => single(value, dialect),
        QuoteStyle::Double => double(value, dialect).unwrap_or_else(|| single(value, dialect)),
        QuoteStyle::Bare | QuoteStyle::Mixed => quote(value, dialect).into_owned(),
    }
}

fn needs_no_quotes(value: &str, dialect: Dialect) -> bool {
    !value.is_empty()
        && value.bytes().enumerate().all(|(i, b)| {
            is_plain(b)
                || b >= 0x80 && dialect != Dialect::Posix
                || i > 0 && matches!(b, b'=' | b'^' | b'~' | b'#') && dialect.is_bourne() && b != b'^'
                || i > 0 && b == b'='
        })
        && !value.starts_with('%')
        && !value.chars().any(|c| c.is_whitespace() || c.is_control())
}

fn single(value: &str, dialect: Dialect) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push('\'');
    for c in value.chars() {
        match (dialect, c) {
            (Dialect::Fish, '\'' | '\\') => {
                out.push('\\');
                out.push(c);
            }
            (Dialect::PowerShell, '\'') => out.push_str("''"),
            (_, '\'') => out.push_str("'\\''"),
            _ => out.push(c),
        }
    }
    out.push('\'');
    out
}

/// `None` where double quotes cannot hold the value.
fn double(value: &str, dialect: Dialect) -> Option<String> {
    if value.contains('!') && matches!(dialect, Dialect::Bash | Dialect::Zsh) {
        return None; // history expansion happens inside double quotes
    }
    if matches!(dialect, Dialect::PowerShell | Dialect::Nu) {
        return None;
    }
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    for c in value.chars() {
        if matches!(c, '"' | '\\' | '$') || c == '`' && dialect != Dialect::Fish {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    Some(out)
}
