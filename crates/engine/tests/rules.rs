//! The examples inside every built-in rule file.

#![allow(clippy::unwrap_used, clippy::disallowed_macros, reason = "a test prints")]

use engine::rules::{built_in_files, examples};
use engine::{CommandRecord, Failure, FakeWorld, Level, Output, RuleSet, diagnose};

#[test]
fn examples_of_built_in_rules() {
    let mut wrong = Vec::new();
    let (mut rules, mut count) = (0, 0);
    for (stem, text) in built_in_files() {
        let report = examples::run(&stem, &text);
        rules += report.rules;
        count += report.examples;
        wrong.extend(report.errors.iter().map(ToString::to_string));
    }
    println!("{rules} rules, {count} examples");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Fixes that lose work or trust strangers wait for a deliberate `yes`.
#[test]
fn dangerous_fixes_of_git_are_confirmed() {
    let cases = [
        ("git branch -d f", 1, "error: the branch 'f' is not fully merged", "git branch -D f"),
        ("git branch -m a b", 128, "fatal: a branch named 'b' already exists", "git branch -M a b"),
        (
            "git rm -r docs/a",
            1,
            "error: the following file has staged content different from both the",
            "git rm -f -r docs/a",
        ),
        (
            "git clean",
            128,
            "fatal: clean.requireForce is true and -f not given: refusing to clean",
            "git clean -f",
        ),
        ("git reset --hard a", 128, "fatal: Cannot do hard reset with paths.", "git restore a"),
        ("git tag v1", 128, "fatal: tag 'v1' already exists", "git tag -f v1"),
        (
            "git rebase main",
            128,
            "fatal: It seems that there is already a rebase-merge directory, and",
            "git rebase --abort",
        ),
        (
            "git worktree remove ../wt",
            128,
            "fatal: '../wt' contains modified or untracked files, use --force to delete it",
            "git worktree remove --force ../wt",
        ),
        (
            "git submodule add ../r lib",
            128,
            "fatal: transport 'file' not allowed",
            "git -c protocol.file.allow=always submodule add ../r lib",
        ),
        (
            "git status",
            128,
            "To add an exception for this directory, call:\n\n\tgit config --global --add safe.directory /srv/x",
            "git config --global --add safe.directory /srv/x && git status",
        ),
    ];
    let world = FakeWorld {
        files: [
            (".git/HEAD", "ref: refs/heads/main"),
            (".git/refs/heads/b", ""),
            (".git/refs/heads/f", ""),
            (".git/refs/tags/v1", ""),
            ("a", ""),
            ("/srv/x/", ""),
        ]
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into(),
        ..FakeWorld::default()
    };
    for (command, status, output, fix) in cases {
        let record = CommandRecord {
            text: command.into(),
            dialect: syntax::Dialect::Bash,
            cwd: "/home/me/project".into(),
            status,
            output: Some(Output::from_bytes(output.as_bytes())),
        };
        let failure = Failure::of(&record, &world).unwrap();
        let diagnosis = diagnose(&failure, &world, &RuleSet::default());
        let found = diagnosis.suggestions.iter().find(|suggestion| suggestion.text == fix);
        assert_eq!(
            found.map(|suggestion| suggestion.verdict.level),
            Some(Level::Confirm),
            "{command} → {fix}"
        );
    }
}
