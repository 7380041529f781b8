//! Searches a text for all words of a list at once.

/// A list of words, with a filter of their first two bytes.
pub struct Words {
    /// Sorted.
    words: &'static [&'static str],
    pairs: [u64; PAIRS / 64],
}

/// Number of bits of the filter: five bits of each of two bytes.
const PAIRS: usize = 1 << 10;

impl Words {
    /// Creates the list from sorted words. Only words of at least two bytes are found within a text.
    pub const fn new(words: &'static [&'static str]) -> Self {
        let mut pairs = [0; PAIRS / 64];
        let mut rest = words;
        while let [word, behind @ ..] = rest {
            let (place, bit) = pair(word.as_bytes());
            pairs[place] |= bit;
            rest = behind;
        }
        Self { words, pairs }
    }

    /// Returns the index of `word`.
    pub fn place(&self, word: &str) -> Option<usize> {
        if !self.may_begin(word.as_bytes()) {
            return None;
        }
        self.words.binary_search(&word).ok()
    }

    /// Returns whether `word` is in the list.
    pub fn has(&self, word: &str) -> bool {
        self.place(word).is_some()
    }

    /// Returns whether `text` contains a word of the list.
    pub fn is_in(&self, text: &str) -> bool {
        self.find(text).next().is_some()
    }

    /// Returns whether `text` begins with a word of the list.
    pub fn begin(&self, text: &str) -> bool {
        self.may_begin(text.as_bytes()) && self.beginning(text).is_some()
    }

    /// Returns the occurrences in `text`, at each position the shortest match.
    pub fn find<'t>(&self, text: &'t str) -> impl Iterator<Item = (usize, &'static str)> + use<'_, 't> {
        let begin = text.as_bytes().windows(2).enumerate().filter(|(_, two)| self.may_begin(two));
        begin.filter_map(|(at, _)| Some((at, self.beginning(text.get(at..)?)?)))
    }

    fn beginning(&self, text: &str) -> Option<&'static str> {
        let first = text.as_bytes().first();
        let from = self.words.partition_point(|word| word.as_bytes().first() < first);
        let near = self.words.iter().skip(from).take_while(|word| word.as_bytes().first() == first);
        near.copied().find(|word| text.starts_with(word))
    }

    fn may_begin(&self, text: &[u8]) -> bool {
        let (place, bit) = pair(text);
        self.pairs.get(place).is_some_and(|pairs| pairs & bit != 0)
    }
}

/// Returns the position in the filter of the first two bytes of a text.
const fn pair(text: &[u8]) -> (usize, u64) {
    let (first, second) = match text {
        [first, second, ..] => (*first as usize, *second as usize),
        [first] => (*first as usize, 0),
        [] => (0, 0),
    };
    let place = first % 32 * 32 + second % 32;
    (place / 64, 1 << (place % 64))
}
