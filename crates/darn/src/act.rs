//! The only path from a suggestion to something that runs.
//!
//! darn itself runs nothing here: it writes a [`Confirmed`] script to the stdout of the function that called
//! `darn hook SHELL list`, and the user's own shell runs it at its top level, so that `cd`, `export` and
//! `declare` take effect. Creating a [`Confirmed`] requires an [`Agreed`], which only the dialogues create,
//! from the user's keys.

use protocol::{Choice, GuardAnswer, SafeText, Step};
use syntax::Dialect;

use crate::confirm::Agreed;
use crate::ui::{proposed, style::Style};

pub mod steps;

/// Something a person has agreed to.
#[derive(Debug)]
pub struct Confirmed<T>(T);

impl<T> Confirmed<T> {
    pub fn new(what: T, _agreed: Agreed) -> Self {
        Self(what)
    }
}

#[cfg(feature = "llm")]
impl Confirmed<&str> {
    /// Returns the text for the shell of a task.
    pub const fn text(&self) -> &str {
        self.0
    }
}

/// Hands a confirmed text to the calling shell, which runs it. Several commands run one after the other, each
/// after a line that shows it, until one fails.
pub fn hand_over(text: Confirmed<SafeText>, dialect: Dialect, style: &Style) -> Choice {
    let Confirmed(whole) = text;
    let steps = steps::split(whole.as_str(), dialect);
    if steps.len() < 2 {
        return Choice::Run(whole);
    }
    let step = |text: String| Step { announcement: proposed::executing(&text, style), text };
    Choice::Steps { whole, steps: steps.into_iter().map(step).collect() }
}

/// Lets the calling shell run the exact line that it asked about and has kept.
pub fn release(_line: Confirmed<()>) -> GuardAnswer {
    GuardAnswer::Run
}

/// Hands a text to the calling shell's line editor, which does not run it.
pub const fn hand_back(text: SafeText) -> Choice {
    Choice::Edit(text)
}
