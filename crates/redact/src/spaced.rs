//! Finds secrets marked only by blanks, by their position in a line or by a sentence: netrc, pgpass, tables
//! of variables, `the password is X`.

use super::found::Found;
use super::names;
use super::words::Words;
use super::{ahead, back, piece, random, schemes};

/// Parts of names and texts before a value that start a closer look. Sorted.
static SIGNS: Words = Words::new(&[
    " auf ", " changed to ", " es ", " est ", " is ", " is: ", " ist ", " ist: ", " reset to ", " set to ",
    "/dev/urandom", ":\n", "ASIC ", "ASSW", "EARER ", "ECRET", "IDENTIFIED BY ", "Identified by ", "OKEN",
    "PASS ", "PDO(", "PDO->__construct(", "_KEY", "_connect(", "_key", "asic ", "assphrase", "assw",
    "earer ", "ecret", "getConnection(", "identified by ", "makepasswd", "mysqli(", "oken", "openssl rand",
    "pass ", "pwgen ", "redential", "secrets.token_", "wg genkey",
]);
/// Commands that generate and print a secret.
static GENERATORS: Words =
    Words::new(&["/dev/urandom", "makepasswd", "openssl rand", "pwgen ", "secrets.token_", "wg genkey"]);
/// Maximum number of bytes examined before and after a name.
const MAX: usize = 400;

pub fn find(text: &str, found: &mut Vec<Found<'_>>) {
    let mut done = 0;
    for (at, sign) in SIGNS.find(text) {
        if sign == ":\n" {
            found.extend(below(text, at + 1, Some(at)));
        } else if GENERATORS.has(sign) {
            found.extend(below(text, at, None));
        } else if schemes::SIGNS.has(sign) {
            found.extend(schemes::credentials(text, at, at + sign.len()));
        } else if sign.ends_with('(') {
            found.extend(third_argument(text, at + sign.len()));
        } else if sign.starts_with(' ') {
            found.extend(sentence(text, at, at + sign.len()));
        } else if sign.ends_with("y ") || sign.ends_with("Y ") {
            found.extend(quoted(text, at + sign.len()));
        } else if at >= done {
            done = name_and_value(text, at, found).unwrap_or(at + sign.len());
        }
    }
    lines(text, found);
}

/// Reads the name around `at` and the word after it; returns the end of the name.
fn name_and_value(text: &str, at: usize, found: &mut Vec<Found<'_>>) -> Option<usize> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let bytes = text.as_bytes();
    let from = text.floor_char_boundary(at.saturating_sub(MAX));
    let start = at - bytes.get(from..at)?.iter().rev().take(80).take_while(|byte| is_name(byte)).count();
    let end = at + bytes.get(at..)?.iter().take(80).take_while(|byte| is_name(byte)).count();
    let name = text.get(start..end)?;
    if !matches!(bytes.get(end), Some(b' ' | b'\t')) || name.starts_with('-') || name.contains('.') {
        return Some(end);
    }
    let rest = ahead(text, end, MAX).lines().next()?;
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let rest = rest.get(blanks..).filter(|rest| !rest.is_empty())?;
    if let Some(whom) = rest.strip_prefix("for ") {
        found.extend(find_answer(name, end + blanks + 4, whom));
    }
    let quotes = rest.len() - rest.trim_start_matches(['"', '\'', '`']).len();
    let is_end = |c: char| c.is_whitespace() || quotes > 0 && matches!(c, '"' | '\'' | '`');
    let mut value = rest.get(quotes..)?.split(is_end).next()?;
    value = value.trim_end_matches([',', ';', '"', '\'', '`', ')']).trim_end_matches("\\n");
    if is_groups(rest) {
        value = rest.trim_end();
    }
    let is_odd = random::is_odd(value);
    let may_be = is_odd || quotes == 1 || is_groups(value) || is_directive(name);
    if !may_be || value.contains(['(', '=']) || names::is_placeholder(value) || !names::is_secret(name) {
        return Some(end);
    }
    let before = piece(text, from, start);
    let before = before.rsplit('\n').next().unwrap_or(before).trim_start();
    let is_last = rest.len() <= value.len() + 2 * quotes + 2;
    let has = |words: &[&str]| words.iter().any(|word| before.contains(word));
    let begins = before.is_empty();
    let is_netrc = || has(&["machine ", "login ", "d-i ", "user "]);
    let is_set = || {
        let words = ["set", "-gx", "-x", "-Ux", "-xg", "setenv", "config", "--body", "put", "export"];
        before.split_whitespace().next_back().is_some_and(|word| words.contains(&word))
    };
    let is_variable = || {
        name.contains('_') && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    };
    // `ALTER USER me PASSWORD 'X'`, `: PSK "X"`, `secret "X";`
    let is_sql = || {
        name.eq_ignore_ascii_case("password") && (begins || has(&["USER", "user", "ROLE", "role"]))
            || name == "PSK" && before.ends_with(": ")
            || name == "secret" && begins && rest.trim_end().ends_with(';')
    };
    let is_secret = match is_odd {
        true => {
            begins && is_last && !is_word(value)
                || is_variable() && (begins || is_set())
                || random::is_telling(value) && is_set()
                || is_netrc()
        }
        false => is_groups(value) && is_last && (begins || is_netrc()),
    };
    let is_secret = is_secret
        || is_directive(name) && begins && !names::is_word(value)
        || quotes == 1
            && value.len() >= 4
            && is_sql()
            && names::strength(value).is_none()
            && !names::is_word(value)
        || random::looks_random(value) && !value.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    if is_secret {
        let start = end + blanks + quotes;
        found.push(Found::at(start, value, names::kind(name)));
    }
    Some(end)
}

/// Returns the answer to a prompt: `Password for 'https://me@host': X`. `start` is the position of `whom`.
fn find_answer(name: &str, start: usize, whom: &str) -> Option<Found<'static>> {
    let (asked, value) = whom.split_once(": ")?;
    let start = start + asked.len() + 2;
    let value = value.trim_end();
    let is_one = random::is_odd(value) && !value.contains(char::is_whitespace);
    (is_one && names::is_secret(name) && !names::is_placeholder(value))
        .then(|| Found::at(start, value, names::kind(name)))
}

/// Returns a value alone on the line below `Use the following password:`, or below a command that generates
/// one. `named` is the end of the line that has to name it.
fn below(text: &str, at: usize, named: Option<usize>) -> Option<Found<'static>> {
    let rest = ahead(text, at, MAX);
    let (line, rest) = rest.split_once('\n')?;
    let start = at + line.len() + 1 + rest.len() - rest.trim_start().len();
    let value = rest.trim_start().lines().next()?.trim_end();
    let is_one = random::looks_random(value) || named.is_none() && random::is_telling(value);
    if !is_one || value.contains(char::is_whitespace) || names::is_placeholder(value) {
        return None;
    }
    let mut kind = "secret";
    if let Some(end) = named {
        let before = back(text, end, 120);
        let before = before.rsplit('\n').next()?;
        kind = names::kind(before.split_whitespace().rfind(|word| names::is_secret(word))?);
    }
    Some(Found::at(start, value, kind))
}

/// Returns the password of calls that take server, user and password: `new PDO('mysql:host=db', 'me', 'X')`.
fn third_argument(text: &str, from: usize) -> Option<Found<'static>> {
    let rest = ahead(text, from, MAX);
    let mut start = from;
    for argument in rest.split(',').take(2) {
        if argument.contains([')', '\n']) {
            return None;
        }
        start += argument.len() + 1;
    }
    let rest = piece(text, start, from + rest.len());
    let inside = rest.trim_start().strip_prefix(['"', '\''])?;
    let start = start + rest.len() - inside.len();
    let value = inside.split(['"', '\'', '\n']).next()?;
    (value.len() >= 4 && !names::is_placeholder(value) && !random::is_expression(value))
        .then(|| Found::at(start, value, "password"))
}

/// Returns the password of SQL's `IDENTIFIED BY 'X'`.
fn quoted(text: &str, at: usize) -> Option<Found<'static>> {
    let rest = ahead(text, at, MAX);
    let start = at + 1;
    let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let value = rest.get(1..)?.split(quote).next()?;
    (!value.is_empty() && !names::is_placeholder(value)).then(|| Found::at(start, value, "password"))
}

/// Returns whether the value of a directive is secret whatever it looks like.
fn is_directive(name: &str) -> bool {
    matches!(name, "requirepass" | "masterauth" | "bindpw" | "rootpw" | "rootbindpw" | "sasl_password")
}

/// Returns whether a value is an ordinary word of a message, not a password: `authentication`, `for`.
fn is_word(value: &str) -> bool {
    value.len() > 3 && value.bytes().all(|byte| byte.is_ascii_lowercase()) || names::is_word(value)
}

/// Returns whether the text is an application password of a mail provider: `abcd efgh ijkl mnop`.
fn is_groups(rest: &str) -> bool {
    let is_group = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let mut words = rest.split_whitespace();
    words.by_ref().take(4).filter(|word| is_group(word)).count() == 4 && words.next().is_none()
}

/// Returns the value in `… password of the database is X`.
fn sentence(text: &str, at: usize, start: usize) -> Option<Found<'static>> {
    let rest = ahead(text, start, MAX);
    let quotes = rest.len() - rest.trim_start_matches(['"', '\'', '`', ' ', ':']).len();
    let value =
        rest.get(quotes..)?.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`')).next()?;
    let value = value.trim_end_matches([',', ';', '.', ')']);
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    if !has_digit || !random::is_telling(value) || names::is_placeholder(value) {
        return None;
    }
    let before = back(text, at, 60);
    let before = before.rsplit(['\n', '.']).next()?;
    let name = before.split_whitespace().rfind(|word| names::is_secret(word))?;
    Some(Found::at(start + quotes, value, names::kind(name)))
}

/// Adds the passwords of `host:port:database:user:password`, and of `user:password` below a line that
/// announces them.
fn lines(text: &str, found: &mut Vec<Found<'_>>) {
    /// Number of lines below the announcement.
    const BELOW: usize = 8;
    if !text.contains(':') {
        return;
    }
    let asks = text.contains("chpasswd") || text.contains("passwords\n");
    let (mut start, mut below) = (0, 0_usize);
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        if asks && (bare.contains("chpasswd") || bare.ends_with("passwords")) {
            below = BELOW;
        } else if below > 0 {
            below -= 1;
            let word = bare.split_whitespace().next_back().unwrap_or_default();
            let (user, password) = word.split_once(':').unwrap_or_default();
            let is_user = !user.is_empty()
                && user.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
            if is_user
                && random::is_telling(password)
                && !names::is_placeholder(password)
                && !password.starts_with('$')
            {
                let end = start + bare.len();
                found.push(Found::at(end - password.len(), password, "password"));
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
                found.push(Found::at(end - password.len(), password, "password"));
            }
        }
        start += line.len();
    }
}
