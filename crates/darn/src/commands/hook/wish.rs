//! Turns the line into a command: a request in any language, or the beginning of a command. For the key and
//! for `darn ask`, which both put it into the line editor; see the protocol in `hook.rs`.

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engine::Suggestion;
use syntax::Dialect;

use super::request::{tell, variable};
use crate::act::Script;
use crate::caller::Caller;
use crate::commands::asking;
use crate::config::{self, Settings};
use crate::error::{Error, ErrorKind};
use crate::mend::Request;
use crate::model::{self, Answered, Asker, Failed, Memory};
use crate::ui::tty::{Key, Tty};
use crate::ui::{self, offer, style::Style, wish as ask};

/// Poll interval for the answer.
const LOOK: Duration = Duration::from_millis(30);

/// Runs a call about a request; `None`: another call.
pub fn run(arguments: &[OsString]) -> Option<ExitCode> {
    let [shell, what, text] = arguments else { return None };
    let (shell, what, text) = (shell.to_str()?, what.to_str()?, text.to_string_lossy());
    let dialect: Dialect = shell.parse().ok()?;
    let call = match what {
        "wish" => for_key,
        "want" => for_command,
        _ => return None,
    };
    let caller = Caller::of_process(dialect);
    let mut request = Request { text: String::new(), status: 0, output: None, caller };
    tell(&mut request);
    let settings = config::for_hook(Some(&request.caller.directory));
    Some(call(&text, &request, &settings))
}

/// Runs as the command `darn ask`, with the usual messages and prompts.
fn for_command(text: &str, request: &Request, settings: &Settings) -> ExitCode {
    let wish = |asker: &mut Asker<'_>| model::wish(text, request, asker);
    let nothing = || Error::new(ErrorKind::Negative, "the model proposed nothing that works here");
    let chosen = asking::ask(settings, Memory::Counts, wish, |_| {})
        .and_then(|answered| best(answered).ok_or_else(nothing));
    match chosen {
        Ok((suggestion, script)) => {
            if !suggestion.verdict.is_free() {
                ui::note(&ui::verdict::warning(&suggestion.verdict, &Style::of(std::io::stderr(), None)));
            }
            let mut out = Vec::new();
            let _ = script.write(&mut out);
            ui::print(&String::from_utf8_lossy(&out));
            ExitCode::SUCCESS
        }
        Err(error) => {
            ui::error(&error);
            error.exit_code()
        }
    }
}

/// Runs as a key: drawn in place of the prompt, and removed once it is answered.
fn for_key(text: &str, request: &Request, settings: &Settings) -> ExitCode {
    let columns = variable("DARN_COLUMNS").parse().ok().filter(|columns| *columns > 0);
    let style = Style::of(std::io::stderr(), columns);
    let mut typed = Typed::default();
    let (verb, line, script) = match wished(text, request, settings, &style, &mut typed) {
        Ok(Some((suggestion, script))) => {
            let is_free = suggestion.verdict.is_free();
            let line =
                if is_free { String::new() } else { ui::verdict::warning(&suggestion.verdict, &style) };
            ("edit", line, Some(script))
        }
        Ok(None) => ("none", String::new(), None),
        Err((what, remedy)) => ("none", offer::not_asked(&what, &remedy, &style), None),
    };
    let line = if line.is_empty() { line } else { style.dim(&line) };
    let mut out = format!("{verb}\n{line}\n").into_bytes();
    if let Some(script) = script {
        let _ = script.write(&mut out);
    }
    out.extend_from_slice(typed.text.as_bytes());
    ui::print(&String::from_utf8_lossy(&out));
    ExitCode::SUCCESS
}

/// Keys typed for the line editor during the wait. Only text, and only up to an Enter: the user has not yet
/// seen what that would run.
#[derive(Debug, Default)]
struct Typed {
    text: String,
    is_over: bool,
}

impl Typed {
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
type Wished = Result<Option<(Suggestion, Script)>, (String, String)>;

fn wished(text: &str, request: &Request, settings: &Settings, style: &Style, typed: &mut Typed) -> Wished {
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
            let mut asker = Asker { settings, cancelled: &cancelled, on_text: say, memory: Memory::Counts };
            model::wish(text, request, &mut asker)
        };
        let _over = Over(&is_over);
        ui::waiting::during(&what, work, |_| {})
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

fn best(answered: Answered) -> Option<(Suggestion, Script)> {
    let first = super::sorted(answered.suggestions).into_iter().next()?;
    let script = Script::new(&first.text).ok()?;
    Some((first, script))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_meanwhile_is_text_up_to_an_enter() {
        let mut typed = Typed::default();
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
