//! Commands that are dangerous by their words alone: program, sub-command, flags and operands, as data.
//! Effects on paths and data flow are judged elsewhere.

use std::sync::OnceLock;

use syntax::{Edit, Span};

use super::{Invocation, Level, Target};
use compiled::{Grammar, Program, Rule};
use own::Own;
use words::Words;

mod built_in;
mod compile;
mod compiled;
pub mod examples;
mod format;
mod glob;
mod instead;
mod load;
mod matcher;
mod needed;
mod own;
#[cfg(test)]
mod tests;
mod touched;
mod triggers;
mod words;

pub use built_in::files as built_in_files;
pub use load::{Listed, errors, listed};
pub use triggers::Trigger;
pub use words::MAX_WORDS;

/// The name under which rules stand that are about programs nothing is known of.
const UNKNOWN_PROGRAM: &str = "any";

/// A rule that a command fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// `area/problem`.
    pub rule: String,
    pub level: Level,
    /// One line for the user.
    pub because: String,
    /// A change of the judged text that makes it milder.
    pub instead: Option<Edit>,
    /// The command.
    pub span: Span,
    /// What could be counted.
    pub targets: Vec<Target>,
}

/// Rules of the user on top of the built-in ones.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    own: Own,
}

impl Catalogue {
    /// Without rules of the user.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: OnceLock<Catalogue> = OnceLock::new();
        BUILT_IN.get_or_init(Self::default)
    }

    /// Adds a file of the user's. What is wrong in it has no effect; [`errors`] says what that is.
    pub fn add(&mut self, text: &str) {
        self.own.add(text);
    }

    /// The rules that a command fits, worst first.
    pub fn hits(&self, invocation: &Invocation<'_>) -> Vec<Hit> {
        let name = invocation.program.strip_suffix(".exe").unwrap_or(invocation.program);
        let mut hits = Vec::new();
        self.look_up(name, &[], invocation, &mut hits);
        let own = self.own.alias(name).map(<[String]>::to_vec);
        let known =
            || built_in::alias(name).map(|words| words.iter().map(|word| (*word).to_owned()).collect());
        if let Some(words) = own.or_else(known)
            && let Some((program, prefix)) = words.split_first()
        {
            self.look_up(program, prefix, invocation, &mut hits);
        }
        hits.sort_by_key(|hit| std::cmp::Reverse(hit.level));
        hits
    }

    /// The same for a program that nothing is known of: it may be told to delete something.
    pub fn hits_of_unknown(&self, invocation: &Invocation<'_>) -> Vec<Hit> {
        let mut hits = Vec::new();
        if !self.knows(invocation.program) && facts::vocabulary::built_in(invocation.program).is_none() {
            self.look_up(UNKNOWN_PROGRAM, &[], invocation, &mut hits);
        }
        hits
    }

    fn look_up(&self, name: &str, prefix: &[String], invocation: &Invocation<'_>, hits: &mut Vec<Hit>) {
        if let Some((grammar, rules)) = self.own.program(name) {
            hits.extend(fitting(grammar, rules.into_iter(), prefix, invocation));
        }
        if let Some(program) = built_in::program(name).or_else(|| of_any_case(name)) {
            let known = fitting(&program.grammar, program.rules.iter(), prefix, invocation);
            hits.extend(known.into_iter().filter(|hit| !self.own.replaces(&hit.rule)));
        }
    }

    /// Does any rule or check know the program?
    pub fn knows(&self, program: &str) -> bool {
        self.own.knows(program) || built_in::program(program).is_some() || built_in::alias(program).is_some()
    }

    /// Returns words for each program; without one of them no rule can match.
    pub fn triggers(&self) -> impl Iterator<Item = Trigger> + '_ {
        triggers::collect(self)
    }
}

/// A program of a system on which the case of names does not matter.
fn of_any_case(name: &str) -> Option<&'static Program> {
    let is_upper = |byte: u8| byte.is_ascii_uppercase();
    let lower = name.bytes().any(is_upper).then(|| name.to_ascii_lowercase())?;
    built_in::program(&lower).filter(|program| program.grammar.ignore_case)
}

fn fitting<'r>(
    grammar: &Grammar,
    rules: impl Iterator<Item = &'r Rule>,
    prefix: &[String],
    invocation: &Invocation<'_>,
) -> Vec<Hit> {
    let words = Words::new(prefix, invocation.arguments, grammar);
    let fits = matcher::fits(grammar, rules, &words).into_iter();
    let hit = |fit: matcher::Fit<'_>| Hit {
        rule: fit.rule.id.clone(),
        level: fit.rule.level,
        because: fit.rule.because.clone(),
        instead: instead::edit(&fit, &words, invocation),
        span: invocation.span,
        targets: touched::targets(&fit, &words),
    };
    fits.map(hit).collect()
}
