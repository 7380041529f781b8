//! Client of the relay around this process: asks for the output of commands.

use std::io::{self, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// Which commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selection {
    /// The one that has just ended, asked before the next prompt.
    Ended,
    /// Those that ended before the running one, newest first.
    Before,
}

impl Selection {
    /// Returns the byte that asks it.
    pub(super) const fn byte(self) -> u8 {
        match self {
            Self::Ended => b'e',
            Self::Before => b'b',
        }
    }

    pub(super) fn from_byte(byte: u8) -> Option<Self> {
        [Self::Ended, Self::Before].into_iter().find(|question| question.byte() == byte)
    }
}

/// A command's output: its first and last bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedOutput {
    pub status: i32,
    /// Total size in bytes.
    pub seen: u64,
    pub bytes: Vec<u8>,
}

impl RecordedOutput {
    /// Returns the output; `None`: there was some, but it must not be kept.
    pub fn known(self) -> Option<Vec<u8>> {
        let is_hidden = self.seen > 0 && self.bytes.is_empty();
        (!is_hidden).then_some(self.bytes)
    }
}

/// # Errors
/// There is no relay at this socket, or it has not answered in time.
pub fn ask(socket: &Path, question: Selection, patience: Duration) -> io::Result<Vec<RecordedOutput>> {
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    stream.write_all(&[question.byte()])?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(parse(&answer))
}

fn parse(mut text: &[u8]) -> Vec<RecordedOutput> {
    let mut answers = Vec::new();
    while let Some((answer, rest)) = one(text) {
        answers.push(answer);
        text = rest;
    }
    answers
}

fn one(text: &[u8]) -> Option<(RecordedOutput, &[u8])> {
    let end = memchr::memchr(b'\n', text)?;
    let head = std::str::from_utf8(text.get(..end)?).ok()?;
    let mut numbers = head.split(' ');
    let (status, seen) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    let length: usize = numbers.next()?.parse().ok()?;
    let body = text.get(end + 1..)?;
    let answer = RecordedOutput { status, seen, bytes: body.get(..length)?.to_vec() };
    Some((answer, body.get(length..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_whole_or_not_at_all() {
        let answers = parse(b"1 3 3\nabc127 100 2\nxy0 9 9\ncut");
        assert_eq!(answers.len(), 2);
        assert_eq!((answers[1].status, answers[1].seen, answers[1].bytes.as_slice()), (127, 100, &b"xy"[..]));
        assert!(parse(b"x\n").is_empty() && parse(b"1 1 99999999999999999999\n").is_empty());
    }
}
