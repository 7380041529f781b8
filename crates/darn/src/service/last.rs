//! A failure as other programs get it: with its explanation and suggestions, everything redacted.

use protocol::daemon::{LastFailure, Suggested};

use super::Service;
use super::failed::fit;
use crate::capture::Excerpt;
use crate::request::Request;
use crate::secrets;

impl Service<'_> {
    /// Explains a failure. `session_id` and `ended_at` (milliseconds since the epoch) are passed through. `None`
    /// if the command is too long.
    pub fn last(&self, request: &Request, session_id: &str, ended_at: u64) -> Option<LastFailure> {
        let (answer, explanation) = self.explain(request)?;
        let mut redactor = secrets::redactor(&request.caller);
        let mut redacted = |text: &str| redactor.redact(text.to_owned()).get().clone();
        let output =
            request.output.as_deref().map(|output| Excerpt::new(output, &self.settings.capture).text);
        Some(LastFailure {
            session_id: session_id.to_owned(),
            command: redacted(&request.text),
            exit_code: request.status,
            cwd: request.caller.directory.display().to_string(),
            ended_at,
            kind: answer.failure.as_ref().map_or("generic", |failure| failure.kind.name()).to_owned(),
            explanation: redacted(&explanation.what),
            cause: explanation.cause.map(str::to_owned),
            output: output.map(|output| redacted(&output)),
            suggestions: fit(answer.diagnosis.suggestions)
                .iter()
                .map(|suggestion| Suggested {
                    command: redacted(&suggestion.text),
                    because: redacted(&suggestion.because),
                    origin: suggestion.origin.to_string(),
                    applicability: suggestion.applicability.name().to_owned(),
                    level: suggestion.verdict.level.name().to_owned(),
                })
                .collect(),
        })
    }
}
