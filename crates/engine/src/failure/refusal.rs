//! A program that answers or reports its findings may still refuse what it was asked: then it is
//! a failure, though nothing is known that would mend it.
//!
//! It refuses where it complains about a word of its command line, prints its own usage text, or
//! where the shell itself complains about its builtin or about the user's script.

use syntax::{Command, Dialect, Script};

use super::messages::{kind_of, told};
use super::{Failure, FailureKind};
use FailureKind::{
    CommandNotFound, FileNotFound, Generic, InvalidOption, MissingDependency, PermissionDenied, State,
    SyntaxError, UnknownSubcommand, Usage,
};

use crate::diagnosis::{Diagnosis, Origin};
use crate::paths;
use crate::rules::pattern::normalise;
use crate::world::{PathKind, World};

/// Lines looked at from the beginning and from the end of the output, and the longest of them.
const MAX_LINES: usize = 60;
const MAX_LENGTH: usize = 400;

/// What a complaint has and a finding seldom.
const COMPLAINTS: &[&str] = &[
    "not found",
    "o such",
    "cannot",
    "an't ",
    "ould not",
    "ouldn't",
    "nable to",
    "nvalid",
    "nknown",
    "nrecogni",
    "Bad ",
    "bad ",
    "oes not",
    "oesn't",
    "lready",
    "nexpected",
    "must be",
    "issing",
    "equired",
    "nsupported",
    "is not ",
    "not one of",
];

/// Programs whose first operand is another program or script: what follows it is that one's.
const WRAPPERS: &str = "python python2 python3 node nodejs deno bun ruby perl php lua Rscript java bash sh zsh fish dash \
ksh xargs watch strace ltrace env su ssh sudo doas time timeout nice nohup parallel npx rake just make npm pnpm yarn";

/// What `curl -s` and the like tell by nothing but their status.
pub fn by_status(failure: &Failure) -> Option<FailureKind> {
    let is_silent = failure.output().trim().is_empty();
    let program = failure.culprit_command()?.program_name()?;
    match (program, failure.record.status) {
        ("curl", 3) if is_silent => Some(FailureKind::Usage),
        ("curl", 5 | 6 | 7 | 28 | 35 | 52 | 56 | 60) | ("wget", 4) if is_silent => Some(FailureKind::Network),
        ("curl", 23 | 26 | 37) | ("wget", 3) if is_silent => Some(FailureKind::FileNotFound),
        ("wget", 5) if is_silent => Some(FailureKind::Network),
        _ => None,
    }
}

/// The shell complains about its builtin (`bash: shopt: x: invalid shell option name`), an
/// assignment, or a script of the user that it cannot read.
pub fn by_shell(failure: &Failure) -> Option<FailureKind> {
    let script = &failure.script;
    let shell: &[&str] = match script.dialect {
        Dialect::Bash => &["bash: "],
        Dialect::Zsh => &["zsh: "],
        _ => &["dash: ", "sh: "],
    };
    let output = normalise(failure.output());
    lines(&output).find_map(|line| {
        if let Some(rest) = shell.iter().find_map(|name| line.strip_prefix(name)) {
            let (head, tail) = rest.split_once(": ")?;
            let is_ours = script.commands.iter().any(|command| {
                command.program_name().is_some_and(|name| name == head && !is_lookup_name(name))
                    || command.assignments.iter().any(|a| a.value.starts_with(&format!("{head}=")))
            });
            if is_ours && tail != "not found" {
                return kind_of(tail).or(Some(FailureKind::Usage));
            }
            if tail.starts_with("division by 0") {
                return Some(FailureKind::Generic);
            }
        }
        script_error(failure, line).or_else(|| builtin_error(failure, line))
    })
}

/// `./tidy.sh: line 2: unexpected EOF …`, `./hello.py: 1: Syntax error: …`
fn script_error(failure: &Failure, line: &str) -> Option<FailureKind> {
    let (file, rest) = line.split_once(": ")?;
    let file = if ["bash", "zsh", "sh", "dash"].contains(&file) { rest.split_once(": ")?.0 } else { file };
    // one that an interpreter was given by name is a finding
    let is_here = failure.script.commands.iter().any(|command| {
        let reads = matches!(command.program_name(), Some("source" | "."));
        command.program_name() == Some(file)
            || reads && command.arguments().iter().any(|word| word.value == file)
    });
    let is_grammar = ["syntax error", "Syntax error", "unexpected EOF while looking"]
        .iter()
        .any(|text| rest.contains(text));
    (is_here && is_grammar).then_some(FailureKind::SyntaxError)
}

/// `read: -p: no coprocess`, `string: replcae: invalid subcommand`
fn builtin_error(failure: &Failure, line: &str) -> Option<FailureKind> {
    let (head, tail) = line.split_once(": ")?;
    let name = head.split(' ').next().unwrap_or(head);
    let is_builtin = crate::builtins::has(failure.script.dialect, name) && !is_lookup_name(name);
    let is_ours = failure.script.commands.iter().any(|c| c.program_name() == Some(name));
    let is_complaint = tail.contains(": ") || told(tail).is_some();
    (is_builtin && is_ours && is_complaint).then(|| kind_of(tail).unwrap_or(FailureKind::Usage))
}

/// Was the question whether there is such a command or process (`type x`, `which x`, `kill -0 1`)?
pub fn is_lookup(failure: &Failure) -> bool {
    let Some(command) = failure.culprit_command() else { return false };
    let name = command.program_name().unwrap_or("");
    matches!(failure.record.status, 1 | 127) && is_lookup_name(name)
        || name == "kill" && command.arguments().iter().any(|word| word.value == "-0")
}

fn is_lookup_name(name: &str) -> bool {
    matches!(name, "type" | "which" | "whence" | "where" | "command" | "hash")
}

/// A program that was asked for an answer says that it cannot take the question.
pub fn of_question(failure: &Failure) -> Option<FailureKind> {
    let command = failure.culprit_command()?;
    let name = command.program_name().filter(|name| !is_lookup_name(name))?;
    let output = normalise(failure.output());
    if let Some((_, interpreter)) = name.rsplit_once('/') {
        return lines(&output).find(|line| refuses(line, interpreter)).and_then(told);
    }
    if prints_usage(&output, name) {
        return told(&output).or(Some(Usage));
    }
    lines(&output).find_map(|line| {
        let rest = line.strip_prefix(name)?.strip_prefix(": ")?;
        told(rest).filter(|kind| matches!(kind, FailureKind::InvalidOption | FailureKind::Usage))
    })
}

/// Does the program complain about a word of its command line, or print its usage text, or have
/// its own words for that?
pub fn by_program(failure: &Failure, world: &dyn World) -> bool {
    let Some(command) = failure.culprit_command() else { return false };
    let Some(name) = command.program_name() else { return false };
    if name.contains('/') {
        return false;
    }
    let output = normalise(failure.output());
    let words = own_words(command, name);
    prints_usage(&output, name)
        || lines(&output).any(|line| {
            refuses(line, name)
                || is_complaint(line)
                    && !is_location(line)
                    && words.iter().any(|word| quotes(line, word, world))
        })
}

/// The words that are the program's own business.
pub fn own_words<'a>(command: &'a Command, name: &str) -> Vec<&'a str> {
    let is_wrapper = WRAPPERS.split_ascii_whitespace().any(|known| known == name);
    let mut words = Vec::new();
    for word in command.arguments() {
        if word.value == "--" {
            break;
        }
        if !word.dynamic && !word.value.contains(char::is_whitespace) {
            words.push(word.value.as_str());
        }
        if is_wrapper && !word.value.starts_with('-') {
            break;
        }
    }
    words
}

/// Its own usage text, the name in the same line or below.
fn prints_usage(output: &str, name: &str) -> bool {
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

/// Texts with which programs refuse what they were asked, by program.
const REFUSALS: &str = include_str!("../data/refusals.txt");

/// Has the line one of the program's own texts?
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

/// Does the line quote the word, or the value in it, and is that no path which is there?
fn quotes(line: &str, word: &str, world: &dyn World) -> bool {
    let value = word.split_once('=').map_or(word, |(_, value)| value);
    [word, value].into_iter().any(|word| {
        word.trim_start_matches('-').len() > 1
            && holds(line, word)
            && (word.starts_with('-')
                || paths::expand(word, world).is_none_or(|path| world.kind(&path) == PathKind::Missing))
    })
}

/// The word stands in the line, not as a part of a longer one, nor does the line begin with it: then
/// it is the word that speaks.
pub fn holds(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/');
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        let after = line.get(at + word.len()..).and_then(|text| text.chars().next());
        at > 0 && !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// The kind when all is known; `None`: as it was first judged.
pub fn kind(failure: &Failure, diagnosis: &Diagnosis, world: &dyn World) -> Option<FailureKind> {
    let output = normalise(failure.output());
    let (first, told) = (failure.kind, told(&output));
    if let Some(suggestion) = diagnosis.suggestions.first() {
        let Origin::Rule(id) = &suggestion.origin;
        let new = new_words(failure, &suggestion.text);
        if id == "git/unknown-name" {
            let is_path = new.iter().any(|word| world.kind(word.rsplit(':').next().unwrap_or(word)).exists());
            return Some(if is_path { FileNotFound } else { State });
        }
        if told.is_none() && first == Generic && id.ends_with("/unknown-name") {
            return Some(State);
        }
        // of a mere usage text, that an option was changed tells more
        let is_option = !new.is_empty() && new.iter().all(|word| is_other_option(failure, word));
        if told.is_none() && first == Usage && is_option {
            return Some(InvalidOption);
        }
    }
    // a missing command is that, and a line that cannot be parsed, whatever else they show
    let mended = diagnosis.kind.filter(|kind| match first {
        CommandNotFound => matches!(kind, UnknownSubcommand | MissingDependency),
        SyntaxError => *kind != FileNotFound,
        _ => *kind != FileNotFound || told != Some(State),
    });
    if mended.is_some() {
        return mended;
    }
    let wraps = failure.culprit_command().and_then(Command::program_name).is_some_and(|name| {
        matches!(
            name,
            "xargs" | "env" | "nohup" | "timeout" | "nice" | "stdbuf" | "setsid" | "strace" | "time"
        )
    });
    let is_pattern = output.contains("no matches found: ") || output.contains("No matches for wildcard");
    match (first, told) {
        (FileNotFound | PermissionDenied, Some(MissingDependency)) => Some(MissingDependency),
        // a program of a recipe of make
        (FileNotFound, Some(FileNotFound)) if output.contains("] Error 127") => Some(MissingDependency),
        (FileNotFound, Some(FileNotFound)) if failure.record.status == 127 && wraps => Some(CommandNotFound),
        (FileNotFound, Some(CommandNotFound)) if failure.record.status == 127 => Some(CommandNotFound),
        (SyntaxError, _) if is_pattern && diagnosis.suggestions.is_empty() => Some(FileNotFound),
        (Generic, None) => by_status(failure).or_else(|| by_shell(failure)),
        (Generic, told) => told,
        _ => None,
    }
}

/// The words of the suggestion that stand in place of others; none where it has more or fewer.
fn new_words(failure: &Failure, text: &str) -> Vec<String> {
    let values = |script: &Script| -> Vec<String> {
        script.commands.iter().flat_map(|command| &command.words).map(|word| word.value.clone()).collect()
    };
    let (old, new) = (values(&failure.script), values(&Script::parse(text, failure.record.dialect)));
    if old.len() == new.len() {
        new.into_iter().filter(|word| !old.contains(word)).collect()
    } else {
        Vec::new()
    }
}

/// An option, and no value put into one that was there.
fn is_other_option(failure: &Failure, word: &str) -> bool {
    let is_completed =
        |c: &Command| c.words.iter().any(|w| w.value.starts_with("--") && word.starts_with(&w.value));
    word.starts_with('-') && !failure.script.commands.iter().any(is_completed)
}

/// A function that the line itself defines, or its `${X:?message}`: the user's own no.
pub fn is_own(failure: &Failure) -> bool {
    let text = &failure.script.text;
    let defines =
        |name: &str| text.contains(&format!("{name}()")) || text.contains(&format!("function {name}"));
    let output = normalise(failure.output());
    failure.culprit_command().and_then(Command::program_name).is_some_and(defines)
        || output
            .lines()
            .filter_map(|line| line.rsplit(": ").nth(1))
            .any(|name| text.contains(&format!("${{{name}:?")) || text.contains(&format!("${{{name}?")))
}

/// A program that walks through directories and was not let into some of them: it did the rest.
pub fn is_partial(failure: &Failure) -> bool {
    let Some(command) = failure.culprit_command() else { return false };
    let is_walker = matches!(command.program_name(), Some("find" | "du" | "tree"));
    let output = normalise(failure.output());
    let refused = |line: &str| line.contains("ermission denied");
    let is_below = |line: &str| {
        command.arguments().iter().any(|word| {
            let top = word.value.trim_end_matches('/');
            !top.is_empty()
                && line.match_indices(top).any(|(at, _)| {
                    line.get(at + top.len()..)
                        .and_then(|rest| rest.strip_prefix('/'))
                        .is_some_and(|rest| !rest.starts_with('\''))
                })
        })
    };
    is_walker
        && output.lines().any(refused)
        && output.lines().filter(|line| line.contains(": ")).all(|line| refused(line) && is_below(line))
}

fn lines(output: &str) -> impl Iterator<Item = &str> {
    let last = output.lines().count().saturating_sub(MAX_LINES).max(MAX_LINES);
    output
        .lines()
        .enumerate()
        .filter(move |(at, line)| (*at < MAX_LINES || *at >= last) && line.len() <= MAX_LENGTH)
        .map(|(_, line)| line)
}

#[cfg(test)]
mod tests {
    use crate::rules::RuleSet;
    use crate::world::FakeWorld;
    use crate::{Answer, CommandRecord, Output};

    /// Kind of a command as bash ended it, from its recorded output.
    fn kind(text: &str, status: i32, output: &str) -> Option<&'static str> {
        let record = CommandRecord {
            text: text.to_owned(),
            dialect: syntax::Dialect::Bash,
            cwd: "/home/me".to_owned(),
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
