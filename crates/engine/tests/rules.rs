//! The examples inside every built-in rule file.

#![allow(clippy::unwrap_used, clippy::disallowed_macros, reason = "a test prints")]

use engine::examples;
use engine::rules::built_in_files;
use engine::{Answer, Failure, RuleSet, diagnose};
use facts::{CommandRecord, FakeWorld, Output};
use policy::Lists;
use policy::lists::Entry;
use policy::{Level, Policy};

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

/// Every suggestion has the verdict that `darn check` gives the same line; denied lines are not offered.
#[test]
fn suggestions_have_the_verdict_of_the_policy() {
    let (policy, rules) = (Policy::default(), RuleSet::default());
    let mut judged = 0;
    for (_, text) in built_in_files() {
        for (record, world) in examples::records(&text) {
            let answer = Answer::of(&record, &world, &rules);
            for suggestion in answer.diagnosis.suggestions {
                let verdict = policy.assess(&suggestion.text, record.dialect, &world);
                assert_eq!(suggestion.verdict, verdict, "{} → {}", record.text, suggestion.text);
                assert!(verdict.level < Level::Deny, "{} → {}", record.text, suggestion.text);
                judged += usize::from(verdict.level > Level::Allow);
            }
        }
    }
    assert!(judged > 20, "only {judged} suggestions deserve a warning: the test proves too little");
}

/// Commands that the user blocks are not offered; those that the user allows need no confirm word.
#[test]
fn suggestions_follow_the_lists_of_the_user() {
    let world = FakeWorld { programs: ["uptime", "git"].map(str::to_owned).into(), ..FakeWorld::default() };
    let levels = |lists: Lists, command: &str| -> Vec<(String, Level)> {
        let mut rules = RuleSet::default();
        rules.policy.lists = lists;
        let record = CommandRecord {
            text: command.into(),
            dialect: syntax::Dialect::Bash,
            cwd: "/home/me/project".into(),
            entered_in: String::new(),
            status: 127,
            output: None,
        };
        let suggestions = Answer::of(&record, &world, &rules).diagnosis.suggestions;
        suggestions.into_iter().map(|suggestion| (suggestion.text, suggestion.verdict.level)).collect()
    };
    let entry = |text: &str| vec![Entry::parse(text, None).unwrap()];
    let block = |text| Lists { block: entry(text), ..Lists::default() };
    let allow = |text| Lists { allow: entry(text), ..Lists::default() };
    assert_eq!(levels(Lists::default(), "uptmie"), [("uptime".into(), Level::Allow)]);
    assert_eq!(levels(block("uptime"), "uptmie"), []);
    let forced = "git push --force origin topic";
    assert_eq!(levels(Lists::default(), "gti push --force origin topic"), [(forced.into(), Level::Confirm)]);
    assert_eq!(
        levels(allow("git push **"), "gti push --force origin topic"),
        [(forced.into(), Level::Allow)]
    );
}

/// Fixes that lose work or trust strangers carry a warning.
#[test]
fn dangerous_fixes_of_git_are_warned_of() {
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
            (".git/rebase-merge/done", ""),
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
            entered_in: String::new(),
            status,
            output: Some(Output::from_bytes(output.as_bytes())),
        };
        let failure = Failure::of(&record, &world).unwrap();
        let diagnosis = diagnose(&failure, &world, &RuleSet::default());
        let found = diagnosis.suggestions.iter().find(|suggestion| suggestion.text == fix);
        let level = found.map(|suggestion| suggestion.verdict.level);
        assert!(level > Some(Level::Allow), "{command} → {fix}: {level:?}");
    }
}
