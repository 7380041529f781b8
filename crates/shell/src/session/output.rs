//! The output of one command: what lies between the marks of our script. Before the first comes the echo of
//! the typed line, after the second the prompt.

use std::collections::VecDeque;

use memchr::memmem;

/// Bytes that are kept from the beginning of an output, ...
const HEAD: usize = 256 * 1024;
/// ... and from its end.
const TAIL: usize = 768 * 1024;

/// What is kept of an output.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    pub head: Vec<u8>,
    /// Bytes left out between the two.
    pub left_out: u64,
    pub tail: Vec<u8>,
}

impl Kept {
    /// Returns the output as text, with a line in the place of what was left out.
    pub fn to_text(&self) -> String {
        let mut text = String::from_utf8_lossy(&self.head).into_owned();
        if self.left_out > 0 {
            text.push_str(&format!("\n... {} bytes left out ...\n", self.left_out));
        }
        text.push_str(&String::from_utf8_lossy(&self.tail));
        text
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Before,
    Inside,
    After,
}

/// Finds the output in what the terminal prints.
#[derive(Debug)]
pub struct Output {
    begin: Vec<u8>,
    end: Vec<u8>,
    state: State,
    /// Bytes that may be the beginning of a mark.
    held: Vec<u8>,
    head: Vec<u8>,
    left_out: u64,
    tail: VecDeque<u8>,
}

impl Output {
    pub fn new(nonce: &str, sequence: u64) -> Self {
        let mark = |letter| format!("\x1b]73276;{nonce};{letter};{sequence}\x07").into_bytes();
        Self {
            begin: mark('C'),
            end: mark('D'),
            state: State::Before,
            held: Vec::new(),
            head: Vec::new(),
            left_out: 0,
            tail: VecDeque::new(),
        }
    }

    /// Output of the startup, which is not wanted.
    pub fn ignored() -> Self {
        Self { state: State::After, ..Self::new("", 0) }
    }

    pub fn has_begun(&self) -> bool {
        self.state != State::Before
    }

    pub fn is_complete(&self) -> bool {
        self.state == State::After
    }

    /// Adds what was printed; returns the part of it that is the command's, if any.
    pub fn add(&mut self, printed: &[u8]) -> Option<Vec<u8>> {
        if self.state == State::After {
            return None;
        }
        let mut bytes = std::mem::take(&mut self.held);
        bytes.extend_from_slice(printed);
        if self.state == State::Before {
            let Some(at) = memmem::find(&bytes, &self.begin) else {
                self.held = bytes.split_off(beginning(&bytes, &self.begin));
                return None;
            };
            bytes.drain(..at + self.begin.len());
            self.state = State::Inside;
        }
        let end = match memmem::find(&bytes, &self.end) {
            Some(at) => {
                self.state = State::After;
                at
            }
            None => {
                let at = beginning(&bytes, &self.end);
                self.held = bytes.get(at..).unwrap_or_default().to_vec();
                at
            }
        };
        bytes.truncate(end);
        self.keep(&bytes);
        (!bytes.is_empty()).then_some(bytes)
    }

    fn keep(&mut self, bytes: &[u8]) {
        let (first, rest) = bytes.split_at(bytes.len().min(HEAD - self.head.len()));
        self.head.extend_from_slice(first);
        self.tail.extend(rest);
        let excess = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..excess);
        self.left_out += excess as u64;
    }

    pub fn into_kept(mut self) -> Kept {
        if self.state == State::Inside {
            let held = std::mem::take(&mut self.held);
            self.keep(&held);
        }
        Kept { head: self.head, left_out: self.left_out, tail: self.tail.into() }
    }
}

/// Returns where a beginning of the mark at the end of the bytes begins, or their length.
fn beginning(bytes: &[u8], mark: &[u8]) -> usize {
    let from = bytes.len().saturating_sub(mark.len());
    (from..bytes.len())
        .find(|at| bytes.get(*at..).is_some_and(|rest| mark.starts_with(rest)))
        .unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_lies_between_the_marks_however_it_arrives() {
        let printed = b"echo\r\n\x1b]73276;n;C;7\x07one\x1b]73276;n;D;6\x07two\r\n\x1b]73276;n;D;7\x07$ ";
        for size in 1..printed.len() {
            let mut output = Output::new("n", 7);
            let mut live = Vec::new();
            for chunk in printed.chunks(size) {
                if let Some(bytes) = output.add(chunk) {
                    live.extend(bytes);
                }
            }
            assert!(output.is_complete());
            assert_eq!(live, b"one\x1b]73276;n;D;6\x07two\r\n");
            assert_eq!(output.into_kept().head, live);
        }
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let mut output = Output::new("n", 1);
        output.add(b"\x1b]73276;n;C;1\x07");
        let line = [b'x'; 1000];
        (0..2000).for_each(|_| assert!(output.add(&line).is_some()));
        let kept = output.into_kept();
        assert_eq!(kept.head.len() + kept.tail.len() + kept.left_out as usize, 2_000_000);
        assert_eq!((kept.head.len(), kept.tail.len()), (HEAD, TAIL));
    }
}
