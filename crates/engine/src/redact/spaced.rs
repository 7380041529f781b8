//! Secrets that only blanks, a place in a line or a sentence tell: netrc, pgpass, tables of
//! variables, `the password is X`.

use memchr::memmem;
use syntax::Span;

use super::detect::Found;
use super::names::{self, Strength};
use super::{piece, random};

/// What is in the names that are looked for: short enough to be found at once.
const CORES: [&str; 12] = [
    "assw",
    "ASSW",
    "ecret",
    "ECRET",
    "oken",
    "OKEN",
    "pass ",
    "_KEY",
    "_key",
    "assphrase",
    "PASS ",
    "redential",
];
/// A line beyond this is not looked at before and behind a name.
const MAX: usize = 400;

pub fn find(text: &str, found: &mut Vec<Found<'_>>) {
    for core in CORES {
        let mut done = 0;
        for at in memmem::find_iter(text.as_bytes(), core) {
            if at >= done {
                done = name_and_value(text, at, found).unwrap_or(at + core.len());
            }
        }
    }
    for by in ["IDENTIFIED BY ", "identified by ", "Identified by "] {
        for at in memmem::find_iter(text.as_bytes(), by) {
            found.extend(quoted(text, at + by.len()));
        }
    }
    for verb in [" is ", " ist ", " es ", " est ", " is: ", " ist: "] {
        for at in memmem::find_iter(text.as_bytes(), verb) {
            found.extend(sentence(text, at, verb.len()));
        }
    }
    if memmem::find(text.as_bytes(), b":").is_some() {
        lines(text, found);
    }
}

/// The name around `at`, and the word behind it: where it ends.
fn name_and_value(text: &str, at: usize, found: &mut Vec<Found<'_>>) -> Option<usize> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let bytes = text.as_bytes();
    let from = text.floor_char_boundary(at.saturating_sub(MAX));
    let start = at - bytes.get(from..at)?.iter().rev().take(80).take_while(|byte| is_name(byte)).count();
    let end = at + bytes.get(at..)?.iter().take(80).take_while(|byte| is_name(byte)).count();
    let name = text.get(start..end)?;
    let rest = text.get(end..text.floor_char_boundary(text.len().min(end + MAX)))?.lines().next()?;
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let rest = rest.get(blanks..)?;
    if blanks == 0 || name.starts_with('-') || name.contains('.') || rest.is_empty() {
        return Some(end);
    }
    let quotes = rest.len() - rest.trim_start_matches(['"', '\'', '`']).len();
    let is_end = |c: char| c.is_whitespace() || quotes > 0 && matches!(c, '"' | '\'' | '`');
    let mut value = rest.get(quotes..)?.split(is_end).next()?;
    value = value.trim_end_matches([',', ';', '"', '\'', '`', ')']).trim_end_matches("\\n");
    if is_groups(rest) {
        value = rest.trim_end();
    }
    let before = piece(text, from, start);
    let before = before.rsplit('\n').next().unwrap_or(before).trim_start();
    let is_last = rest.len() <= value.len() + 2 * quotes + 2;
    if names::strength(name) != Some(Strength::Strong)
        || names::is_placeholder(value)
        || value.contains(['(', '='])
    {
        return Some(end);
    }
    let is_variable =
        name.contains('_') && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    let is_netrc = ["machine ", "login ", "d-i ", "user "].iter().any(|word| before.contains(word));
    // `ALTER USER me PASSWORD 'X'`, `: PSK "X"`, `secret "X";`
    let is_account =
        ["USER", "user", "ROLE", "role"].iter().any(|word| before.contains(word)) || before.is_empty();
    let is_sql = quotes == 1
        && (name.eq_ignore_ascii_case("password") && is_account
            || name == "PSK" && before.ends_with(": ")
            || name == "secret" && before.is_empty() && rest.trim_end().ends_with(';'));
    let is_set = before.split_whitespace().next_back().is_some_and(|word| {
        matches!(
            word,
            "set" | "-gx" | "-x" | "-Ux" | "-xg" | "setenv" | "config" | "--body" | "put" | "export"
        )
    });
    let is_secret = (before.is_empty() || is_netrc)
        && is_last
        && !is_word(value)
        && (random::is_odd(value) || is_groups(value))
        || is_directive(name) && before.is_empty() && !names::is_word(value)
        || is_sql && value.len() >= 4 && names::strength(value).is_none() && !names::is_word(value)
        || is_netrc && random::is_odd(value)
        || is_variable && (before.is_empty() || is_set) && random::is_odd(value)
        || is_set && random::is_telling(value)
        || random::looks_random(value) && !value.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    if is_secret {
        let start = end + blanks + quotes;
        found.push(Found { kind: names::kind(name), span: Span::new(start, start + value.len()) });
    }
    Some(end)
}

/// SQL: `IDENTIFIED BY 'X'`
fn quoted(text: &str, at: usize) -> Option<Found<'static>> {
    let rest = piece(text, at, text.floor_char_boundary(text.len().min(at + MAX)));
    let start = at + 1;
    let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let value = rest.get(1..)?.split(quote).next()?;
    (!value.is_empty() && !names::is_placeholder(value))
        .then(|| Found { kind: "password", span: Span::new(start, start + value.len()) })
}

/// Directives whose value is secret whatever it looks like.
fn is_directive(name: &str) -> bool {
    matches!(name, "requirepass" | "masterauth" | "bindpw" | "rootpw" | "rootbindpw" | "sasl_password")
}

/// A program's or a page's word, not a password: `authentication`, `for`.
fn is_word(value: &str) -> bool {
    value.len() > 3 && value.bytes().all(|byte| byte.is_ascii_lowercase()) || names::is_word(value)
}

/// `abcd efgh ijkl mnop`: a password that a mail provider made for a program.
fn is_groups(rest: &str) -> bool {
    let words = rest.split_whitespace();
    words.clone().count() == 4
        && words.clone().all(|word| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// `… password of the database is X`
fn sentence(text: &str, at: usize, verb: usize) -> Option<Found<'static>> {
    let before = piece(text, text.floor_char_boundary(at.saturating_sub(60)), at);
    let before = before.rsplit(['\n', '.']).next()?;
    let name = before.split_whitespace().rfind(|word| names::is_secret(word))?;
    let start = at + verb;
    let rest = piece(text, start, text.floor_char_boundary(text.len().min(start + MAX)));
    let quotes = rest.len() - rest.trim_start_matches(['"', '\'', '`', ' ', ':']).len();
    let value =
        rest.get(quotes..)?.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`')).next()?;
    let value = value.trim_end_matches([',', ';', '.', ')']);
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let is_secret = has_digit && random::is_telling(value) && !names::is_placeholder(value);
    is_secret.then(|| Found {
        kind: names::kind(name),
        span: Span::new(start + quotes, start + quotes + value.len()),
    })
}

/// `host:port:database:user:password`, and `user:password` below a line that says so.
fn lines(text: &str, found: &mut Vec<Found<'_>>) {
    /// So many lines below.
    const BELOW: usize = 8;
    let (mut start, mut below) = (0, 0_usize);
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        let word = bare.split_whitespace().next_back().unwrap_or_default();
        if bare.contains("chpasswd") || bare.ends_with("passwords") {
            below = BELOW;
        } else if below > 0 {
            below -= 1;
            let (user, password) = word.split_once(':').unwrap_or_default();
            let is_user = !user.is_empty()
                && user.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
            if is_user
                && random::is_telling(password)
                && !names::is_placeholder(password)
                && !password.starts_with('$')
            {
                let end = start + bare.len();
                found.push(Found { kind: "password", span: Span::new(end - password.len(), end) });
            }
        }
        let mut fields = bare.trim_start().splitn(5, ':');
        if let (Some(host), Some(port), Some(base), Some(user), Some(password)) =
            (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
        {
            let is_host = host == "*" || host.contains('.') && !host.contains('/') || host == "localhost";
            let is_port = port == "*" || port.len() >= 2 && port.bytes().all(|byte| byte.is_ascii_digit());
            let is_name = |name: &str| {
                !name.is_empty()
                    && !name.contains(char::is_whitespace)
                    && !name.starts_with(|c: char| c.is_ascii_digit())
            };
            let is_one = !password.contains(char::is_whitespace) && random::is_odd(password);
            if is_host
                && is_port
                && is_name(base)
                && is_name(user)
                && is_one
                && !names::is_placeholder(password)
            {
                let end = start + bare.len();
                found.push(Found { kind: "password", span: Span::new(end - password.len(), end) });
            }
        }
        start += line.len();
    }
}
