//! The Enter guard's side of the protocol; see the parent module.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use policy::{Level, Policy, Verdict};
use syntax::Dialect;

use super::request::{columns, variable};
use crate::act::{self, Confirmed, Script};
use crate::audit::{self, Event};
use crate::caller::Caller;
use crate::config::{self, GuardLevel, Settings};
use crate::judge::{Judge, Request, only_warned};
use crate::ui::{self, question, style::Style, tty, verdict};

/// What the script asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Warn,
    Judge,
    Ask,
}

/// Deadline for a verdict; after it the shell asks by itself. Far above the time that judging takes
/// (milliseconds at 64 KiB), so that a loaded machine does not cause failures; too short to look like a hang.
const DEADLINE: Duration = Duration::from_millis(500);
/// Exit status for a line that cannot be judged.
const UNJUDGED: u8 = 70;

/// Runs a call of the guard; `None`: another call.
pub fn run(arguments: &[OsString]) -> Option<ExitCode> {
    let [shell, what, text] = arguments else { return None };
    let what = match what.to_str()? {
        "warn" => What::Warn,
        "judge" => What::Judge,
        "ask" => What::Ask,
        _ => return None,
    };
    let dialect: Dialect = shell.to_str()?.parse().ok()?;
    let caller =
        Caller { aliases: variable("DARN_ALIASES"), columns: columns(), ..Caller::of_process(dialect) };
    let settings = config::for_hook(Some(&caller.directory));
    Some(answer(what, &caller, text.as_bytes(), &settings).unwrap_or(ExitCode::from(UNJUDGED)))
}

fn answer(what: What, caller: &Caller, text: &[u8], settings: &Settings) -> Option<ExitCode> {
    let mut judged = if settings.guard.level == GuardLevel::Off {
        Verdict::allow()
    } else {
        in_time(caller.clone(), text.to_vec(), crate::policy::load(settings).policy)?
    };
    if what == What::Warn || settings.guard.level < GuardLevel::Active {
        judged = only_warned(judged);
    }
    let text = String::from_utf8_lossy(text);
    if what == What::Ask {
        ask(&text, &judged, caller, settings)
    } else {
        say(&text, &judged, caller, settings)
    }
}

/// Judges within the deadline. A thread that hangs or panics ends with the process.
fn in_time(caller: Caller, text: Vec<u8>, policy: Policy) -> Option<Verdict> {
    let (functions, variables) = (variable("DARN_FUNCTIONS"), variable("DARN_VARIABLES"));
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let request = Request { text: &text, caller: &caller, functions: &functions, variables: &variables };
        let _ = sender.send(Judge::new(policy).judge(&request));
    });
    receiver.recv_timeout(DEADLINE).ok()
}

/// Returns the level, the fingerprint and whether keys wait; then the lines to show.
fn say(text: &str, judged: &Verdict, caller: &Caller, settings: &Settings) -> Option<ExitCode> {
    let terminal = std::io::stderr();
    let style = Style::of(&terminal, caller.columns);
    let waiting = if style.is_terminal && tty::has_lines_waiting(&terminal) { " waiting" } else { "" };
    let mut out = format!("{} {:016x}{waiting}\n", judged.level.name(), fingerprint(text, judged));
    match judged.level {
        Level::Allow | Level::Confirm => {}
        Level::Warn => {
            out += &format!("{}\n", verdict::coloured_warning(judged, &style));
        }
        Level::Deny => {
            let hint = remedy(text, judged, caller.dialect, settings);
            for line in verdict::refusal(text, judged, hint.as_deref(), &style) {
                out += &format!("{line}\n");
            }
        }
    }
    std::io::stdout().lock().write_all(out.as_bytes()).ok()?;
    match judged.level {
        Level::Allow | Level::Confirm => {} // recorded with its answer
        Level::Warn => record(audit::What::Judged, text, judged, caller),
        Level::Deny => record(audit::What::Refused, text, judged, caller),
    }
    Some(ExitCode::SUCCESS)
}

/// Returns how a denied line could run after all.
fn remedy(text: &str, judged: &Verdict, dialect: Dialect, settings: &Settings) -> Option<String> {
    let first = judged.reasons.first()?;
    let words = text.get(first.span.start..first.span.end).unwrap_or("");
    if let Some(name) = judged.unset.as_ref().filter(|name| words.contains(name.as_str())) {
        return Some(format!("`{name}` is empty; `${{{name}:?}}` would stop there"));
    }
    if first.rule == "settings/block" {
        return Some("to allow it, remove the entry from policy.block".to_owned());
    }
    let entries = settings.lists.allow.iter().chain(&judged.entry);
    let list: toml_edit::Array = entries.map(String::as_str).collect();
    let value = syntax::quote(&list.to_string(), dialect).into_owned();
    judged.entry.as_ref().map(|_| format!("to allow it: darn config set policy.allow {value}"))
}

/// Records the event, unless a leading blank makes the line private: the shell does not remember it either.
fn record(what: audit::What, command: &str, verdict: &Verdict, caller: &Caller) {
    if !command.starts_with([' ', '\t']) {
        audit::record(&Event { what, command, caller, verdict, origin: "guard", failed: None, task: None });
    }
}

/// Hashes the reasons and the words they are about. A line continued after consent (a loop, a backslash at
/// the end) is asked about again only if this changes.
fn fingerprint(text: &str, judged: &Verdict) -> u64 {
    let mut hasher = DefaultHasher::new();
    for reason in &judged.reasons {
        (&reason.rule, text.get(reason.span.start..reason.span.end)).hash(&mut hasher);
    }
    hasher.finish()
}

fn ask(text: &str, judged: &Verdict, caller: &Caller, settings: &Settings) -> Option<ExitCode> {
    let mut tty = match tty::Tty::open() {
        Ok(tty) => tty,
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
            ui::print("waiting\n");
            return Some(ExitCode::SUCCESS);
        }
        Err(_) => return None,
    };
    let style = Style::of(&tty, None);
    let answer = question::ask(&mut tty, text, judged, &settings.guard.confirm_word, style);
    drop(tty); // restores the terminal before anything is handed over
    let what = if matches!(answer, question::Answer::Run(_)) {
        audit::What::Confirmed
    } else {
        audit::What::Refused
    };
    match answer {
        question::Answer::Run(agreed) => act::release(&Confirmed::new((), agreed)).ok()?,
        question::Answer::Instead(text) => act::hand_back(&Script::new(&text).ok()?).ok()?,
        question::Answer::Back => ui::print("back\n"),
        question::Answer::Drop => ui::print("drop\n"),
    }
    record(what, text, judged, caller);
    Some(ExitCode::SUCCESS)
}
