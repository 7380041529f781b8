//! What may not be guessed.

use syntax::{Command, Script, Word};

use super::inner;
use crate::paths;
use crate::world::{PathKind, World};

/// Programs whose operands are never spell-corrected (CONTRACT §3).
#[must_use]
pub fn is_destructive(command: &Command) -> bool {
    let Some(name) = command.program_name() else { return false };
    let name = name.rsplit('/').next().unwrap_or(name);
    let arguments = command.arguments();
    let has =
        |options: &[&str]| arguments.iter().any(|word| options.iter().any(|option| has_option(word, option)));
    let word = |at: usize| {
        arguments
            .iter()
            .filter(|word| !word.value.starts_with('-'))
            .nth(at)
            .map_or("", |word| word.value.as_str())
    };
    match name {
        "rm" | "rmdir" | "unlink" | "dd" | "shred" | "truncate" | "wipefs" | "fdisk" | "parted" | "mv"
        | "kill" | "killall" | "pkill" | "xkill" | "userdel" | "groupdel" | "deluser" | "dropdb"
        | "shutdown" | "reboot" | "halt" | "poweroff" | "trash" | "srm" | "blkdiscard" | "mkswap"
        | "crontab" | "del" | "erase" => true,
        "tee" => false,
        "cp" | "ln" | "install" => has(&["-f", "--force"]),
        "chmod" | "chown" | "chgrp" | "setfacl" => has(&["-R", "--recursive"]),
        "rsync" => has(&["--delete", "--remove-source-files"]),
        "find" | "xargs" => {
            arguments.iter().any(|word| word.value == "-delete")
                || inner::programs(command).into_iter().any(|word| !inner::only_reads(word))
        }
        "git" => match crate::vocabulary::built_in(name)
            .and_then(|git| git.walk_command(command))
            .and_then(|walk| walk.path.first().copied())
            .unwrap_or_else(|| word(0))
        {
            "clean" => !has(&["-n", "--dry-run"]),
            "reset" => has(&["--hard", "--merge", "--keep"]),
            "push" => {
                has(&["-f", "--force", "--delete", "-d", "--mirror", "--prune"])
                    || arguments.iter().any(|w| w.value.starts_with('+'))
            }
            "branch" => has(&["-D", "-M", "--force", "-f"]),
            "tag" => has(&["-d", "-f", "--delete", "--force"]),
            "stash" => matches!(word(1), "drop" | "clear"),
            "rm" => !has(&["--cached"]),
            "mv" => has(&["-f", "--force"]),
            "rebase" | "merge" | "cherry-pick" | "revert" | "am" => has(&["--abort", "--quit"]),
            "filter-branch" | "update-ref" | "gc" => true,
            "checkout" | "switch" => has(&["-f", "--force", "-B", "-C"]),
            "restore" => !has(&["--staged"]),
            "worktree" | "remote" | "submodule" => matches!(word(1), "remove" | "rm" | "prune" | "deinit"),
            _ => false,
        },
        "docker" | "podman" => {
            matches!(word(0), "rm" | "rmi" | "kill" | "prune")
                || matches!(word(1), "rm" | "prune" | "remove" | "kill")
        }
        "kubectl" | "oc" => matches!(word(0), "delete" | "drain" | "replace"),
        "helm" => matches!(word(0), "uninstall" | "delete" | "rollback"),
        "terraform" | "tofu" => word(0) == "destroy",
        "systemctl" => {
            matches!(word(0), "stop" | "disable" | "mask" | "kill" | "poweroff" | "reboot" | "isolate")
        }
        "apt" | "apt-get" | "dnf" | "yum" | "pacman" | "brew" | "snap" | "zypper" => {
            matches!(word(0), "remove" | "purge" | "autoremove" | "uninstall" | "erase")
        }
        "npm" | "yarn" | "pnpm" => matches!(word(0), "unpublish" | "publish"),
        "aws" => arguments
            .iter()
            .any(|w| matches!(w.value.as_str(), "rm" | "rb" | "delete" | "terminate-instances")),
        _ if name.starts_with("mkfs") => true,
        _ => false,
    }
}

/// Is the word the name of a signal (`kill -s TREM`)? Whom it is sent to stays as typed.
#[must_use]
pub fn is_signal(command: &Command, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| command.words.get(before));
    matches!(command.program_name(), Some("kill" | "pkill" | "killall" | "docker" | "podman" | "systemctl"))
        && before.is_some_and(|word| matches!(word.value.as_str(), "-s" | "--signal"))
}

/// Is it what `mv` should have moved, and is not there? Nothing is lost by the right name, unless a
/// file would be written over.
#[must_use]
pub fn is_missing_source(world: &dyn World, command: &Command, word: &Word) -> bool {
    let kind = |word: &Word| paths::expand(&word.value, world).map(|path| world.kind(&path));
    let is_kept = |last: &Word| last.span != word.span && !kind(last).is_none_or(PathKind::is_file);
    command.program_name() == Some("mv")
        && command.words.last().is_some_and(is_kept)
        && !command.arguments().iter().any(|other| has_option(other, "-f") || has_option(other, "--force"))
        && kind(word).is_some_and(|kind| !kind.exists())
}

/// Is the word the value of an option that names what is written?
#[must_use]
pub fn is_output(command: &Command, word: &Word) -> bool {
    const OPTIONS: [&str; 8] =
        ["-o", "-O", "--output", "--out", "--outfile", "--output-file", "-of", "--target"];
    let before = command.words.iter().take_while(|other| other.span != word.span).last();
    before.is_some_and(|option| OPTIONS.contains(&option.value.as_str()))
        || word.value.split_once('=').is_some_and(|(name, _)| OPTIONS.contains(&name) || name == "of")
}

/// Would the command write over a file that it reads (`sort a > a`, `gcc -o a.c a.c`)?
#[must_use]
pub fn overwrites_input(command: &Command, script: &Script) -> bool {
    let redirected = command.redirects.iter().filter(|redirect| {
        let operator = script.raw(redirect.operator);
        operator.contains('>') && !operator.contains(">>") && !operator.contains('&')
    });
    let mut written: Vec<&str> =
        redirected.filter_map(|redirect| Some(redirect.target.as_ref()?.value.as_str())).collect();
    let (outputs, inputs): (Vec<&Word>, Vec<&Word>) =
        command.arguments().iter().partition(|word| is_output(command, word));
    written.extend(outputs.iter().map(|word| word.value.as_str()));
    inputs.iter().any(|word| !word.value.starts_with('-') && written.contains(&word.value.as_str()))
}

/// `-f`, also within a cluster such as `-rf`; `--force`, also with a value.
pub fn has_option(word: &Word, option: &str) -> bool {
    let value = word.value.as_str();
    if let Some(letter) = option.strip_prefix('-').filter(|rest| rest.len() == 1) {
        return value
            .strip_prefix('-')
            .is_some_and(|cluster| !cluster.starts_with('-') && cluster.contains(letter));
    }
    value == option || value.strip_prefix(option).is_some_and(|rest| rest.starts_with('='))
}
