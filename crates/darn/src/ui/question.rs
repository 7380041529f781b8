//! The prompt before a dangerous command: the word runs it, Tab takes the safer form, Ctrl-C drops the line,
//! any other key returns to it. Drawn in place of the line, and removed once answered.

use policy::{Level, Verdict};

use super::drawn::Drawn;
use super::style::Style;
use super::text::fit;
use super::tty::{Key, Tty};
use super::verdict::{self, Shown};
use crate::confirm::{Agreed, Confirm, Effect, Event, Requirement};

/// Answer to the prompt.
#[derive(Debug)]
pub enum Decision {
    Run(Agreed),
    /// Use the safer form.
    Instead(String),
    /// Return to the line.
    Back,
    /// Drop the line, like Ctrl-C at a prompt.
    Drop,
}

/// The state of the dialogue.
#[derive(Debug)]
struct Question<'a> {
    text: &'a str,
    verdict: &'a Verdict,
    confirm: Confirm,
}

impl<'a> Question<'a> {
    fn new(text: &'a str, verdict: &'a Verdict, word: &str) -> Self {
        Self { text, verdict, confirm: Confirm::asking_for_word(word) }
    }

    /// Handles a key; `None`: the dialogue continues.
    fn press(&mut self, key: Key) -> Option<Decision> {
        let event = match key {
            Key::Tab => return Some(self.verdict.instead.clone().map_or(Decision::Back, Decision::Instead)),
            Key::Resize => return None,
            Key::Char(c) if c.is_ascii() => Event::Type(c),
            Key::Backspace => Event::Erase,
            Key::Enter => Event::Accept,
            Key::Leave => Event::Leave,
            Key::Escape | Key::Up | Key::Down | Key::Clear | Key::Char(_) | Key::Report(_) | Key::Other => {
                Event::Back
            }
        };
        let is_denied = self.verdict.level == Level::Deny;
        let requirement = if is_denied { Requirement::Denied } else { Requirement::Word };
        Some(match self.confirm.handle(event, requirement)? {
            Effect::Run(agreed) => Decision::Run(agreed),
            Effect::Left => Decision::Drop,
            Effect::Edit | Effect::Withdrawn => Decision::Back,
        })
    }

    fn lines(&self, style: &Style) -> Vec<String> {
        let width = style.line_width();
        let mark = style.pick("⚠", "!");
        let span =
            self.verdict.reasons.first().map_or(syntax::Span { start: 0, end: 0 }, |reason| reason.span);
        let shown = Shown::new(self.text, span, width - 2, style);
        let level = self.verdict.level;
        let mut lines = vec![format!("{} {}", style.alarm(mark, level), shown.underlined(style))];
        // redrawn in place, so no line may be wider than the terminal
        let details = verdict::coloured(self.verdict, width, "  ", style);
        lines.extend(details.into_iter().take(style.rows.saturating_sub(3)));
        let dot = style.pick("·", "|");
        let tab = if self.verdict.instead.is_some() {
            format!(" {dot} Tab takes the safer form")
        } else {
            String::new()
        };
        let (word, typed) = (self.confirm.word(), self.confirm.typed().unwrap_or_default());
        let ask = format!("  type {word} to run it{tab} {dot} Esc back {dot} Ctrl-C drops it: ");
        let ask = fit(&ask, width.saturating_sub(typed.len()), style);
        lines.push(style.dim(&ask) + typed);
        lines
    }
}

/// Asks until there is an answer, then removes the prompt from the screen.
pub fn ask(tty: &mut Tty, text: &str, verdict: &Verdict, word: &str, mut style: Style) -> Decision {
    let mut question = Question::new(text, verdict, word);
    let mut drawn = Drawn::default();
    if !style.cursor {
        tty.write("\r\n"); // the line stays
    }
    loop {
        let lines = question.lines(&style);
        let asks = lines.last().cloned().unwrap_or_default();
        tty.write(&drawn.update(&lines, &asks, &style));
        let key = tty.key();
        if key == Key::Resize {
            style = style.resized(&*tty);
        }
        let answer = question.press(key);
        if let Some(answer) = answer {
            tty.write(&drawn.erase(&style));
            return answer;
        }
    }
}

#[cfg(test)]
mod tests {
    use policy::Reason;
    use syntax::Span;

    use super::*;

    fn verdict(level: Level, instead: Option<&str>) -> Verdict {
        let reason = Reason {
            rule: "files/delete".into(),
            because: "rm cannot be undone".into(),
            span: Span { start: 0, end: 8 },
            level,
        };
        Verdict { level, reasons: vec![reason], instead: instead.map(str::to_owned), ..Verdict::allow() }
    }

    fn answer(verdict: &Verdict, keys: &[Key]) -> Option<Decision> {
        let mut question = Question::new("rm -rf x", verdict, "yes");
        keys.iter().find_map(|key| question.press(*key))
    }

    #[test]
    fn only_the_word_runs_it() {
        let typed = |text: &str| -> Vec<Key> {
            text.chars()
                .map(|c| match c {
                    '\r' => Key::Enter,
                    '<' => Key::Backspace,
                    c => Key::Char(c),
                })
                .collect()
        };
        let confirm = verdict(Level::Confirm, Some("trash x"));
        assert!(matches!(answer(&confirm, &typed("yes\r")), Some(Decision::Run(_))));
        assert!(matches!(answer(&confirm, &typed("yep<s\r")), Some(Decision::Run(_))));
        assert!(answer(&confirm, &typed("yes")).is_none());
        for other in ["\r", "y\r", "no\r", "yess\r", "YES\r", " yes\r", "<"] {
            assert!(matches!(answer(&confirm, &typed(other)), None | Some(Decision::Back)), "{other:?}");
        }
        let deny = verdict(Level::Deny, None);
        assert!(matches!(answer(&deny, &typed("yes\r")), Some(Decision::Back)));
        assert!(matches!(answer(&confirm, &[Key::Tab]), Some(Decision::Instead(text)) if text == "trash x"));
        assert!(matches!(answer(&deny, &[Key::Tab]), Some(Decision::Back)));
        assert!(matches!(answer(&confirm, &[Key::Char('y'), Key::Leave]), Some(Decision::Drop)));
        for key in [Key::Escape, Key::Up, Key::Other] {
            assert!(matches!(answer(&confirm, &[Key::Char('y'), key]), Some(Decision::Back)), "{key:?}");
        }
    }

    #[test]
    fn the_question_fits_the_terminal() {
        for columns in [20, 40, 80] {
            let style =
                Style { columns, rows: 24, utf8: false, attributes: false, cursor: true, is_terminal: true };
            let verdict = verdict(
                Level::Confirm,
                Some("trash -- what has a very long name, much longer than the terminal is wide, by far"),
            );
            let text = "rm -rf ".to_owned() + &"x".repeat(200);
            let mut question = Question::new(&text, &verdict, "yes");
            for letter in ['y', 'e'] {
                assert!(question.press(Key::Char(letter)).is_none());
            }
            let lines = question.lines(&style);
            assert!(lines.iter().all(|line| line.len() < columns), "{lines:#?}");
            assert!(lines.last().unwrap().ends_with("ye"));
        }
    }
}
