//! The rule against lines that were labelled by authors who have not read it: `tests/chat_lines`.

use facts::FakeWorld;
use syntax::Dialect;

use super::{Line, read};
use crate::chat::builtins;

/// Labelled lines, and the machine on which they are typed.
struct Set {
    lines: &'static str,
    world: &'static str,
}

/// Includes a folder of `tests/chat_lines`.
macro_rules! set {
    ($name:literal) => {
        Set {
            lines: include_str!(concat!("../../../tests/chat_lines/", $name, "/lines.tsv")),
            world: include_str!(concat!("../../../tests/chat_lines/", $name, "/world.txt")),
        }
    };
}

impl Set {
    fn world(&self) -> FakeWorld {
        let of = |name: &str| -> Vec<String> {
            let line = self.world.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            line.split_whitespace().map(str::to_owned).collect()
        };
        let files = of("files: ").into_iter().map(|file| (file, String::new())).collect();
        let (directory, home) = (Some("/home/me".to_owned()), Some("/home/me".to_owned()));
        FakeWorld { programs: of("programs: "), files, directory, home, ..FakeWorld::default() }
    }

    /// Returns the number of lines, and those that are read otherwise than meant.
    fn misses(&self) -> (usize, Vec<String>) {
        let (world, names) = (self.world(), builtins::names());
        let rows: Vec<(&str, &str)> = self.lines.lines().filter_map(|row| row.split_once('\t')).collect();
        let misses = rows.iter().filter_map(|(labels, line)| {
            let label = match read(line, Dialect::Bash, &names, &world) {
                // its name says what it is
                Line::Builtin { .. } => labels,
                Line::Command(_) | Line::Empty => "command",
                Line::Question(_) | Line::With { .. } | Line::Blog(_) => "question",
                Line::Doubtful(_) => "ask",
            };
            let is_right = *labels == label || labels.split('|').any(|wanted| wanted == label);
            (!is_right).then(|| format!("{labels}, not {label}: {line}"))
        });
        (rows.len(), misses.collect())
    }
}

#[test]
fn learnt_lines_are_read_as_meant() {
    for set in [set!("learn"), set!("learn2")] {
        let (count, misses) = set.misses();
        assert!(misses.len() * 100 <= count * 5, "{} of {count}:\n{}", misses.len(), misses.join("\n"));
    }
}

/// The misses are not printed: they are not to be read.
#[test]
fn blind_lines_are_read_as_meant() {
    for (name, set) in [("blind", set!("blind")), ("blind2", set!("blind2"))] {
        let (count, misses) = set.misses();
        let wrong = |label: &str| misses.iter().filter(|miss| miss.contains(label)).count();
        println!(
            "{name}: {} of {count} wrong; {} commands taken for questions, {} questions run",
            misses.len(),
            wrong("command, not question"),
            wrong("question, not command")
        );
        assert!(misses.len() * 100 <= count * 10, "{} of {count}", misses.len());
    }
}
