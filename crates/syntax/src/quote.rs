//! Quotes an argument so that the shell reads back exactly that argument.
//!
//! NUL cannot occur in a program's argument and is not checked for.

use std::borrow::Cow;

use crate::{Dialect, QuoteStyle};

/// Quotes one argument for `dialect`: bare if that is safe, otherwise in the more readable quotes.
pub fn quote(value: &str, dialect: Dialect) -> Cow<'_, str> {
    if needs_no_quotes(value, dialect) {
        return Cow::Borrowed(value);
    }
    let hard = |c: char| matches!(c, '"' | '$' | '`' | '\\' | '!') || c.is_control();
    if value.contains('\'')
        && !value.contains(hard)
        && let Some(quoted) = double(value, dialect)
    {
        return Cow::Owned(quoted);
    }
    Cow::Owned(single(value, dialect))
}

/// Quotes `value` in the style of the word that it replaces, if that style can represent it.
pub fn quote_as(value: &str, style: QuoteStyle, dialect: Dialect) -> String {
    match style {
        QuoteStyle::Single => single(value, dialect),
        QuoteStyle::Double => double(value, dialect).unwrap_or_else(|| single(value, dialect)),
        QuoteStyle::Bare | QuoteStyle::Mixed => quote(value, dialect).into_owned(),
    }
}

fn needs_no_quotes(value: &str, dialect: Dialect) -> bool {
    let mut before = None;
    for c in value.chars() {
        if !is_plain(c, before, dialect) {
            return false;
        }
        before = Some(c);
    }
    let range = dialect == Dialect::Nu && value.contains("..");
    !value.is_empty() && !range
}

/// Returns whether a character is literal outside quotes when it follows `before`.
fn is_plain(c: char, before: Option<char>, dialect: Dialect) -> bool {
    let shell = dialect.is_bourne() || dialect == Dialect::Fish;
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' | '.' | '/' => true,
        ':' | '+' => true,
        '%' | '@' | ',' => shell && (before.is_some() || c != '%'),
        '=' => before.is_some() && shell,
        // a tilde expands after the `=` and `:` of what looks like an assignment
        '~' => !matches!(before, None | Some('=' | ':')) && shell && dialect != Dialect::Zsh,
        // zsh's extended globs
        '^' | '#' => before.is_some() && shell && dialect != Dialect::Zsh,
        _ => !c.is_ascii() && !c.is_whitespace() && !c.is_control() && shell,
    }
}

fn single(value: &str, dialect: Dialect) -> String {
    if dialect == Dialect::Nu && value.contains('\'') {
        return backslashed(value);
    }
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

/// Quotes `value` with double quotes; returns `None` if they cannot represent it.
fn double(value: &str, dialect: Dialect) -> Option<String> {
    if value.contains('!') && matches!(dialect, Dialect::Bash | Dialect::Zsh) {
        return None; // history expansion happens inside double quotes
    }
    if dialect == Dialect::Nu {
        return Some(backslashed(value));
    }
    let escape = if dialect == Dialect::PowerShell { '`' } else { '\\' };
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    for c in value.chars() {
        let special = match c {
            '"' | '$' => true,
            '`' => dialect != Dialect::Fish,
            '\\' => dialect != Dialect::PowerShell,
            _ => false,
        };
        if special {
            out.push(escape);
        }
        out.push(c);
    }
    out.push('"');
    Some(out)
}

/// Quotes `value` for nu: `"…"` with JSON escapes.
fn backslashed(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}
