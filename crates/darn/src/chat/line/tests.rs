//! The rule against lines that were labelled by an author who has not read it: `tests/chat_lines`.

use facts::FakeWorld;
use syntax::Dialect;

use super::{Line, read};
use crate::chat::builtins::ALL;

const LINES: &str = include_str!("../../../tests/chat_lines/lines.tsv");
const WORLD: &str = include_str!("../../../tests/chat_lines/world.txt");

fn world() -> FakeWorld {
    let of = |name: &str| -> Vec<String> {
        let line = WORLD.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.split_whitespace().map(str::to_owned).collect()
    };
    let files = of("files: ").into_iter().map(|file| (file, String::new())).collect();
    let directory = Some("/home/me".to_owned());
    FakeWorld {
        programs: of("programs: "),
        files,
        directory,
        home: Some("/home/me".to_owned()),
        ..FakeWorld::default()
    }
}

fn label(line: &str, world: &FakeWorld) -> &'static str {
    match read(line, Dialect::Bash, &ALL.iter().map(|builtin| builtin.name).collect::<Vec<_>>(), world) {
        Line::Command(_) | Line::Builtin { .. } | Line::Empty => "command",
        Line::Question(_) | Line::With { .. } | Line::Blog(_) => "question",
        Line::Doubtful(_) => "ask",
    }
}

#[test]
fn labelled_lines_are_read_as_meant() {
    let world = world();
    let rows: Vec<(&str, &str)> = LINES.lines().filter_map(|row| row.split_once('\t')).collect();
    let misses: Vec<String> = rows
        .iter()
        .filter(|(labels, line)| !labels.split('|').any(|wanted| wanted == label(line, &world)))
        .map(|(labels, line)| format!("{labels}, not {}: {line}", label(line, &world)))
        .collect();
    let right = rows.len() - misses.len();
    println!("{right} of {}", rows.len());
    assert!(right * 100 >= rows.len() * 97, "{right} of {}:\n{}", rows.len(), misses.join("\n"));
}
