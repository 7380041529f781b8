//! Proof that a person wants something to run.

/// Made from a person's keys, by the dialogues of this module only.
#[derive(Debug)]
pub struct Agreed(());

impl Agreed {
    pub(super) const fn by_keys() -> Self {
        Self(())
    }
}
