//! Maps programs to the sources of their names, from the table `data/names.txt`, one row per line.
//!
//! Nothing is parsed in advance: a lookup reads the rows of one program.

use syntax::{Command, Word};

use facts::vocabulary;
use facts::world::World;

const TABLE: &str = include_str!("../data/names.txt");

/// A word, or part of one, that must be a name.
#[derive(Debug, Clone, Copy)]
pub struct Name<'a> {
    pub word: &'a Word,
    /// The part of the word's value that is the name.
    pub part: &'a str,
    /// Blank-separated sources; one must contain it.
    pub sources: &'static str,
}

/// Returns the words of a command that must be names: those of its program, and of prefixes such as `sudo`.
pub fn names<'a>(command: &'a Command, world: &dyn World) -> Vec<Name<'a>> {
    let mut found = Vec::new();
    let Some(program) = command.program() else { return found };
    let operands = vocabulary::operands(command, world);
    let path = vocabulary::walk(command, world).map(|walk| walk.path).unwrap_or_default();
    let name = |word: &'a Word| word.value.rsplit('/').next().unwrap_or(&word.value);
    for row in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some((programs, rest)) = row.split_once('|') else { continue };
        for (at, word) in command.words.iter().enumerate().take(program + 1) {
            if !programs.split(' ').any(|known| known == name(word)) {
                continue;
            }
            let mut columns = rest.split('|').map(str::trim);
            let (Some(words), Some(places), Some(sources)) = (columns.next(), columns.next(), columns.next())
            else {
                continue;
            };
            let end = if at == program { command.words.len() } else { program };
            let arguments = command.words.get(at + 1..end).unwrap_or_default();
            let row = Row { command, arguments, operands: &operands, path: &path, words, sources };
            for place in places.split(' ').filter(|place| at == program || place.starts_with('-')) {
                row.names(place, &mut found);
            }
        }
    }
    found
}

/// A row of the table that is about this program.
struct Row<'a, 'b> {
    command: &'a Command,
    arguments: &'a [Word],
    operands: &'b [usize],
    path: &'b [&'b str],
    words: &'static str,
    sources: &'static str,
}

impl<'a> Row<'a, '_> {
    fn names(&self, place: &'static str, found: &mut Vec<Name<'a>>) {
        let (place, form) = match place.rfind(['@', '<', '>', '=']).filter(|at| *at > 0) {
            Some(at) => place.split_at_checked(at).unwrap_or((place, "")),
            None => (place, ""),
        };
        let words: Vec<(&'a Word, &'a str)> = if place == "-*" {
            let own = self.arguments.iter().take(1).filter(|word| word.value.len() > 2);
            own.filter_map(|word| Some((word, word.value.strip_prefix('-')?))).collect()
        } else if place.starts_with('-') {
            self.values(place)
        } else if let Some(before) = place.strip_prefix('=') {
            let at = self.arguments.iter().position(|word| word.value == before);
            at.and_then(|at| self.arguments.get(at + 1))
                .map(|word| (word, word.value.as_str()))
                .into_iter()
                .collect()
        } else {
            self.operands_at(place)
        };
        for (word, value) in words {
            if word.dynamic || word.glob {
                continue;
            }
            let Some(value) = part(value, form) else { continue };
            let parts = value.split(',').filter(|part| !part.is_empty());
            found.extend(parts.map(|part| Name { word, part, sources: self.sources }));
        }
    }

    /// Returns the operands at `N` or `N+`, if the words before them match the row.
    fn operands_at(&self, place: &str) -> Vec<(&'a Word, &'a str)> {
        let Ok(first) = place.trim_end_matches('+').parse::<usize>() else { return Vec::new() };
        let operands = self.operands.iter().filter_map(|at| self.command.words.get(*at));
        let operands: Vec<&'a Word> = operands.filter(|word| word.value != "-").collect();
        let typed = self.path.iter().copied().chain(operands.iter().map(|word| word.value.as_str()));
        let typed: Vec<&str> = typed.collect();
        let taken = self.words.split(',').find_map(|words| {
            let wanted: Vec<&str> = words.split_ascii_whitespace().collect();
            // a known subcommand that the row does not list is another command
            (wanted.len() >= self.path.len() && typed.starts_with(&wanted))
                .then(|| wanted.len() - self.path.len())
        });
        let Some(taken) = taken else { return Vec::new() };
        let count = if place.ends_with('+') { usize::MAX } else { 1 };
        operands.iter().skip(taken + first - 1).take(count).map(|word| (*word, word.value.as_str())).collect()
    }

    /// Returns the values of an option: in the next word, after `=`, or attached to the letter.
    fn values(&self, option: &str) -> Vec<(&'a Word, &'a str)> {
        let fits = self.words.is_empty() || self.words.split(',').any(|words| words == self.path.join(" "));
        if !fits {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (at, word) in self.arguments.iter().enumerate() {
            if word.value == "--" {
                break;
            }
            if word.value == option {
                let next = self.arguments.get(at + 1).filter(|next| !next.value.starts_with('-'));
                found.extend(next.map(|next| (next, next.value.as_str())));
            } else if let Some(rest) = word.value.strip_prefix(option) {
                let attached = rest.strip_prefix('=').or_else(|| (option.len() == 2).then_some(rest));
                found.extend(attached.map(|value| (word, value)));
            }
        }
        found
    }
}

/// Returns the part of a word that is the name; `None` if the word has another form.
fn part<'a>(value: &'a str, form: &str) -> Option<&'a str> {
    let part = match form {
        "@" | "@:" => {
            let (host, path) = match value.split_once(':') {
                Some((host, path)) => (host, Some(path)),
                None => (value, None),
            };
            if form == "@:" && path.is_none() || host.contains('/') {
                return None;
            }
            host.rsplit('@').next()?
        }
        "<" => value.split(':').next()?,
        ">" => value.split_once(':')?.1,
        "=" => value.split_once('=')?.0,
        _ if value.contains('=') => return None, // a setting: `make CC=clang`
        _ => value,
    };
    (!part.is_empty()).then_some(part)
}
