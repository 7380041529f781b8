//! Decoders of constant text, as `base64 -d`, `xxd -r -p`, `printf`, `tr` and `rev` would do it.
//!
//! Every function is pure, linear, and returns `None` if the text is longer than [`MAX`], does not begin like
//! such an encoding, or does not decode to UTF-8 text: the command then runs unreadable code, and the caller
//! has to say so. Of encodings they accept what these tools accept (blanks, missing padding, foreign characters
//! at the end, text after padding), which a strict decoder would not.

mod tr;

pub use tr::{Tr, tr};

/// Longest text that is decoded, in bytes.
pub const MAX: usize = 64 * 1024;

/// Base64 in the standard and the URL alphabet. Blanks are skipped, padding may be missing; like
/// the tool it gives what stands before the first foreign character.
pub fn base64(text: &str) -> Option<String> {
    grouped(text, 6, |byte| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    })
}

/// Base32 (RFC 4648); otherwise as [`base64`].
pub fn base32(text: &str) -> Option<String> {
    grouped(text, 5, |byte| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a'),
        b'2'..=b'7' => Some(byte - b'2' + 26),
        _ => None,
    })
}

/// Digits of hexadecimal numbers, as `xxd -r -p` takes them; `0x` or `\x` before a pair, blanks
/// and colons between pairs are skipped.
pub fn hex(text: &str) -> Option<String> {
    if text.len() > MAX {
        return None;
    }
    let bare;
    let digits = if text.contains(['x', 'X']) {
        bare = text.replace("\\x", " ").replace("0x", " ").replace("0X", " ");
        &bare
    } else {
        text
    };
    grouped(digits, 4, |byte| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
}

/// Takes `width` bits of each character and gives bytes.
fn grouped(text: &str, width: u32, value: fn(u8) -> Option<u8>) -> Option<String> {
    if text.len() > MAX {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len());
    let (mut bits, mut held) = (0_u32, 0_u32);
    for byte in text.bytes() {
        if byte.is_ascii_whitespace() || (width == 4 && byte == b':') {
            continue;
        }
        if byte == b'=' {
            // padding ends a group; another text may follow
            (bits, held) = (0, 0);
            continue;
        }
        let Some(value) = value(byte) else { break };
        bits = (bits << width | u32::from(value)) & 0xffff;
        held += width;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).unwrap_or_default());
        }
    }
    text_of(bytes)
}

fn text_of(bytes: Vec<u8>) -> Option<String> {
    String::from_utf8(bytes).ok().filter(|text| !text.is_empty())
}

/// Whose backslashes: the two differ in octal numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escapes {
    /// `echo -e`, and `%b` of printf: `\0NNN`.
    Echo,
    /// The format of `printf`, and `$'…'`: `\NNN`.
    Printf,
}

/// Replaces backslash escapes; `\c` ends the text.
pub fn escapes(text: &str, whose: Escapes) -> Option<String> {
    if text.len() > MAX {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        let Some((&kind, tail)) = rest.split_first().filter(|_| first == b'\\') else {
            bytes.push(first);
            continue;
        };
        rest = tail;
        match kind {
            b'a' => bytes.push(7),
            b'b' => bytes.push(8),
            b'e' | b'E' => bytes.push(27),
            b'f' => bytes.push(12),
            b'n' => bytes.push(b'\n'),
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'v' => bytes.push(11),
            b'\\' | b'\'' | b'"' => bytes.push(kind),
            b'c' => break,
            b'x' => match number(&mut rest, 16, 2) {
                Some(code) => bytes.push(u8::try_from(code).unwrap_or_default()),
                None => bytes.extend([b'\\', b'x']),
            },
            b'u' | b'U' => {
                let digits = if kind == b'u' { 4 } else { 8 };
                let code = number(&mut rest, 16, digits).and_then(char::from_u32);
                bytes.extend(code.unwrap_or('\u{fffd}').to_string().bytes());
            }
            b'0'..=b'7' => {
                if !(kind == b'0' && whose == Escapes::Echo) {
                    rest = text.as_bytes().get(text.len() - rest.len() - 1..).unwrap_or_default();
                }
                bytes.push(u8::try_from(number(&mut rest, 8, 3).unwrap_or(0) & 0xff).unwrap_or_default());
            }
            other => bytes.extend([b'\\', other]),
        }
    }
    text_of(bytes)
}

/// Reads up to `most` digits.
fn number(rest: &mut &[u8], radix: u32, most: usize) -> Option<u32> {
    let mut value = None;
    for _ in 0..most {
        let Some((&byte, tail)) = rest.split_first() else { break };
        let Some(digit) = char::from(byte).to_digit(radix) else { break };
        value = Some(value.unwrap_or(0_u32) * radix + digit);
        *rest = tail;
    }
    value
}

/// Each letter by the one that stands 13 places on.
pub fn rot13(text: &str) -> Option<String> {
    let turn = |letter: char, first: u8| {
        char::from((u8::try_from(letter).unwrap_or(first) - first + 13) % 26 + first)
    };
    bounded(text).map(|text| {
        text.chars()
            .map(|letter| match letter {
                'a'..='z' => turn(letter, b'a'),
                'A'..='Z' => turn(letter, b'A'),
                _ => letter,
            })
            .collect()
    })
}

/// Each line backwards, as `rev` does it.
pub fn rev(text: &str) -> Option<String> {
    bounded(text).map(|text| {
        let lines = text.split('\n').map(|line| line.chars().rev().collect::<String>());
        lines.collect::<Vec<_>>().join("\n")
    })
}

/// `%41` of URLs; `+` stays.
pub fn url(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(bounded(text)?.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        let pair = tail.get(..2).filter(|pair| first == b'%' && pair.iter().all(u8::is_ascii_hexdigit));
        match pair {
            Some(mut pair) => {
                bytes.push(u8::try_from(number(&mut pair, 16, 2).unwrap_or(0)).unwrap_or_default());
                rest = tail.get(2..).unwrap_or_default();
            }
            None => bytes.push(first),
        }
    }
    text_of(bytes)
}

fn bounded(text: &str) -> Option<&str> {
    (!text.is_empty() && text.len() <= MAX).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the decoder makes of each text; empty: nothing.
    fn check(decode: impl Fn(&str) -> Option<String>, cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            assert_eq!(decode(text).unwrap_or_default(), *expected, "{text}");
        }
    }

    #[test]
    fn base64_of_any_form() {
        check(
            base64,
            &[
                ("cm0gLXJmIC8=", "rm -rf /"),
                ("cm0gLXJmIC8", "rm -rf /"),
                ("cm0g\nLXJm IC8=\n", "rm -rf /"),
                ("Pz8_Pj4-", "???>>>"),
                ("Pz8/Pj4+", "???>>>"),
                ("cm0g*", "rm "),
                ("YQ==Yg==", "ab"),
                ("*", ""),
                ("", ""),
                ("/////w==", ""),
            ],
        );
    }

    #[test]
    fn base32_and_hex() {
        check(base32, &[("OJWSALLSMYQC6===", "rm -rf /"), ("ojwsallsmyqc6", "rm -rf /"), ("1", "")]);
        check(
            hex,
            &[
                ("726d202d7266202f", "rm -rf /"),
                ("72 6D 20\n2d", "rm -"),
                ("\\x72\\x6d", "rm"),
                ("0x72 0x6d", "rm"),
                ("72:6d", "rm"),
                ("zz", ""),
                ("ff", ""),
            ],
        );
    }

    #[test]
    fn backslashes() {
        let printf = |text: &str| escapes(text, Escapes::Printf);
        let echo = |text: &str| escapes(text, Escapes::Echo);
        check(
            printf,
            &[
                ("\\162\\155 -rf /", "rm -rf /"),
                ("\\x72\\x6d", "rm"),
                ("\\u0072m", "rm"),
                ("a\\nb", "a\nb"),
                ("r\\cm", "r"),
                ("\\q", "\\q"),
                ("\\", "\\"),
                ("\\1012", "A2"),
                ("\\0101", "\u{8}1"),
            ],
        );
        check(echo, &[("\\0162\\0155", "rm"), ("\\x72m", "rm"), ("100%", "100%")]);
    }

    #[test]
    fn turned_and_reversed() {
        check(rot13, &[("ez -es /", "rm -rf /"), ("RZ", "EM"), ("", "")]);
        check(rev, &[("/ fr- mr", "rm -rf /"), ("ab\ncd\n", "ba\ndc\n"), ("", "")]);
        check(url, &[("rm%20-rf%20%2F", "rm -rf /"), ("100%", "100%"), ("%zz", "%zz"), ("%ff", "")]);
    }

    #[test]
    fn nothing_is_decoded_beyond_the_limit() {
        let long = "A".repeat(MAX + 1);
        for decode in [base64, base32, hex, rot13, rev, url] {
            assert_eq!(decode(&long), None);
        }
        assert_eq!(escapes(&long, Escapes::Echo), None);
    }
}
