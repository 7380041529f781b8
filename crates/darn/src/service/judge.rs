//! The verdict on one command line.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use policy::{Coverage, Level, Policy, Verdict};
use protocol::GuardedLine;
use syntax::{Dialect, Span};

use super::Service;
use crate::caller::Caller;
use crate::config::{GuardLevel, Settings};
use crate::host::RealWorld;
use crate::impact;

mod variables;

/// A command line and its shell's knowledge of its words.
#[derive(Debug, Clone)]
pub struct Line<'a> {
    /// As entered: arbitrary bytes.
    pub text: &'a [u8],
    /// The shell that is to run it, with the relevant aliases.
    pub caller: &'a Caller,
    /// Definitions of the relevant functions, as the shell prints them.
    pub functions: &'a str,
    /// The shell's variables, in the format of `DARN_VARIABLES`.
    pub variables: &'a str,
}

impl<'a> Line<'a> {
    /// A line without knowledge of its functions and variables.
    pub const fn plain(text: &'a [u8], caller: &'a Caller) -> Self {
        Self { text, caller, functions: "", variables: "" }
    }
}

/// Judges command lines; reusable.
#[derive(Debug, Default)]
pub struct Judge {
    policy: Policy,
}

/// The verdict for the Enter guard.
#[derive(Debug)]
pub struct Guarded {
    pub verdict: Verdict,
    /// Identifies the reasons and the words they are about. A line continued after consent (a loop, a
    /// backslash at the end) is asked about again only if this changes.
    pub fingerprint: u64,
    /// How a denied line could run after all.
    pub remedy: Option<String>,
}

/// Time limit for facts about the machine; a slow file system must not delay the shell.
const PATIENCE: Duration = Duration::from_millis(50);
/// Time limit for the Enter guard's verdict; after it the shell asks by itself. Far above the time that
/// judging takes (milliseconds at 64 KiB), so that a loaded machine does not cause failures; too short to look
/// like a hang.
const DEADLINE: Duration = Duration::from_millis(500);

impl Service<'_> {
    /// Returns the judge for these settings.
    pub fn judge(&self) -> Judge {
        Judge { policy: crate::policy::load(self.settings, self.today).policy }
    }

    /// Judges a line for the Enter guard, at the level of the settings. `only_warns`: nothing can stop the line
    /// any more. `None`: not judged in time.
    pub fn guard(&self, line: &GuardedLine, caller: &Arc<Caller>, only_warns: bool) -> Option<Guarded> {
        let level = self.settings.policy.level;
        let verdict = match level {
            GuardLevel::Off => Verdict::allow(),
            _ => in_time(self.judge(), line.clone(), Arc::clone(caller))?,
        };
        let verdict = if only_warns || level < GuardLevel::Active { only_warned(verdict) } else { verdict };
        let text = String::from_utf8_lossy(&line.text);
        Some(Guarded {
            fingerprint: fingerprint(&text, &verdict),
            remedy: remedy(&text, &verdict, caller.dialect, self.settings),
            verdict,
        })
    }
}

/// Judges within the deadline. A thread that hangs or panics ends with the process.
fn in_time(judge: Judge, line: GuardedLine, caller: Arc<Caller>) -> Option<Verdict> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let GuardedLine { text, functions, variables, .. } = &line;
        let _ = sender.send(judge.judge(&Line { text, caller: &caller, functions, variables }));
    });
    receiver.recv_timeout(DEADLINE).ok()
}

fn fingerprint(text: &str, judged: &Verdict) -> u64 {
    let mut hasher = DefaultHasher::new();
    for reason in &judged.reasons {
        (&reason.rule, text.get(reason.span.start..reason.span.end)).hash(&mut hasher);
    }
    hasher.finish()
}

fn remedy(text: &str, judged: &Verdict, dialect: Dialect, settings: &Settings) -> Option<String> {
    let first = judged.reasons.first().filter(|_| judged.level == Level::Deny)?;
    let words = text.get(first.span.start..first.span.end).unwrap_or("");
    if let Some(name) = judged.unset.as_ref().filter(|name| words.contains(name.as_str())) {
        return Some(format!("`{name}` is empty; `${{{name}:?}}` would stop there"));
    }
    if first.rule == "settings/block" {
        return Some("to allow it, remove the entry from policy.block".to_owned());
    }
    let entries = settings.policy.allow.iter().chain(&judged.entry);
    let list: toml_edit::Array = entries.map(String::as_str).collect();
    let value = syntax::quote(&list.to_string(), dialect).into_owned();
    judged.entry.as_ref().map(|_| format!("to allow it: darn config set policy.allow {value}"))
}

impl Judge {
    /// Returns the policy, for lines that a program proposes.
    #[cfg(feature = "llm")]
    pub const fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Judges a line; never fails, runs nothing. Spans are byte offsets into the input.
    pub fn judge(&self, line: &Line<'_>) -> Verdict {
        let (text, is_text) = readable(line.text);
        let variables = variables::parse(line.variables, &[&text, &line.caller.aliases, line.functions]);
        let world = RealWorld::new(line.caller, PATIENCE).with_variables(variables);
        let mut verdict = if line.functions.is_empty() {
            self.policy.assess(&text, line.caller.dialect, &world)
        } else {
            // functions are defined before the line, as in the shell
            let before = format!("{}\n", line.functions);
            let whole = format!("{before}{text}");
            moved(self.policy.assess(&whole, line.caller.dialect, &world), before.len(), text.len())
        };
        if !is_text {
            verdict.coverage = Coverage::Partial;
        }
        impact::add(&mut verdict, line.caller, PATIENCE);
        verdict
    }
}

/// Replaces each byte that is not UTF-8 by a neutral one, so that offsets stay valid; also returns whether
/// the text was already valid.
fn readable(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.into(), true),
        Err(_) => {
            let mut text = String::with_capacity(bytes.len());
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|_| '_'));
            }
            (text.into(), false)
        }
    }
}

/// Adjusts the verdict to the last `len` bytes of a text by dropping the `by` bytes before them.
fn moved(mut verdict: Verdict, by: usize, len: usize) -> Verdict {
    for reason in &mut verdict.reasons {
        let Span { start, end } = reason.span;
        reason.span = if end <= by {
            Span { start: 0, end: len } // in a function: blame the whole line that calls it
        } else {
            Span { start: start.saturating_sub(by), end: (end - by).min(len) }
        };
    }
    // it would contain the definitions too
    verdict.instead = None;
    verdict
}

/// Caps the verdict at the `passive` level, which warns and never stops.
pub fn only_warned(mut verdict: Verdict) -> Verdict {
    verdict.level = verdict.level.min(Level::Warn);
    for reason in &mut verdict.reasons {
        reason.level = reason.level.min(Level::Warn);
    }
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(text: &[u8], functions: &str) -> Verdict {
        let caller = crate::context::caller(Dialect::Bash);
        Judge::default().judge(&Line { functions, ..Line::plain(text, &caller) })
    }

    #[test]
    fn spans_count_the_bytes_that_were_given() {
        let text = b"echo \xff\xfe; rm -rf /etc";
        let verdict = judge(text, "");
        assert_eq!((verdict.level, verdict.coverage), (Level::Deny, Coverage::Partial));
        let span = verdict.reasons[0].span;
        assert_eq!(&text[span.start..span.end], b"/etc");
    }

    #[test]
    fn functions_stand_in_front_of_the_line() {
        let verdict = judge(b"true; rm -rf /etc", "zap() { echo; }");
        let span = verdict.reasons[0].span;
        assert_eq!((span.start, span.end), (13, 17));
        let verdict = judge(b"zap /etc", "zap() { rm -rf \"$1\"; }");
        let span = verdict.reasons[0].span;
        assert_eq!((span.start, span.end), (0, 8));
    }
}
