//! What encloses a secret: key blocks, passwords in URLs, `name=value`.

use memchr::memmem;
use syntax::Span;

use super::detect::Found;
use super::{names, piece};

/// Private keys in PEM or PGP armour, to the end of the text where the last line is missing. Also
/// on one line, with `\n` written out.
pub fn key_blocks(text: &str) -> Vec<Found<'static>> {
    const BEGIN: &str = "-----BEGIN ";
    const DASHES: &str = "-----";
    let mut found = Vec::new();
    let mut done = 0;
    for start in memmem::find_iter(text.as_bytes(), BEGIN) {
        let label = piece(text, start + BEGIN.len(), text.len()).split(DASHES).next().unwrap_or_default();
        if start < done || label.len() > 60 || !label.contains("PRIVATE KEY") {
            continue;
        }
        let close = format!("-----END {label}-----");
        let rest = piece(text, start, text.len());
        done =
            memmem::find(rest.as_bytes(), close.as_bytes()).map_or(text.len(), |at| start + at + close.len());
        found.push(Found { kind: "private-key", span: Span::new(start, done) });
    }
    found
}

/// Adds passwords of URLs and values of secret names.
pub fn find(text: &str, found: &mut Vec<Found<'_>>) {
    for at in memmem::find_iter(text.as_bytes(), "://") {
        found.extend(url_password(text, at + 3));
    }
    let mut done = 0;
    for at in memchr::memchr_iter(b'=', text.as_bytes()) {
        if at < done {
            continue; // part of a value
        }
        if let Some((name, value)) = assigned(text, at) {
            done = value.end;
            if !names::is_placeholder(piece(text, value.start, value.end)) {
                found.push(Found { kind: names::kind(name), span: value });
            }
        }
    }
}

/// `user:password@` at the beginning of what follows `://`. The authority of a URL has at most 255
/// bytes of host name; userinfo beyond 1 KiB is no URL that a program takes.
fn url_password(text: &str, start: usize) -> Option<Found<'static>> {
    let end = text.len().min(start + 2048);
    let rest = text.get(start..text.floor_char_boundary(end))?;
    let is_end = |c: char| matches!(c, '/' | '?' | '#' | '"' | '\'' | '`' | '<' | '>') || c.is_whitespace();
    let authority = rest.split(is_end).next()?;
    let (userinfo, _) = authority.rsplit_once('@')?;
    let (user, password) = userinfo.split_once(':')?;
    let from = start + user.len() + 1;
    (!names::is_placeholder(password))
        .then(|| Found { kind: "password", span: Span::new(from, from + password.len()) })
}

/// Longer names are none of a person's making.
const MAX_NAME: usize = 80;

/// The secret's name that ends at `at`.
fn name_before(text: &str, at: usize) -> Option<&str> {
    let before = text.as_bytes().get(at.saturating_sub(MAX_NAME)..at)?;
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let length = before.iter().rev().take_while(is_name).count();
    let name = piece(text, at - length, at);
    (length > 0 && length < MAX_NAME && names::is_secret(name)).then_some(name)
}

/// The value behind the `=` at `at`, where the name before it is a secret's.
fn assigned(text: &str, at: usize) -> Option<(&str, Span)> {
    let name = name_before(text, at)?;
    let mut start = at + 1;
    let rest = text.get(start..)?;
    let value = match rest.chars().next()? {
        quote @ ('"' | '\'') => {
            start += 1;
            rest.get(1..)?.split(quote).next()?
        }
        '=' | '~' => return None, // a comparison
        '<' | '`' => return None,
        '$' if rest.starts_with("$(") || rest.starts_with("${") => return None, // separators of its own
        _ => {
            let is_end = |c: char| {
                c.is_whitespace() || matches!(c, '"' | '\'' | '&' | ';' | '|' | ',' | ')' | '<' | '>')
            };
            rest.split(is_end).next()?
        }
    };
    Some((name, Span::new(start, start + value.len())))
}

fn is_authorization(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with("authorization")
}

/// Headers (`Authorization: Bearer X`, `X-Api-Key: X`) and members of JSON (`"password": "X"`) of a
/// text that is one argument.
pub fn fields(text: &str) -> Vec<Found<'static>> {
    let mut found = Vec::new();
    let mut done = 0;
    for at in memchr::memchr_iter(b':', text.as_bytes()) {
        if at < done {
            continue;
        }
        let before = piece(text, 0, at);
        let unquoted = before.strip_suffix('"').map(|before| before.strip_suffix('\\').unwrap_or(before));
        let Some(name) = name_before(text, unquoted.unwrap_or(before).len()) else { continue };
        let rest = piece(text, at + 1, text.len());
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let mut start = at + 1 + blanks;
        let rest = piece(text, start, text.len());
        let value = if unquoted.is_some() {
            let open = rest.len() - rest.trim_start_matches(['\\', '"']).len();
            start += open;
            let is_end =
                |c: char| if open > 0 { matches!(c, '"' | '\\') } else { matches!(c, ',' | '}' | ' ') };
            piece(rest, open, rest.len()).split(is_end).next().unwrap_or_default()
        } else {
            // a header begins its line, and its value is one word; before that only the scheme
            let is_header =
                before.strip_suffix(name).is_some_and(|ahead| ahead.is_empty() || ahead.ends_with('\n'));
            let line = rest.lines().next().filter(|_| is_header).unwrap_or_default().trim_end();
            let scheme = line.find(' ').filter(|_| is_authorization(name)).map_or(0, |at| at + 1);
            start += scheme;
            piece(line, scheme, line.len())
        };
        done = start + value.len();
        if unquoted.is_none() && value.contains(char::is_whitespace) {
            continue; // prose
        }
        if !names::is_placeholder(value) {
            found.push(Found { kind: names::kind(name), span: Span::new(start, done) });
        }
    }
    found
}
