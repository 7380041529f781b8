//! How programs use their exit status: to answer, to report findings, or in the user's own way.

use programs::{Answer, Role};
use syntax::{Command, Word};

use facts::world::World;
use policy::code::Language;

/// Meaning of a command's non-zero status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Something went wrong.
    Fails,
    /// An ordinary "no": nothing needs help.
    Answers,
    /// Findings of a compiler, test runner, linter, server or interpreter: only text that a rule recognises
    /// for certain deserves a comment.
    Reports,
    /// A user's own program: its messages are not darn's concern.
    Own,
}

/// Returns the manner of one command, given the line's status.
pub fn classify(command: &Command, status: i32, world: &dyn World) -> Manner {
    let Some(at) = command.program() else { return Manner::Answers };
    let Some(word) = command.words.get(at) else { return Manner::Answers };
    let name = word.value.as_str();
    let arguments = command.arguments();
    if status == 124 && command.words.iter().take(at).any(|prefix| prefix.value == "timeout") {
        return Manner::Answers; // the requested time limit passed
    }
    if programs::details(name).answers.iter().any(|answer| answers(answer, name, arguments, status)) {
        return Manner::Answers;
    }
    let is_function = world.functions().iter().any(|function| function == name);
    let known = known_at_path(name);
    if is_function || name.contains('/') && known.is_none() || word.dynamic {
        return Manner::Own;
    }
    let name = known.unwrap_or(name);
    if asks_quietly(name, arguments) {
        return Manner::Answers;
    }
    if is_reporter(name) {
        return Manner::Reports;
    }
    Manner::Fails
}

/// `python3 -c CODE`, `node -e CODE`: an interpreter and its code.
pub fn is_given_code(command: &Command) -> bool {
    let language = command.program_name().and_then(Language::of);
    let is_interpreter =
        language.is_some_and(|it| !matches!(it, Language::Sql(_) | Language::Redis | Language::Awk));
    let first = command.arguments().first().map(|word| word.value.as_str());
    is_interpreter && matches!(first, Some("-c" | "-e" | "-E" | "-r" | "--eval" | "-p"))
}

/// Returns the name of a well-known program that was called by its path: `./gradlew`, `/usr/local/bin/mysql`.
fn known_at_path(path: &str) -> Option<&str> {
    let (directory, name) = path.rsplit_once('/')?;
    let is_installed = directory.ends_with("bin") && programs::find_version(name).is_some();
    (is_installed || is_reporter(name)).then_some(name)
}

fn is_reporter(name: &str) -> bool {
    programs::find_version(name).is_some_and(|program| program.is(Role::Reports))
}

fn answers(answer: &Answer, name: &str, arguments: &[Word], status: i32) -> bool {
    if name == "kill" && !arguments.iter().any(|w| w.value == "-0")
        || name == "sudo" && arguments.iter().any(|w| !w.value.starts_with('-'))
    {
        return false;
    }
    // setting an option is not a query
    if name == "shopt" && arguments.iter().any(|w| matches!(w.value.as_str(), "-s" | "-u")) {
        return false;
    }
    if matches!(name, "command" | "builtin")
        && !arguments.iter().any(|w| matches!(w.value.as_str(), "-v" | "-V"))
    {
        return false;
    }
    if matches!(name, "jq" | "yq")
        && !arguments.iter().any(|w| w.value.starts_with('-') && w.value.contains('e'))
    {
        return false;
    }
    let is_with = |word: &Word| word.value == answer.with || is_in_cluster(&word.value, answer.with);
    let fits = answer.with.is_empty() || arguments.iter().any(is_with);
    fits && (answer.statuses.is_empty() || answer.statuses.contains(&status))
}

/// Returns whether the short option `-x` is in a cluster such as `-sxv`.
fn is_in_cluster(argument: &str, option: &str) -> bool {
    let (Some(cluster), Some(letter)) = (argument.strip_prefix('-'), option.strip_prefix('-')) else {
        return false;
    };
    letter.len() == 1 && !cluster.starts_with('-') && cluster.contains(letter)
}

/// Returns whether the command only asks for an answer: `-q`, `--quiet`.
fn asks_quietly(name: &str, arguments: &[Word]) -> bool {
    matches!(name, "git" | "dpkg" | "rpm")
        && arguments.iter().any(|w| matches!(w.value.as_str(), "-q" | "--quiet" | "--exit-code"))
        && arguments.first().is_some_and(|w| {
            matches!(w.value.as_str(), "rev-parse" | "show-ref" | "diff" | "ls-files" | "diff-index" | "-q")
        })
}
