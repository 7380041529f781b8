//! Typographic characters in commands, from word processors or models.

use std::borrow::Cow;

/// Replaces typographic quotes, dashes and blanks by plain ones; borrowed if nothing changed. Text in plain
/// quotes stays: any character may be intended there.
pub fn straightened(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    // the current quote, and whether it is a plain one
    let mut quote: Option<(char, bool)> = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let straight = straight(letter);
        match quote {
            Some((open, true)) => {
                out.push(letter);
                match letter {
                    '\\' if open == '"' => out.extend(letters.next()),
                    letter if letter == open => quote = None,
                    _ => {}
                }
            }
            Some((open, false)) if straight == Some(open) => {
                out.push(open);
                quote = None;
            }
            Some(_) => out.push(letter),
            None => match (letter, straight) {
                ('"' | '\'', _) => {
                    out.push(letter);
                    quote = Some((letter, true));
                }
                (_, Some(open)) => {
                    out.push(open);
                    quote = Some((open, false));
                }
                ('\u{a0}' | '\u{202f}' | '\u{2007}' | '\u{3000}', _) => out.push(' '),
                ('–' | '—' | '−', _) if begins_option(&out, letters.peek()) => {
                    out.push_str(if letter == '—' { "--" } else { "-" });
                }
                ('\\', _) => {
                    out.push(letter);
                    out.extend(letters.next());
                }
                _ => out.push(letter),
            },
        }
    }
    if out == text { text.into() } else { out.into() }
}

const fn straight(letter: char) -> Option<char> {
    match letter {
        '“' | '”' | '„' | '‟' | '＂' => Some('"'),
        '‘' | '’' | '‚' | '‛' | '＇' => Some('\''),
        _ => None,
    }
}

fn begins_option(before: &str, after: Option<&char>) -> bool {
    before.ends_with([' ', '-']) && after.is_some_and(char::is_ascii_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::straightened;

    #[test]
    fn only_what_is_no_text_is_put_right() {
        for (text, straight) in [
            ("git commit -m “Fix typo”", "git commit -m \"Fix typo\""),
            ("grep ‘TODO’ src", "grep 'TODO' src"),
            ("git\u{a0}log —oneline", "git log --oneline"),
            ("ls –la", "ls -la"),
            ("echo \"Don’t – “stop”\"", "echo \"Don’t – “stop”\""),
            ("echo “it's — fine”", "echo \"it's — fine\""),
            ("cat Grüße.txt", "cat Grüße.txt"),
        ] {
            assert_eq!(straightened(text), straight);
        }
    }
}
