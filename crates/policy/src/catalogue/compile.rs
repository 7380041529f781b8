//! Compiles a file to rules ready to match; shared with the build script.

use std::collections::BTreeMap;

use super::compiled::{Flag, Flags, Grammar, Instead, Operands, Rule, Step, Touch};
use datafiles::Many;

use super::format::{FileFormat, InsteadFormat, ProgramFormat, RuleFormat};
use super::glob;

/// A compiled file.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// Program → its rules.
    pub rules: BTreeMap<String, Vec<Rule>>,
    /// Program → its grammar, if the file has one.
    pub grammars: BTreeMap<String, Grammar>,
    /// Other name → program and words.
    pub aliases: BTreeMap<String, Vec<String>>,
    /// Id of a rule, and its error.
    pub errors: Vec<(String, String)>,
}

/// Maximum number of steps in a user's rule.
const MAX_STEPS: usize = 30;

pub fn compile(file: &FileFormat) -> File {
    let mut compiled = File::default();
    for (name, program) in &file.program {
        for other in program.also.as_slice() {
            let (other, words) = other.split_once('=').unwrap_or((other, name));
            let words = words.split_whitespace().map(str::to_owned).collect();
            compiled.aliases.insert(other.trim().to_owned(), words);
        }
    }
    for rule in &file.rule {
        match programs(rule) {
            Ok(found) => {
                for (name, rule) in found {
                    compiled.rules.entry(name).or_default().push(rule);
                }
            }
            Err(message) => compiled.errors.push((rule.id.clone(), format!("{}: {message}", rule.id))),
        }
    }
    for (name, format) in &file.program {
        match glob::expand(name).and_then(|names| Ok((names, grammar(format)?))) {
            Ok((names, grammar)) => {
                compiled.grammars.extend(names.into_iter().map(|name| (name, grammar.clone())));
            }
            Err(message) => compiled.errors.push((name.clone(), format!("[program.{name}]: {message}"))),
        }
    }
    compiled
}

fn grammar(format: &ProgramFormat) -> Result<Grammar, String> {
    Ok(Grammar {
        valued: format.valued.as_slice().to_vec(),
        switches: format.switches.as_slice().to_vec(),
        abbreviations: format.abbreviations,
        single_dash: format.single_dash,
        ignore_case: format.ignore_case,
        harmless_flags: flags(&format.harmless_flags)?,
        harmless_words: format.harmless_words.as_slice().to_vec(),
    })
}

/// Returns the rule for each program that its commands name.
fn programs(format: &RuleFormat) -> Result<Vec<(String, Rule)>, String> {
    let mut paths: BTreeMap<String, Vec<Vec<Step>>> = BTreeMap::new();
    for command in format.command.as_slice() {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("`command` is empty; write `program word …`")?;
        let steps: Vec<Step> = words.map(step).collect::<Result<_, _>>()?;
        if steps.len() > MAX_STEPS {
            return Err(format!("`command` has more than {MAX_STEPS} words"));
        }
        for program in glob::expand(program)? {
            if program.starts_with('-') {
                return Err(format!("`{program}` is not a program; flags go in `flags`"));
            }
            paths.entry(program).or_default().push(steps.clone());
        }
    }
    if paths.is_empty() {
        return Err("`command` is empty; write `program word …`".into());
    }
    if !format.id.contains('/') {
        return Err("an id is `area/problem`".into());
    }
    let rule = Rule {
        id: format.id.clone(),
        level: format.level,
        because: format.because.clone(),
        paths: Vec::new(),
        flags: Flags {
            any: flags(&format.flags.any)?,
            all: format.flags.all.as_slice().iter().map(|text| either(text)).collect::<Result<_, _>>()?,
            none: flags(&format.flags.none)?,
        },
        operands: Operands {
            any: patterns(&format.operands.any)?,
            all: patterns(&format.operands.all)?,
            none: patterns(&format.operands.none)?,
            at_least: count(format.operands.at_least),
            at_most: format.operands.at_most.map(count),
        },
        instead: format.instead.as_ref().map(instead).transpose()?,
        touches: format.touches.as_slice().iter().map(|name| touch(name)).collect::<Result<_, _>>()?,
    };
    Ok(paths.into_iter().map(|(name, paths)| (name, Rule { paths, ..rule.clone() })).collect())
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn step(word: &str) -> Result<Step, String> {
    match word {
        "**" => Ok(Step::Any),
        word if word.starts_with('-') => Err(format!("`{word}` in `command`: flags go in `flags`")),
        word => glob::expand(word).map(Step::Word),
    }
}

fn patterns(many: &Many<String>) -> Result<Vec<String>, String> {
    let expanded: Vec<Vec<String>> =
        many.as_slice().iter().map(|pattern| glob::expand(pattern)).collect::<Result<_, _>>()?;
    Ok(expanded.concat())
}

fn flags(many: &Many<String>) -> Result<Vec<Flag>, String> {
    many.as_slice().iter().map(|text| flag(text)).collect()
}

/// `-f|--force`
fn either(text: &str) -> Result<Vec<Flag>, String> {
    match text.contains(['=', '(']) {
        true => Ok(vec![flag(text)?]),
        false => text.split('|').map(flag).collect(),
    }
}

fn flag(text: &str) -> Result<Flag, String> {
    if !text.starts_with(['-', '/', '+']) {
        return Err(format!("`{text}` is not a flag: `-f`, `--force` or `--force=value`"));
    }
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(glob::expand(value)?)),
        None => (text, None),
    };
    Ok(Flag { name: name.to_owned(), value })
}

fn instead(format: &InsteadFormat) -> Result<Instead, String> {
    let pairs = |map: &BTreeMap<String, String>| map.clone().into_iter().collect::<Vec<_>>();
    let mut found: Vec<Instead> = Vec::new();
    if !format.replace.is_empty() {
        found.push(Instead::Flags(pairs(&format.replace)));
    }
    if !format.word.is_empty() {
        found.push(Instead::Words(pairs(&format.word)));
    }
    found.extend(format.insert.clone().map(Instead::Insert));
    found.extend(format.before.clone().map(Instead::Before));
    found.extend(format.whole.clone().map(Instead::Whole));
    match (found.pop(), found.is_empty()) {
        (Some(instead), true) => Ok(instead),
        _ => Err("`instead` has exactly one of `replace`, `word`, `insert`, `before`, `whole`".into()),
    }
}

fn touch(name: &str) -> Result<Touch, String> {
    match name {
        "working_tree" => Ok(Touch::WorkingTree),
        "untracked" => Ok(Touch::Untracked),
        "branch" => Ok(Touch::Branch),
        "stashes" => Ok(Touch::Stashes),
        "remote" => Ok(Touch::Remote),
        "trust" => Ok(Touch::Trust),
        _ => {
            let known = "working_tree, untracked, branch, stashes, remote, trust";
            Err(format!("`touches` takes {known}, not `{name}`"))
        }
    }
}
