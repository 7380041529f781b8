//! The Enter guard's words, in the shells' languages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use programs::{Program, Role};
use syntax::{Dialect, quote};

/// One word, and what else the line must contain: one of the texts or words; if there are none, the word is
/// enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Letters, digits, `_ . + -`; a final `*` matches any more of these.
    pub word: String,
    /// Texts anywhere in the line.
    pub with: Vec<String>,
    /// Whole words of the same characters.
    pub beside: Vec<String>,
}

/// The required company of a word, merged from several entries.
#[derive(Debug, Default, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Group<'a> {
    with: BTreeSet<&'a str>,
    beside: BTreeSet<&'a str>,
}

impl Group<'_> {
    fn is_empty(&self) -> bool {
        self.with.is_empty() && self.beside.is_empty()
    }

    /// Drops texts that contain another one.
    fn shortened(mut self) -> Self {
        let texts = self.with.clone();
        self.with.retain(|text| !texts.iter().any(|other| other != text && text.contains(other)));
        self.beside.retain(|word| !texts.iter().any(|text| word.contains(text)));
        self
    }
}

/// Merges the entries of each word.
fn merged(words: &[Word]) -> BTreeMap<&str, Group<'_>> {
    let mut all: BTreeMap<&str, Option<Group<'_>>> = BTreeMap::new();
    for Word { word, with, beside } in words {
        let known = all.entry(word).or_insert_with(|| Some(Group::default()));
        match known {
            Some(group) if !with.is_empty() || !beside.is_empty() => {
                group.with.extend(with.iter().map(String::as_str));
                group.beside.extend(beside.iter().map(String::as_str));
            }
            _ => *known = None,
        }
    }
    all.into_iter().map(|(word, group)| (word, group.unwrap_or_default().shortened())).collect()
}

/// The table of words, as a guard reads it on first use: it has thousands of words, and most started shells
/// never need it.
struct Table<'a> {
    /// Prefixes made of letters only.
    letters: Vec<&'a str>,
    /// Other prefixes, and the letters they begin with.
    stems: Vec<&'a str>,
    heads: BTreeSet<&'a str>,
    /// Word and group: 1 means the word is enough.
    words: Vec<(&'a str, usize)>,
    /// Groups from number 2.
    groups: Vec<Group<'a>>,
}

impl<'a> Table<'a> {
    fn new(words: &'a [Word]) -> Self {
        let merged = merged(words);
        let stems = || merged.keys().filter_map(|word| word.strip_suffix('*'));
        let head = |stem: &'a str| {
            stem.split(|c: char| !c.is_ascii_alphabetic())
                .next()
                .filter(|head| !head.is_empty())
                .unwrap_or(stem)
        };
        let groups: BTreeSet<_> = merged.values().filter(|group| !group.is_empty()).cloned().collect();
        let groups: Vec<_> = groups.into_iter().collect();
        let places: BTreeMap<&Group<'_>, usize> = groups.iter().zip(2..).collect();
        let place = |group: &Group<'_>| places.get(group).copied().unwrap_or(1);
        let words = merged.iter().filter(|(word, _)| !word.ends_with('*'));
        let words = words.map(|(word, group)| (*word, place(group))).collect();
        Self {
            letters: stems().filter(|stem| head(stem) == *stem).collect(),
            stems: stems().filter(|stem| head(stem) != *stem).collect(),
            heads: stems().filter(|stem| head(stem) != *stem).map(head).collect(),
            words,
            groups,
        }
    }

    /// Joins one text per group, so that a group's number, from 0, is its index.
    fn column(&self, text: impl Fn(&Group<'a>) -> String) -> String {
        let texts = ["", ""].map(String::from).into_iter().chain(self.groups.iter().map(text));
        texts.collect::<Vec<_>>().join("\u{1f}")
    }

    /// Returns the words with their meaning for bash and zsh: an index, `+` for a word that others require.
    /// Words with the same initial share one text: a shell reads a few long texts much faster than thousands
    /// of short ones.
    fn entries(&self) -> BTreeMap<char, String> {
        let mut entries: BTreeMap<char, String> = BTreeMap::new();
        for (word, value) in self.values() {
            let begun = word.chars().next().map(|first| entries.entry(first).or_insert_with(|| " ".into()));
            let _ = begun.map(|text| write!(text, "{word}={value} "));
        }
        entries
    }

    fn values(&self) -> BTreeMap<&'a str, String> {
        let beside = self.groups.iter().flat_map(|group| group.beside.iter());
        let mut values: BTreeMap<_, _> = beside.map(|word| (*word, String::from("+"))).collect();
        for (word, place) in &self.words {
            let value = values.entry(word).or_default();
            *value = match value.as_str() {
                "+" if *place != 1 => format!("{place},+"),
                _ => place.to_string(),
            };
        }
        values
    }

    /// Fills the placeholders for bash and zsh.
    fn places(
        &self,
        either: &str,
        escape: fn(&str) -> String,
        entry: fn(&str, &str) -> String,
    ) -> Vec<(&'static str, String)> {
        let join = |texts: &mut dyn Iterator<Item = String>, by: &str| texts.collect::<Vec<_>>().join(by);
        let texts = |texts: &BTreeSet<&str>, by: &str| join(&mut texts.iter().map(|text| escape(text)), by);
        vec![
            ("@STEMS@", join(&mut self.letters.iter().map(|stem| format!("*{stem}*")), " | ")),
            ("@HEADS@", join(&mut self.heads.iter().map(|head| entry(head, "1")), " ")),
            (
                "@WORDS@",
                join(&mut self.entries().iter().map(|(first, text)| entry(&first.to_string(), text)), " "),
            ),
            (
                "@BESIDE@",
                self.column(|group| {
                    format!(" {}", group.beside.iter().map(|word| format!("{word} ")).collect::<String>())
                }),
            ),
            ("@MARKS@", self.column(|group| escape(&marks(&group.with, either)))),
            (
                "@WITH@",
                self.column(|group| {
                    texts(&group.with.iter().filter(|text| !is_mark(text)).copied().collect(), "\t")
                }),
            ),
        ]
    }

    /// Fills the placeholders for fish, which has only variables: one text of all words with the indices of
    /// expressions to match. (A word with `. + -` is listed by its beginning.)
    fn texts(&self) -> Vec<(&'static str, String)> {
        let stems = self.letters.iter().map(|stem| escaped(stem));
        let begun = self.stems.iter().map(|stem| format!("(?<![\\w.+-]){}", escaped(stem)));
        let whole = |words: String| format!("(?<![\\w.+-])(?:{words})(?![\\w.+-])");
        let join =
            |texts: &BTreeSet<&str>| texts.iter().map(|text| escaped(text)).collect::<Vec<_>>().join("|");
        let value = |group: &Group<'_>| {
            let beside =
                Some(&group.beside).filter(|words| !words.is_empty()).map(|words| whole(join(words)));
            let with = Some(&group.with).filter(|texts| !texts.is_empty()).map(join);
            beside.into_iter().chain(with).collect::<Vec<_>>().join("|")
        };
        let mut groups = vec![String::from("^")];
        groups.extend(self.groups.iter().map(value));
        let mut entries: BTreeSet<(&str, usize)> = BTreeSet::new();
        for (word, place) in &self.words {
            let name = word.split(['.', '+', '-']).next().unwrap_or_default();
            if name.is_empty() {
                continue; // no word begins like that
            }
            if name == *word {
                entries.insert((name, *place));
            } else {
                let there = place.checked_sub(2).and_then(|place| self.groups.get(place)).map(value);
                let there = there.map_or_else(String::new, |there| format!("(?=[\\s\\S]*(?:{there}))"));
                groups.push(format!("^(?=[\\s\\S]*{}){there}", whole(escaped(word))));
                entries.insert((name, groups.len()));
            }
        }
        let entries: String = entries.iter().map(|(name, place)| format!("{name}={place} ")).collect();
        let groups = groups.iter().map(|group| quote(&format!("{group}|"), Dialect::Fish).into_owned());
        vec![
            ("@STEMS@", stems.chain(begun).collect::<Vec<_>>().join("|")),
            ("@WORDS@", entries),
            ("@GROUPS@", groups.collect::<Vec<_>>().join(" ")),
        ]
    }
}

/// Returns the replacements of `@STEMS@`, `@HEADS@`, `@WORDS@`, `@BESIDE@`, `@MARKS@`, `@WITH@`, `@GROUPS@`
/// and `@HARMFUL@` in a guard.
pub fn places(words: &[Word], dialect: Dialect) -> Vec<(&'static str, String)> {
    let mut places = table_places(words, dialect);
    places.push(("@HARMFUL@", harmful(dialect)));
    places
}

/// Returns the alternatives of a pattern for programs that can do harm.
fn harmful(dialect: Dialect) -> String {
    let pattern = |program: Program| match (dialect, program.is(Role::Family)) {
        (Dialect::Fish, true) => escaped(program.name()) + "[\\w.]*",
        (Dialect::Fish, false) => escaped(program.name()),
        (_, true) => format!("{}*", program.name()),
        (_, false) => program.name().to_owned(),
    };
    let is_plain =
        |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte));
    let harmful = programs::all().filter(|program| program.can_harm() && is_plain(program.name()));
    harmful.map(pattern).collect::<Vec<_>>().join("|")
}

fn table_places(words: &[Word], dialect: Dialect) -> Vec<(&'static str, String)> {
    let table = Table::new(words);
    match dialect {
        Dialect::Bash => table.places("@(", str::to_owned, |word, value| format!("[x{word}]=\"{value}\"")),
        Dialect::Zsh => table.places("(", doubly_quoted, |word, value| format!("x{word} \"{value}\"")),
        Dialect::Fish => table.texts(),
        _ => Vec::new(),
    }
}

/// Returns whether it is a sign, alone or after a blank: one pattern matches any of them.
fn is_mark(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_punctuation() && !"]!^\\".contains(c);
    matches!(text.strip_prefix(' ').unwrap_or(text).chars().collect::<Vec<_>>().as_slice(), [c] if is_sign(*c))
}

/// Builds a pattern for bash or zsh, which differ in how an alternative begins; empty without signs.
fn marks(texts: &BTreeSet<&str>, either: &str) -> String {
    let signs = |before: &str| -> String {
        let signs: String = texts
            .iter()
            .filter(|text| is_mark(text) && text.starts_with(' ') != before.is_empty())
            .map(|text| text.trim_start())
            .collect();
        // the last sign of a class may be a hyphen
        let (hyphens, others): (String, String) = signs.chars().partition(|c| *c == '-');
        if signs.is_empty() { String::new() } else { format!("*{before}[{others}{hyphens}]*") }
    };
    let all: Vec<_> = [signs(""), signs(" ")].into_iter().filter(|pattern| !pattern.is_empty()).collect();
    if let [one] = all.as_slice() {
        one.clone()
    } else if all.is_empty() {
        String::new()
    } else {
        format!("{either}{})", all.join("|"))
    }
}

/// Quotes a text with double quotes: the script of zsh cannot contain single ones.
fn doubly_quoted(text: &str) -> String {
    let escape = |c: char| if "$`\"\\".contains(c) { vec!['\\', c] } else { vec![c] };
    text.chars().flat_map(escape).collect()
}

/// Escapes a text for a regular expression: a backslash before each character except letters and digits.
fn escaped(text: &str) -> String {
    let escape = |c: char| if c.is_ascii_alphanumeric() { vec![c] } else { vec!['\\', c] };
    text.chars().flat_map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(word: &str, with: &[&str], beside: &[&str]) -> Word {
        let all = |texts: &[&str]| texts.iter().map(|text| (*text).into()).collect();
        Word { word: word.into(), with: all(with), beside: all(beside) }
    }

    #[test]
    fn a_word_that_needs_nothing_more_once_never_does() {
        let words = [
            word("git", &[], &["push"]),
            word("git", &["|"], &["reset"]),
            word("rm", &["x"], &[]),
            word("rm", &[], &[]),
        ];
        let merged = merged(&words);
        assert_eq!(merged["git"].beside, BTreeSet::from(["push", "reset"]));
        assert!(merged["rm"].is_empty());
        let places = places(&words, Dialect::Bash);
        assert_eq!(places[2].1, r#"[xg]=" git=2 " [xp]=" push=+ " [xr]=" reset=+ rm=1 ""#);
        assert_eq!(places[3].1, "\u{1f}\u{1f} push reset ");
        assert_eq!((places[4].1.as_str(), places[5].1.as_str()), ("\u{1f}\u{1f}*[|]*", "\u{1f}\u{1f}"));
    }

    #[test]
    fn beginnings_are_looked_for_by_their_letters() {
        let words = ["mkfs*", "remove-az*"].map(|text| word(text, &[], &[]));
        let places = places(&words, Dialect::Bash);
        assert_eq!((places[0].1.as_str(), places[1].1.as_str()), ("*mkfs*", r#"[xremove]="1""#));
    }

    #[test]
    fn words_of_fish_stand_by_their_beginning() {
        let words = [word("git", &[], &["push"]), word("redis-cli", &[], &[])];
        let places = places(&words, Dialect::Fish);
        assert_eq!(places[1].1, "git=2 redis=3 ");
        assert!(places[2].1.starts_with("'^|' '"), "{}", places[2].1);
    }
}
