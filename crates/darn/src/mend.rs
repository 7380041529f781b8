//! One failed command → failure and diagnosis: what `darn fix`, the hooks and the list share.

use std::time::Duration;

use engine::rules::RuleSet;
use engine::{CommandRecord, Diagnosis, Failure, Output};
use syntax::Dialect;

use crate::host::RealWorld;

/// What is known of the failed command; the process must be in its directory.
#[derive(Debug, Clone)]
pub struct Request {
    pub text: String,
    pub status: i32,
    pub dialect: Dialect,
    /// Raw captured output, where there is any.
    pub output: Option<Vec<u8>>,
    /// `name=value` lines.
    pub aliases: String,
    /// Names, one a line.
    pub functions: String,
    /// Recent commands, one a line, newest last.
    pub history: String,
}

/// A longer command line is no slip of the fingers: nothing is said of it.
const MAX_TEXT: usize = 64 * 1024;
/// How long the file system may be asked.
const WITHIN: Duration = Duration::from_millis(200);

/// What darn has to say.
#[derive(Debug)]
pub struct Answer {
    /// `None`: nothing failed that needs help.
    pub failure: Option<Failure>,
    pub diagnosis: Diagnosis,
}

/// Judges the command and finds what would mend it. Runs nothing, asks nobody.
#[must_use]
pub fn mend(request: Request, rules: &RuleSet) -> Answer {
    if request.text.len() > MAX_TEXT {
        return Answer { failure: None, diagnosis: Diagnosis::default() };
    }
    let cwd = std::env::current_dir().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
    let world = RealWorld::new(&request.aliases, &request.functions, &request.history, WITHIN);
    let record = CommandRecord {
        text: request.text,
        dialect: request.dialect,
        cwd,
        status: request.status,
        output: request.output.as_deref().map(Output::from_bytes),
    };
    let Some(failure) = Failure::of(&record, &world) else {
        return Answer { failure: None, diagnosis: Diagnosis::default() };
    };
    let diagnosis = engine::diagnose(&failure, &world, rules);
    // findings of a test runner and the like are a failure only where a rule knew the text
    let is_known = !failure.reported || !diagnosis.suggestions.is_empty() || diagnosis.because.is_some();
    Answer { failure: is_known.then_some(failure), diagnosis }
}
