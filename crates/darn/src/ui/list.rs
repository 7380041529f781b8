//! The list of suggestions: key handling. Pure except for [`show`]; drawn by [`draw`].

use super::drawn::Drawn;
use super::proposed::{Outcome, Proposed};
use super::style::Style;
use super::tty::{Key, Tty};
use crate::commands::feedback::Rating;
use crate::confirm::{Confirm, Effect, Event, Requirement};

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
    confirm: Confirm,
    /// The complete command was on the screen.
    is_whole: bool,
}

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
            confirm: Confirm::new(confirm_word),
            is_whole: false,
        }
    }

    /// Handles a key; `None`: the dialogue continues.
    fn press(&mut self, key: Key) -> Option<Outcome> {
        let event = if self.confirm.typed().is_some() { word_event(key) } else { self.event(key) };
        let requirement = self.requirement();
        let effect = self.confirm.handle(event?, requirement)?;
        let text = || self.entry().map(|entry| entry.text.clone());
        match effect {
            Effect::Run(agreed) => Some(Outcome::Run(text()?, agreed)),
            Effect::Edit => Some(Outcome::Edit(text()?)),
            Effect::Left => Some(Outcome::Left),
            Effect::Withdrawn => None,
        }
    }

    /// Handles the keys that choose and explain; returns what the others mean for the selected command.
    fn event(&mut self, key: Key) -> Option<Event> {
        let last = self.entries.len().checked_sub(1)?;
        self.rating = None;
        match key {
            Key::Escape | Key::Leave | Key::Char('q') => return Some(Event::Leave),
            Key::Enter => return Some(Event::Accept),
            Key::Char('e') => return Some(Event::Edit),
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
            Key::Backspace | Key::Clear | Key::Char(_) | Key::Resize | Key::Report(_) | Key::Other => {}
        }
        if self.selected >= self.shown {
            self.shown = self.entries.len();
        }
        None
    }

    /// Returns what it takes to run the selected command.
    fn requirement(&self) -> Requirement {
        self.entry().map_or(Requirement::Denied, |entry| entry.requirement(self.is_whole))
    }

    /// Returns the number of hidden entries.
    fn hidden(&self) -> usize {
        self.entries.len() - self.shown
    }

    fn entry(&self) -> Option<&Proposed> {
        self.entries.get(self.selected)
    }
}

/// Returns what a key means while the word is typed.
fn word_event(key: Key) -> Option<Event> {
    Some(match key {
        Key::Enter => Event::Accept,
        Key::Escape => Event::Back,
        Key::Leave => Event::Leave,
        Key::Backspace => Event::Erase,
        Key::Clear => Event::Clear,
        Key::Char(c) => Event::Type(c),
        Key::Up | Key::Down | Key::Tab | Key::Resize | Key::Report(_) | Key::Other => return None,
    })
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
            style = style.resized(&*tty);
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
    use policy::Level;

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
        let mut other = List { confirm: Confirm::new("ano"), ..list() };
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
