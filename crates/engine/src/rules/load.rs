//! Loads rule files. Of the built-in rules, decodes only those of the failed program whose text occurs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use datafiles::DataError;
use serde::Deserialize as _;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::format::{Rule, RuleFile};
use super::heads::{self, Entry};
use super::sources;
use crate::pattern::Pattern;
use crate::text::Text;
use policy::Policy;

/// The heads of the rules.
static HEADS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/heads.bin"));

/// The rules in compressed blocks.
static BLOCKS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/rules.bin"));

mod built_in {
    include!(concat!(env!("OUT_DIR"), "/rules.rs"));
}

/// A rule with its patterns compiled.
#[derive(Debug, Clone)]
pub struct CompiledRule {
    pub rule: Rule,
    pub output: Vec<Pattern>,
    pub unless: Vec<Pattern>,
    /// Patterns of `candidates.pattern`.
    pub candidates: Vec<Pattern>,
}

/// The user's rules, by program, and the policy that judges suggestions.
#[derive(Debug, Clone, Default)]
pub struct RuleSet {
    pub policy: Policy,
    own: BTreeMap<String, Vec<Arc<CompiledRule>>>,
}

impl RuleSet {
    /// Adds a user's file. Returns its errors; the valid rules apply.
    pub fn add(&mut self, file: &str, text: &str) -> Vec<DataError> {
        let mut errors = Vec::new();
        let (programs, rules) = parse(file, text, &mut errors);
        for rule in rules.into_iter().map(Arc::new) {
            let own = rule.rule.program.as_slice();
            let names = if own.is_empty() { programs.as_slice() } else { own };
            for program in names {
                self.own.entry(program.clone()).or_default().push(Arc::clone(&rule));
            }
        }
        errors
    }

    /// Returns a program's rules that may apply to this output, the user's first; `any` for the rules of
    /// every program.
    pub fn of(&self, program: &str, output: Option<&Text>) -> Vec<Arc<CompiledRule>> {
        let own = self.own.get(program).into_iter().flatten().filter(|rule| rule.may_match(output));
        let mut found: Vec<Arc<CompiledRule>> = own.cloned().collect();
        for (heads, blocks) in built_in_of(program) {
            found.extend(occurring(heads, blocks, output));
        }
        found.retain(|rule| {
            let only = rule.rule.program.as_slice();
            only.is_empty() || only.iter().any(|name| name == program)
        });
        found
    }
}

impl CompiledRule {
    /// Returns whether the texts of its patterns allow a match. A filter tests each of a user's thousands of
    /// rules in some nanoseconds; an index of all texts takes far longer to build than it saves.
    fn may_match(&self, output: Option<&Text>) -> bool {
        self.output.is_empty()
            || output.is_none_or(|text| self.output.iter().any(|pattern| text.contains(pattern.needle())))
    }
}

/// Returns the heads and the blocks of the built-in files about a program.
fn built_in_of(program: &str) -> impl Iterator<Item = (&'static [u8], &'static [u8])> {
    let name = format!("\n{program}\t");
    let rest = built_in::INDEX.split_once(name.as_str()).map_or("", |(_, rest)| rest);
    let places = rest.lines().next().unwrap_or_default().split(' ');
    places.filter_map(|place| {
        let (heads, blocks) = built_in::RULES.get(place.parse::<usize>().ok()?)?;
        Some((HEADS.get(heads.clone())?, BLOCKS.get(blocks.clone())?))
    })
}

/// The built-in rules used last, for processes that diagnose many failures. The key is the place of a rule: the
/// address of its block and its offset in the inflated block.
static COMPILED: Compiled = Compiled(Mutex::new(BTreeMap::new()));

/// Maximum number of built-in rules kept, some KiB each.
const MAX_COMPILED: usize = 256;

struct Compiled(Mutex<BTreeMap<(usize, usize), Arc<CompiledRule>>>);

impl Compiled {
    fn get_or_compile(
        &self,
        place: (usize, usize),
        compile: impl FnOnce() -> Option<CompiledRule>,
    ) -> Option<Arc<CompiledRule>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rule) = known.get(&place) {
            return Some(Arc::clone(rule));
        }
        let rule = Arc::new(compile()?);
        if known.len() >= MAX_COMPILED {
            known.clear();
        }
        known.insert(place, Arc::clone(&rule));
        Some(rule)
    }
}

/// Decodes the rules of a built-in file whose text occurs in the output; without output, those that need none.
fn occurring(heads: &[u8], mut blocks: &[u8], output: Option<&Text>) -> Vec<Arc<CompiledRule>> {
    let mut found = Vec::new();
    let (mut block, mut inflated, mut start): (&[u8], Option<Vec<u8>>, usize) = (&[], None, 0);
    for entry in heads::read(heads) {
        let head = match entry {
            Entry::Block(length) => {
                let Some(parts) = blocks.split_at_checked(length) else { break };
                (block, blocks) = parts;
                (inflated, start) = (None, 0);
                continue;
            }
            Entry::Rule(head) => head,
        };
        let range = start..start + head.length;
        start = range.end;
        let occurs = match output {
            Some(_) if head.is_blind() => !head.uncaptured,
            Some(text) => head.needles().any(|needle| text.find_bytes(needle).is_some()),
            None => head.is_blind() || head.uncaptured,
        };
        if occurs {
            found.extend(COMPILED.get_or_compile((block.as_ptr().addr(), range.start), || {
                let rules = inflated.get_or_insert_with(|| datafiles::inflate(block));
                let rule = rules.get(range).and_then(|body| postcard::from_bytes(body).ok());
                rule.and_then(|rule| compile(rule).ok())
            }));
        }
    }
    found
}

/// Returns all built-in files, including their examples.
pub fn built_in_files() -> Vec<datafiles::File> {
    datafiles::files(include_bytes!(concat!(env!("OUT_DIR"), "/rule_files.bin")))
}

/// Parses a file: its programs and its valid rules. If it is valid TOML, one wrong rule does not affect the others.
pub fn parse(file: &str, text: &str, errors: &mut Vec<DataError>) -> (Vec<String>, Vec<CompiledRule>) {
    let at = |error: &toml::de::Error| error.span().map_or(0, |span| line_at(text, span.start));
    let mut fail = |line: usize, message: String| {
        errors.push(DataError { file: file.to_owned(), line, message });
    };
    let parsed = DeTable::parse(text).and_then(|mut table| {
        let rules = table.get_mut().remove("rule").map(Spanned::into_inner);
        Ok((RuleFile::deserialize(toml::Deserializer::from(table))?, rules))
    });
    let (head, rules) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            fail(at(&error), error.message().to_owned());
            return Default::default();
        }
    };
    let programs = head.program.as_slice().to_vec();
    let mut right = Vec::new();
    let Some(DeValue::Array(rules)) = rules else { return (programs, right) };
    for value in rules {
        let id = value.get_ref().get("id").and_then(|id| id.get_ref().as_str());
        let id = id.unwrap_or("a rule without id").to_owned();
        match Rule::deserialize(ValueDeserializer::from(value)) {
            Ok(mut rule) => {
                rule.system = rule.system.or_else(|| head.system.clone());
                match within(rule, &programs).and_then(compile) {
                    Ok(rule) => right.push(rule),
                    Err(message) => fail(line_of(text, &id), format!("{id}: {message}")),
                }
            }
            Err(error) => fail(at(&error), format!("{id}: {}", error.message())),
        }
    }
    (programs, right)
}

/// Rejects a rule for a program that its file does not name, as it would never apply.
fn within(rule: Rule, programs: &[String]) -> Result<Rule, String> {
    match rule.program.as_slice().iter().find(|name| !programs.contains(name)) {
        Some(name) => Err(format!("`{name}` is not a program of this file")),
        None => Ok(rule),
    }
}

fn compile(rule: Rule) -> Result<CompiledRule, String> {
    let compile_all = |sources: &[String]| -> Result<Vec<Pattern>, String> {
        sources
            .iter()
            .map(|source| Pattern::new(source).map_err(|error| format!("pattern `{source}`: {error}")))
            .collect()
    };
    let has_condition = !rule.output.is_empty()
        || !rule.args.is_empty()
        || !rule.status.is_empty()
        || !rule.missing.is_empty();
    if !has_condition {
        return Err("a rule needs a condition: output, args, status or missing".to_owned());
    }
    let listed = rule.candidates.iter().flat_map(|c| c.source.as_slice());
    if let Some(source) = listed.chain(rule.facts.values()).find(|source| !sources::is_known(source)) {
        return Err(format!("unknown source `{source}`; there are: {}", sources::NAMES.join(", ")));
    }
    let candidates = rule.candidates.as_ref().map(|c| c.pattern.as_slice()).unwrap_or_default();
    Ok(CompiledRule {
        output: compile_all(rule.output.as_slice())?,
        unless: compile_all(rule.unless.as_slice())?,
        candidates: compile_all(candidates)?,
        rule,
    })
}

fn line_at(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

/// Returns the line of a rule's id, for messages.
pub(crate) fn line_of(text: &str, id: &str) -> usize {
    text.lines()
        .position(|line| line.trim_start().starts_with("id") && line.contains(id))
        .map_or(0, |at| at + 1)
}
