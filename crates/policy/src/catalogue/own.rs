//! The user's rules. A thousand of them cost nothing until their program is used: TOML costs 70 µs per KB, so
//! that at first only ids and program names are read, and a rule is parsed when a command names its program.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, OnceLock};

use super::compiled::{Grammar, Rule};
use super::{built_in, glob, load};
use facts::glob::stars;

/// One `[[rule]]`, or a section too complex for the quick scan.
#[derive(Debug, Clone)]
struct Section {
    text: String,
    rules: OnceLock<BTreeMap<String, Vec<Rule>>>,
}

impl Section {
    fn rules(&self) -> &BTreeMap<String, Vec<Rule>> {
        self.rules.get_or_init(|| load::compile("", &self.text, &mut Vec::new()).rules)
    }
}

#[derive(Debug, Clone, Default)]
pub struct Own {
    sections: Vec<Section>,
    /// Program name or pattern → its sections.
    index: BTreeMap<String, Vec<usize>>,
    /// The names that are patterns.
    patterns: Vec<String>,
    grammars: BTreeMap<String, Grammar>,
    aliases: BTreeMap<String, Vec<String>>,
    /// Id → its section.
    ids: BTreeMap<String, usize>,
}

impl Own {
    pub fn add(&mut self, text: &str) {
        for section in sections(text) {
            match glance(section) {
                Some((id, programs)) => {
                    self.ids.insert(id, self.sections.len());
                    self.push(section, OnceLock::new(), programs);
                }
                None => {
                    let compiled = load::compile("", section, &mut Vec::new());
                    self.grammars.extend(compiled.grammars);
                    self.aliases.extend(compiled.aliases);
                    let rules = compiled.rules;
                    let ids = rules.values().flatten().map(|rule| (rule.id.clone(), self.sections.len()));
                    self.ids.extend(ids);
                    let programs = rules.keys().cloned().collect();
                    self.push("", OnceLock::from(rules), programs);
                }
            }
        }
    }

    fn push(&mut self, text: &str, rules: OnceLock<BTreeMap<String, Vec<Rule>>>, programs: BTreeSet<String>) {
        for program in programs {
            if program.contains('*') && !self.index.contains_key(&program) {
                self.patterns.push(program.clone());
            }
            self.index.entry(program).or_default().push(self.sections.len());
        }
        self.sections.push(Section { text: text.to_owned(), rules });
    }

    pub fn knows(&self, program: &str) -> bool {
        !self.index.is_empty() && self.name_of(program).is_some()
    }

    /// Returns whether a valid user rule replaces the built-in one with this id.
    pub fn replaces(&self, id: &str) -> bool {
        let section = self.ids.get(id).and_then(|place| self.sections.get(*place));
        section.is_some_and(|section| !section.rules().is_empty())
    }

    pub fn alias(&self, name: &str) -> Option<&[String]> {
        self.aliases.get(name).map(Vec::as_slice)
    }

    pub fn aliases(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.aliases.iter().map(|(name, words)| (name.as_str(), words.as_slice()))
    }

    pub fn programs(&self) -> impl Iterator<Item = &str> {
        self.index.keys().map(String::as_str)
    }

    /// Returns the name under which a program's rules are stored.
    fn name_of(&self, program: &str) -> Option<&str> {
        if let Some((name, _)) = self.index.get_key_value(program) {
            return Some(name);
        }
        let fitting = self.patterns.iter().filter(|pattern| stars(pattern, program, false));
        fitting.max_by_key(|pattern| pattern.len()).map(String::as_str)
    }

    /// Returns a program's rules, and how it reads its words.
    pub fn program(&self, name: &str) -> Option<(&Grammar, Vec<&Rule>)> {
        static PLAIN: LazyLock<Grammar> = LazyLock::new(Grammar::default);
        if self.index.is_empty() {
            return None;
        }
        let find = |name: &str| self.name_of(name).map(|name| (name, self.grammar(name)));
        let lower =
            || find(&name.to_ascii_lowercase()).filter(|(_, grammar)| grammar.is_some_and(|g| g.ignore_case));
        let (name, grammar) = find(name).or_else(lower)?;
        let places = self.index.get(name)?;
        let sections = places.iter().filter_map(|place| self.sections.get(*place));
        let rules = sections.filter_map(|section| section.rules().get(name)).flatten().collect();
        Some((grammar.unwrap_or(&PLAIN), rules))
    }

    fn grammar(&self, name: &str) -> Option<&Grammar> {
        self.grammars.get(name).or_else(|| built_in::program(name).map(|known| &known.grammar))
    }
}

/// Splits the file before each `[[rule]]` and each `[program…]`.
fn sections(text: &str) -> Vec<&str> {
    let is_head = |line: &str| line.starts_with("[[rule]]") || line.starts_with("[program");
    let mut starts = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if is_head(line) && at > 0 {
            starts.push(at);
        }
        at += line.len();
    }
    starts.push(text.len());
    starts.windows(2).filter_map(|pair| text.get(*pair.first()?..*pair.get(1)?)).collect()
}

/// Returns id and programs of a simply written rule: `id = "…"` and `command = "…"` or a list of strings in
/// double quotes, without backslashes.
fn glance(section: &str) -> Option<(String, BTreeSet<String>)> {
    if !section.starts_with("[[rule]]") || section.contains("\"\"\"") || section.contains("'''") {
        return None;
    }
    let id = strings(value(section, "id")?)?.into_iter().next()?;
    let mut programs = BTreeSet::new();
    for command in strings(value(section, "command")?)? {
        programs.extend(glob::expand(command.split_whitespace().next()?).ok()?);
    }
    Some((id.to_owned(), programs))
}

/// Returns what follows `key =` at the beginning of a line.
fn value<'t>(section: &'t str, key: &str) -> Option<&'t str> {
    let mut at = 0;
    for line in section.split_inclusive('\n') {
        let behind =
            line.strip_prefix(key).and_then(|rest| rest.trim_start_matches([' ', '\t']).strip_prefix('='));
        if let Some(behind) = behind {
            return section.get(at + line.len() - behind.len()..);
        }
        at += line.len();
    }
    None
}

/// Parses one string in double quotes, or a list of them.
fn strings(value: &str) -> Option<Vec<&str>> {
    let value = value.trim_start_matches([' ', '\t']);
    let Some(mut rest) = value.strip_prefix('[') else {
        return Some(vec![string(value)?.0]);
    };
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\n', '\r', ',']);
        if rest.starts_with(']') {
            return Some(found);
        }
        let (text, behind) = string(rest)?;
        found.push(text);
        rest = behind;
    }
}

fn string(text: &str) -> Option<(&str, &str)> {
    let (inside, behind) = text.strip_prefix('"')?.split_once('"')?;
    (!inside.contains(['\\', '\n'])).then_some((inside, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_rules_are_read_at_a_glance() {
        let rule = "[[rule]]\nid = \"a/b\" # why\ncommand = [\n  \"(x|y) z\", \"w\",\n]\nbecause = \"\"\n";
        let (id, programs) = glance(rule).unwrap();
        assert_eq!(id, "a/b");
        assert_eq!(programs.into_iter().collect::<Vec<_>>(), ["w", "x", "y"]);
        for odd in [
            "[program.x]\n",
            "[[rule]]\nid='a/b'\ncommand=\"x\"",
            "[[rule]]\nid=\"a\"\ncommand=\"\\u0078\"",
            "",
        ] {
            assert!(glance(odd).is_none(), "{odd}");
        }
    }

    #[test]
    fn a_file_is_divided_and_nothing_lost() {
        let text =
            "# head\n[program.x]\nvalued = []\n[[rule]]\nid = \"a/b\"\n[rule.flags]\nany = []\n[[rule]]\n";
        let parts = sections(text);
        assert_eq!(parts.concat(), text);
        assert_eq!(parts.len(), 4);
    }
}
