//! Proof of a person's consent to run something.

/// Created only by the dialogues of this module, from a person's keys.
#[derive(Debug)]
pub struct Agreed(());

impl Agreed {
    pub(super) const fn by_keys() -> Self {
        Self(())
    }
}
