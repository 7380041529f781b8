//! What is dangerous by its words alone: program, sub-command, flags and operands, as data. What a
//! command does to paths and where its data flow is judged elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use syntax::{Edit, Span};

use super::{Invocation, Level, Target};
use crate::rules::RuleError;
use compiled::{Program, Rule};
use words::Words;

mod built_in;
mod compile;
mod compiled;
pub mod examples;
mod format;
pub(super) mod glob;
mod instead;
mod load;
mod matcher;
#[cfg(test)]
mod tests;
mod touched;
mod triggers;
mod words;

pub use built_in::files as built_in_files;
pub use load::{Listed, listed};
pub use triggers::Trigger;

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
    own: BTreeMap<String, Program>,
    /// Patterns of program names among `own`.
    patterns: Vec<String>,
    aliases: BTreeMap<String, Vec<String>>,
    /// Ids of the user's rules: they stand in the place of built-in ones of the same id.
    replaced: BTreeSet<String>,
}

/// The same for a built-in and an own name.
#[derive(Clone, Copy)]
enum Alias<'a> {
    BuiltIn(&'static [&'static str]),
    Own(&'a [String]),
}

impl Alias<'_> {
    fn words(self) -> Vec<String> {
        match self {
            Self::BuiltIn(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            Self::Own(words) => words.to_vec(),
        }
    }
}

impl Catalogue {
    /// Without rules of the user.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BUILT_IN: Catalogue = Catalogue {
            own: BTreeMap::new(),
            patterns: Vec::new(),
            aliases: BTreeMap::new(),
            replaced: BTreeSet::new(),
        };
        &BUILT_IN
    }

    /// Adds a file of the user's. What is wrong with it is returned; the rest applies.
    pub fn add(&mut self, file: &str, text: &str) -> Vec<RuleError> {
        let mut errors = Vec::new();
        let compiled = load::compile(file, text, &mut errors);
        self.aliases.extend(compiled.aliases);
        for (name, rules) in compiled.rules {
            self.replaced.extend(rules.iter().map(|rule| rule.id.clone()));
            if name.contains('*') {
                self.patterns.push(name.clone());
            }
            let grammar = compiled.grammars.get(&name);
            let program = self.own.entry(name.clone()).or_insert_with(|| Program {
                grammar: built_in::program(&name).map(|known| known.grammar.clone()).unwrap_or_default(),
                rules: Vec::new(),
            });
            if let Some(grammar) = grammar {
                program.grammar = grammar.clone();
            }
            program.rules.extend(rules);
        }
        errors
    }

    /// The rules that a command fits, worst first.
    #[must_use]
    pub fn hits(&self, invocation: &Invocation<'_>) -> Vec<Hit> {
        let name = invocation.program.strip_suffix(".exe").unwrap_or(invocation.program);
        let mut hits = Vec::new();
        self.look_up(name, &[], invocation, &mut hits);
        let own = self.aliases.get(name).map(|words| Alias::Own(words));
        if let Some(alias) = own.or_else(|| built_in::alias(name).map(Alias::BuiltIn)) {
            let words = alias.words();
            if let Some((program, prefix)) = words.split_first() {
                self.look_up(program, prefix, invocation, &mut hits);
            }
        }
        hits.sort_by_key(|hit| std::cmp::Reverse(hit.level));
        hits
    }

    /// The same for a program that nothing is known of: it may be told to delete something.
    #[must_use]
    pub fn hits_of_unknown(&self, invocation: &Invocation<'_>) -> Vec<Hit> {
        let mut hits = Vec::new();
        if !self.knows(invocation.program) && crate::vocabulary::built_in(invocation.program).is_none() {
            self.look_up(UNKNOWN_PROGRAM, &[], invocation, &mut hits);
        }
        hits
    }

    fn look_up(&self, name: &str, prefix: &[String], invocation: &Invocation<'_>, hits: &mut Vec<Hit>) {
        let in_any_case =
            || self.own_program(&name.to_ascii_lowercase()).filter(|own| own.grammar.ignore_case);
        if let Some(own) = self.own_program(name).or_else(in_any_case) {
            hits.extend(of_program(own, prefix, invocation));
        }
        if let Some(program) = built_in::program(name).or_else(|| of_any_case(name)) {
            let known = of_program(program, prefix, invocation);
            hits.extend(known.into_iter().filter(|hit| !self.replaced.contains(&hit.rule)));
        }
    }

    /// Does any rule or check know the program?
    #[must_use]
    pub fn knows(&self, program: &str) -> bool {
        self.own.contains_key(program)
            || built_in::program(program).is_some()
            || built_in::alias(program).is_some()
    }

    fn own_program(&self, name: &str) -> Option<&Program> {
        let fitting = self.patterns.iter().filter(|pattern| glob::matches(pattern, name, false));
        let pattern = || fitting.max_by_key(|pattern| pattern.len());
        self.own.get(name).or_else(|| self.own.get(pattern()?))
    }

    /// For each program of which words at least one must be there before any rule can fit.
    pub fn triggers(&self) -> impl Iterator<Item = Trigger> + '_ {
        triggers::of(self)
    }

    /// The user's rules, for lists.
    pub(super) fn own_rules(&self) -> impl Iterator<Item = (&str, &Rule)> {
        self.own
            .iter()
            .flat_map(|(name, program)| program.rules.iter().map(move |rule| (name.as_str(), rule)))
    }
}

/// A program of a system on which the case of names does not matter.
fn of_any_case(name: &str) -> Option<&'static Program> {
    let is_upper = |byte: u8| byte.is_ascii_uppercase();
    let lower = name.bytes().any(is_upper).then(|| name.to_ascii_lowercase())?;
    built_in::program(&lower).filter(|program| program.grammar.ignore_case)
}

fn of_program(program: &Program, prefix: &[String], invocation: &Invocation<'_>) -> Vec<Hit> {
    let words = Words::new(prefix, invocation.arguments, &program.grammar);
    let fits = matcher::fits(program, &words).into_iter();
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
