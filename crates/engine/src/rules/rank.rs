//! Turns proposals into suggestions: adds companions, verifies, judges and sorts.

use syntax::{Dialect, Edit, Script, Span};

use super::{Case, Proposal, destructive, finished, fixers, guard, second_look, startable};
use crate::diagnosis::{Applicability, Diagnosis, Origin, Suggestion};
use policy::{Level, Policy};

/// Verifies, completes, judges and sorts; returns at most [`Diagnosis::MAX_SUGGESTIONS`]. Drops what the
/// policy denies.
pub fn rank(case: &Case<'_>, policy: &Policy, proposals: Vec<Proposal>) -> Vec<Suggestion> {
    let failure = case.failure;
    let text = &failure.record.text;
    let companions = fixers::companions(case);
    let mut suggestions: Vec<(Suggestion, u32)> = Vec::new();
    for proposal in proposals {
        let is_guess = fixers::is_fixer(&proposal.rule);
        if failure.reported && is_guess && proposal.applicability == Applicability::HasPlaceholders {
            continue;
        }
        let mut edit = proposal.edit;
        for (span, companion) in &companions {
            if edit.is_within(*span) {
                continue; // the proposal already fixes this command in its own way
            }
            if let Some(joined) = edit.clone().and(companion) {
                edit = joined;
            }
        }
        let mut mended = edit.apply(text);
        if proposal.distance > 0 && proposal.applicability == Applicability::Certain {
            let complete = second_look::complete(case, mended.clone());
            if complete != mended {
                edit = Edit::new().replace(Span::new(0, text.len()), complete.clone());
                mended = complete;
            }
        }
        if let Some(start) = finished::rest(case, |span| edit.is_within(span))
            && let Some(rest) = mended.get(start..).map(str::to_owned)
        {
            edit = Edit::new().replace(Span::new(0, text.len()), rest.clone());
            mended = rest;
        }
        if let Some(joined) = joined(&mended, text, failure.record.dialect) {
            edit = Edit::new().replace(Span::new(0, text.len()), joined.clone());
            mended = joined;
        }
        if mended.trim() == text.trim()
            || mended.trim().is_empty()
            || suggestions.iter().any(|(s, _)| s.text == mended)
        {
            continue;
        }
        let script = Script::parse(&mended, failure.record.dialect);
        if script.issues.len() > failure.script.issues.len() {
            continue; // drop fixes that no longer parse
        }
        if !fixers::is_fixer(&proposal.rule) && startable::calls_missing_program(case, &script) {
            continue; // fixers look for themselves
        }
        if proposal.distance > 0
            && (script.commands.iter().any(|command| guard::overwrites_input(command, &script))
                || destructive::guesses_operand(&failure.script, &script, case.world))
        {
            continue;
        }
        let verdict = policy.assess(&mended, failure.record.dialect, case.world);
        if verdict.level == Level::Deny {
            continue;
        }
        let suggestion = Suggestion {
            edit,
            text: mended,
            because: proposal.because,
            origin: Origin::Rule(proposal.rule),
            applicability: proposal.applicability,
            verdict,
        };
        suggestions.push((suggestion, proposal.distance));
    }
    give_way(&mut suggestions);
    suggestions.sort_by_key(|(s, distance)| (s.verdict.level.is_dangerous(), s.applicability, *distance));
    suggestions.truncate(Diagnosis::MAX_SUGGESTIONS);
    suggestions.into_iter().map(|(suggestion, _)| suggestion).collect()
}

/// Joins added steps with `;` in shells without `&&`: Windows PowerShell and nushell.
fn joined(mended: &str, text: &str, dialect: Dialect) -> Option<String> {
    let lacks = matches!(dialect, Dialect::PowerShell | Dialect::Nu);
    (lacks && !text.contains("&&") && mended.contains(" && ")).then(|| mended.replace(" && ", "; "))
}

/// Fixers that yield to rules for the program's own message, which know more about it.
const YIELDING: [&str; 3] = ["any/needs-privilege", "any/misspelt-option", "any/misspelt-subcommand"];

/// Puts `sudo`, other options and other subcommands behind the fixes of rules for the program's own message.
fn give_way(suggestions: &mut [(Suggestion, u32)]) {
    let is_of = |suggestion: &Suggestion, fits: fn(&str) -> bool| matches!(&suggestion.origin, Origin::Rule(id) if fits(id));
    if suggestions.iter().any(|(suggestion, _)| is_of(suggestion, |id| !fixers::is_fixer(id))) {
        for (suggestion, distance) in suggestions {
            if is_of(suggestion, |id| YIELDING.contains(&id)) {
                (suggestion.applicability, *distance) = (Applicability::Likely, (*distance).max(1));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixers::repair::tests::{fixes, world};

    #[test]
    fn steps_are_joined_as_the_shell_can_read_them() {
        let mut world = world();
        world.programs.push("dotnet".to_owned());
        let said = "No executable found matching command \"dotnet-ef\"\n";
        for (shell, between) in [("bash", " && "), ("powershell", "; "), ("nu", "; ")] {
            let found = fixes(shell, "dotnet ef", 1, Some(said), &world);
            let step = format!("dotnet tool install --global dotnet-ef{between}dotnet ef");
            assert_eq!(found.first(), Some(&step), "{shell}");
        }
    }
}
