//! The only path from a suggestion to something that runs.
//!
//! darn itself runs nothing here: it writes a [`Confirmed`] script to the stdout of the function that called
//! `darn hook SHELL list`, and the user's own shell runs it at its top level, so that `cd`, `export` and
//! `declare` take effect. Making a [`Confirmed`] requires an [`Agreed`], which only the dialogues create,
//! from a person's keys.

use std::io::{self, Write};

use syntax::Dialect;

use crate::confirm::Agreed;
use crate::ui::{proposed, style::Style};

pub mod steps;

/// Maximum length of a script; users do not read longer ones before pressing Enter.
pub const MAX_BYTES: usize = 32 * 1024;

/// Text that is safe to hand to a shell: not empty, at most [`MAX_BYTES`], no control character except
/// newline and tab (an escape sequence would act on the terminal when shown).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script(String);

/// Why a text is not handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    Empty,
    TooLong,
    Control,
}

impl Script {
    pub fn new(text: &str) -> Result<Self, Unfit> {
        if text.trim().is_empty() {
            return Err(Unfit::Empty);
        }
        if text.len() > MAX_BYTES {
            return Err(Unfit::TooLong);
        }
        if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
            return Err(Unfit::Control);
        }
        Ok(Self(text.to_owned()))
    }

    /// Writes the text unchanged; writing does not run it, it becomes the text of a line editor.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.0.as_bytes())
    }
}

/// Something a person has agreed to.
#[derive(Debug)]
pub struct Confirmed<T>(T);

impl<T> Confirmed<T> {
    pub fn new(what: T, _agreed: Agreed) -> Self {
        Self(what)
    }
}

/// Hands a confirmed script to the calling shell, which runs it. Several commands run one after the other,
/// each after a line that shows it, until one fails.
pub fn hand_over(script: &Confirmed<Script>, dialect: Dialect, style: &Style) -> io::Result<()> {
    let Confirmed(Script(text)) = script;
    let steps = steps::of(text, dialect);
    if steps.len() < 2 {
        return answer("run", &script.0);
    }
    let mut lines = vec!["steps".to_owned(), text.clone()];
    for step in steps {
        lines.push(proposed::executing(&step, style));
        lines.push(step);
    }
    let mut out = io::stdout().lock();
    out.write_all(lines.join("\n").as_bytes())?;
    out.flush()
}

/// Lets the calling shell run the exact line that it asked about and has kept.
pub fn release(_line: &Confirmed<()>) -> io::Result<()> {
    io::stdout().lock().write_all(b"run\n")
}

/// Hands a text to the calling shell's line editor, which does not run it.
pub fn hand_back(script: &Script) -> io::Result<()> {
    answer("edit", script)
}

fn answer(verb: &str, script: &Script) -> io::Result<()> {
    let mut text = format!("{verb}\n").into_bytes();
    script.write(&mut text)?;
    let mut out = io::stdout().lock();
    out.write_all(&text)?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_text_is_fit() {
        assert!(Script::new("for i in 1 2; do\n\techo \"$i\"\ndone").is_ok());
        assert!(Script::new("echo žluťoučký").is_ok());
        for (text, why) in [
            ("", Unfit::Empty),
            (" \n", Unfit::Empty),
            ("echo \0", Unfit::Control),
            ("echo \u{1b}[2J", Unfit::Control),
            ("echo \u{7}", Unfit::Control),
            ("echo \r", Unfit::Control),
            ("echo \u{9b}2J", Unfit::Control),
            ("echo \u{7f}", Unfit::Control),
        ] {
            assert_eq!(Script::new(text), Err(why), "{text:?}");
        }
        assert!(Script::new(&"x".repeat(MAX_BYTES)).is_ok());
        assert_eq!(Script::new(&"x".repeat(MAX_BYTES + 1)), Err(Unfit::TooLong));
    }
}
