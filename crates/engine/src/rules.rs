//! Rules: from a failure to suggestions.

use syntax::{Command, Edit};

use crate::diagnosis::{Applicability, Diagnosis, Origin};
use crate::explain;
use crate::failure::{Failure, FailureKind};
use facts::world::World;

pub(crate) mod alias;
mod candidates;
mod destructive;
pub mod examples;
mod finished;
pub mod fixers;
mod format;
mod grounded;
pub(crate) mod guard;
mod inner;
mod interpret;
mod load;
mod needle;
mod occurring;
pub mod pattern;
pub mod places;
mod rank;
mod second_look;
pub mod sources;
mod template;

pub use load::{CompiledRule, RuleSet, built_in_files, parse};

/// The input of a rule.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub failure: &'a Failure,
    pub world: &'a dyn World,
    /// The normalised output; `None` if it was not captured.
    pub output: Option<&'a str>,
}

impl std::fmt::Debug for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Case")
            .field("failure", &self.failure)
            .field("output", &self.output)
            .finish_non_exhaustive()
    }
}

impl<'a> Case<'a> {
    /// Returns the commands of the line, the likely culprit first.
    #[must_use]
    pub fn commands(&self) -> Vec<&'a Command> {
        let commands = &self.failure.script.commands;
        let culprit = self.failure.culprit.and_then(|at| commands.get(at));
        let others =
            commands.iter().enumerate().filter(|(at, _)| Some(*at) != self.failure.culprit).map(|(_, c)| c);
        culprit.into_iter().chain(others).collect()
    }

    /// Returns whether the captured output contains `text`.
    #[must_use]
    pub fn printed(&self, text: &str) -> bool {
        self.output.is_some_and(|output| output.contains(text))
    }

    /// Returns whether the output was captured and contains none of these texts.
    #[must_use]
    pub fn printed_none(&self, texts: &[&str]) -> bool {
        self.output.is_some_and(|output| !texts.iter().any(|text| output.contains(text)))
    }
}

/// A possible fix, before it is verified and ranked.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub rule: String,
    pub edit: Edit,
    pub because: String,
    pub applicability: Applicability,
    /// Distance of a spelling correction in hundredths of an edit; 0 if nothing was guessed.
    pub distance: u32,
}

/// Finds fixes for the failure. Never fails, runs nothing.
#[must_use]
pub fn diagnose(failure: &Failure, world: &dyn World, rules: &RuleSet) -> Diagnosis {
    match alias::expand(failure, world) {
        Some(expanded) => {
            let mut found = examine(&expanded.failure, world, rules);
            expanded.fold(failure, &mut found);
            found
        }
        None => examine(failure, world, rules),
    }
}

fn examine(failure: &Failure, world: &dyn World, rules: &RuleSet) -> Diagnosis {
    let output = failure.record.output.as_ref().map(|output| pattern::normalise(output.text()));
    let found = apply_all(&Case { failure, world, output: output.as_deref() }, rules);
    if output.is_some() && found.suggestions.is_empty() && is_translated(world) {
        // the output is in another language: status, words and facts may be enough
        let without = apply_all(&Case { failure, world, output: None }, rules);
        return if without.suggestions.is_empty() { found } else { without };
    }
    found
}

/// Returns whether programs print another language than English. (POSIX 8.2; LANGUAGE: gettext(3))
fn is_translated(world: &dyn World) -> bool {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| world.variable(name).filter(|v| !v.is_empty()));
    let is_english =
        |name: &str| ["C", "POSIX"].contains(&name) || name.starts_with("en") || name.starts_with("C.");
    match locale {
        Some(locale) if !["C", "POSIX"].contains(&locale.as_str()) => {
            let first = world.variable("LANGUAGE").filter(|names| !names.is_empty()).unwrap_or(locale);
            !first.split(':').next().is_none_or(is_english)
        }
        _ => false,
    }
}

fn apply_all(case: &Case<'_>, rules: &RuleSet) -> Diagnosis {
    let mut proposals = Vec::new();
    let mut cause = Cause::default();
    for command in case.commands() {
        let Some(name) = command.program_name() else { continue };
        let name = name.rsplit('/').next().unwrap_or(name);
        for rule in rules.of(name, case.output) {
            apply(&rule, case, command, &mut proposals, &mut cause);
        }
    }
    if let Some(command) = case.commands().first() {
        for rule in rules.of("any", case.output) {
            apply(&rule, case, command, &mut proposals, &mut cause);
        }
    }
    for fixer in fixers::ALL {
        proposals.extend((fixer.propose)(case));
    }
    if cause.is_sure {
        proposals.retain(|proposal| proposal.distance == 0);
    }
    let suggestions = rank::rank(case, &rules.policy, proposals);
    // findings with a suggestion need evidence as well
    let is_reported_state = case.failure.reported && case.failure.kind == FailureKind::State;
    let asks = suggestions.is_empty() || is_reported_state;
    let news = asks.then(|| explain::news(case)).flatten();
    let fact = news.as_ref().map(|news| news.cause);
    let because = match suggestions.first() {
        Some(first) => Some(first.because.clone()),
        None => news.map(|news| news.text).or(cause.text),
    };
    let kind = suggestions.first().and_then(|first| {
        let Origin::Rule(id) = &first.origin else { return None };
        let said = cause.kinds.iter().find(|(rule, _)| rule == id).map(|(_, kind)| *kind);
        said.or_else(|| fixers::kind(id))
    });
    Diagnosis { because, suggestions, kind: kind.or(cause.kind), fact }
}

/// The cause that a rule names.
#[derive(Default)]
struct Cause {
    text: Option<String>,
    /// A rule without a fix is certain: spelling corrections are then pointless.
    is_sure: bool,
    /// Kind of failure from the rule of `text`.
    kind: Option<FailureKind>,
    /// The rules with proposals and the kind of failure they fix.
    kinds: Vec<(String, FailureKind)>,
}

fn apply(
    rule: &CompiledRule,
    case: &Case<'_>,
    command: &Command,
    proposals: &mut Vec<Proposal>,
    cause: &mut Cause,
) {
    // a rule that reads the output needs one
    if !rule.output.is_empty() && case.output.is_none() && !rule.rule.uncaptured {
        return;
    }
    let outcome = interpret::apply(rule, case, command, case.output.unwrap_or(""));
    if let Some(kind) = rule.rule.kind.filter(|_| !outcome.proposals.is_empty()) {
        cause.kinds.push((rule.rule.id.clone(), kind));
    }
    proposals.extend(outcome.proposals);
    if cause.text.is_none() {
        cause.kind = rule.rule.kind.filter(|_| outcome.because.is_some() && rule.rule.fix.is_empty());
        cause.is_sure = outcome.because.is_some()
            && rule.rule.fix.is_empty()
            && rule.rule.applicability == Applicability::Certain;
        cause.text = outcome.because;
    }
}
