//! Finds which of many texts occur in a long one, in one pass whose cost does not grow with their number.

use std::collections::HashMap;

const GRAM: usize = 4;
/// Bits of the filter; an unknown gram is in no text.
const BITS: usize = 1 << 16;

/// An index of texts by one rare sequence of four bytes in each.
#[derive(Debug, Clone, Default)]
pub struct Index {
    /// Gram and number of its text, sorted.
    grams: Vec<(u32, u32)>,
    filter: Vec<u64>,
    /// Texts too short for a gram.
    short: Vec<u32>,
    texts: Vec<String>,
}

impl Index {
    /// Takes the texts in the order of their numbers; an empty one occurs everywhere.
    pub fn new(texts: Vec<String>) -> Self {
        let mut count: HashMap<u32, u32> = HashMap::new();
        for gram in texts.iter().flat_map(|text| grams(text.as_bytes())) {
            *count.entry(gram).or_default() += 1;
        }
        let mut index = Self { filter: vec![0; BITS / 64], ..Self::default() };
        for (number, text) in (0..).zip(&texts) {
            // the rarest gram needs the fewest comparisons
            match grams(text.as_bytes()).min_by_key(|gram| count.get(gram)) {
                Some(gram) => {
                    index.grams.push((gram, number));
                    let (word, bit) = place(gram);
                    if let Some(word) = index.filter.get_mut(word) {
                        *word |= bit;
                    }
                }
                None => index.short.push(number),
            }
        }
        index.grams.sort_unstable();
        index.texts = texts;
        index
    }

    /// Returns the numbers of the texts that occur in `output`, ascending.
    #[must_use]
    pub fn occurring(&self, output: &str) -> Vec<u32> {
        let mut found = self.short.clone();
        for gram in grams(output.as_bytes()) {
            let (word, bit) = place(gram);
            if self.filter.get(word).is_some_and(|word| word & bit != 0) {
                let start = self.grams.partition_point(|(known, _)| *known < gram);
                let here = self.grams.iter().skip(start).take_while(|(known, _)| *known == gram);
                found.extend(here.map(|(_, number)| *number));
            }
        }
        found.sort_unstable();
        found.dedup();
        let occurs = |text: &String| memchr::memmem::find(output.as_bytes(), text.as_bytes()).is_some();
        found.retain(|number| self.texts.get(*number as usize).is_some_and(occurs));
        found
    }
}

fn grams(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.windows(GRAM).map(|window| window.iter().fold(0, |gram, byte| gram << 8 | u32::from(*byte)))
}

/// Returns word and bit of a gram in the filter (multiplicative hashing, Knuth 6.4).
fn place(gram: u32) -> (usize, u64) {
    let hash = (gram.wrapping_mul(0x9E37_79B1) >> 16) as usize % BITS;
    (hash / 64, 1 << (hash % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_plain_search_finds() {
        let texts: Vec<String> =
            ["", "ab", "no such", "error: ", "such file", "absent", "err", "such file or"]
                .map(str::to_owned)
                .into();
        let index = Index::new(texts.clone());
        for output in ["", "ab", "error: no such file", "no sach fill or", "such file o", "xerrorxerr: ab"] {
            let plain: Vec<u32> = (0..)
                .zip(&texts)
                .filter(|(_, text)| output.contains(text.as_str()))
                .map(|(at, _)| at)
                .collect();
            assert_eq!(index.occurring(output), plain, "{output:?}");
        }
    }
}
