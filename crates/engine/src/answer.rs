//! The answer to a finished command.

use crate::diagnose::diagnose;
use crate::diagnosis::{Applicability, Diagnosis, Origin};
use crate::failure::{Confidence, Failure, FailureKind};
use crate::rules::{RuleSet, fixers};
use facts::record::CommandRecord;
use facts::world::World;

/// A judged command.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// `None`: nothing failed that needs help.
    pub failure: Option<Failure>,
    pub diagnosis: Diagnosis,
    /// The output was not captured, and a rule that reads it might help.
    pub wants_output: bool,
}

impl Answer {
    /// Judges the command and finds fixes. The findings of a compiler, a test runner or the like count as a
    /// failure only if a rule knows the text, or if the program rejected its command line.
    pub fn of(record: &CommandRecord, world: &dyn World, rules: &RuleSet) -> Self {
        let Some(mut failure) = Failure::of(record, world) else {
            return Self::of_untold(record, world, rules)
                .unwrap_or_else(|| Self { failure: Failure::unmended(record, world), ..Self::default() });
        };
        let diagnosis = diagnose(&failure, world, rules);
        let wants_output = wants_output(&failure, &diagnosis);
        let kind = failure.settled_kind(&diagnosis, world);
        let is_background =
            diagnosis.is_background && matches!(kind, FailureKind::Generic | FailureKind::State);
        let is_known = !is_background && (!diagnosis.suggestions.is_empty() || diagnosis.because.is_some());
        if !is_known && !failure.is_refusal(world) {
            return Self { failure: None, diagnosis, wants_output };
        }
        failure.confidence = failure.confidence.max(confidence(&failure, &diagnosis));
        failure.kind = kind;
        if failure.kind == FailureKind::Generic && diagnosis.fact.is_some_and(|id| STATES.contains(&id)) {
            failure.kind = FailureKind::State;
        }
        Self { failure: Some(failure), diagnosis, wants_output }
    }

    /// Judges a failure of the user's own script or of a hook: it counts only if a rule knows a message in the
    /// output, and what to do.
    fn of_untold(record: &CommandRecord, world: &dyn World, rules: &RuleSet) -> Option<Self> {
        let mut failure = Failure::untold(record, world)?;
        let mut diagnosis = diagnose(&failure, world, rules);
        diagnosis.suggestions.retain(|suggestion| is_of_rule(&suggestion.origin));
        diagnosis.because = Some(diagnosis.suggestions.first()?.because.clone());
        failure.confidence = confidence(&failure, &diagnosis);
        failure.kind = failure.settled_kind(&diagnosis, world);
        Some(Self { failure: Some(failure), diagnosis, wants_output: false })
    }

    /// Judges a command that the user wants explained: names a cause also where [`Answer::of`] sees no failure,
    /// as in the user's own script.
    pub fn explained(record: &CommandRecord, world: &dyn World, rules: &RuleSet) -> Self {
        let mut answer = Self::of(record, world, rules);
        if answer.diagnosis.because.is_none() && record.output.is_some() {
            let found = diagnose(&Failure::assumed(record, world), world, rules);
            // without a suggestion or a fact, the reason is that of a rule
            let is_read =
                found.suggestions.first().map_or(found.fact.is_none(), |first| is_of_rule(&first.origin));
            answer.diagnosis.because = found.because.filter(|_| is_read);
            answer.diagnosis.is_specific = answer.diagnosis.because.is_some();
        }
        answer
    }
}

/// Causes that facts alone prove, without the output: the command is right, the state is not.
const STATES: [&str; 2] = ["port-in-use", "not-a-repository"];

/// Returns whether a suggestion is from a rule in a data file.
fn is_of_rule(origin: &Origin) -> bool {
    matches!(origin, Origin::Rule(id) if !fixers::is_fixer(id))
}

/// Limits of this machine that stop any program, whatever it does.
const LIMITS: [&str; 6] =
    ["privileged-port", "disk-full", "read-only", "lock-held", "open-files", "no-processes"];

/// Returns the confidence after rules and facts: for programs whose status alone says little, such as
/// interpreters and servers.
fn confidence(failure: &Failure, diagnosis: &Diagnosis) -> Confidence {
    let is_read = failure.record.output.is_some();
    let best = diagnosis.suggestions.first().map(|first| first.applicability);
    match diagnosis.fact {
        Some("port-in-use") if is_read => Confidence::High,
        Some("port-in-use") => Confidence::Medium,
        Some(id) if is_read && LIMITS.contains(&id) => Confidence::Medium,
        // the code is in the line itself, so text and status are about the line
        _ if is_read && failure.kind != FailureKind::Generic && failure.is_given_code() => Confidence::High,
        // words and facts show the mistake, even if status and text are inconclusive
        _ if best == Some(Applicability::Certain) => Confidence::Medium,
        // the program's own message led to the fix
        _ if is_read && best == Some(Applicability::Likely) => Confidence::Medium,
        _ => Confidence::Low,
    }
}

/// Returns whether captured output could improve the answer: not for a program that could not be started, but
/// for every other one, as rules for any program read it.
fn wants_output(failure: &Failure, diagnosis: &Diagnosis) -> bool {
    let is_certain =
        diagnosis.suggestions.first().is_some_and(|first| first.applicability == Applicability::Certain);
    failure.record.output.is_none() && failure.kind != FailureKind::CommandNotFound && !is_certain
}

#[cfg(test)]
mod tests {
    use super::*;
    use facts::FakeWorld;
    use facts::record::Output;
    use syntax::Dialect;

    fn answer(text: &str, output: &str) -> Answer {
        let start = ("/proc/sys/net/ipv4/ip_unprivileged_port_start".to_owned(), "1024\n".to_owned());
        let programs = ["python3", "npm"].map(str::to_owned).to_vec();
        let world = FakeWorld { programs, files: [start].into(), ..FakeWorld::default() };
        let record = CommandRecord {
            text: text.to_owned(),
            dialect: Dialect::Bash,
            cwd: "/home/me".to_owned(),
            entered_in: String::new(),
            status: 1,
            output: Some(Output::from_bytes(output.as_bytes())),
        };
        Answer::of(&record, &world, &RuleSet::default())
    }

    #[test]
    fn likely_fix_from_the_message_is_worth_a_hint() {
        let conflict = "npm ERR! Fix the upstream dependency conflict, or retry\nnpm ERR! this command with --force, or --legacy-peer-deps\n";
        let found = answer("npm install", conflict);
        assert_eq!(found.failure.map(|failure| failure.confidence), Some(Confidence::Medium));
    }

    #[test]
    fn limit_of_the_machine_is_worth_a_hint() {
        let bind =
            "    self.socket.bind(self.server_address)\nPermissionError: [Errno 13] Permission denied\n";
        let found = answer("python3 -m http.server 80", bind);
        assert_eq!(found.failure.map(|failure| failure.confidence), Some(Confidence::Medium));
    }
}
