//! The box with what a model proposes: what each key does. Pure; drawn by [`super::draw`].

use engine::Level;

use crate::ui::agreed::Agreed;
use crate::ui::list::MAX_WORD;
use crate::ui::proposed::{Outcome, Proposed};

/// The state of the dialogue.
#[derive(Debug)]
pub struct Choice {
    pub entries: Vec<Proposed>,
    pub selected: usize,
    /// What has to be typed before something dangerous runs.
    pub confirm_word: String,
    /// What has been typed of it; `None`: it is not asked for.
    pub word: Option<String>,
    /// All of what would run was on the screen.
    pub is_whole: bool,
}

impl Choice {
    pub fn new(entries: Vec<Proposed>, confirm_word: &str) -> Self {
        let mut choice =
            Self { entries, selected: 0, confirm_word: confirm_word.to_owned(), word: None, is_whole: false };
        if !choice.is_among_several() {
            choice.ask_for_word();
        }
        choice
    }

    pub fn entry(&self) -> Option<&Proposed> {
        self.entries.get(self.selected)
    }

    pub const fn is_among_several(&self) -> bool {
        self.entries.len() > 1
    }

    /// Whether the selected one can be run at all.
    pub fn can_run(&self) -> bool {
        let is_fit = |entry: &Proposed| entry.level < Level::Deny && !entry.has_placeholders;
        self.is_whole && self.entry().is_some_and(is_fit)
    }

    pub fn can_edit(&self) -> bool {
        self.entry().is_some_and(|entry| entry.level < Level::Deny)
    }

    fn ask_for_word(&mut self) {
        let is_dangerous = |entry: &Proposed| {
            entry.level > Level::Allow && entry.level < Level::Deny && !entry.has_placeholders
        };
        self.word = self.entry().is_some_and(is_dangerous).then(String::new);
    }

    /// What these keys do, typed at once, and how many of their bytes were an answer; what is behind them
    /// is for the shell. `None`: the dialogue goes on.
    pub fn press(&mut self, keys: &[u8]) -> (usize, Option<Outcome>) {
        const FOREIGN: (usize, Option<Outcome>) = (0, Some(Outcome::Left));
        let is_begun = self.word.as_ref().is_some_and(|word| !word.is_empty());
        let begins_word =
            self.word.is_some() && self.can_run() && keys.first() == self.confirm_word.as_bytes().first();
        if is_begun || begins_word {
            return self.press_in_word(keys);
        }
        let Some(entry) = self.entry() else { return FOREIGN };
        let text = entry.text.clone();
        let outcome = match keys {
            b"n" | b"N" => Some(Outcome::Left),
            b"e" | b"E" if self.can_edit() => Some(Outcome::Edit(text)),
            b"y" | b"Y" if self.word.is_none() && self.can_run() => {
                let level = entry.level;
                if level > Level::Allow {
                    self.ask_for_word();
                    None
                } else {
                    Some(Outcome::Run(text, Agreed::by_keys()))
                }
            }
            keys => match self.selection(keys) {
                Some(selected) => {
                    (self.selected, self.word) = (selected, None);
                    None
                }
                None => return FOREIGN,
            },
        };
        (keys.len(), outcome)
    }

    /// Which one a key selects: a digit, or the arrows.
    fn selection(&self, keys: &[u8]) -> Option<usize> {
        let last = self.entries.len().checked_sub(1).filter(|last| *last > 0)?;
        match keys {
            b"\x1b[A" | b"\x1bOA" => Some(self.selected.checked_sub(1).unwrap_or(last)),
            b"\x1b[B" | b"\x1bOB" => Some(if self.selected == last { 0 } else { self.selected + 1 }),
            [digit @ b'1'..=b'9'] => Some(usize::from(digit - b'1')).filter(|wanted| *wanted <= last),
            _ => None,
        }
    }

    /// The word is typed: all is an answer until it is entered, or left by Escape or Ctrl-C.
    fn press_in_word(&mut self, keys: &[u8]) -> (usize, Option<Outcome>) {
        let mut word = self.word.take().unwrap_or_default().into_bytes();
        let left = || Some(Outcome::Left);
        for (at, byte) in keys.iter().enumerate() {
            match byte {
                b'\r' | b'\n' => {
                    let is_right = word == self.confirm_word.as_bytes() && self.can_run();
                    let text = self.entry().filter(|_| is_right).map(|entry| entry.text.clone());
                    return (at + 1, text.map(|text| Outcome::Run(text, Agreed::by_keys())).or_else(left));
                }
                0x1b => return (keys.len(), left()),
                0x03 | 0x04 => return (at + 1, left()),
                0x08 | 0x7f => {
                    while word.pop().is_some_and(|byte| byte & 0xc0 == 0x80) {} // a whole character
                }
                byte if *byte >= b' ' && word.len() < MAX_WORD => word.push(*byte),
                _ => {}
            }
        }
        self.word = Some(String::from_utf8_lossy(&word).into_owned());
        (keys.len(), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::proposed::tests::proposed as entry;

    fn choice(entries: &[(&str, Level)]) -> Choice {
        let entries = entries.iter().map(|(text, level)| entry(text, *level)).collect();
        Choice { is_whole: true, ..Choice::new(entries, "yes") }
    }

    /// `run TEXT`, `edit TEXT`, `left`; how many bytes of all that was typed were an answer.
    fn pressed(mut choice: Choice, keys: &[&str]) -> (String, usize) {
        let mut answered = 0;
        for keys in keys {
            let (count, outcome) = choice.press(keys.as_bytes());
            answered += count;
            let said = match outcome {
                Some(Outcome::Run(text, _)) => format!("run {text}"),
                Some(Outcome::Edit(text)) => format!("edit {text}"),
                Some(Outcome::Left) => "left".to_owned(),
                None => continue,
            };
            return (said, answered);
        }
        ("goes on".to_owned(), answered)
    }

    fn one(level: Level, keys: &[&str]) -> (String, usize) {
        pressed(choice(&[("git", level)]), keys)
    }

    fn said(text: &str, answered: usize) -> (String, usize) {
        (text.to_owned(), answered)
    }

    #[test]
    fn one_key_runs_what_is_harmless() {
        assert_eq!(one(Level::Allow, &["y"]), said("run git", 1));
        assert_eq!(one(Level::Allow, &["e"]), said("edit git", 1));
        assert_eq!(one(Level::Allow, &["n"]), said("left", 1));
        for keys in ["yes", "x", "\x03", "\x1b[A", "2", "\r", "\x1b", "é", ""] {
            assert_eq!(one(Level::Allow, &[keys]), said("left", 0), "{keys:?}");
        }
    }

    #[test]
    fn what_is_dangerous_needs_the_word() {
        for level in [Level::Warn, Level::Confirm] {
            assert_eq!(one(level, &["yes\r"]), said("run git", 4));
            assert_eq!(one(level, &["y", "e", "s", "\r"]), said("run git", 4));
            assert_eq!(one(level, &["yep", "\x7f", "s\rls"]), said("run git", 6));
            assert_eq!(one(level, &["y"]), said("goes on", 1));
            assert_eq!(one(level, &["y\r"]), said("left", 2), "a wrong word is no command");
            assert_eq!(one(level, &["yes", "\x03"]), said("left", 4));
            assert_eq!(one(level, &["yes", "\x1b[A"]), said("left", 6));
            assert_eq!(one(level, &["e"]), said("edit git", 1));
            assert_eq!(one(level, &["n"]), said("left", 1));
            for keys in ["\r", "ls", "Yes\r", " yes\r", "\x03"] {
                assert_eq!(one(level, &[keys]), said("left", 0), "{keys:?}");
            }
        }
        assert_eq!(one(Level::Deny, &["yes\r"]), said("left", 0));
        assert_eq!(one(Level::Deny, &["y"]), said("left", 0));
        assert_eq!(one(Level::Deny, &["e"]), said("left", 0));
    }

    #[test]
    fn what_is_not_finished_or_not_all_seen_does_not_run() {
        for level in [Level::Allow, Level::Confirm] {
            let mut open = choice(&[("git <name>", level)]);
            open.entries[0].has_placeholders = true;
            let open = Choice { is_whole: true, ..Choice::new(open.entries, "yes") };
            for keys in ["y", "yes\r"] {
                let copy =
                    Choice { entries: open.entries.clone(), confirm_word: "yes".into(), word: None, ..open };
                assert_eq!(pressed(copy, &[keys]), said("left", 0), "{keys}");
            }
            assert_eq!(pressed(open, &["e"]), said("edit git <name>", 1));
            let long = Choice { is_whole: false, ..choice(&[("git", level)]) };
            assert_eq!(pressed(long, &["yes\r"]), said("left", 0));
        }
    }

    #[test]
    fn one_of_several_is_chosen() {
        let three = || choice(&[("a", Level::Allow), ("b", Level::Allow), ("rm", Level::Confirm)]);
        assert_eq!(pressed(three(), &["y"]), said("run a", 1));
        assert_eq!(pressed(three(), &["2", "y"]), said("run b", 2));
        assert_eq!(pressed(three(), &["\x1b[B", "\x1bOB", "\x1b[B", "y"]), said("run a", 10));
        assert_eq!(pressed(three(), &["\x1b[A", "e"]), said("edit rm", 4));
        assert_eq!(pressed(three(), &["3", "y"]), said("goes on", 2));
        assert_eq!(pressed(three(), &["3", "y", "yes\r"]), said("run rm", 6));
        assert_eq!(pressed(three(), &["3", "y", "1", "y"]), said("run a", 4));
        assert_eq!(pressed(three(), &["4"]), said("left", 0));
    }
}
