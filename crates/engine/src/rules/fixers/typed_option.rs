//! The options of a failed command, each with the vocabulary of its position; used by the fixers of options.

use super::prelude::*;
use facts::vocabulary::{Opt, Vocabulary, Walk};

/// Texts in a line about an option that the program knows.
const NOT_REFUSED: &[&str] = &["warning", "deprecated", "invalid value "];

/// An option as typed.
#[derive(Debug)]
pub struct TypedOption<'a> {
    pub command: &'a Command,
    /// The program that the option belongs to: the command's, or one before it such as `sudo`.
    pub program: &'a str,
    pub words: Vocabulary<'a>,
    pub walk: Walk<'a>,
    /// Index in [`Command::words`].
    pub at: usize,
    pub word: &'a Word,
    /// The name without an attached value: `--file` in `--file=x`.
    pub name: &'a str,
}

/// Returns the options of the line's commands, the likely culprit's first. Skips those of another program,
/// unless the output mentions them.
pub fn all<'a>(case: &Case<'a>) -> Vec<TypedOption<'a>> {
    let mut found = Vec::new();
    for command in case.commands() {
        let Some(program) = command.program() else { continue };
        for (at, word) in command.words.iter().enumerate().take(program + 1) {
            let Some(words) = vocabulary::find(&word.value, case.world) else { continue };
            let (walk, options) = if at == program {
                let walk = words.walk_command(command).unwrap_or_default();
                let arguments = vocabulary::arguments(command, case.world);
                let end = foreign_from(case, command, &word.value, &walk, &arguments.operands);
                (walk, arguments.options.into_iter().filter(|at| *at < end).collect())
            } else {
                let is_option =
                    |at: &usize| command.words.get(*at).is_some_and(|word| word.value.starts_with('-'));
                (Walk::default(), (at + 1..program).filter(is_option).collect::<Vec<usize>>())
            };
            found.extend(options.into_iter().filter_map(|at| {
                let option = command.words.get(at).filter(|option| !option.dynamic)?;
                let name = option.value.split('=').next()?;
                let walk = walk.clone();
                Some(TypedOption { command, program: &word.value, words, walk, at, word: option, name })
            }));
        }
    }
    found
}

/// Returns the option that the program refuses although another version of it has the option in this place.
pub fn outdated<'a, 'b>(case: &Case<'_>, options: &'b [TypedOption<'a>]) -> Option<&'b TypedOption<'a>> {
    let is_own = |option: &&TypedOption<'_>| case.output.is_some() && option.name.len() > 4;
    options.iter().filter(is_own).find(|option| {
        option.options(option.depth()).iter().any(|known| known.name == option.name)
            && option.is_refused(case)
    })
}

/// Returns where the words of another program begin (`docker run alpine ls --all`); only the output tells
/// whose option is meant.
fn foreign_from(
    case: &Case<'_>,
    command: &Command,
    program: &str,
    walk: &Walk<'_>,
    operands: &[usize],
) -> usize {
    if program == "find" {
        let runs = |word: &Word| matches!(word.value.as_str(), "-exec" | "-execdir" | "-ok" | "-okdir");
        return command.words.iter().position(runs).filter(|_| case.output.is_none()).unwrap_or(usize::MAX);
    }
    let runs_by_verb = walk.path.last().is_some_and(|verb| matches!(*verb, "run" | "exec" | "x" | "dlx"));
    let runs = runs_by_verb || programs::find_version(program).is_some_and(Program::hands_over);
    match operands.first() {
        Some(first) if runs && case.output.is_none() => *first,
        _ => usize::MAX,
    }
}

impl<'a> TypedOption<'a> {
    /// Returns the number of subcommands before the option.
    pub fn depth(&self) -> usize {
        self.walk.words.iter().filter(|subcommand| **subcommand < self.at).count()
    }

    /// Returns the options of the command at this depth.
    pub fn options(&self, depth: usize) -> Vec<Opt<'a>> {
        self.walk.path.get(..depth).map(|path| self.words.options(path).collect()).unwrap_or_default()
    }

    /// Returns whether the command at this depth accepts it, as it is or as a cluster of letters.
    pub fn is_known(&self, depth: usize) -> bool {
        let known = self.options(depth);
        known.iter().any(|option| option.name == self.name) || is_cluster(self.name, &known)
    }

    /// Returns the next word, if it is the option's value at this depth.
    pub fn value(&self, depth: usize) -> Option<&'a Word> {
        let options = self.options(depth);
        let is_last = |option: &&Opt<'a>| {
            option.name == self.word.value
                || option.name.len() == 2
                    && is_short(self.name)
                    && self.name.ends_with(option.name.trim_start_matches('-'))
        };
        options.iter().find(is_last).filter(|option| option.takes_value)?;
        self.command.words.get(self.at + 1)
    }

    /// Returns whether the output complains about this option, or about a letter of it that was parsed as a
    /// cluster.
    pub fn is_refused(&self, case: &Case<'_>) -> bool {
        const ABOUT: [&str; 7] =
            ["option", "argument", "flag", "predicate", "unknown", "unrecognized", "switch"];
        let bare = self.name.trim_start_matches('-');
        let letters = if is_short(self.name) { self.name } else { bare };
        let begins = |line: &str| {
            let is_start =
                |at: usize| !line.get(..at).is_some_and(|text| text.ends_with(char::is_alphanumeric));
            line.match_indices(bare).any(|(at, _)| is_start(at))
        };
        let names = |line: &str| if bare.len() < 2 { holds_part(line, letters) } else { begins(line) };
        let letter = |line: &str| {
            let (_, rest) = line.split_once("option -- ")?;
            Some(rest.trim_matches(['\'', ' ', '"']).to_owned()).filter(|letter| letter.chars().count() == 1)
        };
        case.output.is_some_and(|output| {
            output.lines().take(400).any(|line| {
                let lower = line.to_ascii_lowercase();
                ABOUT.iter().any(|text| lower.contains(text))
                    && !NOT_REFUSED.iter().any(|text| lower.contains(text))
                    && (names(line)
                        || letter(line).is_some_and(|letter| is_short(self.name) && bare.contains(&letter)))
            })
        })
    }
}

/// `-la`: letters that are all options, where one may take the rest as its value.
fn is_cluster(name: &str, known: &[Opt<'_>]) -> bool {
    if !is_short(name) || name.len() < 2 || name.len() > 2 && has_one_dash_words(known) {
        return false;
    }
    for letter in name.trim_start_matches('-').chars() {
        let is_letter =
            |option: &&Opt<'_>| option.name.strip_prefix('-').is_some_and(|o| o.chars().eq([letter]));
        match known.iter().find(is_letter) {
            Some(option) if option.takes_value => return true,
            Some(_) => {}
            None => return false,
        }
    }
    true
}

/// `ffmpeg -hide_banner`, `find -name`: in programs with whole words after one dash, letters are not
/// clustered.
pub fn has_one_dash_words(known: &[Opt<'_>]) -> bool {
    known.iter().filter(|option| is_short(option.name) && option.name.len() > 3).count() > 1
}

fn is_short(name: &str) -> bool {
    name.starts_with('-') && !name.starts_with("--")
}
