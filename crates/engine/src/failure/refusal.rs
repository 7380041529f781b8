//! Detects that a program which answers or reports findings rejected its input: that is a failure, even
//! without a known fix.
//!
//! A program rejects its input if it complains about a word of its command line, prints its own usage text,
//! or prints one of its texts in `data/refusals.txt`.

use programs::Program;
use syntax::Command;

use super::messages::{find_kind, find_kind_of_line};
use super::question::is_lookup_name;
use super::{Failure, FailureKind};
use crate::text::Text;
use facts::paths;
use facts::world::{PathKind, World};

/// Number of lines examined at the beginning and at the end of the output, and their maximum length.
const MAX_LINES: usize = 60;
const MAX_LENGTH: usize = 400;

/// Texts common in complaints and rare in findings.
const COMPLAINTS: &[&str] = table!("refusal_complaints");

/// Returns the kind if a program that was asked a question rejects it.
pub fn of_question(failure: &Failure) -> Option<FailureKind> {
    let command = failure.culprit_command()?;
    let name = command.program_name().filter(|name| !is_lookup_name(name))?;
    let output = failure.output();
    if let Some((_, interpreter)) = name.rsplit_once('/') {
        return lines(output).find(|line| refuses(line, interpreter)).and_then(find_kind_of_line);
    }
    if prints_usage(output, name) {
        return find_kind(output).or(Some(FailureKind::Usage));
    }
    lines(output).find_map(|line| {
        let rest = line.strip_prefix(name)?.strip_prefix(": ")?;
        find_kind_of_line(rest).filter(|kind| matches!(kind, FailureKind::InvalidOption | FailureKind::Usage))
    })
}

/// Returns whether the program complains about a word of its command line, prints its usage text, or uses its
/// own refusal text.
pub fn by_program(failure: &Failure, world: &dyn World) -> bool {
    let Some(command) = failure.culprit_command() else { return false };
    let Some(name) = command.program_name() else { return false };
    if name.contains('/') {
        return false;
    }
    let output = failure.output();
    let words = own_words(command, name);
    prints_usage(output, name)
        || lines(output).any(|line| {
            refuses(line, name)
                || is_complaint(line)
                    && !is_location(line)
                    && words.iter().any(|word| quotes(line, word, world))
        })
}

/// Returns the words that belong to the program itself.
pub fn own_words<'a>(command: &'a Command, name: &str) -> Vec<&'a str> {
    let hands_over = programs::find_version(name).is_some_and(Program::hands_over)
        || matches!(name, "npm" | "pnpm" | "yarn");
    let mut words = Vec::new();
    for word in command.arguments() {
        if word.value == "--" {
            break;
        }
        if !word.dynamic && !word.value.contains(char::is_whitespace) {
            words.push(word.value.as_str());
        }
        if hands_over && !word.value.starts_with('-') {
            break;
        }
    }
    words
}

/// Returns whether the output contains the program's usage text, with its name on the same line or the next.
fn prints_usage(output: &Text, name: &str) -> bool {
    let mut lines = lines(output).peekable();
    while let Some(line) = lines.next() {
        let Some(rest) = line.strip_prefix("usage:").or_else(|| line.strip_prefix("Usage:")) else {
            continue;
        };
        let text = if rest.trim().is_empty() { lines.peek().copied().unwrap_or("") } else { rest };
        if text.split_whitespace().next() == Some(name) {
            return true;
        }
    }
    false
}

/// Refusal texts by program.
const REFUSALS: &str = include_str!("../data/refusals.txt");

/// Returns whether the line contains one of the program's refusal texts.
fn refuses(line: &str, name: &str) -> bool {
    let mut is_about = false;
    REFUSALS.lines().filter(|row| !row.starts_with('#')).any(|row| {
        let Some(text) = row.strip_prefix("  ") else {
            is_about = row.split(' ').any(|known| known == name);
            return false;
        };
        is_about && text.strip_prefix('^').map_or_else(|| line.contains(text), |text| line.starts_with(text))
    })
}

fn is_complaint(line: &str) -> bool {
    COMPLAINTS.iter().any(|text| line.contains(text))
}

/// `main.c:3:1: …`, `File "x", line 2`, `at f (x.js:1)`
pub fn is_location(line: &str) -> bool {
    let line = line.trim_start();
    let numbered = line.split(' ').next().is_some_and(|head| {
        let mut parts = head.trim_end_matches(':').rsplit(':');
        head.len() > 2
            && parts.next().is_some_and(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
            && parts.next().is_some()
    });
    numbered || line.starts_with("File \"") || line.starts_with("at ") || line.starts_with("from ")
}

/// Returns whether the line quotes the word, or the value in it, which must not be an existing path.
fn quotes(line: &str, word: &str, world: &dyn World) -> bool {
    let value = word.split_once('=').map_or(word, |(_, value)| value);
    [word, value].into_iter().any(|word| {
        word.trim_start_matches('-').len() > 1
            && holds(line, word)
            && (word.starts_with('-')
                || paths::expand(word, world).is_none_or(|path| world.kind(&path) == PathKind::Missing))
    })
}

/// Returns whether the line contains the whole word, but not at its beginning, where it names the speaker.
pub fn holds(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/');
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        let after = line.get(at + word.len()..).and_then(|text| text.chars().next());
        at > 0 && !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

pub fn lines(output: &Text) -> impl Iterator<Item = &str> {
    let lines = output.lines();
    let last = lines.len().saturating_sub(MAX_LINES).max(MAX_LINES);
    let (head, tail) = (lines.clone().take(MAX_LINES), lines.skip(last));
    head.chain(tail).filter(|line| line.len() <= MAX_LENGTH)
}

#[cfg(test)]
mod tests {
    use crate::Answer;
    use crate::rules::RuleSet;
    use facts::FakeWorld;
    use facts::{CommandRecord, Output};

    /// Returns the kind of a command run in bash, given its recorded output.
    fn kind(text: &str, status: i32, output: &str) -> Option<&'static str> {
        let record = CommandRecord {
            text: text.to_owned(),
            dialect: syntax::Dialect::Bash,
            cwd: "/home/me".to_owned(),
            entered_in: String::new(),
            status,
            output: Some(Output::from_bytes(output.as_bytes())),
        };
        let names = ["java", "node", "python3", "shop", "sqlite3", "terraform", "watch", "kill", "find"];
        let programs = names.map(str::to_owned).to_vec();
        let world = FakeWorld { programs, ..FakeWorld::default() };
        let answer = Answer::of(&record, &world, &RuleSet::default());
        answer.failure.map(|failure| failure.kind.name())
    }

    #[test]
    fn programs_that_report_may_refuse() {
        let workspace = "\nWorkspace \"stagign\" doesn't exist.\n\nYou can create this workspace with the \"new\" subcommand\n";
        assert_eq!(kind("terraform workspace select stagign", 1, workspace), Some("state"));
        assert_eq!(kind("watch -n 2", 1, "\nUsage:\n watch [options] command\n"), Some("usage"));
        let class = "Error: Could not find or load main class com.shop.Mian\n";
        assert_eq!(kind("java -cp out com.shop.Mian", 1, class), Some("usage"));
        let table = "Error: in prepare, no such table: itmes\n";
        assert_eq!(kind("sqlite3 shop.db 'select * from itmes'", 1, table), Some("state"));
    }

    #[test]
    fn shells_complain_about_their_builtins_and_scripts() {
        let local = "bash: local: can only be used in a function\n";
        assert_eq!(kind("local stage", 1, local), Some("usage"));
        assert_eq!(kind("fg", 1, "bash: fg: current: no such job\n"), Some("state"));
        assert_eq!(kind("UID=0", 1, "bash: UID: readonly variable\n"), Some("state"));
        let open = "./tidy.sh: line 2: unexpected EOF while looking for matching `\"'\n";
        assert_eq!(kind("./tidy.sh", 2, open), Some("syntax_error"));
    }

    #[test]
    fn findings_and_answers_are_none() {
        let error = "[eval]:1\nthrow new Error('feature flag not found')\n^\n\nError: feature flag not found\n    at [eval]:1:7\n";
        assert_eq!(kind("node -e \"throw new Error('feature flag not found')\"", 1, error), None);
        assert_eq!(kind("kill -0 999999", 1, "bash: kill: (999999) - No such process\n"), None);
        assert_eq!(kind("deploy() { echo refused; return 4; }; deploy", 4, "refused\n"), None);
        let below = "find: '/etc/ssl/private': Permission denied\n";
        assert_eq!(kind("find /etc/ssl -name '*.key'", 1, below), None);
        let own = "usage: job.py [-h] [--verbose]\njob.py: error: unrecognized arguments: --port 80\n";
        assert_eq!(kind("python3 job.py --port 80", 2, own), None);
        let constraint = "Error: stepping, CHECK constraint failed: qty >= 0 (19)\n";
        assert_eq!(kind("sqlite3 shop.db 'UPDATE items SET qty = -1'", 19, constraint), None);
    }
}
