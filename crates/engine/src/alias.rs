//! Diagnoses an alias as its expansion; suggestions keep the alias.

use syntax::{Edit, Span};

use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use facts::world::World;

/// A failure with its command's alias expanded.
pub struct Expanded {
    pub failure: Failure,
    /// Position of the alias in the line as typed.
    alias: Span,
    body: String,
}

impl Expanded {
    /// Restores the alias in suggestions that left its words alone.
    pub fn fold(&self, typed: &Failure, found: &mut Diagnosis) {
        let text = &typed.record.text;
        let name = text.get(self.alias.start..self.alias.end).unwrap_or("");
        for suggestion in &mut found.suggestions {
            let begins = self.alias.start + self.body.len();
            let is_kept = suggestion.text.get(..begins) == self.failure.record.text.get(..begins)
                && suggestion.text.get(begins..).is_some_and(|rest| rest.starts_with([' ', ';', '|', '&']));
            if let Some(rest) = suggestion.text.get(begins..).filter(|_| is_kept) {
                suggestion.text = format!("{}{name}{rest}", text.get(..self.alias.start).unwrap_or(""));
            }
            suggestion.edit = Edit::new().replace(Span::new(0, text.len()), suggestion.text.clone());
        }
    }
}

/// Expands the alias of the failed command. Nested aliases are also expanded, each once, as in the shell.
pub fn expand(failure: &Failure, world: &dyn World) -> Option<Expanded> {
    let command = failure.culprit_command()?;
    let word = command.words.first()?;
    let mut body = world.aliases().get(&word.value)?.clone();
    let mut seen = vec![word.value.clone()];
    loop {
        let first = body.split_whitespace().next()?.to_owned();
        // `ls` → `ls --color`: expanding it would only lengthen the line
        if first == word.value || failure.record.status == 127 && !body.contains(' ') {
            return None;
        }
        match world.aliases().get(&first).filter(|_| !seen.contains(&first)) {
            Some(next) => body = body.replacen(&first, next, 1),
            None => break,
        }
        seen.push(first);
    }
    let mut record = failure.record.clone();
    record.text = Edit::new().replace(word.span, body.clone()).apply(&record.text);
    Some(Expanded { failure: Failure::of(&record, world)?, alias: word.span, body })
}

#[cfg(test)]
mod tests {
    use crate::rules::fixers::repair::tests::{fixes, world};

    #[test]
    fn the_alias_is_kept_where_its_words_are() {
        let mut world = world();
        for (name, body) in [
            ("gs", "git status"),
            ("st", "gs"),
            ("chk", "git chekcout"),
            ("a", "b"),
            ("b", "a"),
            ("ll", "ls -l"),
        ] {
            world.aliases.insert(name.to_owned(), body.to_owned());
        }
        let first = |text: &str, status| fixes("bash", text, status, None, &world).first().cloned();
        assert_eq!(first("gs --shrt", 129).as_deref(), Some("gs --short"));
        assert_eq!(first("st --shrt", 129).as_deref(), Some("st --short"));
        assert_eq!(first("echo x; gs --shrt", 129).as_deref(), Some("echo x; gs --short"));
        assert_eq!(first("ll nots.txt", 2).as_deref(), Some("ll notes.txt"));
        assert_eq!(first("chk topic", 1).as_deref(), Some("git checkout topic"));
        assert_eq!(first("a x", 127), None);
    }
}
