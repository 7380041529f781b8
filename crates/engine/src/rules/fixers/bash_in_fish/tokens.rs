//! Splits a line of a Bourne shell into words and separators.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Word,
    /// `;`, newline, `&&`, `||`, `|`, `&`
    Separator,
}

#[derive(Debug, Clone, Copy)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
}

/// Splits the line; quotes and brackets stay within their word.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or("");
        let (kind, length) = match c {
            ' ' | '\t' | '\r' => {
                at += 1;
                continue;
            }
            ';' | '\n' => (Kind::Separator, 1),
            '&' if rest.starts_with("&>") => (Kind::Word, word_length(rest)),
            '|' if rest.starts_with("|&") => (Kind::Separator, 2),
            '&' | '|' => {
                (Kind::Separator, 1 + usize::from(rest.get(1..).is_some_and(|more| more.starts_with(c))))
            }
            _ => (Kind::Word, word_length(rest)),
        };
        out.push(Token { kind, text: rest.get(..length).unwrap_or(rest) });
        at += length.max(1);
    }
    out
}

fn word_length(text: &str) -> usize {
    let mut depth: u32 = 0;
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let escaped = before == '\\' && quote != Some('\'');
        match quote {
            Some(open) if c == open && !escaped => quote = None,
            Some(_) => {}
            None if escaped => {}
            None => match c {
                '\'' | '"' | '`' => quote = Some(c),
                '(' => depth += 1,
                '{' if before == '$' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                '}' if depth > 0 => depth -= 1,
                ' ' | '\t' | '\n' | ';' if depth == 0 => return at,
                '|' if depth == 0 => return at,
                '&' if depth == 0 && at > 0 && before != '>' && before != '<' => return at,
                _ => {}
            },
        }
        before = if escaped { ' ' } else { c };
    }
    text.len()
}
