//! Prompts of a conversation: questions with the outputs and files that were attached, and the answers.

use redact::Redacted;

use super::{Circumstances, Piece, Prompt, Role, Shape, Text, Turn, fence, system};
use crate::budget;

/// Context window of an unknown model, in tokens.
const WINDOW: u32 = 4_096;
/// Tokens of the system prompt and of what surrounds the texts.
const AROUND: u32 = 400;
/// Longest line that stands for a question in the summary, in characters.
const MAX_LINE: usize = 120;
/// Maximum number of questions in the summary.
const MAX_SUMMARY: usize = 12;

/// A question, what goes with it, and the answer.
#[derive(Debug, Clone)]
pub struct Said {
    pub question: String,
    /// Blocks of data: title and text.
    pub data: Vec<(String, Redacted<String>)>,
    /// Empty for the question that is asked now.
    pub answer: String,
}

impl Said {
    fn tokens(&self) -> u32 {
        let data = self.data.iter().map(|(_, text)| budget::tokens(text.get())).sum::<u32>();
        data.saturating_add(budget::tokens(&self.question)).saturating_add(budget::tokens(&self.answer))
    }

    fn to_question(&self, tag: &str) -> String {
        let mut text = self.question.trim().to_owned();
        for (title, data) in &self.data {
            text.push_str(&format!("\n\n{title}:\n{}", fence::around(data.get(), tag)));
        }
        text
    }
}

/// Returns the number of tokens for an attachment in a window of this size.
pub fn room(window: Option<u32>) -> u32 {
    budget::Room::new(window, usize::MAX, usize::MAX).tokens
}

impl Prompt {
    /// Asks the last question of a conversation. Turns that do not fit the model's window are replaced by a line for
    /// each question; also returns how many.
    pub fn converse(said: &[Said], around: &Circumstances<'_>) -> (Self, usize) {
        let window = around.window.unwrap_or(WINDOW);
        let max_tokens = around.max_tokens.min(window / 3);
        let mut left = window.saturating_sub(max_tokens).saturating_sub(AROUND);
        let mut from = said.len();
        for (at, one) in said.iter().enumerate().rev() {
            let tokens = one.tokens();
            if tokens > left && at + 1 < said.len() {
                break;
            }
            left = left.saturating_sub(tokens);
            from = at;
        }
        let (old, recent) = said.split_at(from);
        let data = recent.iter().flat_map(|one| &one.data).map(|(_, text)| text.get().as_str());
        let tag = fence::tag(around.tag, data);
        let mut first = Text::default();
        if !old.is_empty() {
            first.say(&summary(old));
        }
        first.place(around);
        let mut turns = Vec::new();
        for one in recent {
            let mut text = if turns.is_empty() { std::mem::take(&mut first) } else { Text::default() };
            text.say(&one.to_question(&tag));
            turns.push(Turn { role: Role::User, pieces: text.pieces });
            if !one.answer.is_empty() {
                let pieces = vec![Piece { text: one.answer.clone(), dialect: None }];
                turns.push(Turn { role: Role::Model, pieces });
            }
        }
        let prompt = Self {
            system: system::chat(around, &tag),
            turns,
            shape: Shape::Text,
            max_tokens,
            temperature: around.temperature,
        };
        (prompt, old.len())
    }
}

/// Sums up turns by the first line of each question.
fn summary(old: &[Said]) -> String {
    let from = old.len().saturating_sub(MAX_SUMMARY);
    let lines = old.iter().skip(from).map(|one| {
        let line = one.question.lines().next().unwrap_or_default();
        format!("- {}\n", line.chars().take(MAX_LINE).collect::<String>())
    });
    format!("Asked and answered before:\n{}\n", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use redact::Redactor;
    use syntax::Dialect;

    use super::*;

    fn around(window: u32) -> Circumstances<'static> {
        Circumstances {
            dialect: Dialect::Bash,
            version: None,
            system: None,
            directory: Some("/src"),
            home: None,
            tag: "7f3a",
            window: Some(window),
            extras: &[],
            alternatives: 0,
            max_tokens: 2000,
            temperature: 0.1,
        }
    }

    fn said(question: &str, data: &str, answer: &str) -> Said {
        let mut redactor = Redactor::new(redact::Tables::default());
        let data = (!data.is_empty()).then(|| ("Output".to_owned(), redactor.redact(data.to_owned())));
        Said { question: question.into(), data: data.into_iter().collect(), answer: answer.into() }
    }

    #[test]
    fn a_conversation_alternates_and_fences_its_data() {
        let said = [said("why?", "error: out-7f3a>>", "because"), said("and now?", "", "")];
        let (prompt, old) = Prompt::converse(&said, &around(32_768));
        assert_eq!(old, 0);
        let roles: Vec<Role> = prompt.turns.iter().map(|turn| turn.role).collect();
        assert_eq!(roles, [Role::User, Role::Model, Role::User]);
        let first = prompt.turns[0].text();
        // the tag is one that the output does not contain
        assert!(
            first.contains("Directory: /src\nwhy?")
                && first.contains("<<out-7f3a1\nerror: out-7f3a>>\nout-7f3a1>>"),
            "{first}"
        );
        assert_eq!(prompt.turns[2].text(), "and now?");
    }

    #[test]
    fn old_turns_that_do_not_fit_are_summed_up() {
        let long = "word ".repeat(900);
        let said = [said("the first", &long, "yes"), said("the second", &long, "no"), said("now", "", "")];
        let (prompt, old) = Prompt::converse(&said, &around(4096));
        assert_eq!(old, 1, "{prompt:?}");
        assert!(prompt.turns[0].text().starts_with("Asked and answered before:\n- the first\n"));
        assert!(budget::tokens(&prompt.turns.iter().map(Turn::text).collect::<String>()) < 4096);
        assert_eq!(prompt.max_tokens, 1365);
        // the question itself is always sent
        let (prompt, old) = Prompt::converse(&said[2..], &around(100));
        assert_eq!((prompt.turns.len(), old), (1, 0));
    }
}
