//! Finds passwords in URLs and similar texts: `scheme://user:password@host`, `user:password@tcp(…)`.

use memchr::memmem;
use syntax::Span;

use super::found::Found;
use super::{ahead, names, piece, random};

/// Maximum length of userinfo; programs accept no longer URLs.
const MAX: usize = 1024;
/// Maximum distance searched for the `@` after a password with a `/` in it.
const MAX_ODD: usize = 200;

/// Adds the passwords and keys of URLs.
pub fn find(text: &str, found: &mut Vec<Found<'_>>) {
    let mut done = 0;
    for at in memmem::find_iter(text.as_bytes(), "://") {
        if at >= done {
            done = at + 3;
            found.extend(userinfo(text, at + 3, &mut done));
        }
    }
    for protocol in ["@tcp(", "@unix("] {
        let mut done = 0;
        for at in memmem::find_iter(text.as_bytes(), protocol) {
            found.extend(data_source(text, done, at));
            done = at + protocol.len();
        }
    }
    let mut done = 0;
    for at in memmem::find_iter(text.as_bytes(), "/webhook") {
        if at >= done {
            found.extend(webhook(text, at, &mut done));
        }
    }
}

/// Returns the secret in `user:password@` or `token@` after `://`.
fn userinfo(text: &str, start: usize, done: &mut usize) -> Option<Found<'static>> {
    let end = text.len().min(start + MAX);
    let rest = text.get(start..text.floor_char_boundary(end))?;
    let is_end = |c: char| matches!(c, '"' | '\'' | '`' | '<' | '>' | '\\') || c.is_whitespace();
    let authority = rest.split(|c: char| matches!(c, '/' | '?' | '#') || is_end(c)).next()?;
    let userinfo = match authority.rsplit_once('@') {
        Some((userinfo, _)) => userinfo,
        None => {
            // passwords may contain unescaped `/`, `?` and `#`, although URLs forbid it
            let (user, password) = authority.split_once(':')?;
            let is_user = !user.is_empty()
                && user
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'));
            let is_port = password.bytes().all(|byte| byte.is_ascii_digit());
            if is_port || !is_user {
                return None;
            }
            let near = rest.get(..rest.floor_char_boundary(MAX_ODD)).unwrap_or(rest);
            let (userinfo, host) = near.split(is_end).next()?.split_once('@')?;
            host.starts_with(|c: char| c.is_ascii_alphanumeric()).then_some(userinfo)?
        }
    };
    *done = start + userinfo.len();
    let Some((user, password)) = userinfo.split_once(':') else {
        // `https://TOKEN@host`
        return random::looks_random(userinfo).then(|| Found::at(start, userinfo, "token"));
    };
    let from = start + user.len() + 1;
    if names::is_placeholder(password)
        || password.contains("${")
        || names::is_placeholder(user) && user.contains('%')
    {
        return None;
    }
    // `token:x-oauth-basic@`
    let start = if random::looks_random(user) { start } else { from };
    Some(Found { kind: "password", span: Span::new(start, from + password.len()) })
}

/// Returns the password of `user:password@tcp(host:port)/db`.
fn data_source(text: &str, from: usize, at: usize) -> Option<Found<'static>> {
    let from = text.floor_char_boundary(from.max(at.saturating_sub(MAX)));
    let before = piece(text, from, at);
    let word = before.rsplit(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '=')).next()?;
    let (_, password) = word.split_once(':')?;
    (!names::is_placeholder(password)).then(|| Found::at(at - password.len(), password, "password"))
}

/// Returns the secret end of a webhook path, which allows posting to it.
fn webhook(text: &str, at: usize, done: &mut usize) -> Option<Found<'static>> {
    let rest = ahead(text, at, MAX);
    let is_end = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | '?' | ')' | ']');
    let path = rest.split(is_end).next()?;
    *done = at + path.len();
    let mut place = at;
    for part in path.split('/') {
        if part.len() >= 24 && random::looks_random(part) {
            return Some(Found { kind: "webhook", span: Span::new(place, at + path.len()) });
        }
        place += part.len() + 1;
    }
    None
}
