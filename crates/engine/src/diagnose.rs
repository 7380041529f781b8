//! From a failure to suggestions: applies every rule that fits, then ranks what they propose.

use syntax::Command;

use crate::diagnosis::{Applicability, Diagnosis, Origin};
use crate::failure::{Failure, FailureKind};
use crate::rules::{Case, CompiledRule, Proposal, RuleSet, Similar, fixers, inner_tools, interpret, rank};
use crate::{alias, explain};
use facts::world::World;

/// Finds fixes for the failure. Never fails, runs nothing.
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
    let similar = Similar::default();
    let case = Case { failure, world, output: failure.printed.as_deref(), similar: &similar };
    let found = apply_all(&case, rules);
    if case.output.is_some() && found.suggestions.is_empty() && is_translated(world) {
        // the output is in another language: status, words and facts may be enough
        let without = apply_all(&Case { output: None, ..case }, rules);
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
    let is_of_program = cause.text.is_some();
    if let Some(command) = case.commands().next() {
        for rule in rules.of("any", case.output) {
            apply(&rule, case, command, &mut proposals, &mut cause);
        }
    }
    let mut is_of_tool = false;
    if proposals.is_empty()
        && cause.text.is_none()
        && let Some(command) = case.commands().next()
    {
        for rule in inner_tools::rules(case, command, rules) {
            apply(&rule, case, command, &mut proposals, &mut cause);
        }
        proposals.iter_mut().for_each(|proposal| proposal.applicability = Applicability::Likely);
        (cause.is_certain, cause.is_sure) = (false, false);
        is_of_tool = cause.text.is_some();
    }
    for fixer in fixers::ALL {
        proposals.extend(fixer.propose(case));
    }
    if cause.is_sure {
        proposals.retain(|proposal| proposal.distance == 0);
    }
    if cause.text.is_some() {
        // a rule knows this message, and that nothing simple helps
        proposals.retain(|proposal| proposal.rule != fixers::ADVICE);
    }
    let suggestions = rank::rank(case, &rules.policy, proposals);
    // findings with a suggestion need evidence as well
    let is_reported_state = case.failure.reported && case.failure.kind == FailureKind::State;
    let asks = suggestions.is_empty() || is_reported_state;
    let news = asks.then(|| explain::news(case)).flatten();
    let fact = news.as_ref().map(|news| news.cause);
    let is_specific = suggestions.is_empty() && fact.is_none() && (is_of_program || is_of_tool);
    let because = match suggestions.first() {
        Some(first) => Some(first.because.clone()),
        None => news.map(|news| news.text).or(cause.text),
    };
    let kind = suggestions.first().and_then(|first| {
        let Origin::Rule(id) = &first.origin else { return None };
        let said = cause.kinds.iter().find(|(rule, _)| rule == id).map(|(_, kind)| *kind);
        said.or_else(|| fixers::kind(id))
    });
    let is_background =
        case.failure.reported && suggestions.is_empty() && fact.is_none() && !cause.is_certain;
    Diagnosis { because, suggestions, kind: kind.or(cause.kind), fact, is_background, is_specific }
}

/// The cause that a rule names.
#[derive(Default)]
struct Cause {
    text: Option<String>,
    /// The rule of `text` is certain.
    is_certain: bool,
    /// It has no fix either: spelling corrections are then pointless.
    is_sure: bool,
    /// Kind of failure from the rule of `text`.
    kind: Option<FailureKind>,
    /// The rules with proposals and the kind of failure they fix.
    kinds: Vec<(String, FailureKind)>,
}

/// Distance of a fix that another command of the line needs only if that one failed: a misspelt word of the
/// command that did fail goes before it.
const DOUBTFUL: u32 = 200;

/// Returns whether a rule for the status alone is about a command that probably did not set it.
fn is_doubtful(rule: &CompiledRule, case: &Case<'_>, command: &Command) -> bool {
    let is_blind = case.output.is_none() && !rule.output.is_empty();
    is_blind && case.failure.culprit_command().is_some_and(|culprit| culprit.span != command.span)
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
    let mut outcome = interpret::apply(rule, case, command);
    if is_doubtful(rule, case, command) {
        let proposals = outcome.proposals.iter_mut();
        proposals.for_each(|proposal| proposal.distance = proposal.distance.max(DOUBTFUL));
    }
    if let Some(kind) = rule.rule.kind.filter(|_| !outcome.proposals.is_empty()) {
        cause.kinds.push((rule.rule.id.clone(), kind));
    }
    proposals.extend(outcome.proposals);
    if cause.text.is_none() {
        cause.kind = rule.rule.kind.filter(|_| outcome.because.is_some() && rule.rule.fix.is_empty());
        cause.is_certain = outcome.because.is_some() && rule.rule.applicability == Applicability::Certain;
        cause.is_sure = cause.is_certain && rule.rule.fix.is_empty();
        cause.text = outcome.because;
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::fixers::repair::tests::{fixes, world};

    #[test]
    fn a_status_alone_blames_the_command_that_set_it() {
        let mut world = world();
        world.files.insert(".gitignore".to_owned(), "a.txt\n".to_owned());
        let first = fixes("bash", "git add a.txt && git comit -m x", 1, None, &world).first().cloned();
        assert_eq!(first.as_deref(), Some("git add a.txt && git commit -m x"));
    }
}
