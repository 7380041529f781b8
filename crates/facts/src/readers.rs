//! Read-only programs, which change nothing whatever their operands.

use programs::{Program, Role};
use syntax::{Command, Connector, Script, Word};

/// Read-only subcommands of git.
const GIT: &str = "status log show diff blame describe ls-files ls-tree rev-parse rev-list shortlog cat-file";
/// Options of git with which these write or run something.
const GIT_UNLESS: [&str; 6] = ["--output", "--ext-diff", "--textconv", "-c", "-C", "--filters"];

/// Returns whether the word is a program that only reads its operands.
pub fn is_reader(word: &Word) -> bool {
    reader(&word.value).is_some()
}

fn reader(name: &str) -> Option<Program> {
    programs::find(name).filter(|program| program.is(Role::OnlyReads))
}

/// Returns whether the whole line is read-only, so that it may run again. Every command must be a reader,
/// without expansions other than plain text.
pub fn only_reads(script: &Script) -> bool {
    let commands = &script.commands;
    script.issues.is_empty()
        && !commands.is_empty()
        && commands.iter().all(|command| command_only_reads(script, command))
}

/// Returns whether one command of the line is read-only.
pub fn command_only_reads(script: &Script, command: &Command) -> bool {
    // only redirections that read
    let reads = |operator: &str| matches!(operator.trim_start_matches('0'), "<" | "<<<");
    let is_plain = command.assignments.is_empty()
        && command.program() == Some(0)
        && command.depth == 0
        && command.connector != Connector::Background
        && command.words.iter().all(|word| !word.dynamic)
        && command.redirects.iter().all(|redirect| reads(script.raw(redirect.operator)));
    let Some(name) = command.program_name().filter(|_| is_plain) else { return false };
    let arguments = command.arguments();
    if name == "git" {
        let verb = arguments.first().map_or("", |word| word.value.as_str());
        return GIT.split_ascii_whitespace().any(|known| known == verb)
            && !arguments.iter().any(|word| GIT_UNLESS.iter().any(|option| is_option(&word.value, option)));
    }
    let Some(program) = reader(name) else { return false };
    // `*`: its operands are code
    let does_more =
        |word: &str| program.writes_with.iter().any(|option| *option == "*" || is_option(word, option));
    !arguments.iter().any(|word| does_more(&word.value))
}

/// Returns whether the word is this option, possibly with a value, in a cluster, or abbreviated.
fn is_option(word: &str, option: &str) -> bool {
    if let Some(long) = option.strip_prefix("--") {
        let name = word.strip_prefix("--").map(|rest| rest.split('=').next().unwrap_or(rest));
        return name.is_some_and(|name| !name.is_empty() && long.starts_with(name));
    }
    let letter = option.trim_start_matches('-');
    word.starts_with('-') && !word.starts_with("--") && word.contains(letter)
}

#[cfg(test)]
mod tests {
    use syntax::Dialect;

    use super::*;

    #[test]
    fn lines_that_only_read() {
        for line in [
            "ls -l nosuch", "cat a | grep -n x | wc -l", "git log --oneline -3",
            "sort -u a.txt && head -3 a.txt", "wc -l < a.txt",
        ] {
            assert!(only_reads(&Script::parse(line, Dialect::Bash)), "{line}");
        }
    }

    #[test]
    fn lines_that_may_do_more() {
        for line in [
            "rm a", "cat a > b", "cat a 2> b", "cat a >> b", "sudo cat a", "cat $(rm a)", "cat $x",
            "cat <(rm a)", "awk 'BEGIN { system(\"rm a\") }'", "sort -o a a", "sort -uo a a",
            "sort --outp=a a", "tail -f a", "rg --pre ./run x", "git diff --output=a",
            "git -c core.pager=./run log", "git log --ext-diff", "git push", "cat a & rm b", "cat a; rm b",
            "cat a | tee b", "./cat a", "X=1 cat a", "for f in *; do cat $f; done", "cat 'a", "xargs cat",
            "",
        ] {
            assert!(!only_reads(&Script::parse(line, Dialect::Bash)), "{line}");
        }
    }
}
