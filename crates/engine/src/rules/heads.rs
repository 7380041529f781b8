//! Heads of the built-in rules: what decides whether a rule may apply before it is inflated and decoded.
//! Shared with the build script, which writes them.
//!
//! A block (`0`, length of the compressed block as `u32`) is followed by the heads of its rules: length of the
//! rule as `u16`, 1 if the rule applies without output or else 0, number of needles, and for each needle its
//! length and its bytes. Numbers are little-endian.

#![allow(dead_code, reason = "the build script writes, the crate reads")]

/// Maximum length of a needle, in bytes. A longer text is cut: its beginning must occur as well.
const MAX_NEEDLE: usize = 24;

/// One entry of the heads.
#[derive(Debug, PartialEq, Eq)]
pub enum Entry<'a> {
    /// A block of this compressed length begins.
    Block(usize),
    Rule(Head<'a>),
}

/// The head of a rule.
#[derive(Debug, PartialEq, Eq)]
pub struct Head<'a> {
    /// Length of the rule in its inflated block, in bytes.
    pub length: usize,
    /// The rule applies without output.
    pub uncaptured: bool,
    /// Number of needles.
    count: u8,
    needles: &'a [u8],
}

impl<'a> Head<'a> {
    /// Returns whether the rule reads no output.
    pub const fn is_blind(&self) -> bool {
        self.count == 0
    }

    /// Returns the texts; the output must contain at least one.
    pub fn needles(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let mut rest = self.needles;
        std::iter::from_fn(move || {
            let (length, tail) = rest.split_first()?;
            let needle;
            (needle, rest) = tail.split_at_checked(usize::from(*length))?;
            Some(needle)
        })
    }
}

/// Reads the entries.
pub fn read(mut bytes: &[u8]) -> impl Iterator<Item = Entry<'_>> {
    std::iter::from_fn(move || {
        let (length, rest) = bytes.split_first_chunk()?;
        let length = usize::from(u16::from_le_bytes(*length));
        if length == 0 {
            let (block, rest) = rest.split_first_chunk()?;
            bytes = rest;
            return Some(Entry::Block(u32::from_le_bytes(*block) as usize));
        }
        let ([uncaptured, count], rest) = rest.split_first_chunk()?;
        let end = (0..*count).try_fold(0_usize, |end, _| Some(end + 1 + usize::from(*rest.get(end)?)))?;
        let needles;
        (needles, bytes) = rest.split_at_checked(end)?;
        Some(Entry::Rule(Head { length, uncaptured: *uncaptured != 0, count: *count, needles }))
    })
}

/// Writes the beginning of a block. Errors are for the author of the rules.
pub fn write_block(out: &mut Vec<u8>, length: usize) -> Result<(), String> {
    let length = u32::try_from(length).map_err(|_| "a block is too long".to_owned())?;
    out.extend([0, 0]);
    out.extend(length.to_le_bytes());
    Ok(())
}

/// Writes the head of a rule of this length. Errors are for the author of the rule.
pub fn write_rule(
    out: &mut Vec<u8>,
    length: usize,
    uncaptured: bool,
    needles: &[String],
) -> Result<(), String> {
    let length = u16::try_from(length).map_err(|_| "the rule is longer than 64 KiB".to_owned())?;
    let count = u8::try_from(needles.len()).map_err(|_| "the rule has more than 255 patterns".to_owned())?;
    out.extend(length.to_le_bytes());
    out.extend([u8::from(uncaptured), count]);
    for needle in needles {
        let needle = needle.as_bytes().get(..MAX_NEEDLE).unwrap_or(needle.as_bytes());
        out.extend(u8::try_from(needle.len()));
        out.extend(needle);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_heads_are_read_again() {
        let (mut bytes, long) = (Vec::new(), "long ".repeat(40));
        write_block(&mut bytes, 70_000).unwrap();
        write_rule(&mut bytes, 300, true, &[]).unwrap();
        write_rule(&mut bytes, 5, false, &["not found".to_owned(), long.clone()]).unwrap();
        let entries: Vec<Entry<'_>> = read(&bytes).collect();
        let [Entry::Block(70_000), Entry::Rule(first), Entry::Rule(second)] = &entries[..] else {
            panic!("{entries:?}");
        };
        assert!(first.length == 300 && first.uncaptured && first.is_blind());
        assert!(second.length == 5 && !second.uncaptured && !second.is_blind());
        let needles: Vec<&[u8]> = second.needles().collect();
        assert_eq!(needles, [b"not found", &long.as_bytes()[..MAX_NEEDLE]]);
        assert!(write_rule(&mut bytes, 65_536, false, &[]).is_err());
        assert_eq!(read(&bytes[..bytes.len() - 1]).count(), 2, "a cut entry is left out");
    }
}
