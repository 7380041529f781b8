//! The list of suggestions: key handling. Pure except for [`show`]; drawn by [`draw`].

use policy::Level;

use super::agreed::Agreed;
use super::drawn::Drawn;
use super::proposed::{Outcome, Proposed};
use super::style::Style;
use super::tty::{Key, Tty};
use crate::commands::feedback::Rating;

mod draw;

/// The state of the dialogue.
#[derive(Debug)]
pub struct List {
    /// What failed, in one line.
    failed: String,
    entries: Vec<Proposed>,
    /// Number of visible entries: the first few, until the selection moves beyond them.
    shown: usize,
    selected: usize,
    is_explaining: bool,
    /// What went wrong, one paragraph per line, once requested.
    explanation: Option<Vec<String>>,
    /// The rating of the selected entry by the last key.
    rating: Option<Rating>,
    /// The word that confirms a dangerous command.
    confirm_word: String,
    /// What has been typed of it.
    word: Option<String>,
    /// The complete command was on the screen.
    is_whole: bool,
}

/// Maximum length of a typed word; longer ones are never right.
pub const MAX_WORD: usize = 40;

impl List {
    /// Creates the list with `limit` visible entries.
    pub fn new(failed: String, entries: Vec<Proposed>, limit: usize, confirm_word: &str) -> Self {
        // a line that says "1 more" would take as much room as the entry
        let shown = if limit + 1 < entries.len() { limit } else { entries.len() };
        Self {
            failed,
            entries,
            shown,
            selected: 0,
            is_explaining: false,
            explanation: None,
            rating: None,
            confirm_word: confirm_word.to_owned(),
            word: None,
            is_whole: false,
        }
    }

    /// Handles a key; `None`: the dialogue continues.
    fn press(&mut self, key: Key) -> Option<Outcome> {
        if self.word.is_some() {
            return self.press_in_word(key);
        }
        let last = self.entries.len().checked_sub(1)?;
        self.rating = None;
        match key {
            Key::Escape | Key::Leave | Key::Char('q') => return Some(Outcome::Left),
            Key::Up | Key::Char('k') => self.selected = self.selected.checked_sub(1).unwrap_or(last),
            Key::Down | Key::Tab | Key::Char('j') => {
                self.selected = if self.selected == last { 0 } else { self.selected + 1 }
            }
            Key::Char(digit @ '1'..='9') => {
                let wanted = digit.to_digit(10).and_then(|n| usize::try_from(n).ok()).unwrap_or(1) - 1;
                self.selected = if wanted <= last { wanted } else { self.selected };
            }
            Key::Char('?') => self.is_explaining = !self.is_explaining,
            Key::Char('+') => self.rating = Some(Rating::Good),
            Key::Char('-') => self.rating = Some(Rating::Bad),
            Key::Char('e') => return Some(Outcome::Edit(self.entry()?.text.clone())),
            // a command with placeholders, or not fully visible, goes to the line editor
            Key::Enter if !self.can_run() && self.entry()?.level < Level::Deny => {
                return Some(Outcome::Edit(self.entry()?.text.clone()));
            }
            Key::Enter if self.entry()?.is_free => {
                return Some(Outcome::Run(self.entry()?.text.clone(), Agreed::by_keys()));
            }
            Key::Enter if self.entry()?.level < Level::Deny => self.word = Some(String::new()),
            Key::Enter | Key::Backspace | Key::Clear | Key::Char(_) | Key::Resize | Key::Other => {}
        }
        if self.selected >= self.shown {
            self.shown = self.entries.len();
        }
        None
    }

    /// Returns whether Enter may run the selected command; otherwise it edits.
    fn can_run(&self) -> bool {
        self.is_whole && self.entry().is_some_and(|entry| !entry.has_placeholders)
    }

    /// Returns the number of hidden entries.
    fn hidden(&self) -> usize {
        self.entries.len() - self.shown
    }

    fn press_in_word(&mut self, key: Key) -> Option<Outcome> {
        let word = self.word.as_mut()?;
        match key {
            Key::Leave => return Some(Outcome::Left),
            Key::Escape => self.word = None,
            Key::Backspace => {
                word.pop();
            }
            Key::Char(c) if word.len() < MAX_WORD => word.push(c),
            Key::Enter if *word == self.confirm_word && self.is_whole => {
                return Some(Outcome::Run(self.entry()?.text.clone(), Agreed::by_keys()));
            }
            Key::Enter => self.word = None,
            Key::Clear => word.clear(),
            Key::Up | Key::Down | Key::Tab | Key::Char(_) | Key::Resize | Key::Other => {}
        }
        None
    }

    fn entry(&self) -> Option<&Proposed> {
        self.entries.get(self.selected)
    }
}

/// Callbacks of the list while it is shown.
pub trait Desk {
    /// Returns what went wrong, one paragraph per line.
    fn explain(&self) -> Vec<String>;
    /// Records the user's rating of a suggestion.
    fn rate(&self, text: &str, rating: Rating);
}

/// Shows the list until the user chooses or leaves, then removes it from the screen.
pub fn show(tty: &mut Tty, mut list: List, mut style: Style, desk: &dyn Desk) -> Outcome {
    let mut drawn = Drawn::default();
    loop {
        let (lines, is_whole) = draw::lines(&list, &style);
        list.is_whole = is_whole;
        tty.write(&drawn.update(&lines, &draw::changed(&list, &style), &style));
        let key = tty.key();
        if key == Key::Resize {
            style = Style::of(&*tty, None);
        }
        if let Some(outcome) = list.press(key) {
            tty.write(&drawn.erase(&style));
            return outcome;
        }
        if list.is_explaining {
            list.explanation.get_or_insert_with(|| desk.explain());
        }
        if let Some((rating, entry)) = list.rating.zip(list.entry()) {
            desk.rate(&entry.text, rating);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::proposed::tests::proposed as entry;
    use super::*;

    fn list() -> List {
        let entries =
            vec![entry("git", Level::Allow), entry("rm -r x", Level::Confirm), entry("no", Level::Deny)];
        List { is_whole: true, ..List::new("127  gti".into(), entries, 9, "yes") }
    }

    fn keys(list: &mut List, keys: &str) -> Option<Outcome> {
        keys.chars().find_map(|c| {
            list.press(match c {
                '\r' => Key::Enter,
                '^' => Key::Up,
                'v' => Key::Down,
                '!' => Key::Escape,
                '<' => Key::Backspace,
                c => Key::Char(c),
            })
        })
    }

    #[test]
    fn the_list_opens_with_a_few() {
        let entries = |n: usize| (0..n).map(|_| entry("git", Level::Allow)).collect::<Vec<_>>();
        let hidden = |n, limit, typed| {
            let mut list = List::new("1  x".into(), entries(n), limit, "yes");
            assert!(keys(&mut list, typed).is_none());
            list.hidden()
        };
        assert_eq!(hidden(9, 3, ""), 6);
        assert_eq!(hidden(9, 3, "vv3"), 6);
        assert_eq!(hidden(9, 3, "vvv"), 0, "down");
        assert_eq!(hidden(9, 3, "^"), 0, "up, to the last");
        assert_eq!(hidden(9, 3, "7"), 0, "a digit");
        assert_eq!(hidden(4, 3, ""), 0, "one more");
        assert_eq!(hidden(2, 3, ""), 0);
    }

    #[test]
    fn enter_runs_what_is_selected() {
        assert!(matches!(keys(&mut list(), "\r"), Some(Outcome::Run(text, _)) if text == "git"));
        assert!(matches!(keys(&mut list(), "vv^^\r"), Some(Outcome::Run(text, _)) if text == "git"));
        assert!(matches!(keys(&mut list(), "2e"), Some(Outcome::Edit(text)) if text == "rm -r x"));
        assert!(matches!(keys(&mut list(), "^e"), Some(Outcome::Edit(text)) if text == "no"));
        assert!(matches!(keys(&mut list(), "9!"), Some(Outcome::Left)));
        assert!(matches!(list().press(Key::Leave), Some(Outcome::Left)));
    }

    #[test]
    fn what_is_dangerous_needs_the_word() {
        assert!(keys(&mut list(), "2\r").is_none());
        assert!(keys(&mut list(), "2\r\r\r\ry\r").is_none());
        assert!(matches!(keys(&mut list(), "2\ryex<s\r"), Some(Outcome::Run(text, _)) if text == "rm -r x"));
        assert!(keys(&mut list(), "2\rno\r").is_none());
        assert!(matches!(keys(&mut list(), "2\rye!!"), Some(Outcome::Left)));
        assert!(keys(&mut list(), "3\ry\r").is_none(), "what is denied never runs");
        assert!(matches!(keys(&mut list(), "2\rq!1\r"), Some(Outcome::Run(text, _)) if text == "git"));
        let mut other = List { confirm_word: "ano".into(), ..list() };
        assert!(keys(&mut other, "2\ryes\r").is_none());
        assert!(matches!(keys(&mut other, "2\rano\r"), Some(Outcome::Run(text, _)) if text == "rm -r x"));
    }

    #[test]
    fn what_is_not_complete_or_not_all_seen_is_edited() {
        for level in [Level::Allow, Level::Confirm] {
            let open = Proposed { has_placeholders: true, ..entry("git show <commit>", level) };
            let mut list = List { entries: vec![open], ..list() };
            assert!(
                matches!(keys(&mut list, "\r"), Some(Outcome::Edit(text)) if text == "git show <commit>")
            );
            let mut list = List { entries: vec![entry("git", level)], is_whole: false, ..self::list() };
            assert!(matches!(keys(&mut list, "\r"), Some(Outcome::Edit(text)) if text == "git"));
        }
    }
}
