//! Expansions inside a word.

use super::is_name;

/// Translates the word to fish; `None` if fish has no short equivalent.
pub fn word(raw: &str) -> Option<String> {
    if let Some(inside) = raw.strip_prefix("<(").and_then(|rest| rest.strip_suffix(')')) {
        return Some(format!("({} | psub)", super::translate(inside)?));
    }
    if let Some((from, to)) =
        raw.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).and_then(|rest| rest.split_once(".."))
    {
        let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if number(from) && number(to) {
            return Some(format!("(seq {from} {to})"));
        }
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    let (mut single, mut double) = (false, false);
    while let Some(c) = rest.chars().next() {
        if c == '\'' && !double {
            single = !single;
        } else if c == '"' && !single {
            double = !double;
        } else if c == '\\' && !single {
            let next = rest.chars().nth(1).map_or(0, char::len_utf8);
            out.push_str(rest.get(..=next)?);
            rest = rest.get(1 + next..)?;
            continue;
        } else if c == '$' && !single {
            let (said, length) = expansion(rest, double)?;
            out.push_str(&said);
            rest = rest.get(length..)?;
            continue;
        }
        out.push(c);
        rest = rest.get(c.len_utf8()..)?;
    }
    Some(out)
}

/// Returns the replacement for the expansion at the beginning of `text`, and the expansion's length.
fn expansion(text: &str, quoted: bool) -> Option<(String, usize)> {
    let after = text.get(1..)?;
    if let Some(inside) = after.strip_prefix("((") {
        let end = inside.find("))")?;
        let sum = inside.get(..end)?.trim();
        // fish expands a lone `*` as a pattern
        let math = if sum.contains('*') { format!("(math \"{sum}\")") } else { format!("(math {sum})") };
        // fish 3.4 and later accept `$(…)` in double quotes
        return Some((if quoted { format!("${math}") } else { math }, end + 5));
    }
    if let Some(inside) = after.strip_prefix('{') {
        let end = inside.find('}')?;
        let name = inside.get(..end)?;
        let next = inside.get(end + 1..).unwrap_or("");
        let joins = next.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '[');
        let said = match name.split_once('[') {
            Some((name, index)) if is_name(name) => {
                let index = index.strip_suffix(']')?;
                match index {
                    "@" | "*" => format!("${name}"),
                    _ => format!("${name}[{}]", index.parse::<u32>().ok()? + 1),
                }
            }
            None if is_name(name) && joins && quoted => format!("${name}\"\""),
            None if is_name(name) && joins => format!("{{${name}}}"),
            None if is_name(name) => format!("${name}"),
            _ => return None,
        };
        return Some((said, end + 3));
    }
    Some(match after.chars().next() {
        Some('?') => ("$status".to_owned(), 2),
        Some('$') => ("$fish_pid".to_owned(), 2),
        Some('@' | '*') => ("$argv".to_owned(), 2),
        Some('#') if quoted => ("$(count $argv)".to_owned(), 2),
        Some('#') => ("(count $argv)".to_owned(), 2),
        Some('!') => ("$last_pid".to_owned(), 2),
        Some(digit @ '1'..='9') => (format!("$argv[{digit}]"), 2),
        _ => ("$".to_owned(), 1),
    })
}
