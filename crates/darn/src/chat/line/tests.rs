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

/// Says how many lines are read as meant, and where the others go.
fn figures(name: &str, count: usize, misses: &[String]) -> String {
    let of = |label: &str| misses.iter().filter(|miss| miss.contains(label)).count();
    let (sent, run) = (of("command, not question"), of("question, not command"));
    let asked = of(", not ask");
    let unasked = misses.len() - sent - run - asked;
    format!(
        "{name}: {} of {count} right; {sent} commands taken for questions, {run} questions run, {asked} clear \
         lines asked about, {unasked} doubtful ones not",
        count - misses.len()
    )
}

#[test]
fn learnt_lines_are_read_as_meant() {
    let sets = [
        ("learn", set!("learn")),
        ("learn2", set!("learn2")),
        ("learn3", set!("learn3")),
        ("learn4", set!("learn4")),
        ("learn5", set!("learn5")),
    ];
    for (name, set) in sets {
        let (count, misses) = set.misses();
        println!("{}\n{}", figures(name, count, &misses), misses.join("\n"));
        assert!(misses.len() * 100 <= count * 3, "{}", figures(name, count, &misses));
    }
}

/// The misses are not printed: they are not to be read.
#[test]
fn blind_lines_are_read_as_meant() {
    for (name, set) in [("blind3", set!("blind3")), ("blind4", set!("blind4"))] {
        let (count, misses) = set.misses();
        println!("{}", figures(name, count, &misses));
        assert!(misses.len() * 100 <= count * 5, "{}", figures(name, count, &misses));
    }
}
