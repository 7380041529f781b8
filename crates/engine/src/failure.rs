//! Classifies a finished command: whether and how it failed, which command of the line failed, and how
//! certain that is.

use std::sync::Arc;

use syntax::{Command, Dialect, Script};

use crate::diagnosis::Diagnosis;
use crate::text::Text;
use facts::alias;
use facts::record::CommandRecord;
use facts::world::World;

mod builtin;
mod culprit;
pub mod invocation;
mod kind;
mod manner;
mod messages;
mod moved;
mod question;
mod refusal;
mod session;

pub use crate::kind::FailureKind;
pub use manner::Manner;

/// Confidence that something failed, and in the classification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Neither exit status nor text is clear.
    Low,
    /// Exit status or pattern.
    Medium,
    /// Exit status and pattern agree.
    High,
}

impl Confidence {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// A record that needs help.
#[derive(Debug, Clone)]
pub struct Failure {
    pub record: CommandRecord,
    /// The record's output, prepared for searches; `None` if it was not captured.
    pub printed: Option<Arc<Text>>,
    pub script: Script,
    /// Index into [`Script::commands`] of the command that most likely broke.
    pub culprit: Option<usize>,
    /// The word that the shell itself complained about.
    pub named: Option<String>,
    pub kind: FailureKind,
    pub confidence: Confidence,
    /// Findings of a compiler, test runner or the like: they count as a failure only if a rule recognises the
    /// text for certain.
    pub reported: bool,
}

impl Failure {
    /// Classifies a record; `None` if nothing needs help: success, interruption, a program's ordinary "no". A line
    /// whose `cd` has run is reduced to what follows it.
    pub fn of(record: &CommandRecord, world: &dyn World) -> Option<Self> {
        match moved::rest(record) {
            Some(text) => Self::classify(&CommandRecord { text, ..record.clone() }, world),
            None => Self::classify(record, world),
        }
    }

    fn classify(record: &CommandRecord, world: &dyn World) -> Option<Self> {
        let script = Script::parse(&record.text, record.dialect);
        let output = record.output.as_ref().map(|output| Arc::new(Text::of(output)));
        let said = output.as_deref().and_then(|text| messages::shell_message(text, &script, record.status));
        let named = said.as_ref().map(|message| message.word.clone()).filter(|word| !word.is_empty());
        let failure = |culprit, kind, confidence, reported| {
            let (record, printed, script) = (record.clone(), output.clone(), script.clone());
            let named = named.clone();
            Some(Self { record, printed, script, culprit, named, kind, confidence, reported })
        };
        if (said.is_none() || record.status == 0) && messages::is_plainly_wrong(&script, record.status) {
            return failure(None, FailureKind::SyntaxError, Confidence::Medium, false);
        }
        if record.status == 0 {
            // only messages of the shell itself about this very line (`echo $(dtae)`, `!x: event not found`)
            let message = said.filter(|m| m.word.is_empty() || is_program(&script, &m.word))?;
            let culprit = culprit::named(&script, &message.word);
            if culprit.is_some_and(|at| culprit::is_handled(&script, at, world)) {
                return None;
            }
            return failure(culprit, message.kind, Confidence::Medium, false);
        }
        if is_signal(record.status, &script, world) || session::is_ended(&script, record.status) {
            return None;
        }
        if let Some(message) = said {
            let culprit = culprit::named(&script, &message.word);
            let is_unstarted = message.kind == FailureKind::CommandNotFound;
            if is_unstarted && culprit.is_some_and(|at| culprit::is_handled(&script, at, world)) {
                return None;
            }
            return failure(culprit, message.kind, Confidence::High, false);
        }
        let culprit = culprit::find(&script, output.as_deref(), record.status, world);
        if output.is_none()
            && record.status == 1
            && let Some(at) = culprit::raised_missing(&script, world)
        {
            return failure(Some(at), FailureKind::CommandNotFound, Confidence::High, false);
        }
        if matches!(record.status, 126 | 127) && culprit::cannot_start(&script, world).is_some() {
            let (at, kind) = culprit::cannot_start(&script, world)?;
            if culprit::is_handled(&script, at, world) {
                return None; // its status belongs to the surrounding pipeline
            }
            return failure(Some(at), kind, Confidence::High, false);
        }
        if matches!(record.status, 126 | 127) && output.is_none() && culprit::is_dynamic(&script) {
            return failure(culprit, FailureKind::CommandNotFound, Confidence::Medium, false);
        }
        // fish: 123 means that the line's first word is not a command (`A=1`)
        let is_unread = record.status <= 2 || script.dialect == Dialect::Fish && record.status == 123;
        if !script.issues.is_empty() && output.is_none() && is_unread {
            return failure(None, FailureKind::SyntaxError, Confidence::Medium, false);
        }
        let blank = output.as_deref().is_some_and(|text| text.trim().is_empty());
        let manner = culprit::manner(&script, culprit, output.as_deref(), record.status, world);
        let kind = output.as_deref().and_then(messages::kind_of);
        let command = culprit.and_then(|at| script.commands.get(at));
        let refused = matches!((&output, command), (Some(text), Some(command)) if invocation::is_refused(text, command, kind));
        if output.as_deref().is_some_and(|text| invocation::is_not_started(text, record.status)) {
            return failure(culprit, FailureKind::MissingDependency, Confidence::High, false);
        }
        let option = kind == Some(FailureKind::InvalidOption)
            && matches!((&output, command), (Some(text), Some(command)) if invocation::refuses_option(text, command, manner));
        match manner {
            _ if option => failure(culprit, FailureKind::InvalidOption, Confidence::High, false),
            Manner::Answers | Manner::Own => None,
            _ if blank && !says_by_status(record.status, command) => None,
            _ if command
                .is_some_and(|command| is_no_news(output.as_deref().unwrap_or(Text::empty()), command)) =>
            {
                None
            }
            Manner::Reports if refused => {
                failure(culprit, kind.unwrap_or(FailureKind::Usage), Confidence::High, false)
            }
            Manner::Reports => failure(culprit, kind.unwrap_or(FailureKind::Generic), Confidence::Low, true),
            Manner::Fails if script.commands.is_empty() => None,
            Manner::Fails => match kind {
                Some(kind) => failure(culprit, kind, Confidence::High, false),
                None if refused => failure(culprit, FailureKind::Usage, Confidence::High, false),
                None if output.is_some() && record.status == 1 => {
                    failure(culprit, FailureKind::Generic, Confidence::Low, true)
                }
                None => failure(culprit, FailureKind::Generic, Confidence::Medium, false),
            },
        }
    }

    /// Returns the record as a failure even if [`Failure::of`] sees none, to explain an ordinary "no" or a
    /// signal.
    pub fn assumed(record: &CommandRecord, world: &dyn World) -> Self {
        let script = Script::parse(&record.text, record.dialect);
        let printed = record.output.as_ref().map(|output| Arc::new(Text::of(output)));
        let culprit = culprit::find(&script, printed.as_deref(), record.status, world);
        let kind = printed.as_deref().and_then(messages::kind_of).unwrap_or(FailureKind::Generic);
        let (record, confidence) = (record.clone(), Confidence::Low);
        Self { record, printed, script, culprit, named: None, kind, confidence, reported: true }
    }

    /// Returns a failure that [`Failure::of`] leaves to the user, as it is their own script's or a hook's, but
    /// whose output a rule may know; `None` for an answer, or a command that its user ended.
    pub fn untold(record: &CommandRecord, world: &dyn World) -> Option<Self> {
        if record.status == 0 || ENDED.contains(&record.status) {
            return None;
        }
        record.output.as_ref().filter(|output| !output.text().trim().is_empty())?;
        let failure = Self::assumed(record, world);
        let output = failure.printed.as_deref();
        let manner = culprit::manner(&failure.script, failure.culprit, output, record.status, world);
        (!failure.script.commands.is_empty() && manner != Manner::Answers).then_some(failure)
    }

    /// Returns a failure without a fix that [`Failure::of`] ignores: the shell or the program rejected its
    /// input, in its output or by its status.
    pub fn unmended(record: &CommandRecord, world: &dyn World) -> Option<Self> {
        if record.status == 0 || record.output.is_none() {
            return None;
        }
        let mut failure = Self::assumed(record, world);
        if question::is_lookup(&failure) || session::is_ended(&failure.script, record.status) {
            return None;
        }
        failure.kind = kind::by_status(&failure).or_else(|| builtin::complaint(&failure)).or_else(|| {
            refusal::of_question(&failure).filter(|_| !is_signal(record.status, &failure.script, world))
        })?;
        Some(failure)
    }

    /// Returns whether the line passes code to an interpreter (`python3 -c 'import x'`).
    pub fn is_given_code(&self) -> bool {
        self.culprit_command().is_some_and(manner::is_given_code)
    }

    /// Returns whether the user may want to ask about a record that darn does not comment on: a script of
    /// their own, a test run, a build, a crash. Not an ordinary "no", nor a command that the user ended.
    pub fn may_be_asked_about(record: &CommandRecord, world: &dyn World) -> bool {
        if record.status == 0 || ENDED.contains(&record.status) {
            return false;
        }
        let failure = Self::assumed(record, world);
        let (script, culprit) = (&failure.script, failure.culprit);
        let manner = culprit::manner(script, culprit, failure.printed.as_deref(), record.status, world);
        manner != Manner::Answers
            && !question::is_lookup(&failure)
            && !session::is_ended(script, record.status)
    }

    /// Returns whether this is more than findings, although no rule recognised the text.
    pub fn is_refusal(&self, world: &dyn World) -> bool {
        let is_answer = question::is_lookup(self) || question::is_partial(self) || question::is_own(self);
        !is_answer
            && (!self.reported || refusal::by_program(self, world) || builtin::complaint(self).is_some())
    }

    /// Returns the final kind: from the fix, or else from the whole output.
    pub fn settled_kind(&self, diagnosis: &Diagnosis, world: &dyn World) -> FailureKind {
        kind::settled(self, diagnosis, world).unwrap_or(self.kind)
    }

    /// Returns the shell's exit status if a command of the line cannot be started; `None` if, as far as the
    /// world knows, all can.
    pub fn start_status(script: &Script, world: &dyn World) -> Option<i32> {
        let (_, kind) = culprit::cannot_start(script, world)?;
        Some(if kind == FailureKind::PermissionDenied { 126 } else { 127 })
    }

    /// Returns whether the shell reported the failure, or must have: a program cannot be started.
    pub fn is_of_shell(&self, world: &dyn World) -> bool {
        self.named.is_some() || culprit::cannot_start(&self.script, world).is_some()
    }

    /// Returns the output, or the empty text if it was not captured.
    pub fn output(&self) -> &Text {
        self.printed.as_deref().unwrap_or(Text::empty())
    }

    pub fn culprit_command(&self) -> Option<&Command> {
        self.script.commands.get(self.culprit?)
    }
}

/// Statuses of commands ended or stopped by their user, or by the reader of their pipe.
const ENDED: [i32; 9] = [130, 131, 141, 143, 146, 147, 148, 149, 150];

/// Returns whether the failure is expected: a project's hook refused, a pattern matched nothing, a network
/// was unreachable.
fn is_no_news(output: &Text, command: &Command) -> bool {
    invocation::is_declined_by_hook(output, command)
        || invocation::is_empty_pattern(output, command)
        || invocation::is_unreachable(output, command)
}

/// Returns whether the status alone is conclusive: `curl -s` prints nothing about an unusable address
/// (curl(1)), nor does git about an unknown setting or bisect step.
fn says_by_status(status: i32, command: Option<&Command>) -> bool {
    command.is_some_and(|command| match command.program_name() {
        Some("curl") => matches!(status, 1 | 3),
        Some("git") => {
            let mut words = command.arguments().iter().filter(|word| !word.value.starts_with('-'));
            status == 1 && words.next().is_some_and(|word| matches!(word.value.as_str(), "config" | "bisect"))
        }
        _ => false,
    })
}

/// Returns whether the command was ended or stopped by a signal (128 + n), which is not a user's mistake.
/// git's own 128 and 129 are not signals, nor are the high statuses of ssh, npm and docker.
fn is_signal(status: i32, script: &Script, world: &dyn World) -> bool {
    let is_git =
        |command: &Command| command.program_name().is_some_and(|name| alias::program(name, world) == "git");
    match status {
        129 => !script.commands.iter().any(is_git),
        130..=159 => true,
        _ => false,
    }
}

fn is_program(script: &Script, word: &str) -> bool {
    script.commands.iter().any(|command| command.program_name() == Some(word))
}
