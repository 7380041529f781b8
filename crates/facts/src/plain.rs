//! Converts captured output to the text as seen on the screen.

use std::str::Chars;

/// Removes escape sequences (ECMA-48 CSI and OSC), other control characters and Braille spinner frames. Of a
/// line with carriage returns, only the last text stays.
#[must_use]
pub fn strip(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.bytes().position(is_special) {
        let (plain, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(plain);
        let mut chars = tail.chars();
        match chars.next() {
            Some('\u{1b}') => skip_escape(&mut chars),
            Some('\u{9b}') => skip_csi(&mut chars),
            Some('\r') => {
                // `\r\r\n` also ends a line: ssh, systemd and others write \r\n to a terminal
                while skip_if(&mut chars, '\r') {}
                if !chars.as_str().starts_with('\n') {
                    out.truncate(line_start(&out));
                }
            }
            Some('\u{8}') if out.len() > line_start(&out) => {
                out.pop();
            }
            Some('\u{2800}'..='\u{28ff}') | None => {}
            Some(c) if c.is_control() => {}
            Some(c) => out.push(c),
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out
}

/// Returns whether a character that begins with this byte may be removed: ASCII controls but line feed and tab,
/// and the first bytes of C1 controls and of Braille in UTF-8.
const fn is_special(byte: u8) -> bool {
    matches!(byte, 0..0x20 | 0x7f | 0xC2 | 0xE2) && !matches!(byte, b'\n' | b'\t')
}

fn line_start(text: &str) -> usize {
    memchr::memrchr(b'\n', text.as_bytes()).map_or(0, |feed| feed + 1)
}

/// Skips a character if it comes next; returns whether it did.
fn skip_if(chars: &mut Chars<'_>, wanted: char) -> bool {
    let is_next = chars.as_str().starts_with(wanted);
    if is_next {
        chars.next();
    }
    is_next
}

fn skip_escape(chars: &mut Chars<'_>) {
    match chars.next() {
        Some('[') => skip_csi(chars),
        Some(']' | 'P' | '_' | '^' | 'X') => {
            // a string sequence: up to BEL or ESC \
            while let Some(c) = chars.next() {
                if c == '\u{7}' || c == '\u{1b}' && skip_if(chars, '\\') {
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
