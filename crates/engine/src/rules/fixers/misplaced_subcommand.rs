//! `systemctl nginx restart`, `kubectl pods get`: the subcommand after its operand; and `rustup show active
//! toolchain`: a subcommand typed as two words.

use super::prelude::*;
use facts::vocabulary::Vocabulary;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    if case.is_unstarted() {
        return None;
    }
    let words = vocabulary::find(command.program_name()?, case.world).filter(Vocabulary::is_complete)?;
    let walk = words.walk_command(command)?;
    let at = walk.unknown?;
    let first = command.words.get(at).filter(|word| !word.dynamic)?;
    let second = command.words.get(at + 1).filter(|word| !word.dynamic)?;
    let script = &case.failure.script;
    if case.output.is_some_and(|output| !refuses(output, &first.value)) {
        return None;
    }
    let names: Vec<&str> = words.subcommands(&walk.path).collect();
    let joined = format!("{}-{}", first.value, second.value);
    if names.contains(&joined.as_str()) {
        let edit = Edit::new().remove_word(script, second).replace(first.span, joined.clone());
        let because = format!("`{joined}` is one word");
        return Some(Proposal::certain(edit, because));
    }
    // a name such as `status` could also be a misspelling of the first word
    let is_slip = !spell::nearest(&first.value, names.iter().copied()).is_empty();
    if is_slip || !names.contains(&second.value.as_str()) || second.value.len() < 2 {
        return None;
    }
    let moved = format!("{} ", script.raw(second.span));
    let edit = Edit::new().remove_word(script, second).insert(first.span.start, moved);
    let because = format!("`{}` comes before its operand", second.value);
    Some(Proposal::certain(edit, because))
}

/// Returns whether the program says that it does not know the word, or shows how it is used.
fn refuses(output: &str, word: &str) -> bool {
    const COMPLAINTS: &[&str] =
        &["nknown", "nrecogni", "nvalid", "nexpected", "not a", "o such", "not found", "not exist"];
    output.lines().any(|line| {
        line.to_ascii_lowercase().starts_with("usage")
            || holds_part(line, word) && COMPLAINTS.iter().any(|text| line.contains(text))
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn subcommands_out_of_place() {
        mends_blind("bash", "systemctl nginx restart", 1, "systemctl restart nginx");
        mends(
            "zsh", "systemctl nginx restart", 1, "Unknown command verb nginx.\n", "systemctl restart nginx",
        );
        mends_blind("fish", "apt jq install", 1, "apt install jq");
        let kubectl = "error: unknown command \"pods\" for \"kubectl\"\n";
        mends("bash", "kubectl pods get -A", 1, kubectl, "kubectl get pods -A");
        let rustup = "error: unrecognized subcommand 'active'\n\n  tip: a similar subcommand exists: 'active-toolchain'\n\nUsage: rustup show [OPTIONS] [COMMAND]\n";
        mends("bash", "rustup show active toolchain", 1, rustup, "rustup show active-toolchain");
    }

    #[test]
    fn subcommands_in_place() {
        leaves("bash", "git log status", 128, None);
        leaves("bash", "npm run install", 1, None);
        leaves("bash", "git foo bar", 1, None);
        let plug_in = "git-subrepo: Command failed: 'git worktree add .git/tmp/subrepo/lib subrepo/lib'.\n";
        leaves("bash", "git subrepo push lib", 1, Some(plug_in));
    }
}
