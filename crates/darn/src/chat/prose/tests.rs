use std::path::Path;

use facts::FakeWorld;
use syntax::Dialect;

use super::{Class, classify};

/// Reads a line where its first word is a program.
fn class(line: &str) -> Class {
    let first = line.split_whitespace().next().unwrap_or_default();
    let programs = [first, "head", "make"].map(str::to_owned).to_vec();
    classify(line, Dialect::Bash, &FakeWorld { programs, ..FakeWorld::default() })
}

#[test]
fn words_of_english_as_names_are_no_prose() {
    for line in [
        "cp a b", "for f in a b; do echo $f; done", "find . -name who -o -name is", "for i in 1 2 3",
        "git checkout -- what.txt", "git commit -m fix it before we leave", "ip a show up", "ls –la",
        "mkdir Übung", "mv a b c", "ssh web echo it is up", "time make all", "yes | head",
    ] {
        assert_eq!(class(line), Class::Command, "{line}");
    }
}

#[test]
fn sentences_that_begin_with_a_command_are_prose() {
    for line in [
        "docker build is slow", "docker logs are empty", "find alle doppelten Dateien",
        "git rebase vs merge", "ls hangs", "rm -rf node_modules takes ages", "sudo make install fails",
    ] {
        assert_eq!(class(line), Class::Prose, "{line}");
    }
}

/// Whatever failed in a shell was a command. Some of them were no better than prose.
#[test]
fn recorded_failures_are_commands() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let pages = std::fs::read_dir(corpus).unwrap().map(|page| page.unwrap().path());
    let text: String = pages.map(|page| std::fs::read_to_string(page).unwrap_or_default()).collect();
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    let of = |wanted: Class| lines.iter().copied().filter(|line| class(line) == wanted).collect::<Vec<_>>();
    let (sent, asked) = (of(Class::Prose), of(Class::Doubtful));
    assert!(lines.len() > 1000, "{}", lines.len());
    assert!(sent.len() * 300 < lines.len(), "{} of {}: {sent:#?}", sent.len(), lines.len());
    assert!(asked.len() * 50 < lines.len(), "{} of {}: {asked:#?}", asked.len(), lines.len());
}
