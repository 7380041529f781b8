//! Finds values of secret names in any text format: `NAME=value`, `"name": "value"`, `name => value`,
//! `<name>value</name>`, headers, `name: NAME, value: …`.

use syntax::Span;

use super::found::Found;
use super::names::{self, Strength};
use super::words::Words;
use super::{ahead, back, piece, random};

/// Maximum length of a name.
const MAX_NAME: usize = 80;
/// Maximum number of blanks between a name and its value, or around operators.
const MAX_BLANKS: usize = 40;
/// Maximum length of a value; longer ones are truncated.
const MAX_VALUE: usize = 16 * 1024;
/// Maximum length of ODBC values in braces and of values after a non-ASCII separator.
const MAX_SHORT: usize = 256;

/// Sorted.
static SEPARATORS: Words = Words::new(&["–", "—", "→", "は", "为", "是", "는 ", "은 ", "："]);
static KEYS: Words = Words::new(&["Key", "Name", "key", "name"]);

/// Adds the values of secret names to `found`.
pub fn find(text: &str, found: &mut Vec<Found<'_>>) {
    let bytes = text.as_bytes();
    let mut done = 0;
    for at in memchr::memchr3_iter(b'=', b':', b'>', bytes) {
        if at >= done {
            done = at_separator(text, at, found).unwrap_or(done);
        }
    }
    for at in memchr::memmem::find_iter(bytes, "\",").chain(memchr::memmem::find_iter(bytes, "',")) {
        pair_of_arguments(text, at, found);
    }
    if !text.is_ascii() {
        for (at, separator) in SEPARATORS.find(text) {
            foreign(text, at, at + separator.len(), found);
        }
    }
}

/// Reads `密码：…`, `Пароль — …`, `密码是…`.
fn foreign(text: &str, at: usize, from: usize, found: &mut Vec<Found<'_>>) {
    let name = name_before(text, at).filter(|name| names::strength(name.text) == Some(Strength::Strong));
    if let Some(name) = name
        && let Some(value) = value_behind(text, from, Separator::Colon)
        && value.span.end - value.span.start <= MAX_SHORT
        && random::is_odd(piece(text, value.span.start, value.span.end))
    {
        accept(text, &name, &value, Strength::Strong, found);
    }
}

/// A name and its position.
struct Name<'t> {
    text: &'t str,
    start: usize,
    is_quoted: bool,
}

impl Name<'_> {
    /// Returns whether the name is so short that it may have other meanings: `pass=3`.
    fn is_short(&self) -> bool {
        self.text.len() <= 4 && self.text.bytes().all(|byte| byte.is_ascii_alphabetic())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Equals,
    SpacedEquals,
    Colon,
    Tag,
}

struct Value {
    span: Span,
    is_quoted: bool,
    separator: Separator,
}

impl Value {
    fn quoted(start: usize, inside: &str, separator: Separator) -> Self {
        Self { span: Span::new(start, start + inside.len()), is_quoted: true, separator }
    }
}

/// Reads the name and value around the separator at `at` and returns where to continue.
fn at_separator(text: &str, at: usize, found: &mut Vec<Found<'_>>) -> Option<usize> {
    let bytes = text.as_bytes();
    let byte = *bytes.get(at)?;
    let next = bytes.get(at + 1).copied().unwrap_or(b' ');
    let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied().unwrap_or(b'\n');
    if byte == b'=' && (matches!(next, b'=' | b'~') || matches!(before, b'!' | b'<' | b'>' | b'='))
        || byte == b':' && next == b'/'
    {
        return None;
    }
    let name = name_before(text, at)?;
    let separator = match byte {
        b'>' if text.get(..name.start)?.ends_with('<') => Separator::Tag,
        b'>' if text.get(..name.start)?.ends_with(['"', '\'']) && before != b'=' && next != b'=' => {
            Separator::Tag
        }
        b'>' => return None,
        b'=' if before == b' ' || before == b':' => Separator::SpacedEquals,
        b'=' => Separator::Equals,
        _ => Separator::Colon,
    };
    if names::is_cookie(name.text) && separator == Separator::Colon {
        return cookies(text, at + 1, found);
    }
    let strength = match names::strength(name.text) {
        Some(strength) => strength,
        None if name.text.eq_ignore_ascii_case("value") => named_before(text, name.start)?,
        None => return None,
    };
    let value = match quoted_pair(text, &name, at) {
        Some(value) if separator == Separator::Equals => value,
        _ => value_behind(text, at + 1, separator)?,
    };
    // read the inside of a quoted value that is not secret: `"dsn": "user=me password=X"`
    let is_secret = accept(text, &name, &value, strength, found);
    let holds_pairs = || value.is_quoted && piece(text, value.span.start, value.span.end).contains('=');
    Some(if !is_secret && holds_pairs() { value.span.start } else { value.span.end })
}

/// Returns the name before the separator at `at`. Between them may be blanks, more of the operator
/// (`:::=`, `?=`, `||:`), a type (`var x string = …`), quotes or an index.
fn name_before(text: &str, at: usize) -> Option<Name<'_>> {
    let bytes = text.as_bytes();
    let skipped = |mut end: usize, is: &dyn Fn(u8) -> bool, most: usize| {
        let least = end.saturating_sub(most);
        while end > least && end.checked_sub(1).and_then(|last| bytes.get(last)).is_some_and(|byte| is(*byte))
        {
            end -= 1;
        }
        end
    };
    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t');
    let is_name =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') || byte >= 0x80;
    let mut end = skipped(at, &is_blank, MAX_BLANKS);
    end = skipped(end, &|byte| matches!(byte, b':' | b'=' | b'?' | b'.' | b'|' | b'+'), 4);
    end = skipped(end, &is_blank, MAX_BLANKS);
    let mut closed = skipped(end, &|byte| matches!(byte, b'"' | b'\'' | b'`' | b'\\' | b']' | b')'), 6);
    if bytes.get(closed) == Some(&b']') {
        let index = skipped(closed, &|byte| byte.is_ascii_digit(), 6);
        let open = index.checked_sub(1).filter(|open| index < closed && bytes.get(*open) == Some(&b'['));
        closed = open.unwrap_or(closed);
    }
    let mut start = skipped(closed, &is_name, MAX_NAME);
    let is_type = |name: &str| matches!(name, "string" | "String" | "str" | "char" | "text" | "const");
    if is_type(piece(text, start, closed)) {
        let end = skipped(start, &|byte| matches!(byte, b' ' | b'\t' | b':' | b'&' | b'*'), 8);
        let other = skipped(end, &is_name, MAX_NAME);
        if other < end && end < start {
            (start, closed) = (other, end);
        }
    }
    if closed == start || closed - start == MAX_NAME {
        return None;
    }
    if closed - start <= 2 && piece(text, start, closed).bytes().all(|byte| byte.is_ascii_digit()) {
        // `Unseal Key 1: …`
        closed = skipped(start, &is_blank, 2);
        start = skipped(closed, &is_name, MAX_NAME);
    }
    if start.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b':')
        && back(text, start, MAX_NAME)
            .rsplit(|c: char| c.is_whitespace() || matches!(c, '"' | '\''))
            .next()
            .is_some_and(|word| word.starts_with("arn:"))
    {
        return None;
    }
    Some(Name { text: text.get(start..closed)?, start, is_quoted: closed < end })
}

/// Returns whether only blanks, a list or prompt sign, or a word such as `export` precedes a name.
fn begins_line(text: &str, start: usize) -> bool {
    let line = back(text, start, MAX_BLANKS);
    let line = line.rsplit('\n').next().unwrap_or(line).trim_start();
    matches!(
        line.trim_end_matches(['"', '\'', '$']),
        "" | "- " | "export " | "set " | "+ " | "> " | "< " | "# " | "// " | "env "
    )
}

/// Returns the value in `'password=two words'`, up to the closing quote, unless more fields follow.
fn quoted_pair(text: &str, name: &Name<'_>, at: usize) -> Option<Value> {
    let quote = text.get(..name.start)?.chars().next_back().filter(|c| matches!(c, '"' | '\''))?;
    let before = piece(text, text.floor_char_boundary(name.start.saturating_sub(40)), name.start - 1);
    let option = before.split_whitespace().next_back()?;
    if !["-d", "-F", "-o", "--data", "--form", "--set", "--env", "-e"]
        .iter()
        .any(|start| option.starts_with(start))
    {
        return None;
    }
    let rest = ahead(text, at + 1, 256);
    let inside = rest.lines().next()?.split_once(quote)?.0;
    let is_more = inside.contains(['=', ';', ',', '$', '"', '\'', '{']) || inside.split(' ').count() > 5;
    (!is_more && inside.contains(' ') && !inside.starts_with(' '))
        .then(|| Value::quoted(at + 1, inside, Separator::Equals))
}

/// Returns the value after a separator.
fn value_behind(text: &str, from: usize, separator: Separator) -> Option<Value> {
    let rest = text.get(from..)?;
    let operator = rest.bytes().take(4).take_while(|byte| matches!(byte, b':' | b'=' | b'>')).count();
    let rest = rest.get(operator..)?;
    let is_blank = |c: char| matches!(c, ' ' | '\t') || separator == Separator::Tag && c == '\n';
    let blanks = rest.len() - rest.trim_start_matches(is_blank).len();
    if blanks > MAX_BLANKS {
        return None;
    }
    let start = from + operator + blanks;
    let rest = rest.get(blanks..)?;
    let limit = |rest: &'_ str| rest.floor_char_boundary(MAX_VALUE);
    let rest = rest.get(..limit(rest))?;
    if separator == Separator::Tag {
        let inside = rest.split('<').next()?;
        if !rest.get(inside.len()..)?.starts_with("</") {
            return None;
        }
        let inside = inside.trim_end();
        return Some(Value::quoted(start, inside, separator));
    }
    // the letter of a string literal: b"…", @"…"
    let letter = usize::from(rest.starts_with(['b', 'r', 'u', '@', 'N', 'L', '$']));
    let escapes = rest.get(letter..)?.bytes().take(4).take_while(|byte| *byte == b'\\').count();
    let quote = rest.as_bytes().get(letter + escapes).copied();
    if quote == Some(b'`') && separator == Separator::Equals {
        return None; // a command substitution
    }
    if let Some(quote @ (b'"' | b'\'' | b'`')) = quote {
        let open = letter + escapes + 1;
        let inside = rest.get(open..)?;
        // without a closing quote, the value ends at the first blank
        let length = closing(inside, quote, escapes).unwrap_or_else(|| {
            let line = inside.lines().next().unwrap_or_default();
            line.find(char::is_whitespace).unwrap_or(line.len())
        });
        return Some(Value::quoted(start + open, piece(inside, 0, length), separator));
    }
    if rest.starts_with('|') {
        // fish: `$NAME[1]: |value|`
        let inside = rest.get(1..)?.lines().next()?.split('|').next()?;
        let is_enclosed = rest.get(1 + inside.len()..)?.starts_with('|') && !inside.starts_with(' ');
        return is_enclosed.then(|| Value::quoted(start + 1, inside, separator));
    }
    if let Some(inside) = rest.strip_prefix('{').filter(|inside| !inside.starts_with('{')) {
        // ODBC: `PWD={a;b}}c}`
        let inside = piece(inside, 0, inside.floor_char_boundary(MAX_SHORT));
        let mut end = None;
        let mut at = 0;
        while let Some(close) = inside.get(at..)?.find('}') {
            if !inside.get(at + close + 1..)?.starts_with('}') {
                end = Some(at + close);
                break;
            }
            at += close + 2;
        }
        let inside = inside.get(..end?)?;
        let is_odbc = text.as_bytes().get(from.saturating_sub(11)..from)?.contains(&b';');
        let is_password =
            is_odbc && separator == Separator::Equals && !inside.contains(['\n', '"', '$', ' ']);
        return is_password.then(|| Value::quoted(start + 1, inside, separator));
    }
    if separator == Separator::Equals
        && blanks > 0
        && operator == 0
        && text.as_bytes().get(from - 2) != Some(&b' ')
    {
        return None; // `NAME= command`: the value is empty
    }
    Some(Value { span: Span::new(start, start + bare(rest, separator)), is_quoted: false, separator })
}

/// Returns the length of an unquoted value.
fn bare(rest: &str, separator: Separator) -> usize {
    let mut end = rest.len();
    for (at, c) in rest.char_indices() {
        let is_end = match c {
            '"' | '\'' | '`' | '<' | '>' => true,
            ';' if rest.get(..at).is_some_and(|before| before.ends_with("&amp")) => false,
            ',' | ';' | ')' | ']' | '}' => {
                let behind = rest.get(at + 1..).and_then(|behind| behind.chars().next());
                separator != Separator::Colon
                    || behind.is_none_or(|c| c.is_whitespace() || ",;)]}\"'".contains(c))
            }
            '|' => separator == Separator::Equals,
            '&' => separator == Separator::Equals && ends_member(piece(rest, at + 1, rest.len())),
            '\\' => rest.get(at + 1..).is_some_and(|rest| rest.starts_with(['n', 'r', 't', '"', '\'', '\n'])),
            c => c.is_whitespace(),
        };
        if is_end {
            end = at;
            break;
        }
    }
    end
}

/// Returns whether the text after an `&` shows that the value ends there: another field, or no word.
fn ends_member(behind: &str) -> bool {
    let name = behind
        .bytes()
        .take(40)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'[' | b']'))
        .count();
    name == 0 || behind.as_bytes().get(name) == Some(&b'=')
}

/// Returns where a quoted text ends: at the same quote with as many backslashes before it.
fn closing(inside: &str, quote: u8, escapes: usize) -> Option<usize> {
    let bytes = inside.as_bytes();
    let mut backslashes = 0;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'\\' => backslashes += 1,
            b'\n' if backslashes == 0 => return None,
            byte if *byte == quote
                && (if escapes == 0 { backslashes % 2 == 0 } else { backslashes <= escapes }) =>
            {
                return Some(at - escapes.min(backslashes));
            }
            _ => backslashes = 0,
        }
    }
    None
}

/// Adds the value unless it is a placeholder, code, prose, or too ordinary for its name. Returns whether it
/// was added.
fn accept(
    text: &str,
    name: &Name<'_>,
    value: &Value,
    strength: Strength,
    found: &mut Vec<Found<'_>>,
) -> bool {
    let mut span = value.span;
    if let Some(scheme) = names::scheme(piece(text, span.start, text.len().min(span.end + 1))) {
        // `Authorization: Bearer …`
        span.start += scheme;
        if !value.is_quoted {
            let rest = piece(text, span.start, text.len());
            span.end = span.start + bare(rest, Separator::Colon);
        }
    }
    let raw = piece(text, span.start, span.end);
    if raw.is_empty() || names::is_placeholder(raw) {
        return false;
    }
    let is_accepted = match strength {
        _ if is_name_of_secret(raw) => false,
        // a signature grants access only in a URL
        Strength::Weak if names::is_signature(name.text) => is_query(text, name.start) && raw.len() >= 16,
        Strength::Weak => random::looks_random(raw) || names::is_auth(name.text) && random::is_base64(raw),
        Strength::Strong if is_directory(name.text, raw) => false,
        Strength::Strong if is_query(text, name.start) => true,
        Strength::Strong if value.is_quoted && value.separator == Separator::Equals => {
            !random::is_expression(raw) && !names::is_word(raw) && raw.split(' ').count() <= 4
        }
        Strength::Strong if value.is_quoted => !random::is_prose(raw) && !random::is_expression(raw),
        Strength::Strong => match value.separator {
            Separator::Equals if !name.is_quoted => {
                !is_code(raw) && (random::is_odd(raw) || !name.is_short())
            }
            Separator::Equals => random::is_telling(raw),
            // keys are longer than passwords that people invent
            _ if raw.len() < 10 && names::kind(name.text) == "key" && begins_line(text, name.start) => false,
            Separator::SpacedEquals => !is_code(raw) && random::is_odd(raw),
            Separator::Colon | Separator::Tag => {
                let is_long = || {
                    raw.len() >= 12
                        && !raw.bytes().all(|byte| byte.is_ascii_alphabetic())
                        && begins_line(text, name.start)
                };
                !is_code(raw) && (random::is_odd(raw) || is_long())
            }
        },
    };
    if is_accepted {
        found.push(Found { kind: names::kind(name.text), span });
    }
    is_accepted
}

/// Returns whether a value is only the name of a secret: `--secret=db-password`, `'API_KEY'`, `#password`.
fn is_name_of_secret(value: &str) -> bool {
    let is_name = |byte: u8| byte.is_ascii_alphabetic() || b"-_/.#[]:".contains(&byte);
    let is_joined = value.contains(['-', '_', '/', '.', '#']);
    value.len() <= 60 && is_joined && value.bytes().all(is_name) && names::strength(value).is_some()
}

/// Returns whether the value is a directory: `PWD=/home/me`.
fn is_directory(name: &str, value: &str) -> bool {
    name.eq_ignore_ascii_case("pwd") && value.starts_with(['/', '~', '.'])
        || value.as_bytes().get(1) == Some(&b':') && name.eq_ignore_ascii_case("pwd")
}

/// Returns whether a name is a parameter of a URL query or a form.
fn is_query(text: &str, start: usize) -> bool {
    text.get(..start).is_some_and(|before| before.ends_with(['&', '?']))
}

/// Returns whether an unquoted value is source code: `config.password`, `get_token()`, `args[0]`, `std::env`.
fn is_code(value: &str) -> bool {
    let head =
        value.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')).count();
    let rest = piece(value, head, value.len());
    let is_word =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    head > 0
        && (rest.starts_with(['(', '[']) && !value.starts_with(|c: char| c.is_ascii_digit())
            || rest.starts_with("->")
            || rest.starts_with("::") && is_word(piece(value, 0, head))
            || rest.starts_with('.') && value.split('.').all(is_word)
            || rest.starts_with('.') && value.contains('('))
}

/// Reads `setProperty("NAME", "value")`, given the position of the closing quote and comma.
fn pair_of_arguments(text: &str, at: usize, found: &mut Vec<Found<'_>>) {
    let Some(name) = name_before(text, at + 1) else { return };
    if !name.is_quoted || names::strength(name.text) != Some(Strength::Strong) {
        return;
    }
    let before = text.get(..name.start).unwrap_or_default();
    if !before.trim_end_matches(['"', '\'']).trim_end_matches(' ').ends_with('(') {
        return;
    }
    if let Some(value) = value_behind(text, at + 2, Separator::Colon).filter(|value| value.is_quoted) {
        accept(text, &name, &value, Strength::Strong, found);
    }
}

/// Returns the strength of the name before a `value` key: `- name: FACEBOOK_TOKEN`, then `value:`;
/// `key="Password" value="…"`.
fn named_before(text: &str, start: usize) -> Option<Strength> {
    const FAR: usize = 160;
    let from = text.floor_char_boundary(start.saturating_sub(FAR));
    let before = piece(text, from, start);
    let (at, key) = KEYS.find(before).last()?;
    let behind = piece(before, at + key.len(), before.len());
    let is_close = |c: char| matches!(c, '"' | '\'' | ' ' | ':' | '=' | '\t');
    let name = behind.trim_start_matches(is_close);
    if name.len() == behind.len() || behind.lines().count() > 3 {
        return None;
    }
    let name = name.split(|c: char| is_close(c) || matches!(c, ',' | '\n' | '\r')).next()?;
    names::strength(name)
}

/// Adds the values of `Cookie:` and `Set-Cookie:` that look like keys.
fn cookies(text: &str, from: usize, found: &mut Vec<Found<'_>>) -> Option<usize> {
    let line = text.get(from..)?.lines().next()?;
    let line = line.get(..line.floor_char_boundary(MAX_VALUE))?;
    let mut start = from;
    for pair in line.split(';') {
        if let Some((name, value)) = pair.split_once('=') {
            let value_start = start + name.len() + 1;
            let value = value.trim_end().trim_start_matches('"');
            let value = value.split(['"', '\'', ' ']).next().unwrap_or(value);
            let is_secret = names::strength(name.trim()).is_some() && random::is_telling(value);
            if (is_secret || random::looks_random(value)) && !names::is_placeholder(value) {
                let offset = usize::from(piece(text, value_start, text.len()).starts_with('"'));
                let span = Span::new(value_start + offset, value_start + offset + value.len());
                found.push(Found { kind: "cookie", span });
            }
        }
        start += pair.len() + 1;
    }
    Some(from + line.len())
}
