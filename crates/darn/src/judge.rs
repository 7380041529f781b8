//! The verdict on one command line, shared by `darn check` and the Enter guard.

use std::borrow::Cow;
use std::time::Duration;

use policy::{Coverage, Target};
use policy::{Level, Policy, Reason, Verdict};
use syntax::Span;

use crate::caller::Caller;
use crate::host::RealWorld;

mod variables;

/// A command line and its shell's knowledge of its words.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// As entered: arbitrary bytes.
    pub text: &'a [u8],
    /// The shell that is to run it, with the relevant aliases.
    pub caller: &'a Caller,
    /// Definitions of the relevant functions, as the shell prints them.
    pub functions: &'a str,
    /// The shell's variables, in the format of `DARN_VARIABLES`.
    pub variables: &'a str,
}

/// Judges command lines; reusable.
#[derive(Debug, Default)]
pub struct Judge {
    policy: Policy,
}

/// Time limit for facts about the machine; a slow file system must not delay the shell.
const PATIENCE: Duration = Duration::from_millis(50);
/// Time limit for git to list changed files.
const ASKING_GIT: Duration = Duration::from_millis(200);

impl Judge {
    #[must_use]
    pub const fn new(policy: Policy) -> Self {
        Self { policy }
    }

    /// Judges a line; never fails, runs nothing. Spans are byte offsets into the input.
    #[must_use]
    pub fn judge(&self, request: &Request) -> Verdict {
        let (text, is_text) = readable(request.text);
        let variables =
            variables::of(request.variables, &[&text, &request.caller.aliases, request.functions]);
        let world = RealWorld::new(request.caller, PATIENCE).with_variables(variables);
        let mut verdict = if request.functions.is_empty() {
            self.policy.assess(&text, request.caller.dialect, &world)
        } else {
            // functions are defined before the line, as in the shell
            let before = format!("{}\n", request.functions);
            let whole = format!("{before}{text}");
            moved(self.policy.assess(&whole, request.caller.dialect, &world), before.len(), text.len())
        };
        if !is_text {
            verdict.coverage = Coverage::Partial;
        }
        count(&mut verdict, request.caller, PATIENCE);
        verdict
    }
}

/// Adds the impact to any verdict worse than `allow`. Files that git would reset deserve a warning if they
/// have changes.
pub fn count(verdict: &mut Verdict, caller: &Caller, within: Duration) {
    let changes = verdict.targets.iter().find_map(|target| match target {
        Target::Changes { span, .. } => Some(*span),
        _ => None,
    });
    if verdict.level == Level::Allow && changes.is_none() {
        return;
    }
    // here the count decides, so git gets more time
    let within = if changes.is_some() { within.max(ASKING_GIT) } else { within };
    verdict.impact = crate::impact::of(&verdict.targets, caller, within);
    if let Some(span) = changes.filter(|_| verdict.level == Level::Allow && verdict.impact.is_some()) {
        verdict.level = Level::Warn;
        verdict.reasons.push(Reason {
            rule: "git/discard".to_owned(),
            because: "Uncommitted changes are lost.".to_owned(),
            span,
            level: Level::Warn,
        });
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
#[must_use]
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
    use syntax::Dialect;

    fn judge(text: &[u8], functions: &str) -> Verdict {
        Judge::default().judge(&Request {
            text,
            caller: &Caller::of_process(Dialect::Bash),
            functions,
            variables: "",
        })
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
