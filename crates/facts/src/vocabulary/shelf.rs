//! Cache of the vocabularies looked up for one command line.

use std::cell::OnceCell;

/// Maximum number of programs one command line can ask about.
const PLACES: usize = 16;

/// Program → its words, or that it has none. Programs beyond the limit count as unknown: a line with that
/// many is read no better for it.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    places: [OnceCell<(String, Option<String>)>; PLACES],
}

impl Shelf {
    /// Returns the words of the program; calls `look` the first time.
    pub fn get(&self, program: &str, look: impl FnOnce() -> Option<String>) -> Option<&str> {
        let place = self.places.iter().find(|place| place.get().is_none_or(|(name, _)| name == program))?;
        place.get_or_init(|| (program.to_owned(), look())).1.as_deref()
    }
}
