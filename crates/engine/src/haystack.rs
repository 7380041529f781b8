//! A filter for many substring searches in one text.

/// Bits of the filter.
const BITS: usize = 1 << 16;
/// Length in bytes below which a plain search is faster than the filter.
const SHORT: usize = 256;

/// The set of a text's trigrams: looking up two bits settles most searches.
#[derive(Debug)]
pub struct Haystack {
    /// Empty for a short text, which has no filter.
    seen: Vec<u64>,
}

impl Haystack {
    pub fn of(text: &[u8]) -> Self {
        let mut seen = Vec::new();
        if text.len() >= SHORT {
            seen.resize(BITS / 64, 0);
            for window in text.windows(3) {
                let (word, bit) = place(window);
                if let Some(word) = seen.get_mut(word) {
                    *word |= bit;
                }
            }
        }
        Self { seen }
    }

    /// Returns false if the text does not contain it, true if it may.
    pub fn may_hold(&self, needle: &[u8]) -> bool {
        let ends = [needle.get(..3), needle.len().checked_sub(3).and_then(|at| needle.get(at..))];
        self.seen.is_empty()
            || ends.into_iter().flatten().all(|end| {
                let (word, bit) = place(end);
                self.seen.get(word).is_some_and(|word| word & bit != 0)
            })
    }
}

/// Returns word and bit of three bytes in the filter (multiplicative hashing, Knuth 6.4).
fn place(bytes: &[u8]) -> (usize, u64) {
    let gram = bytes.iter().fold(0_u32, |gram, byte| gram << 8 | u32::from(*byte));
    let hash = (gram.wrapping_mul(0x9E37_79B1) >> 16) as usize % BITS;
    (hash / 64, 1 << (hash % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_there_is_missed() {
        let text = "error: cannot find the file 'notes.txt' in /home/me\n".repeat(8);
        let haystack = Haystack::of(text.as_bytes());
        for start in 0..52 {
            for end in start..=52 {
                assert!(haystack.may_hold(&text.as_bytes()[start..end]), "{start}..{end}");
            }
        }
        assert!(!haystack.may_hold(b"permission denied"));
        assert!(Haystack::of(b"short").may_hold(b"long"));
    }
}
