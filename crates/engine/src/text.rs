//! The output of a command, prepared for many searches: rules, fixers and causes look for thousands of texts in it.

use std::ops::Deref;
use std::sync::OnceLock;

use crate::parts::normalise;
use facts::Output;

/// Bits of the filter per byte of the text, and their minimum and maximum number.
const PER_BYTE: usize = 16;
const MIN_BITS: usize = 1 << 10;
const MAX_BITS: usize = 1 << 16;

/// A [`normalise`]d output. Searches on it hide those of `str`, which go through all of its bytes.
#[derive(Debug, Default)]
pub struct Text {
    text: String,
    /// The set of its trigrams, which settles most searches. The number of bits is a power of two.
    seen: Vec<u64>,
    /// Byte offsets of the line feeds.
    feeds: OnceLock<Vec<usize>>,
}

impl Text {
    /// Returns the text of no output.
    #[must_use]
    pub fn empty() -> &'static Self {
        static EMPTY: Text = Text { text: String::new(), seen: Vec::new(), feeds: OnceLock::new() };
        &EMPTY
    }

    #[must_use]
    pub fn of(output: &Output) -> Self {
        Self::from(normalise(output.text()))
    }

    /// Returns whether it contains `needle`.
    #[must_use]
    pub fn contains(&self, needle: &str) -> bool {
        self.find(needle).is_some()
    }

    /// Returns whether it contains one of these texts.
    #[must_use]
    pub fn contains_any(&self, needles: &[&str]) -> bool {
        needles.iter().any(|needle| self.contains(needle))
    }

    /// Returns the byte offset of the first occurrence.
    #[must_use]
    pub fn find(&self, needle: &str) -> Option<usize> {
        self.find_bytes(needle.as_bytes())
    }

    pub(crate) fn find_bytes(&self, needle: &[u8]) -> Option<usize> {
        self.may_hold(needle).then(|| memchr::memmem::find(self.text.as_bytes(), needle)).flatten()
    }

    /// Returns the text before and behind the first occurrence.
    #[must_use]
    pub fn split_once(&self, needle: &str) -> Option<(&str, &str)> {
        let at = self.find(needle)?;
        Some((self.text.get(..at)?, self.text.get(at + needle.len()..)?))
    }

    /// Returns false if it does not contain the needle, true if it may.
    pub(crate) fn may_hold(&self, needle: &[u8]) -> bool {
        let last = needle.len().checked_sub(3).and_then(|at| needle.get(at..));
        last.into_iter().chain(needle.chunks_exact(3)).all(|gram| self.has(gram))
    }

    fn has(&self, gram: &[u8]) -> bool {
        let (word, bit) = place(gram, self.seen.len());
        self.seen.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Returns the lines without their ends.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator + Clone {
        let feeds = self.feeds.get_or_init(|| memchr::memchr_iter(b'\n', self.text.as_bytes()).collect());
        let is_open = feeds.last().map_or(0, |last| last + 1) < self.text.len();
        (0..feeds.len() + usize::from(is_open)).map(move |at| {
            let start = at.checked_sub(1).and_then(|before| feeds.get(before)).map_or(0, |feed| feed + 1);
            let end = feeds.get(at).copied().unwrap_or(self.text.len());
            self.text.get(start..end).unwrap_or_default()
        })
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        let bits = (text.len() * PER_BYTE).next_power_of_two().clamp(MIN_BITS, MAX_BITS);
        let mut seen = vec![0_u64; bits / 64];
        for gram in text.as_bytes().windows(3) {
            let (word, bit) = place(gram, bits / 64);
            if let Some(word) = seen.get_mut(word) {
                *word |= bit;
            }
        }
        Self { text, seen, feeds: OnceLock::new() }
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// Returns word and bit of three bytes in a filter of `words` words (multiplicative hashing, Knuth 6.4).
fn place(bytes: &[u8], words: usize) -> (usize, u64) {
    let gram = bytes.iter().fold(0_u32, |gram, byte| gram << 8 | u32::from(*byte));
    let hash = (gram.wrapping_mul(0x9E37_79B1) >> 16) as usize;
    ((hash / 64) & words.wrapping_sub(1), 1 << (hash % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_there_is_missed() {
        let line = "error: cannot find the file 'notes.txt' in /home/me\n";
        let text = Text::from(line.repeat(8));
        for start in 0..line.len() {
            for end in start..=line.len() {
                let needle = line.get(start..end).unwrap();
                assert_eq!(text.find(needle), line.find(needle), "{start}..{end}");
            }
        }
        assert!(!text.may_hold(b"permission denied"));
        assert!(!Text::from("short".to_owned()).may_hold(b"long"));
    }

    #[test]
    fn lines_are_those_of_str() {
        for text in ["", "\n", "a", "a\n", "a\n\nb", "\na\n\n", "\u{e9}\n\u{4e2d}"] {
            let lines: Vec<&str> = text.lines().collect();
            let prepared = Text::from(text.to_owned());
            assert_eq!(prepared.lines().collect::<Vec<_>>(), lines, "{text:?}");
            assert!(prepared.lines().rev().eq(lines.into_iter().rev()), "{text:?}");
        }
    }
}
