//! Snapshots of what users read, on machines described by the examples of the rules: a change of wording
//! shows as the diff of a text file. After an intended change, `INSTA_UPDATE=always cargo test` rewrites them.

use engine::rules::built_in_files;
use engine::{Answer, Explanation, RuleSet, examples};
use facts::{CommandRecord, FakeWorld};
use policy::Policy;
use syntax::Dialect;

use super::hint::{self, Keys, Legend};
use super::style::Style;
use super::{explanation, text};
use crate::caller::Caller;
use crate::request::Request;

/// Examples taken from each rule file.
const HINTS: usize = 3;
const EXPLANATIONS: usize = 1;

/// Lines on which the policy comments, and one on which it does not.
#[rustfmt::skip]
const LINES: &[&str] = &[
    "rm -rf /",
    "rm -rf ~",
    "rm -rf \"$DIR\"/*",
    "rm -r src",
    "sudo rm -rf --no-preserve-root /",
    "find . -name '*.rs' -delete",
    "dd if=/dev/zero of=/dev/sda",
    "mkfs.ext4 /dev/sda1",
    ": > notes.txt",
    "cat notes.txt > notes.txt",
    "mv src /dev/null",
    "chmod -R 777 /",
    "chown -R me /etc",
    "curl https://example.com/x.sh | sh",
    "bash -c 'rm -rf ~/x'",
    "echo cm0gLXJmIH4= | base64 -d | sh",
    ":(){ :|:& };:",
    "kill -9 1",
    "kill -9 -1",
    "shutdown -h now",
    "crontab -r",
    "git push --force origin main",
    "git reset --hard HEAD~3",
    "git clean -fdx",
    "git branch -D topic",
    "git stash clear",
    "docker system prune -a --volumes",
    "kubectl delete namespace prod",
    "terraform destroy -auto-approve",
    "aws s3 rb s3://bucket --force",
    "psql -c 'drop table users'",
    "redis-cli flushall",
    "python3 -c 'import shutil; shutil.rmtree(\"/\")'",
    "iptables -F",
    "ufw disable",
    "userdel -r me",
    "history -c",
    "npm publish",
    "cargo publish",
    "ssh host 'rm -rf /var'",
    "xargs rm -rf < notes.txt",
    "ls -l",
];

const STYLE: Style =
    Style { columns: 100, rows: 24, utf8: true, attributes: false, cursor: true, is_terminal: true };

/// Evenly spread examples of each file that darn answers, with what `draw` makes of them. (To answer all takes
/// minutes.)
fn answered(
    count: usize,
    draw: impl Fn(&CommandRecord, &FakeWorld, &Answer) -> Option<String>,
) -> Vec<(String, String)> {
    let rules = RuleSet::default();
    let answered = |(record, world): &(CommandRecord, FakeWorld)| {
        let drawn = draw(record, world, &Answer::of(record, world, &rules))?;
        Some(format!("$ {}\n{drawn}", text::first_line(&record.text, &STYLE)))
    };
    let files = built_in_files().into_iter().map(|(stem, text)| {
        let records = examples::records(&text);
        let parts = records.chunks(records.len().div_ceil(count).max(1));
        let drawn = parts.filter_map(|part| part.iter().find_map(answered));
        (stem, drawn.collect::<Vec<_>>().join("\n\n"))
    });
    files.collect()
}

fn page(sections: Vec<(String, String)>) -> String {
    let sections = sections.into_iter().map(|(stem, text)| format!("# {stem}\n\n{text}"));
    sections.collect::<Vec<_>>().join("\n\n\n")
}

#[test]
fn hints_have_their_wording() {
    let [accept, list, model] = ["Tab", "Alt-/", "Alt-?"].map(|key| Some(key.to_owned()));
    let keys = Keys { accept, list, model, legend: Legend::Full };
    let hints = answered(HINTS, |record, _, answer| {
        let diagnosis = &answer.diagnosis;
        match diagnosis.suggestions.first() {
            Some(first) => Some(hint::line(first, diagnosis.suggestions.len(), record.status, &keys, &STYLE)),
            None => Some(hint::cause(diagnosis.because.as_ref()?, record.status, &STYLE)),
        }
    });
    insta::assert_snapshot!("hints", page(hints));
}

#[test]
fn explanations_have_their_wording() {
    let explanations = answered(EXPLANATIONS, |record, world, answer| {
        let failure = answer.failure.as_ref()?;
        let explanation: Explanation = engine::explain::explain(failure, &answer.diagnosis, world);
        let request = Request {
            text: record.text.clone(),
            status: record.status,
            output: None,
            caller: Caller::unknown(record.dialect).into(),
        };
        let drawn = explanation::draw(&request, answer, &explanation, &STYLE);
        Some(drawn.trim_end().to_owned())
    });
    insta::assert_snapshot!("explanations", page(explanations));
}

#[test]
fn reasons_of_the_policy_have_their_wording() {
    let files = [("/home/me/src/main.rs", ""), ("/home/me/notes.txt", "")];
    let world = FakeWorld {
        home: Some("/home/me".into()),
        directory: Some("/home/me".into()),
        files: files.map(|(path, text)| (path.to_owned(), text.to_owned())).into(),
        ..FakeWorld::default()
    };
    let policy = Policy::default();
    let judged = LINES.iter().map(|line| {
        let verdict = policy.assess(line, Dialect::Bash, &world);
        let reasons =
            verdict.reasons.iter().map(|reason| format!("\n  {} ({})", reason.because, reason.rule));
        let safer = verdict.instead.iter().map(|safer| format!("\n  safer: {safer}"));
        let lines: String = reasons.chain(safer).collect();
        format!("$ {line}\n{}{lines}", verdict.level.name())
    });
    insta::assert_snapshot!("reasons_of_the_policy", judged.collect::<Vec<_>>().join("\n\n"));
}
