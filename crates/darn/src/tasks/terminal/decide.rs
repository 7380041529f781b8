//! The person decides on a step.

use super::{INDENT, Terminal};
use crate::confirm::Requirement;
use crate::tasks::person::{Answer, agreed};
use crate::tasks::step::Step;
use crate::ui::clipboard;
use crate::ui::tty::Key;

const KEYS: &str = "[r]un [e]dit [s]kip e[x]plain [q]uit";
/// Keys for a step that cannot run as it is.
const KEYS_EDIT: &str = "[e]dit [s]kip e[x]plain [q]uit";

/// What a key has led to.
enum Pressed {
    Key(Key),
    /// A step that has run is to run again.
    Again(String),
    /// Nothing: the keys are shown again.
    Nothing,
}

impl Terminal {
    /// Shows the keys and takes one; `None`: it has not decided the matter.
    pub(super) fn asked(&mut self, step: &Step) -> Option<Answer> {
        match self.pressed(step) {
            None => Some(Answer::Quit),
            Some(Pressed::Again(command)) => Some(Answer::Edit(command)),
            Some(Pressed::Key(key)) => self.meant(step, key),
            Some(Pressed::Nothing) => None,
        }
    }

    /// Waits for a key, or a walk through the steps that have run; `None`: there is no terminal any more.
    fn pressed(&mut self, step: &Step) -> Option<Pressed> {
        let mut tty = Self::open()?;
        if tty.size().is_some_and(|size| usize::from(size.ws_col) != self.style.columns) {
            self.shown.forget();
        }
        self.shown.forget_keys();
        let keys = match step.requirement() {
            Requirement::Denied | Requirement::Editing => KEYS_EDIT,
            Requirement::Key | Requirement::Word => KEYS,
        };
        let keys = format!("{INDENT}{}", self.style.dim(keys));
        tty.write(&keys);
        if self.has_mouse {
            tty.report();
        }
        let key = self.key(&mut tty, &keys);
        let is_walk = key.is_none() || key == Some(Key::Up) && self.past.up().is_some();
        let again = if is_walk { self.walk(&mut tty) } else { None };
        if key == Some(Key::Char('c')) {
            tty.write(&clipboard::copy(&step.command));
        }
        tty.write("\r\u{1b}[K");
        Some(again.map_or_else(|| key.map_or(Pressed::Nothing, Pressed::Key), Pressed::Again))
    }

    /// Does what a key means; `None`: nothing that decides the matter.
    fn meant(&mut self, step: &Step, key: Key) -> Option<Answer> {
        match key {
            Key::Char('r') => {
                let agreed = match step.requirement() {
                    Requirement::Key => agreed("r", step, &self.word),
                    Requirement::Word => {
                        let agreed = self.word(step);
                        if agreed.is_none() {
                            self.line(&self.style.dim(&format!("{INDENT}that was not the word: not run")));
                        }
                        agreed
                    }
                    Requirement::Denied | Requirement::Editing => None,
                };
                agreed.map(Answer::Run)
            }
            Key::Char('e') if step.command.contains('\n') => {
                self.line(&format!("{INDENT}a command of several lines cannot be edited here"));
                None
            }
            Key::Char('e') => self.edited(&step.command).map(Answer::Edit),
            Key::Char('s') => Some(Answer::Skip),
            Key::Char('x' | '?') => Some(Answer::Explain),
            Key::Char('q') | Key::Leave | Key::Escape => Some(Answer::Quit),
            _ => None,
        }
    }
}
