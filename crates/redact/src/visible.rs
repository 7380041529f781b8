//! Removes escape sequences from a text and maps the visible text back to the original.

use std::borrow::Cow;

use syntax::Span;

use super::piece;

/// A text without its escape sequences.
#[derive(Debug)]
pub struct Visible<'a> {
    pub text: Cow<'a, str>,
    /// Positions in `text`, ascending, each with the number of bytes removed before it.
    cuts: Vec<(usize, usize)>,
    /// Spans in the original of sequences long enough to carry text (links, titles).
    pub carried: Vec<Span>,
}

/// Minimum length of a sequence that carries text.
const MIN_CARRIED: usize = 12;
const ESCAPE: char = '\u{1b}';
/// Maximum length of a sequence; a longer one counts as unterminated.
const MAX_SEQUENCE: usize = 4096;

/// Extends a span to include an escape character before it, which would otherwise form a sequence with the
/// replacement.
pub fn with_escape(text: &str, span: Span) -> Span {
    let is_escaped = text.get(..span.start).is_some_and(|before| before.ends_with(ESCAPE));
    Span::new(span.start - usize::from(is_escaped), span.end)
}

impl<'a> Visible<'a> {
    pub fn of(text: &'a str) -> Self {
        let mut out = String::new();
        let (mut cuts, mut carried): (Vec<(usize, usize)>, _) = (Vec::new(), Vec::new());
        // number of bytes copied to `out` or removed
        let mut done = 0;
        for (at, byte) in text.bytes().enumerate() {
            let is_start = matches!(byte, 0x1b | 0xc2 | 0x08 | b'[');
            if !is_start || at < done {
                continue;
            }
            let (before, sequence) = (piece(text, done, at), piece(text, at, text.len()));
            let (back, length) = match byte {
                b'[' => written_out(piece(text, done, at), sequence),
                0xc2 if !sequence.starts_with(|c: char| c.is_control()) => continue,
                0x08 => (
                    before
                        .chars()
                        .next_back()
                        .or_else(|| out.chars().next_back())
                        .filter(|c| *c != '\n')
                        .map_or(0, char::len_utf8),
                    1,
                ),
                _ => (0, sequence_length(sequence)),
            };
            if length == 0 {
                continue;
            }
            if length >= MIN_CARRIED {
                carried.push(Span::new(at, at + length));
            }
            out.push_str(before);
            out.truncate(out.len() - back);
            done = at + length;
            while cuts.last().is_some_and(|(place, _)| *place >= out.len()) {
                cuts.pop();
            }
            cuts.push((out.len(), done - out.len()));
        }
        if done == 0 {
            return Self { text: Cow::Borrowed(text), cuts, carried };
        }
        out.push_str(piece(text, done, text.len()));
        Self { text: Cow::Owned(out), cuts, carried }
    }

    /// Maps a span of the visible text to the original, including the sequences within it but not those
    /// around it.
    pub fn original(&self, span: Span) -> Span {
        let before = |place: usize| {
            let at = self.cuts.partition_point(|(cut, _)| *cut <= place);
            at.checked_sub(1).and_then(|at| self.cuts.get(at)).map_or(0, |(_, removed)| *removed)
        };
        let last = span.end.saturating_sub(1);
        Span::new(span.start + before(span.start), span.end + before(last.max(span.start)))
    }
}

/// Parses a colour code that a log wrote as text: `\\x1b[31m`, `^[[0m`, or `[31m` without the escape. Returns
/// its bytes before the bracket and from the bracket on, or zeros for an ordinary bracket.
fn written_out(before: &str, text: &str) -> (usize, usize) {
    const ESCAPES: [&str; 8] = ["\\x1b", "\\x1B", "\\033", "\\e", "\\u001b", "\\u001B", "^[", "␛"];
    let digits =
        text.bytes().skip(1).take(16).take_while(|byte| byte.is_ascii_digit() || *byte == b';').count();
    let is_code = matches!(text.as_bytes().get(1 + digits), Some(b'm' | b'K'));
    let escape = ESCAPES.iter().find(|escape| before.ends_with(**escape)).map_or(0, |escape| escape.len());
    if is_code && (escape > 0 || digits > 0) { (escape, digits + 2) } else { (0, 0) }
}

/// Returns the length of the escape sequence at the beginning of `text` (ECMA-48 §5.3, §5.4, §5.6).
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
        Some('[') => {
            let end = body.find(|c| !(' '..='?').contains(&c));
            end.filter(|at| matches!(body.as_bytes().get(*at), Some(b'@'..=b'~'))).map(|at| at + 1)
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            // ended by BEL, ST, or the next sequence
            body.find(|c| matches!(c, '\u{7}' | ESCAPE | '\u{80}'..='\u{9f}')).map(|at| {
                let ends = ["\u{7}", "\u{1b}\\", "\u{1b}", "\u{9c}"];
                let end = ends.iter().find(|end| body.get(at..).is_some_and(|body| body.starts_with(**end)));
                at + end.map_or(0, |end| end.len())
            })
        }
        Some('(' | ')' | '*' | '+' | '#' | '%' | ' ') => body.chars().next().map(char::len_utf8),
        Some(_) => Some(0),
        None => return 1,
    };
    // remove only the beginning of an unterminated sequence
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
