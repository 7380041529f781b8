//! Turns the line into a command: a request in any language, or the beginning of a command. For the key and
//! for `darn ask`, which both put it into the line editor.

use std::sync::atomic::{AtomicBool, Ordering};

use protocol::Rewrite;

use super::send;
use crate::commands::asking;
use crate::commands::prelude::*;
use crate::model::{self, Asker, Failed, Memory};
use crate::service::completed::best;
use crate::ui::tty::{Key, Tty};
use crate::ui::{offer, wish as ask};

/// Poll interval for the answer.
const LOOK: Duration = Duration::from_millis(30);

/// Runs as the command `darn ask`, with the usual messages and prompts.
pub fn for_command(text: &str, request: &Request) -> ExitCode {
    let settings = config::for_hook(&request.caller);
    let wish = |asker: &mut Asker<'_>| model::wish(text, request, asker);
    let nothing = || Error::new(ErrorKind::Negative, "the model proposed nothing that works here");
    let chosen = asking::ask(&settings, &request.caller, Memory::Counts, wish, |_| {})
        .and_then(|answered| best(answered).ok_or_else(nothing));
    match chosen {
        Ok((suggestion, text)) => {
            if !suggestion.verdict.is_free() {
                ui::note(&ui::verdict::warning(&suggestion.verdict, &Style::of_stderr(&request.caller)));
            }
            send(&HookReply::Text(text))
        }
        Err(error) => {
            ui::error(&error);
            error.exit_code()
        }
    }
}

/// Runs as a key: drawn in place of the prompt, and removed once it is answered.
pub fn for_key(text: &str, request: &Request) -> ExitCode {
    let settings = config::for_hook(&request.caller);
    let style = Style::of_stderr(&request.caller);
    let mut typed = PendingText::default();
    let (replaces, line, text) = match wished(text, request, &settings, &style, &mut typed) {
        Ok(Some((suggestion, _))) if suggestion.verdict.is_free() => (true, String::new(), suggestion.text),
        Ok(Some((suggestion, _))) => {
            (true, ui::verdict::warning(&suggestion.verdict, &style), suggestion.text)
        }
        Ok(None) => (false, String::new(), String::new()),
        Err((what, remedy)) => (false, offer::not_asked(&what, &remedy, &style), String::new()),
    };
    let line = if line.is_empty() { line } else { style.dim(&line) };
    send(&HookReply::Rewrite(Rewrite { replaces, line, text: text + &typed.text }))
}

/// Keys typed for the line editor during the wait. Only text, and only up to an Enter: the user has not yet
/// seen what that would run.
#[derive(Debug, Default)]
struct PendingText {
    text: String,
    is_over: bool,
}

impl PendingText {
    fn press(&mut self, key: Key) {
        match key {
            Key::Char(c) if !self.is_over => self.text.push(c),
            Key::Backspace if !self.is_over => drop(self.text.pop()),
            Key::Clear if !self.is_over => self.text.clear(),
            Key::Enter => self.is_over = true,
            _ => {}
        }
    }
}

/// A command and the text that is handed over; `None`: the user left. An error is a message and its remedy.
type Wished = Result<Option<(Suggestion, SafeText)>, (String, String)>;

fn wished(
    text: &str,
    request: &Request,
    settings: &Settings,
    style: &Style,
    typed: &mut PendingText,
) -> Wished {
    let plain = |error: &dyn std::fmt::Display| (error.to_string(), String::new());
    let mut tty = Tty::open().map_err(|error| plain(&error))?;
    let asked;
    let text = if text.trim().is_empty() {
        let Some(words) = ask::words(&mut tty, style) else { return Ok(None) };
        asked = words;
        &asked
    } else {
        text
    };
    let whom = settings.llm.name();
    let (cancelled, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
    let what = ask::waiting(whom, text, style);
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                match tty.key_within(LOOK) {
                    Some(Key::Leave | Key::Escape) => cancelled.store(true, Ordering::Relaxed),
                    Some(key) => typed.press(key),
                    None => {}
                }
            }
        });
        let work = |say: &mut (dyn FnMut(&str) + Send)| {
            let (cancelled, today, memory) = (&cancelled, context::today(), Memory::Counts);
            let mut asker = Asker { settings, today, cancelled, on_text: say, memory };
            model::wish(text, request, &mut asker)
        };
        let _over = Over(&is_over);
        ui::waiting::during(&what, style, work, |_| {})
    });
    match result {
        _ if cancelled.load(Ordering::Relaxed) => Ok(None),
        Ok(answered) => {
            let nothing = (format!("{whom} proposed nothing that works here"), String::new());
            best(answered).map(Some).ok_or(nothing)
        }
        Err(Failed::Unknown(place)) => Err((
            Failed::Unknown(place).told().0,
            "run `darn ask` once with a request: it shows what is sent, and asks".into(),
        )),
        Err(failed) => Err(failed.told()),
    }
}

/// Sets the flag when dropped, on every path.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_meanwhile_is_text_up_to_an_enter() {
        let mut typed = PendingText::default();
        for key in [Key::Char('x'), Key::Clear, Key::Char('é'), Key::Char('|'), Key::Backspace, Key::Up] {
            typed.press(key);
        }
        assert_eq!(typed.text, "é");
        for key in [Key::Enter, Key::Char('b'), Key::Backspace, Key::Clear] {
            typed.press(key);
        }
        assert_eq!(typed.text, "é");
    }
}
