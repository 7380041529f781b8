//! Trigger words: every command line that is not simply allowed contains at least one. A shell looks for them
//! before it starts a process. Too many are harmless (an unneeded process), too few are not.
//!
//! (The filters handle `.`, which is everywhere, by its position.)
//!
//! A test runs the shells' filters over all lines of the project's tests and data, and compares them with the
//! policy: it fails if a new check has words that are missing here.

use std::collections::BTreeSet;

use programs::{Program, Role};

use super::{Policy, catalogue};

/// One word, and what else must be in the line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trigger {
    /// A whole word or part of a path, quotes and backslashes taken away. Letters, digits, `_ . + -`;
    /// at its end `*` for any more of these.
    pub word: String,
    /// One of these texts is somewhere in the line, or one of the next; none of both: the word alone
    /// is enough.
    pub with: Vec<String>,
    /// Whole words, of the same characters.
    pub beside: Vec<String>,
}

impl Trigger {
    fn alone(word: impl Into<String>) -> Self {
        Self { word: word.into(), with: Vec::new(), beside: Vec::new() }
    }
}

/// Groups of texts that records of programs name in `guard`.
const GROUPS: &[(&str, &[&str])] = table!("trigger_groups");
const TEXT: &str = "@text";
/// No other text is needed.
const ALWAYS: &str = "@always";

/// Words of the checks in Rust that name no program, each with texts: one of them must be there too.
const WORDS: &[(&str, &[&str])] = table!("triggers");

impl Policy {
    /// Every trigger; one word may occur more than once.
    pub fn triggers(&self) -> Vec<Trigger> {
        let mut all: Vec<Trigger> = of_checks().collect();
        all.extend(self.catalogue.triggers().flat_map(|trigger| of_catalogue(&trigger)));
        let blocked = self.lists.block.iter().map(|entry| longest(entry.program()).to_owned());
        all.extend(blocked.map(Trigger::alone));
        all
    }
}

fn of_checks() -> impl Iterator<Item = Trigger> {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let words = WORDS.iter().map(move |(word, with)| Trigger { with: owned(with), ..Trigger::alone(*word) });
    words.chain(programs::all().flat_map(of_program))
}

/// Returns the triggers of a program that the checks look at.
fn of_program(program: Program) -> Vec<Trigger> {
    let Some(with) = company(program) else { return Vec::new() };
    let trigger = |word: String| Trigger { with: with.clone(), ..Trigger::alone(word) };
    let name = program.name();
    let others = program.is(Role::Family).then(|| match program.language {
        Some(_) => format!("{name}.*"),
        None => format!("{name}*"),
    });
    let others = others.filter(|_| program.language.is_some() || program.is(Role::Disks));
    [Some(name.to_owned()), others].into_iter().flatten().map(trigger).collect()
}

/// Returns texts; a line with this program is worth a look if it has one of them, or if there are none.
/// `None`: the checks do not look at the program.
fn company(program: Program) -> Option<Vec<String>> {
    let is_client = program.language.is_some_and(|language| !language.is_scripting());
    if is_client
        || program.is_any(&[Role::Deletes, Role::Disks, Role::Ends, Role::Halts, Role::Attributes])
        || program.guard.contains(&ALWAYS)
    {
        return Some(Vec::new());
    }
    let by_default = program.is_interpreter().then_some(&TEXT);
    let with: Vec<&str> =
        program.guard.iter().chain(by_default).flat_map(|text| texts(text)).copied().collect();
    (!with.is_empty()).then(|| with.into_iter().map(str::to_owned).collect())
}

/// Returns the texts of a group, or the text itself.
fn texts<'t>(text: &'t &'static str) -> &'t [&'static str] {
    let group = GROUPS.iter().find(|(name, _)| name == text);
    group.map_or(std::slice::from_ref(text), |(_, texts)| texts)
}

/// More lines have these texts than the words that the catalogue wants, none less.
fn of_catalogue(trigger: &catalogue::Trigger) -> Vec<Trigger> {
    if longest(&trigger.program).is_empty() {
        // any program: then its words are what there is to look for
        return trigger.words.iter().map(|word| Trigger::alone(begun(word))).collect();
    }
    let (mut with, mut beside) = (BTreeSet::new(), BTreeSet::new());
    for word in &trigger.words {
        if word.starts_with('-') {
            with.insert(" -"); // letters of options stand together, and names may be cut short
        } else if is_word(word) {
            beside.insert(word.as_str());
        } else {
            with.insert(longest(word));
        }
    }
    // A pattern for anything is in every line, and small letters may be large ones.
    let is_free = with.contains("") || trigger.ignore_case;
    let all = |texts: BTreeSet<&str>| texts.into_iter().filter(|_| !is_free).map(str::to_owned).collect();
    vec![Trigger { word: begun(&trigger.program), with: all(with), beside: all(beside) }]
}

/// Of a pattern the part that a shell's filter sees as one word.
fn begun(pattern: &str) -> String {
    let word = longest(pattern).split([':', '/', '@', '%', ',']).max_by_key(|part| part.len()).unwrap_or("");
    let star = if pattern.contains('*') { "*" } else { "" };
    format!("{word}{star}")
}

/// Is it a word, to its end, in the eyes of a shell's filter?
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.+-".contains(&b))
}

/// The longest part of a pattern without a star, and without what a shell takes out of a word.
fn longest(pattern: &str) -> &str {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.+-:/@%,".contains(c);
    pattern.split(|c| !is_plain(c)).max_by_key(|part| part.len()).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_words() {
        for trigger in Policy::default().triggers() {
            let word = trigger.word.strip_suffix('*').unwrap_or(&trigger.word);
            assert!(is_word(word) && trigger.beside.iter().all(|word| is_word(word)), "{trigger:?}");
            assert!(trigger.with.iter().all(|text| !text.is_empty() && text.is_ascii()), "{trigger:?}");
        }
    }
}
