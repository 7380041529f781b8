//! Turns a model's proposals into suggestions. Each line is parsed for the user's shell, its programs are
//! looked up, and the policy judges it at its strictest. Rejected lines are reported so that the model can
//! be asked once more.

use engine::{Applicability, Origin, Suggestion};
use facts::World;
use policy::{Coverage, deceptive};
use policy::{Level, Policy, Reason, Verdict};
use syntax::{Edit, Script, Span};

use crate::Asked;
use crate::dropped::{Dropped, Fault};
use crate::reply::{Command, Need, Reply, Risk, placeholders};

mod interactive;
mod join;
mod merge;
mod outside;
mod programs;

pub use join::join;
pub use merge::merge;
pub use programs::missing as missing_program;

/// Accepted and rejected proposals of a reply.
#[derive(Debug, Clone, Default)]
pub struct Vetted {
    /// Best first, at most `1 +` [`Asked::alternatives`]; never [`Applicability::Certain`].
    pub suggestions: Vec<Suggestion>,
    pub dropped: Vec<Dropped>,
}

/// Vets the proposals of a reply. Never fails, runs nothing.
pub fn suggestions(reply: &Reply, asked: &Asked<'_>, world: &dyn World, policy: &Policy) -> Vetted {
    let mut vetted = Vetted::default();
    for command in &reply.commands {
        match suggestion(command, reply, asked, world, policy) {
            Ok(new) if vetted.suggestions.iter().any(|old| old.text == new.text) => {}
            Ok(new) => vetted.suggestions.push(new),
            Err(because) => vetted.dropped.push(Dropped { command: command.steps.join("\n"), because }),
        }
    }
    vetted.suggestions.truncate(1 + asked.alternatives);
    // dangerous suggestions never come before harmless ones
    vetted.suggestions.sort_by_key(|suggestion| suggestion.verdict.level.is_dangerous());
    vetted
}

fn suggestion(
    command: &Command,
    reply: &Reply,
    asked: &Asked<'_>,
    world: &dyn World,
    policy: &Policy,
) -> Result<Suggestion, Fault> {
    for step in &command.steps {
        parses(step, asked)?;
    }
    let text = join(&command.steps, asked.dialect);
    let plain = parses(&text, asked)?;
    if asked.failed.is_some_and(|failed| is_same(failed, &plain)) {
        return Err(Fault::Same);
    }
    if let Some(program) = programs::missing(&plain, world) {
        return Err(Fault::Missing(program));
    }
    let verdict = strict(policy.assess_strict(&plain.text, asked.dialect, world), reply.risk, &plain.text);
    if verdict.level == Level::Deny {
        let because = verdict.reasons.into_iter().next().map(|reason| reason.because);
        return Err(Fault::Denied(because.unwrap_or_default()));
    }
    let applicability =
        if command.has_placeholders { Applicability::HasPlaceholders } else { Applicability::Likely };
    Ok(Suggestion {
        edit: Edit::new(),
        because: because(command, reply, asked, &plain),
        text,
        origin: Origin::Llm { provider: asked.provider.to_owned(), model: asked.model.to_owned() },
        applicability,
        verdict,
    })
}

/// Parses a text with its placeholders filled. Fails unless it is complete, well-formed and not deceptive.
fn parses(text: &str, asked: &Asked<'_>) -> Result<Script, Fault> {
    let deception = deceptive::scan(text).into_iter().find(|found| found.level >= Level::Confirm);
    if let Some(found) = deception {
        return Err(Fault::Deceptive(found.because));
    }
    if text.contains(char::REPLACEMENT_CHARACTER) {
        return Err(Fault::Deceptive("part of it is not text".to_owned()));
    }
    let script = Script::parse(&placeholders::filled(text, &placeholders::find(text)), asked.dialect);
    if script.is_well_formed() == Some(false) || script.is_unfinished() {
        let what = engine::explain::syntax_error(&script);
        return Err(Fault::Syntax(what.unwrap_or_else(|| "it is incomplete".to_owned())));
    }
    Ok(script)
}

/// Returns whether two texts have the same words, ignoring blanks.
fn is_same(failed: &str, script: &Script) -> bool {
    fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split_whitespace()
    }
    words(failed).eq(words(&script.text))
}

/// Raises the verdict to `confirm` if the policy analysed the command only partly, or if the model itself
/// calls it destructive.
fn strict(mut verdict: Verdict, risk: Risk, text: &str) -> Verdict {
    let mut confirm = |rule: &str, because: &str| {
        if verdict.level < Level::Confirm {
            verdict.level = Level::Confirm;
            let (span, level) = (Span::new(0, text.len()), Level::Confirm);
            let reason = Reason { rule: rule.to_owned(), because: because.to_owned(), span, level };
            verdict.reasons.insert(0, reason); // worst first
            verdict.reasons.truncate(Verdict::MAX_REASONS);
        }
    };
    if verdict.coverage == Coverage::Partial {
        confirm("llm/not-understood", "Could only be partly analysed.");
    }
    if risk == Risk::Destructive {
        confirm("llm/risk", "The model itself calls it destructive.");
    }
    verdict
}

/// Returns one line with the model's reason and notes for the user.
fn because(command: &Command, reply: &Reply, asked: &Asked<'_>, script: &Script) -> String {
    let mut notes: Vec<String> = reply.why.iter().cloned().collect();
    let names = outside::names(script, asked);
    if !names.is_empty() {
        notes.push(format!("from program output: {}", names.join(", ")));
    }
    if reply.needs.contains(&Need::Network) {
        notes.push("needs the network".to_owned());
    }
    notes.extend(interactive::program(script).map(|program| format!("{program} takes over the terminal")));
    if command.was_straightened {
        notes.push("typographic characters were corrected".to_owned());
    }
    if notes.is_empty() { "proposed by the model".to_owned() } else { notes.join(" · ") }
}
