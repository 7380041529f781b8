//! Vocabularies that were looked up, each once.

use std::cell::OnceCell;

/// Programs that one command line can ask about.
const PLACES: usize = 16;

/// Program → its words, or that it has none. What does not fit is not known: a line with more
/// programs than places is read no better for it.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    places: [OnceCell<(String, Option<String>)>; PLACES],
}

impl Shelf {
    /// The words of the program; `look` is asked the first time.
    pub fn get(&self, program: &str, look: impl FnOnce() -> Option<String>) -> Option<&str> {
        let place = self.places.iter().find(|place| place.get().is_none_or(|(name, _)| name == program))?;
        place.get_or_init(|| (program.to_owned(), look())).1.as_deref()
    }
}
