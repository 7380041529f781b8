//! Finds our marks in a stream and removes them: an operating system command (OSC, ECMA-48 §8.3.89) with our
//! own number and the nonce of the session. Anything else that looks like a mark, even a forged one, is data
//! and passes unchanged.
//!
//! `ESC ] 73276 ; NONCE ; TEXT BEL`

use memchr::memchr;

/// OSC number of our marks; 73276 spells `(R)DARN` on a telephone keypad.
pub const NUMBER: &str = "73276";
/// Maximum length of a mark's text; anything longer is data.
const MAX_TEXT: usize = 4096;
const BEL: u8 = 0x07;
const ESC: u8 = 0x1b;

/// A part of the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    Data(&'a [u8]),
    /// The text of a mark.
    Mark(&'a [u8]),
}

/// Splits a stream that arrives in pieces of any size. Holds back only what may still become a mark.
#[derive(Debug)]
pub struct Scanner {
    prefix: Vec<u8>,
    /// A possible beginning of a mark, from its `ESC`.
    held: Vec<u8>,
}

impl Scanner {
    /// Creates a scanner; the nonce is text without control characters.
    pub fn new(nonce: &str) -> Self {
        Self { prefix: format!("\u{1b}]{NUMBER};{nonce};").into_bytes(), held: Vec::new() }
    }

    /// Returns whether something is held back.
    pub const fn is_waiting(&self) -> bool {
        !self.held.is_empty()
    }

    /// Passes the pieces of the input on, in order. Linear; copies only around a split mark.
    pub fn feed(&mut self, mut bytes: &[u8], sink: &mut impl FnMut(Piece<'_>)) {
        while !self.held.is_empty() && !bytes.is_empty() {
            bytes = self.complete(bytes, sink);
        }
        let (mut from, mut at) = (0, 0);
        while let Some(place) = bytes.get(at..).and_then(|rest| memchr(ESC, rest)) {
            at += place;
            let rest = bytes.get(at..).unwrap_or_default();
            match self.begun(rest) {
                Begun::Whole(length) => {
                    data(bytes.get(from..at).unwrap_or_default(), sink);
                    sink(Piece::Mark(rest.get(self.prefix.len()..length - 1).unwrap_or_default()));
                    at += length;
                    from = at;
                }
                Begun::Part => {
                    data(bytes.get(from..at).unwrap_or_default(), sink);
                    self.held.extend_from_slice(rest);
                    return;
                }
                Begun::No => at += 1,
            }
        }
        data(bytes.get(from..).unwrap_or_default(), sink);
    }

    /// Releases what was held back, after a pause in the input.
    pub fn flush(&mut self, sink: &mut impl FnMut(Piece<'_>)) {
        let held = std::mem::take(&mut self.held);
        data(&held, sink);
    }

    /// Adds to the held bytes until they are decided; returns the remaining input.
    fn complete<'b>(&mut self, bytes: &'b [u8], sink: &mut impl FnMut(Piece<'_>)) -> &'b [u8] {
        // as far as the mark can extend: to its end, or to the first byte that does not fit
        let missing = self.prefix.len().saturating_sub(self.held.len());
        let taken = if missing > 0 {
            missing.min(bytes.len())
        } else {
            memchr(BEL, bytes).map_or(bytes.len(), |at| at + 1).min(MAX_TEXT)
        };
        let (taken, rest) = bytes.split_at(taken);
        self.held.extend_from_slice(taken);
        let held = std::mem::take(&mut self.held);
        match self.begun(&held) {
            Begun::Part => self.held = held,
            Begun::Whole(length) => {
                sink(Piece::Mark(held.get(self.prefix.len()..length - 1).unwrap_or_default()));
            }
            Begun::No => {
                // its ESC did not begin a mark; another one may follow
                let next = held.get(1..).and_then(|held| memchr(ESC, held)).map_or(held.len(), |at| at + 1);
                let (this, behind) = held.split_at(next);
                data(this, sink);
                self.feed(behind, sink);
            }
        }
        rest
    }

    /// Classifies a text that begins with `ESC`.
    fn begun(&self, text: &[u8]) -> Begun {
        let common = text.len().min(self.prefix.len());
        if text.get(..common) != self.prefix.get(..common) {
            return Begun::No;
        }
        let Some(body) = text.get(self.prefix.len()..) else { return Begun::Part };
        let is_control = |byte: &u8| *byte < b' ' || *byte == 0x7f;
        match body.iter().take(MAX_TEXT).position(is_control) {
            Some(at) if body.get(at) == Some(&BEL) => Begun::Whole(self.prefix.len() + at + 1),
            Some(_) => Begun::No,
            None if body.len() >= MAX_TEXT => Begun::No,
            None => Begun::Part,
        }
    }
}

enum Begun {
    /// Length in bytes.
    Whole(usize),
    Part,
    No,
}

fn data(bytes: &[u8], sink: &mut impl FnMut(Piece<'_>)) {
    if !bytes.is_empty() {
        sink(Piece::Data(bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All data, all marks.
    fn cut(chunks: &[&[u8]]) -> (Vec<u8>, Vec<String>) {
        let (mut bytes, mut marks) = (Vec::new(), Vec::new());
        let mut scanner = Scanner::new("n0");
        let mut sink = |piece: Piece<'_>| match piece {
            Piece::Data(data) => bytes.extend_from_slice(data),
            Piece::Mark(text) => marks.push(String::from_utf8_lossy(text).into_owned()),
        };
        for chunk in chunks {
            scanner.feed(chunk, &mut sink);
        }
        scanner.flush(&mut sink);
        (bytes, marks)
    }

    const STREAMS: &[(&[u8], &[u8], &[&str])] = &[
        (b"plain", b"plain", &[]),
        (b"a\x1b]73276;n0;C\x07b", b"ab", &["C"]),
        (b"\x1b]73276;n0;C\x07\x1b]73276;n0;D;1\x07", b"", &["C", "D;1"]),
        (
            b"\x1b[31mred\x1b[0m\x1b]73276;n0;D;0\x07\x1b]133;A\x07",
            b"\x1b[31mred\x1b[0m\x1b]133;A\x07",
            &["D;0"],
        ),
        // forged, of another session, cut short, with something else inside
        (b"\x1b]73276;n1;D;0\x07x", b"\x1b]73276;n1;D;0\x07x", &[]),
        (b"\x1b]73276;D;0\x07x", b"\x1b]73276;D;0\x07x", &[]),
        (b"\x1b]73276;n0;C\nx\x07", b"\x1b]73276;n0;C\nx\x07", &[]),
        (b"\x1b]73276;n0;C\x1b]73276;n0;D;0\x07", b"\x1b]73276;n0;C", &["D;0"]),
        (b"\x1b\x1b]73276;n0;C\x07", b"\x1b", &["C"]),
        (b"\x1b]732\x1b]73276;n0;C\x07\x1b", b"\x1b]732\x1b", &["C"]),
        (b"\xff\x00\x1b]73276;n0;C\x07\xfe", b"\xff\x00\xfe", &["C"]),
    ];

    #[test]
    fn marks_are_taken_out_however_the_stream_is_cut() {
        for (stream, data, marks) in STREAMS {
            let expected = (data.to_vec(), marks.iter().map(|mark| (*mark).to_owned()).collect::<Vec<_>>());
            assert_eq!(cut(&[stream]), expected, "{}", stream.escape_ascii());
            let bytes: Vec<&[u8]> = stream.chunks(1).collect();
            assert_eq!(cut(&bytes), expected, "byte by byte: {}", stream.escape_ascii());
            for at in 0..=stream.len() {
                let (one, two) = stream.split_at(at);
                assert_eq!(cut(&[one, two]), expected, "at {at}: {}", stream.escape_ascii());
            }
        }
    }

    #[test]
    fn a_mark_without_end_is_data() {
        let mut stream = b"\x1b]73276;n0;".to_vec();
        stream.extend(std::iter::repeat_n(b'x', 3 * MAX_TEXT));
        let expected = (stream.clone(), Vec::new());
        assert_eq!(cut(&[&stream]), expected);
        assert_eq!(cut(&stream.chunks(100).collect::<Vec<_>>()), expected);
    }
}
