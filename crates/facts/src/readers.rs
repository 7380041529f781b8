//! Read-only programs: they change nothing, whatever their operands.

use syntax::{Command, Connector, Script, Word};

/// Names, and the options that write, run something, or do not end; `*` for a program whose operands are
/// code.
const READERS: &[(&str, &str)] = &[
    ("awk jq", "*"),
    (
        "basename cat cut diff cmp comm dirname du df echo egrep fgrep file grep head join ls md5sum nl od printf",
        "",
    ),
    ("readlink realpath sha1sum sha224sum sha256sum sha384sum sha512sum stat test tr uniq wc zcat zgrep", ""),
    ("rg", "--pre --hostname-bin --search-zip"),
    ("sort", "-o --output --compress-program"),
    ("tail", "-f -F --follow --retry --pid"),
    ("id whoami groups uname uptime free lsblk lscpu pwd which type", ""),
];

/// Read-only subcommands of git, and their options that write or run something.
const GIT: &str = "status log show diff blame describe ls-files ls-tree rev-parse rev-list shortlog cat-file";
const GIT_UNLESS: [&str; 6] = ["--output", "--ext-diff", "--textconv", "-c", "-C", "--filters"];

/// Returns whether the word is a program that only reads its operands.
#[must_use]
pub fn is_reader(word: &Word) -> bool {
    row(&word.value).is_some()
}

fn row(name: &str) -> Option<&'static str> {
    READERS
        .iter()
        .find(|(names, _)| names.split_ascii_whitespace().any(|known| known == name))
        .map(|(_, unless)| *unless)
}

/// Returns whether the whole line is read-only, so that it may run again. Every command must be a reader,
/// without expansions other than plain text.
#[must_use]
pub fn only_reads(script: &Script) -> bool {
    let commands = &script.commands;
    script.issues.is_empty()
        && !commands.is_empty()
        && commands.iter().all(|command| command_only_reads(script, command))
}

fn command_only_reads(script: &Script, command: &Command) -> bool {
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
    let Some(unless) = row(name).filter(|unless| *unless != "*") else { return false };
    !arguments.iter().any(|word| unless.split_ascii_whitespace().any(|option| is_option(&word.value, option)))
}

/// Returns whether the word is this option, with a value, in a cluster, or abbreviated.
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
            "ls -l nosuch",
            "cat a | grep -n x | wc -l",
            "git log --oneline -3",
            "sort -u a.txt && head -3 a.txt",
            "wc -l < a.txt",
        ] {
            assert!(only_reads(&Script::parse(line, Dialect::Bash)), "{line}");
        }
    }

    #[test]
    fn lines_that_may_do_more() {
        for line in [
            "rm a",
            "cat a > b",
            "cat a 2> b",
            "cat a >> b",
            "sudo cat a",
            "cat $(rm a)",
            "cat $x",
            "cat <(rm a)",
            "awk 'BEGIN { system(\"rm a\") }'",
            "sort -o a a",
            "sort -uo a a",
            "sort --outp=a a",
            "tail -f a",
            "rg --pre ./run x",
            "git diff --output=a",
            "git -c core.pager=./run log",
            "git log --ext-diff",
            "git push",
            "cat a & rm b",
            "cat a; rm b",
            "cat a | tee b",
            "./cat a",
            "X=1 cat a",
            "for f in *; do cat $f; done",
            "cat 'a",
            "xargs cat",
            "",
        ] {
            assert!(!only_reads(&Script::parse(line, Dialect::Bash)), "{line}");
        }
    }
}
