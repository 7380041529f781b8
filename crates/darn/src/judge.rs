//! One command line → verdict: what `darn check` and the Enter guard share.

use std::borrow::Cow;
use std::time::Duration;

use policy::{Coverage, Target};
use policy::{Level, Policy, Reason, Verdict};
use syntax::Span;

use crate::caller::Caller;
use crate::host::RealWorld;

mod variables;

/// A command line and what its shell knows of its words.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// As it was entered: any bytes.
    pub text: &'a [u8],
    /// The shell that is to run it, with the aliases that are of interest.
    pub caller: &'a Caller,
    /// Definitions of the functions that are of interest, as the shell prints them.
    pub functions: &'a str,
    /// What the shell says of its variables, as `DARN_VARIABLES` has it.
    pub variables: &'a str,
}

/// Judges command lines; made once for many of them.
#[derive(Debug, Default)]
pub struct Judge {
    policy: Policy,
}

/// How long the facts of the machine may take; a slow file system makes no shell wait.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long git may take to say which files have changes.
const ASKING_GIT: Duration = Duration::from_millis(200);

impl Judge {
    #[must_use]
    pub const fn new(policy: Policy) -> Self {
        Self { policy }
    }

    /// Never fails, runs nothing. Spans are offsets in the bytes that were given.
    #[must_use]
    pub fn judge(&self, request: &Request) -> Verdict {
        let (text, is_text) = readable(request.text);
        let variables =
            variables::of(request.variables, &[&text, &request.caller.aliases, request.functions]);
        let world = RealWorld::new(request.caller, PATIENCE).with_variables(variables);
        let mut verdict = if request.functions.is_empty() {
            self.policy.assess(&text, request.caller.dialect, &world)
        } else {
            // Defined in front of the line, as they are in the shell.
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

/// Fills in the impact where the verdict is worse than `allow`. Files that git would put back are worth
/// a warning where they have changes.
pub fn count(verdict: &mut Verdict, caller: &Caller, within: Duration) {
    let changes = verdict.targets.iter().find_map(|target| match target {
        Target::Changes { span, .. } => Some(*span),
        _ => None,
    });
    if verdict.level == Level::Allow && changes.is_none() {
        return;
    }
    // here the count decides, so git gets longer
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

/// The text, each byte that is not UTF-8 replaced by one that means nothing, so that offsets stay;
/// and whether none was.
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

/// The verdict on the last `len` bytes of a text, of which `by` bytes stood before them.
fn moved(mut verdict: Verdict, by: usize, len: usize) -> Verdict {
    for reason in &mut verdict.reasons {
        let Span { start, end } = reason.span;
        reason.span = if end <= by {
            Span { start: 0, end: len } // in a function: the line that calls it
        } else {
            Span { start: start.saturating_sub(by), end: (end - by).min(len) }
        };
    }
    // It would hold the definitions too.
    verdict.instead = None;
    verdict
}

/// The verdict as `passive` has it: it warns and never stops.
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
