//! Cache of the vocabularies looked up for one command line.

use std::sync::OnceLock;

/// Maximum number of programs that one command line can query.
const PLACES: usize = 16;

/// Cache of program → words, if it has any. Programs beyond the limit count as unknown: their words would not
/// improve the analysis of such a long line.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    places: [OnceLock<(String, Option<String>)>; PLACES],
}

impl Shelf {
    /// Returns the words of the program; calls `look` the first time.
    pub fn get(&self, program: &str, look: impl FnOnce() -> Option<String>) -> Option<&str> {
        let place = self.places.iter().find(|place| place.get().is_none_or(|(name, _)| name == program))?;
        place.get_or_init(|| (program.to_owned(), look())).1.as_deref()
    }
}
