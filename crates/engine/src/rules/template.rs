//! Templates of fixes and reasons: text with `{holes}`; `{x.dir}`, `{x.base}` and `{x.stem}` for paths;
//! `{x.lower}` in lower case; `{x.pip}` and other rows of a table ([`tabled`]).

use syntax::{Dialect, quote};

use super::tabled;
use crate::pattern::Holes;

/// Holes that contain shell text as typed and are inserted unquoted.
const RAW: [&str; 3] = ["args", "command", "operands"];

/// Fills a template for display, or for comparison with a word.
pub fn plain(template: &str, holes: &Holes) -> String {
    filled(template, holes).unwrap_or_else(|| template.to_owned())
}

/// Fills a template with text; `None` if a hole is unbound.
pub fn filled(template: &str, holes: &Holes) -> Option<String> {
    fill(template, |name| value(name, holes))
}

/// Fills a template with shell text: each hole becomes exactly one argument. `None` if a hole is unbound.
pub fn shell(template: &str, holes: &Holes, dialect: Dialect) -> Option<String> {
    fill(template, |name| {
        let value = value(name, holes)?;
        if RAW.contains(&name) { Some(value) } else { Some(quote_path(&value, dialect)) }
    })
}

/// Quotes a value as one argument. A leading `~/` stays unquoted, so that the shell still expands it.
fn quote_path(value: &str, dialect: Dialect) -> String {
    match value.strip_prefix("~/").filter(|rest| !rest.is_empty()) {
        Some(rest) => format!("~/{}", quote(rest, dialect)),
        None => quote(value, dialect).into_owned(),
    }
}

/// Returns the value of a hole, or a part of it.
fn value(name: &str, holes: &Holes) -> Option<String> {
    let Some((name, part)) = name.split_once('.') else { return holes.get(name).map(str::to_owned) };
    let value = holes.get(name)?;
    match part {
        "lower" => return Some(value.to_lowercase()),
        "kebab" => return Some(kebab(value)),
        "snake" => return Some(value.to_lowercase().replace(['-', ' ', '.'], "_")),
        _ => {}
    }
    if tabled::is_table(part) {
        return tabled::value(part, value).map(str::to_owned);
    }
    let path = value.trim_end_matches('/');
    let (directory, base) = match path.rsplit_once('/') {
        Some(("", base)) => ("/", base),
        Some(parts) => parts,
        None => (".", path),
    };
    let found = match part {
        "dir" => directory,
        "base" => base,
        "stem" => base.rsplit_once('.').map_or(base, |(stem, _)| stem),
        _ => return None,
    };
    Some(found.to_owned())
}

/// Writes a name in lower case with dashes: `allNamespaces` and `all_namespaces` as `all-namespaces`.
fn kebab(name: &str) -> String {
    let mut written = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !written.is_empty() && !written.ends_with('-') {
            written.push('-');
        }
        written.push(if matches!(letter, '_' | ' ' | '.') { '-' } else { letter.to_ascii_lowercase() });
    }
    written
}

fn fill(template: &str, mut value: impl FnMut(&str) -> Option<String>) -> Option<String> {
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let inside = after.get(1..).unwrap_or("");
        if let Some(tail) = inside.strip_prefix('{') {
            out.push('{');
            rest = tail;
            continue;
        }
        let is_hole = |name: &str| {
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.')
        };
        match inside.split_once('}') {
            Some((name, tail)) if is_hole(name) => {
                out.push_str(&value(name)?);
                rest = tail;
            }
            _ => {
                out.push('{');
                rest = inside;
            }
        }
    }
    out.push_str(rest);
    Some(out)
}
