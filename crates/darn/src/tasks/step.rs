//! One proposed step, with the verdict of the policy.

use std::path::PathBuf;
use std::sync::Arc;

use policy::{Level, Verdict};
use syntax::Script;

use crate::caller::Caller;
use crate::confirm::Requirement;
use crate::host::RealWorld;
use crate::impact;
use crate::request::Waiting;
use crate::service::Service;

/// A command that waits for a person.
#[derive(Debug, Clone)]
pub struct Step {
    pub number: usize,
    pub command: String,
    pub why: String,
    /// What the model expects of it.
    pub expects: String,
    /// `model`, `rule:ID` or `user`.
    pub origin: String,
    pub directory: PathBuf,
    pub verdict: Verdict,
    /// A program of the command that is not installed, and its package.
    pub missing: Option<(String, Option<String>)>,
}

impl Step {
    /// Judges a command in the shell that `caller` describes. Nothing of what the model says of it counts.
    pub fn new(
        number: usize,
        command: String,
        origin: String,
        caller: &Arc<Caller>,
        service: &Service<'_>,
    ) -> Self {
        let world = RealWorld::new(caller, Waiting::Asker.patience());
        let mut verdict = service.judge().policy().assess_strict(&command, caller.dialect, &world);
        impact::add(&mut verdict, caller, impact::PER_SUGGESTION);
        let script = Script::parse(&command, caller.dialect);
        let missing = llm::vet::missing_program(&script, &world);
        let missing = missing.map(|name| {
            let package = facts::World::package_of(&world, &name);
            (name, package)
        });
        let directory = caller.directory.clone();
        let (why, expects) = (String::new(), String::new());
        Self { number, command, why, expects, origin, directory, verdict, missing }
    }

    /// Returns what it takes to run it.
    pub fn requirement(&self) -> Requirement {
        match self.verdict.level {
            Level::Deny => Requirement::Denied,
            _ if self.verdict.is_free() => Requirement::Key,
            _ => Requirement::Word,
        }
    }

    /// Describes the missing program.
    pub fn missing_text(&self) -> Option<String> {
        let (name, package) = self.missing.as_ref()?;
        let package = package.as_ref().map(|package| format!("; the package {package} has it"));
        Some(format!("{name} is not installed{}", package.unwrap_or_default()))
    }

    /// Explains it: what the model says of it, and what the policy finds.
    pub fn explanation(&self) -> String {
        let said = [("why", &self.why), ("expects", &self.expects), ("proposed by", &self.origin)];
        let said = said.into_iter().filter(|(_, text)| !text.is_empty());
        let mut lines: Vec<String> = said.map(|(name, text)| format!("{name}: {text}")).collect();
        lines.extend(self.verdict.reasons.iter().map(|reason| format!("policy: {}", reason.because)));
        lines.extend(self.verdict.impact.iter().map(|impact| format!("impact: {impact}")));
        lines.extend(self.verdict.instead.iter().map(|instead| format!("safer: {instead}")));
        lines.extend(self.missing_text());
        lines.join("\n")
    }
}
