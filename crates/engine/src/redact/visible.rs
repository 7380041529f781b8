//! A text as a terminal shows it, without escape sequences, and where each part of it stood.

use std::borrow::Cow;

use syntax::Span;

/// The text without its escape sequences.
#[derive(Debug)]
pub struct Visible<'a> {
    pub text: Cow<'a, str>,
    /// From which place on in `text`, how many bytes were taken out before it: ascending.
    cuts: Vec<(usize, usize)>,
    /// What sequences carry that are no mere codes (links, titles): places in the original.
    pub carried: Vec<Span>,
}

/// Shorter ones carry nothing.
const MIN_CARRIED: usize = 12;
const ESCAPE: char = '\u{1b}';
/// A sequence longer than this is none: its end is missing.
const MAX_SEQUENCE: usize = 4096;

/// A part of the text as it is, with the escape before it: else that would make a sequence with what
/// comes in its place.
pub fn with_escape(text: &str, span: Span) -> Span {
    let is_escaped = text.get(..span.start).is_some_and(|before| before.ends_with(ESCAPE));
    Span::new(span.start - usize::from(is_escaped), span.end)
}

impl<'a> Visible<'a> {
    pub fn of(text: &'a str) -> Self {
        let is_start = |byte: u8| matches!(byte, 0x1b | 0xc2 | 0x08 | b'[');
        if !text.bytes().any(is_start) {
            return Self { text: Cow::Borrowed(text), cuts: Vec::new(), carried: Vec::new() };
        }
        let mut out = String::with_capacity(text.len());
        let (mut cuts, mut carried): (Vec<(usize, usize)>, _) = (Vec::new(), Vec::new());
        let (mut removed, mut rest) = (0, text);
        let is_code = |c: char| matches!(c, ESCAPE | '\u{8}' | '[') || ('\u{80}'..='\u{9f}').contains(&c);
        while let Some(at) = rest.find(is_code) {
            let (before, sequence) = rest.split_at_checked(at).unwrap_or((rest, ""));
            out.push_str(before);
            let (back, length) = match sequence.as_bytes().first() {
                Some(b'[') => written_out(&out, sequence),
                Some(0x08) => (out.chars().next_back().filter(|c| *c != '\n').map_or(0, char::len_utf8), 1),
                _ => (0, sequence_length(sequence)),
            };
            if length == 0 {
                out.push('[');
                rest = sequence.get(1..).unwrap_or_default();
                continue;
            }
            if length >= MIN_CARRIED {
                let start = out.len() + removed;
                carried.push(Span::new(start, start + length));
            }
            out.truncate(out.len() - back);
            removed += back + length;
            while cuts.last().is_some_and(|(place, _)| *place >= out.len()) {
                cuts.pop();
            }
            cuts.push((out.len(), removed));
            rest = sequence.get(length..).unwrap_or_default();
        }
        out.push_str(rest);
        Self { text: Cow::Owned(out), cuts, carried }
    }

    /// Where a part of the visible text stands in the original, the sequences within it included,
    /// those around it not.
    pub fn original(&self, span: Span) -> Span {
        let before = |place: usize| {
            let at = self.cuts.partition_point(|(cut, _)| *cut <= place);
            at.checked_sub(1).and_then(|at| self.cuts.get(at)).map_or(0, |(_, removed)| *removed)
        };
        let last = span.end.saturating_sub(1);
        Span::new(span.start + before(span.start), span.end + before(last.max(span.start)))
    }
}

/// A colour code as some logs write it out: `\\x1b[31m`, `^[[0m`, or with the escape lost, `[31m`. Bytes
/// before the bracket, and from there on; none: it is an ordinary bracket.
fn written_out(before: &str, text: &str) -> (usize, usize) {
    const ESCAPES: [&str; 8] = ["\\x1b", "\\x1B", "\\033", "\\e", "\\u001b", "\\u001B", "^[", "␛"];
    let digits =
        text.bytes().skip(1).take(16).take_while(|byte| byte.is_ascii_digit() || *byte == b';').count();
    let is_code = matches!(text.as_bytes().get(1 + digits), Some(b'm' | b'K'));
    let escape = ESCAPES.iter().find(|escape| before.ends_with(**escape)).map_or(0, |escape| escape.len());
    if is_code && (escape > 0 || digits > 0) { (escape, digits + 2) } else { (0, 0) }
}

/// Bytes of the escape sequence with which `text` begins (ECMA-48 §5.3, §5.4, §5.6).
fn sequence_length(text: &str) -> usize {
    let mut chars = text.char_indices();
    let kind = match chars.next() {
        Some((_, ESCAPE)) => chars.next().map(|(_, c)| c),
        Some((_, '\u{9b}')) => Some('['),
        Some((_, '\u{9d}')) => Some(']'),
        Some((_, '\u{90}')) => Some('P'),
        Some((_, other)) => return other.len_utf8(),
        None => return 0,
    };
    let start = chars.offset();
    let body = text.get(start..text.floor_char_boundary(start + MAX_SEQUENCE)).unwrap_or_default();
    let length = match kind {
        Some('[') => body.find(|c| ('@'..='~').contains(&c)).map(|at| at + 1),
        Some(']' | 'P' | 'X' | '^' | '_') => {
            // ended by BEL or ST
            body.find(['\u{7}', ESCAPE, '\u{9c}']).map(|at| {
                let end = body.get(at..).unwrap_or_default();
                at + if end.starts_with("\u{1b}\\") {
                    2
                } else {
                    end.chars().next().map_or(0, char::len_utf8)
                }
            })
        }
        Some('(' | ')' | '*' | '+' | '#' | '%' | ' ') => body.chars().next().map(char::len_utf8),
        Some(_) => Some(0),
        None => return 1,
    };
    // without an end: only its beginning is taken out
    start + length.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_left_out_and_places_found_again() {
        let text = "\u{1b}[31mab\u{1b}[0mcd\u{1b}]0;title\u{7}e\u{9b}1mf\u{1b}(Bg";
        let visible = Visible::of(text);
        assert_eq!(visible.text, "abcdefg");
        let piece = |start, end| {
            let span = visible.original(Span::new(start, end));
            text.get(span.start..span.end).unwrap()
        };
        assert_eq!(piece(0, 2), "ab");
        assert_eq!(piece(1, 3), "b\u{1b}[0mc");
        assert_eq!(piece(2, 4), "cd");
        assert_eq!(piece(6, 7), "g");
    }

    #[test]
    fn what_has_no_end_is_kept() {
        assert_eq!(Visible::of("a\u{1b}]0;never ends").text, "a0;never ends");
        assert_eq!(Visible::of("a\u{1b}").text, "a");
        assert!(matches!(Visible::of("žluť").text, Cow::Borrowed(_) | Cow::Owned(_)));
    }
}
