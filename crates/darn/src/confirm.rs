//! Confirms a command: a state machine from events to effects, without I/O. The list, the box and the Enter
//! guard's prompt drive it with their keys. Nothing else creates an [`Agreed`].

/// Maximum length of a typed word; longer ones are never right.
const MAX_WORD: usize = 40;

/// Proof of a person's consent to run something.
#[derive(Debug)]
pub struct Agreed(());

impl Agreed {
    /// Returns the same consent for another command of its shape, where the person has set `task.confirm = "shape"`.
    #[cfg(feature = "llm")]
    pub const fn for_same_shape(&self) -> Self {
        Self(())
    }
}

/// What is required to run a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requirement {
    Key,
    /// The confirm word.
    Word,
    /// The user must edit the command first: it has placeholders, or was not fully visible.
    Editing,
    /// The policy denies the command.
    Denied,
}

/// A user action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Accept,
    Edit,
    /// A letter of the word.
    Type(char),
    Erase,
    /// Erases the whole input.
    Clear,
    /// Goes back one step: from the word to the command, from there out of the dialogue.
    Back,
    Leave,
}

/// The consequence of an event.
#[derive(Debug)]
pub enum Effect {
    Run(Agreed),
    Edit,
    /// The word was wrong or is no longer required.
    Withdrawn,
    Left,
}

/// The state: whether the confirm word is required, and what has been typed so far.
#[derive(Debug, Clone)]
pub struct Confirm {
    word: String,
    typed: Option<String>,
}

impl Confirm {
    pub fn new(word: &str) -> Self {
        Self { word: word.to_owned(), typed: None }
    }

    /// Creates a state that starts by asking for the word.
    pub fn asking_for_word(word: &str) -> Self {
        Self { word: word.to_owned(), typed: Some(String::new()) }
    }

    /// Returns the confirm word.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// Returns the typed part of the word; `None` if the word is not required.
    pub fn typed(&self) -> Option<&str> {
        self.typed.as_deref()
    }

    /// Handles an event for a command with this requirement; `None` if the dialogue continues.
    pub fn handle(&mut self, event: Event, requirement: Requirement) -> Option<Effect> {
        if self.typed.is_some() { self.handle_word(event, requirement) } else { self.ask(event, requirement) }
    }

    fn ask(&mut self, event: Event, requirement: Requirement) -> Option<Effect> {
        match (event, requirement) {
            (Event::Accept, Requirement::Key) => Some(Effect::Run(Agreed(()))),
            (Event::Accept, Requirement::Word) => {
                self.typed = Some(String::new());
                None
            }
            (Event::Edit, _) | (Event::Accept, Requirement::Editing) => Some(Effect::Edit),
            (Event::Back | Event::Leave, _) => Some(Effect::Left),
            (Event::Accept | Event::Type(_) | Event::Erase | Event::Clear, _) => None,
        }
    }

    fn handle_word(&mut self, event: Event, requirement: Requirement) -> Option<Effect> {
        let typed = self.typed.as_mut()?;
        match event {
            Event::Accept if *typed == self.word && requirement == Requirement::Word => {
                return Some(Effect::Run(Agreed(())));
            }
            Event::Edit => return Some(Effect::Edit),
            Event::Accept | Event::Back => {
                self.typed = None;
                return Some(Effect::Withdrawn);
            }
            Event::Type(c) if typed.len() < MAX_WORD => typed.push(c),
            Event::Type(_) => {}
            Event::Erase => drop(typed.pop()),
            Event::Clear => typed.clear(),
            Event::Leave => return Some(Effect::Left),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types letters; `\r` accepts, `<` erases, `!` goes back.
    fn ends(confirm: &mut Confirm, requirement: Requirement, keys: &str) -> Option<Effect> {
        keys.chars().find_map(|c| {
            let event = match c {
                '\r' => Event::Accept,
                '<' => Event::Erase,
                '!' => Event::Back,
                c => Event::Type(c),
            };
            confirm.handle(event, requirement)
        })
    }

    #[test]
    fn requirement_decides_what_accept_does() {
        let accept = |requirement| Confirm::new("yes").handle(Event::Accept, requirement);
        assert!(matches!(accept(Requirement::Key), Some(Effect::Run(_))));
        assert!(matches!(accept(Requirement::Editing), Some(Effect::Edit)));
        assert!(accept(Requirement::Word).is_none());
        assert!(accept(Requirement::Denied).is_none());
    }

    #[test]
    fn only_the_word_runs_what_requires_it() {
        let word = |keys: &str| ends(&mut Confirm::asking_for_word("yes"), Requirement::Word, keys);
        for right in ["yes\r", "yex<s\r", "<yes\r"] {
            assert!(matches!(word(right), Some(Effect::Run(_))), "{right:?}");
        }
        for wrong in ["\r", "y\r", "YES\r", " yes\r", "yess\r", "yes!", "no\r"] {
            assert!(matches!(word(wrong), Some(Effect::Withdrawn)), "{wrong:?}");
        }
        assert!(word("yes").is_none());
        assert!(word(&"y".repeat(10_000)).is_none());
    }

    #[test]
    fn word_does_not_run_what_is_denied_or_unfinished() {
        for requirement in [Requirement::Denied, Requirement::Editing] {
            let effect = ends(&mut Confirm::asking_for_word("yes"), requirement, "yes\r");
            assert!(matches!(effect, Some(Effect::Withdrawn)), "{requirement:?}");
        }
    }

    #[test]
    fn back_leaves_the_word_then_the_dialogue() {
        let mut confirm = Confirm::asking_for_word("yes");
        assert!(matches!(confirm.handle(Event::Back, Requirement::Word), Some(Effect::Withdrawn)));
        assert_eq!(confirm.typed(), None);
        assert!(matches!(confirm.handle(Event::Back, Requirement::Word), Some(Effect::Left)));
    }
}
