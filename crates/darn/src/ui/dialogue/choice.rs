//! The box with a model's proposals: key handling. Pure; drawn by [`super::draw`].

use policy::Level;

use crate::confirm::{Confirm, Effect, Event, Requirement};
use crate::ui::proposed::{Outcome, Proposed};

/// The state of the dialogue.
#[derive(Debug)]
pub struct Choice {
    pub entries: Vec<Proposed>,
    pub selected: usize,
    pub confirm: Confirm,
    /// The complete command was on the screen.
    pub is_whole: bool,
    /// The last key, while later keys may still turn it into a word.
    pressed: Option<Pressed>,
    /// Number of typed bytes not yet known to be an answer or for the shell.
    pending: usize,
}

/// A key that may also begin a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pressed {
    /// Waits for Enter.
    Yes,
    /// Decided after a short pause.
    No,
    Edit,
}

impl Choice {
    pub fn new(entries: Vec<Proposed>, confirm_word: &str) -> Self {
        let mut choice = Self {
            entries,
            selected: 0,
            confirm: Confirm::new(confirm_word),
            is_whole: false,
            pressed: None,
            pending: 0,
        };
        let is_dangerous = choice.entry().is_some_and(|entry| required(entry, true) == Requirement::Word);
        if !choice.is_among_several() && is_dangerous {
            choice.confirm = Confirm::asking_for_word(confirm_word);
        }
        choice
    }

    pub fn entry(&self) -> Option<&Proposed> {
        self.entries.get(self.selected)
    }

    pub const fn is_among_several(&self) -> bool {
        self.entries.len() > 1
    }

    /// Returns what it takes to run the selected command.
    fn requirement(&self) -> Requirement {
        self.entry().map_or(Requirement::Denied, |entry| required(entry, self.is_whole))
    }

    fn can_edit(&self) -> bool {
        self.requirement() != Requirement::Denied
    }

    /// Returns whether the command is marked: Enter runs it.
    pub fn is_marked(&self) -> bool {
        self.pressed == Some(Pressed::Yes)
    }

    /// Returns whether the key that leaves was pressed.
    pub fn is_left(&self) -> bool {
        self.pressed == Some(Pressed::No)
    }

    /// Returns whether a key waits for a pause to become an answer.
    pub const fn is_held(&self) -> bool {
        matches!(self.pressed, Some(Pressed::No | Pressed::Edit))
    }

    /// Handles the pause: the pending key is an answer.
    pub fn settle(&mut self) -> (usize, Option<Outcome>) {
        match self.pressed {
            Some(pressed @ (Pressed::No | Pressed::Edit)) => (self.taken(), self.outcome(pressed)),
            Some(Pressed::Yes) | None => (0, None),
        }
    }

    fn outcome(&mut self, pressed: Pressed) -> Option<Outcome> {
        let event = match pressed {
            Pressed::Yes => Event::Accept,
            Pressed::No => Event::Leave,
            Pressed::Edit => Event::Edit,
        };
        self.handle(event)
    }

    /// Passes an event to the machine; a wrong word leaves the dialogue.
    fn handle(&mut self, event: Event) -> Option<Outcome> {
        let requirement = self.requirement();
        let effect = self.confirm.handle(event, requirement)?;
        let text = self.entry().map(|entry| entry.text.clone());
        Some(match (effect, text) {
            (Effect::Run(agreed), Some(text)) => Outcome::Run(text, agreed),
            (Effect::Edit, Some(text)) => Outcome::Edit(text),
            _ => Outcome::Left,
        })
    }

    /// Counts the pending bytes as an answer.
    fn taken(&mut self) -> usize {
        std::mem::take(&mut self.pending)
    }

    /// Handles keys that arrived together. Returns how many bytes since the last answer were one; the rest is
    /// for the shell. `None`: the dialogue continues.
    pub fn press(&mut self, keys: &[u8]) -> (usize, Option<Outcome>) {
        const FOREIGN: (usize, Option<Outcome>) = (0, Some(Outcome::Left));
        if let Some(pressed) = self.pressed {
            let is_entered = matches!(keys.first(), Some(b'\r' | b'\n'));
            return if is_entered { (self.taken() + 1, self.outcome(pressed)) } else { FOREIGN };
        }
        let is_begun = self.confirm.typed().is_some_and(|word| !word.is_empty());
        let begins_word = self.confirm.typed().is_some()
            && self.requirement() == Requirement::Word
            && keys.first() == self.confirm.word().as_bytes().first();
        if is_begun || begins_word {
            return self.press_in_word(keys);
        }
        if let Some(selected) = self.selection(keys) {
            self.selected = selected;
            self.confirm = Confirm::new(self.confirm.word());
            self.pending += keys.len();
            // no command begins with an arrow key
            return (if keys.first() == Some(&0x1b) { self.taken() } else { 0 }, None);
        }
        let Some((key, behind)) = keys.split_first() else { return FOREIGN };
        let is_accepted = matches!(key, b'y' | b'Y') && self.confirm.typed().is_none();
        let pressed = match (key, self.requirement()) {
            (b'n' | b'N', _) => Pressed::No,
            (b'e' | b'E', _) if self.can_edit() => Pressed::Edit,
            (_, Requirement::Key) if is_accepted => Pressed::Yes,
            (_, Requirement::Word) if is_accepted && behind.is_empty() => {
                self.pending += 1;
                return (0, self.handle(Event::Accept)); // asks for the word
            }
            _ => return FOREIGN,
        };
        (self.pressed, self.pending) = (Some(pressed), self.pending + 1);
        if behind.is_empty() { (0, None) } else { self.press(behind) }
    }

    /// Returns the entry that a key selects: a digit, or the arrows.
    fn selection(&self, keys: &[u8]) -> Option<usize> {
        let last = self.entries.len().checked_sub(1).filter(|last| *last > 0)?;
        match keys {
            b"\x1b[A" | b"\x1bOA" => Some(self.selected.checked_sub(1).unwrap_or(last)),
            b"\x1b[B" | b"\x1bOB" => Some(if self.selected == last { 0 } else { self.selected + 1 }),
            [digit @ b'1'..=b'9'] => Some(usize::from(digit - b'1')).filter(|wanted| *wanted <= last),
            _ => None,
        }
    }

    /// Handles keys while the confirm word is typed: they are an answer once it is entered, or left by Escape
    /// or Ctrl-C. A blank that is not in the word shows that it is a command.
    fn press_in_word(&mut self, keys: &[u8]) -> (usize, Option<Outcome>) {
        let has_blank = self.confirm.word().contains(' ');
        let letters = keys.utf8_chunks().flat_map(|chunk| {
            let valid = chunk.valid().chars().map(|c| (c, c.len_utf8()));
            let invalid = Some(chunk.invalid().len()).filter(|length| *length > 0);
            valid.chain(invalid.map(|length| (char::REPLACEMENT_CHARACTER, length)))
        });
        let mut read = 0;
        for (c, length) in letters {
            read += length;
            let event = match c {
                '\r' | '\n' => Event::Accept,
                '\u{1b}' => return (self.taken() + keys.len(), Some(Outcome::Left)),
                '\u{3}' | '\u{4}' => Event::Leave,
                '\u{8}' | '\u{7f}' => Event::Erase,
                ' ' if !has_blank => return (0, Some(Outcome::Left)),
                c if c < ' ' => continue,
                c => Event::Type(c),
            };
            if let Some(outcome) = self.handle(event) {
                return (self.taken() + read, Some(outcome));
            }
        }
        self.pending += keys.len();
        (0, None)
    }
}

/// Returns what it takes to run a model's proposal: the word for all that the policy comments on.
fn required(entry: &Proposed, is_whole: bool) -> Requirement {
    match entry.requirement(is_whole) {
        Requirement::Key if entry.level > Level::Allow => Requirement::Word,
        requirement => requirement,
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
        match choice.settle() {
            (count, Some(Outcome::Edit(text))) => (format!("edit {text}"), answered + count),
            (count, Some(Outcome::Left)) => ("left".to_owned(), answered + count),
            (count, _) => ("goes on".to_owned(), answered + count),
        }
    }

    fn one(level: Level, keys: &[&str]) -> (String, usize) {
        pressed(choice(&[("git", level)]), keys)
    }

    fn said(text: &str, answered: usize) -> (String, usize) {
        (text.to_owned(), answered)
    }

    #[test]
    fn a_key_and_enter_run_what_is_harmless() {
        assert_eq!(one(Level::Allow, &["y"]), said("goes on", 0));
        assert_eq!(one(Level::Allow, &["y", "\r"]), said("run git", 2));
        assert_eq!(one(Level::Allow, &["y\rls"]), said("run git", 2));
        assert_eq!(one(Level::Allow, &["n", "\r"]), said("left", 2));
        assert_eq!(one(Level::Allow, &["e", "\r"]), said("edit git", 2));
        assert_eq!(one(Level::Allow, &["e"]), said("edit git", 1));
        assert_eq!(one(Level::Allow, &["n"]), said("left", 1));
        for keys in ["yes", "x", "\x03", "\x1b[A", "2", "\r", "\x1b", "é", ""] {
            assert_eq!(one(Level::Allow, &[keys]), said("left", 0), "{keys:?}");
        }
    }

    /// The first key of a command may be one that answers.
    #[test]
    fn what_is_a_word_is_for_the_shell() {
        for level in [Level::Allow, Level::Confirm] {
            for keys in [["y", "e"], ["y", "arn x"], ["n", "p"], ["e", "c"], ["ye", "s no"]] {
                let (ended, answered) = one(level, &keys);
                let is_in_word = level == Level::Confirm && keys == ["y", "e"];
                let wanted = if is_in_word { "goes on" } else { "left" };
                assert_eq!((ended.as_str(), answered), (wanted, 0), "{level:?} {keys:?}");
            }
        }
        assert_eq!(one(Level::Confirm, &["y", "e", "s", " ", "no"]), said("left", 0));
        let two = || choice(&[("a", Level::Allow), ("b", Level::Allow)]);
        assert_eq!(pressed(two(), &["2", "t", "o3"]), said("left", 0));
        assert_eq!(pressed(two(), &["\x1b[B", "y", "e"]), said("left", 3));
    }

    #[test]
    fn what_is_dangerous_needs_the_word() {
        for level in [Level::Warn, Level::Confirm] {
            assert_eq!(one(level, &["yes\r"]), said("run git", 4));
            assert_eq!(one(level, &["y", "e", "s", "\r"]), said("run git", 4));
            assert_eq!(one(level, &["yep", "\x7f", "s\rls"]), said("run git", 6));
            assert_eq!(one(level, &["y"]), said("goes on", 0));
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
                let copy = Choice { is_whole: true, ..Choice::new(open.entries.clone(), "yes") };
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
        assert_eq!(pressed(three(), &["y\r"]), said("run a", 2));
        assert_eq!(pressed(three(), &["2", "y", "\r"]), said("run b", 3));
        assert_eq!(pressed(three(), &["\x1b[B", "\x1bOB", "\x1b[B", "y", "\r"]), said("run a", 11));
        assert_eq!(pressed(three(), &["\x1b[A", "e"]), said("edit rm", 4));
        assert_eq!(pressed(three(), &["3", "y"]), said("goes on", 0));
        assert_eq!(pressed(three(), &["3", "y", "yes\r"]), said("run rm", 6));
        assert_eq!(pressed(three(), &["3", "y", "1", "y", "\r"]), said("run a", 5));
        assert_eq!(pressed(three(), &["4"]), said("left", 0));
    }
}
