//! Prompts and list numbers before a quoted command: `$ `, `PS C:\> `, `1. `.

/// Kind of the sign that a line begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// The prompt of a user's shell.
    Prompt,
    /// `> `: a prompt, a Markdown quotation, or a redirection.
    Greater,
    /// `# `: root's prompt, or a comment.
    Hash,
    /// `1. `
    Number,
}

/// Returns the sign, and the line without it.
pub fn split(line: &str) -> Option<(Sign, &str)> {
    let of = |sign: Sign, rest: &str| Some((sign, rest.trim_start_matches([' ', '\t']).len()));
    let (sign, length) = if let Some(rest) = strip_any(line, &["$ ", "% ", "❯ ", "➜ ", "λ "]) {
        of(Sign::Prompt, rest)
    } else if let Some(rest) = powershell(line).or_else(|| host(line)) {
        of(Sign::Prompt, rest)
    } else if let Some(rest) = line.strip_prefix("> ") {
        of(Sign::Greater, rest)
    } else if let Some(rest) = line.strip_prefix("# ") {
        of(Sign::Hash, rest)
    } else {
        of(Sign::Number, number(line)?)
    }?;
    line.get(line.len() - length..).filter(|rest| !rest.is_empty()).map(|rest| (sign, rest))
}

fn strip_any<'l>(line: &'l str, signs: &[&str]) -> Option<&'l str> {
    signs.iter().find_map(|sign| line.strip_prefix(sign))
}

/// Returns the command after a prompt like `PS> ` or `PS C:\Users\ann> `.
fn powershell(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("PS")?;
    let (place, command) = rest.split_once("> ")?;
    (place.is_empty() || place.starts_with(' ') && !place.contains(['|', '\'', '"'])).then_some(command)
}

/// Returns the command after a prompt like `ann@host:~/src$ `, `[ann@host src]$ ` or `root@host:/# `.
fn host(line: &str) -> Option<&str> {
    const LONGEST: usize = 80;
    let (at, sign) = line.char_indices().take(LONGEST).find(|(_, c)| matches!(c, '$' | '#' | '%'))?;
    let (place, command) = (line.get(..at)?, line.get(at + sign.len_utf8()..)?.strip_prefix(' ')?);
    let (user, behind) = place.trim_start_matches('[').split_once('@')?;
    let is_user = !user.is_empty() && user.chars().all(|c| c.is_alphanumeric() || "._-".contains(c));
    let is_place = behind.contains([':', ']', '~']) && !behind.contains(['\'', '"', '|', ';']);
    (is_user && is_place).then_some(command)
}

/// Returns the command after a list number like `1. ` or `2) `.
fn number(line: &str) -> Option<&str> {
    let digits = line.bytes().take(2).take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return None;
    }
    strip_any(line.get(digits..)?, &[". ", ") "])
}

#[cfg(test)]
mod tests {
    use super::{Sign, split};

    #[test]
    fn signs_are_told_from_commands() {
        for (line, sign) in [
            ("$ ls", Some((Sign::Prompt, "ls"))),
            ("PS C:\\Users\\ann> ls", Some((Sign::Prompt, "ls"))),
            ("PS> ls", Some((Sign::Prompt, "ls"))),
            ("ann@host:~/src$ ls", Some((Sign::Prompt, "ls"))),
            ("[ann@host src]# ls", Some((Sign::Prompt, "ls"))),
            ("> ls", Some((Sign::Greater, "ls"))),
            ("# ls", Some((Sign::Hash, "ls"))),
            ("12) ls", Some((Sign::Number, "ls"))),
            ("$HOME/bin/x", None),
            ("$", None),
            ("echo a@b $ c", None),
            ("ssh ann@host ls # all", None),
            ("7z x a.7z", None),
            (">out", None),
        ] {
            assert_eq!(split(line), sign, "{line}");
        }
    }
}
