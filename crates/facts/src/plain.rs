//! Converts captured output to the text as seen on the screen.

/// Removes escape sequences (ECMA-48 CSI and OSC), other control characters and Braille spinner frames. Of a
/// line with carriage returns, only the last text stays.
#[must_use]
pub fn strip(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut line_start = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => skip_escape(&mut chars),
            '\u{9b}' => skip_csi(&mut chars),
            '\r' => {
                // `\r\r\n` also ends a line: ssh, systemd and others write \r\n to a terminal
                while chars.next_if_eq(&'\r').is_some() {}
                if chars.peek() != Some(&'\n') {
                    out.truncate(line_start);
                }
            }
            '\n' => {
                out.push('\n');
                line_start = out.len();
            }
            '\u{8}' if out.len() > line_start => {
                out.pop();
            }
            '\t' => out.push(c),
            '\u{2800}'..='\u{28ff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn skip_escape(chars: &mut Chars<'_>) {
    match chars.next() {
        Some('[') => skip_csi(chars),
        Some(']' | 'P' | '_' | '^' | 'X') => {
            // a string sequence: up to BEL or ESC \
            while let Some(c) = chars.next() {
                if c == '\u{7}' || c == '\u{1b}' && chars.next_if_eq(&'\\').is_some() {
                    return;
                }
                if c == '\n' {
                    return; // a broken sequence never swallows more than a line
                }
            }
        }
        Some('(' | ')' | '*' | '+' | '#' | '%' | ' ') => {
            chars.next();
        }
        _ => {}
    }
}

fn skip_csi(chars: &mut Chars<'_>) {
    for c in chars.by_ref() {
        if ('\u{40}'..='\u{7e}').contains(&c) || c == '\n' {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::strip;

    #[test]
    fn leaves_what_a_terminal_shows() {
        assert_eq!(strip("\u{1b}[1m\u{1b}[31merror\u{1b}[0m: x\r\n"), "error: x\n");
        assert_eq!(strip("10%\r20%\rdone\n"), "done\n");
        assert_eq!(strip("one\r\r\ntwo\r\r"), "one\n");
        assert_eq!(strip("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{7}"), "link");
        assert_eq!(strip("ab\u{8}c"), "ac");
        assert_eq!(strip("\u{2819} npm"), " npm");
    }
}
