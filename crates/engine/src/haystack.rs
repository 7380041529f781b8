//! A text that is asked many times whether it holds some short one.

/// Bits of the filter.
const BITS: usize = 1 << 16;
/// Below this a plain search costs less than the filter, in bytes.
const SHORT: usize = 256;

/// What a text holds, by sequences of three bytes: most questions are answered by two bits.
#[derive(Debug)]
pub struct Haystack {
    /// Empty for a short text, of which nothing is known.
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

    /// False: the text does not hold it. True: it may.
    pub fn may_hold(&self, needle: &[u8]) -> bool {
        let ends = [needle.get(..3), needle.len().checked_sub(3).and_then(|at| needle.get(at..))];
        self.seen.is_empty()
            || ends.into_iter().flatten().all(|end| {
                let (word, bit) = place(end);
                self.seen.get(word).is_some_and(|word| word & bit != 0)
            })
    }
}

/// Word and bit of three bytes in the filter (multiplicative hashing, Knuth 6.4).
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
