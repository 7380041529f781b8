//! The words that the Enter guard looks for, in the languages of the shells.

use std::collections::{BTreeMap, BTreeSet};

use syntax::{Dialect, quote};

/// One word, and what else must be in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Letters, digits, `_ . + -`; at its end `*` for any more of these.
    pub word: String,
    /// One of these texts is somewhere in the line; none: the word alone is enough.
    pub with: Vec<String>,
}

/// The words, each once, with the texts of which one must be there too: none for no more. Of two
/// texts, one in the other, the shorter is enough.
fn merged(words: &[Word]) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut all: BTreeMap<&str, Option<BTreeSet<&str>>> = BTreeMap::new();
    for Word { word, with } in words {
        let known = all.entry(word).or_insert_with(|| Some(BTreeSet::new()));
        match known {
            Some(texts) if !with.is_empty() => texts.extend(with.iter().map(String::as_str)),
            _ => *known = None,
        }
    }
    all.into_iter()
        .map(|(word, texts)| (word, texts.map(|texts| shortest(&texts)).unwrap_or_default()))
        .collect()
}

fn shortest<'a>(texts: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    let is_needed = |text: &&str| !texts.iter().any(|other| other != text && text.contains(other));
    texts.iter().copied().filter(is_needed).collect()
}

/// The table of words as a guard reads it when it is first needed: there are thousands of them, and
/// a shell is started more often than it is asked.
struct Table<'a> {
    /// Beginnings of words that are letters to their end.
    letters: Vec<&'a str>,
    /// Other beginnings, and the letters with which they begin.
    stems: Vec<&'a str>,
    heads: BTreeSet<&'a str>,
    /// Word and group: 1 is enough by itself.
    words: Vec<(&'a str, usize)>,
    /// Of the groups from 2: the texts.
    groups: Vec<BTreeSet<&'a str>>,
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
        let sets: BTreeSet<_> = merged.values().filter(|with| !with.is_empty()).cloned().collect();
        let groups: Vec<_> = sets.into_iter().collect();
        let places: BTreeMap<&BTreeSet<&str>, usize> = groups.iter().zip(2..).collect();
        let group = |with: &BTreeSet<&str>| places.get(with).copied().unwrap_or(1);
        let words = merged.iter().filter(|(word, _)| !word.ends_with('*'));
        let words = words.map(|(word, with)| (*word, group(with))).collect();
        Self {
            letters: stems().filter(|stem| head(stem) == *stem).collect(),
            stems: stems().filter(|stem| head(stem) != *stem).collect(),
            heads: stems().filter(|stem| head(stem) != *stem).map(head).collect(),
            words,
            groups,
        }
    }
}

/// What takes the places `@STEMS@`, `@HEADS@`, `@WORDS@`, `@WITH@` and `# @TABLE@` of a guard.
pub fn places(words: &[Word], dialect: Dialect) -> Vec<(&'static str, String)> {
    let table = Table::new(words);
    let joined = |texts: Vec<String>, by: &str| texts.join(by);
    let texts = |by: &'static str, each: fn(&str) -> String| -> Vec<String> {
        table
            .groups
            .iter()
            .map(|with| with.iter().map(|text| each(text)).collect::<Vec<_>>().join(by))
            .collect()
    };
    match dialect {
        Dialect::Bash | Dialect::Zsh => {
            let entry = |word: &str, group: usize| match dialect {
                Dialect::Bash => format!("[x{word}]={group}"),
                _ => format!("{word} {group}"),
            };
            let heads = table.heads.iter().map(|head| entry(head, 1)).collect();
            let stems = table.letters.iter().map(|stem| format!("*{stem}*")).collect();
            vec![
                ("@STEMS@", joined(stems, " | ")),
                ("@HEADS@", joined(heads, " ")),
                (
                    "@WORDS@",
                    joined(table.words.iter().map(|(word, group)| entry(word, *group)).collect(), " "),
                ),
                (
                    "@WITH@",
                    joined(
                        texts("\t", if dialect == Dialect::Bash { str::to_owned } else { doubly_quoted }),
                        "\n",
                    ),
                ),
            ]
        }
        Dialect::Fish => {
            let stems = table.letters.iter().map(|stem| escaped(stem));
            let begun = table.stems.iter().map(|stem| format!("(?<![\\w.+-]){}", escaped(stem)));
            // fish has no table: words with the same first letter are one text
            let mut letters: BTreeMap<char, String> = BTreeMap::new();
            for (word, group) in &table.words {
                if let Some(first) = word.chars().next().filter(|c| c.is_ascii_alphanumeric()) {
                    letters
                        .entry(first)
                        .or_insert_with(|| ";".to_owned())
                        .push_str(&format!("{word}={group};"));
                }
            }
            let mut lines: Vec<_> = letters
                .iter()
                .map(|(first, words)| format!("set -g __darn_words_{first} '{words}'"))
                .collect();
            let with = texts("|", escaped);
            let with: Vec<_> = with.iter().map(|text| quote(text, dialect)).collect();
            lines.push(format!("set -g __darn_with '' {}", with.join(" ")));
            vec![
                ("@STEMS@", joined(stems.chain(begun).collect(), "|")),
                ("# @TABLE@", joined(lines, "\n    ")),
            ]
        }
        _ => Vec::new(),
    }
}

/// A text between double quotes: single ones could not stand in the script of zsh.
fn doubly_quoted(text: &str) -> String {
    let escape = |c: char| if "$`\"\\".contains(c) { vec!['\\', c] } else { vec![c] };
    text.chars().flat_map(escape).collect()
}

/// A text in a regular expression: each character but letters and digits with a backslash.
fn escaped(text: &str) -> String {
    let escape = |c: char| if c.is_ascii_alphanumeric() { vec![c] } else { vec!['\\', c] };
    text.chars().flat_map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_needs_nothing_more_once_never_does() {
        let word = |word: &str, with: &[&str]| Word {
            word: word.into(),
            with: with.iter().map(|text| (*text).into()).collect(),
        };
        let words = [word("git", &["push"]), word("git", &["reset"]), word("rm", &["x"]), word("rm", &[])];
        let merged = merged(&words);
        assert_eq!(merged["git"], BTreeSet::from(["push", "reset"]));
        assert_eq!(merged["rm"], BTreeSet::new());
        let places = places(&words, Dialect::Bash);
        assert_eq!(places[2].1, "[xgit]=2 [xrm]=1");
        assert_eq!(places[3].1, "push\treset");
    }

    #[test]
    fn beginnings_are_looked_for_by_their_letters() {
        let words = ["mkfs*", "remove-az*"].map(|word| Word { word: word.into(), with: Vec::new() });
        let places = places(&words, Dialect::Bash);
        assert_eq!((places[0].1.as_str(), places[1].1.as_str()), ("*mkfs*", "[xremove]=1"));
    }
}
