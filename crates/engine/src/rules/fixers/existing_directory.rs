//! `mkdir build && cd build` where build already exists: with -p the chain continues.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if !case.printed("File exists") {
        return None;
    }
    let found = case.failure.script.commands.windows(2).find_map(|two| {
        let [mkdir, next] = two else { return None };
        let goes_on = mkdir.program_name() == Some("mkdir") && next.connector == Connector::And;
        let is_there = |path: &str| case.kind(path) == PathKind::Directory;
        let arguments = mkdir.arguments();
        let plain = !arguments.iter().any(|word| has_option(word, "-p") || has_option(word, "--parents"));
        let exists = arguments.iter().any(|word| !word.dynamic && is_there(&word.value));
        (goes_on && plain && exists).then(|| mkdir.program_word())?
    });
    let program = found?;
    let edit = Edit::new().insert(program.span.end, " -p");
    Some(Proposal::certain(edit, "the directory already exists"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn the_chain_goes_on() {
        let said = "mkdir: cannot create directory 'dir': File exists\n";
        mends("bash", "mkdir dir && touch dir/x", 1, said, "mkdir -p dir && touch dir/x");
        leaves("bash", "mkdir dir", 1, Some(said));
        let said = "mkdir: cannot create directory 'a.txt': File exists\n";
        leaves("bash", "mkdir a.txt && cd a.txt", 1, Some(said));
    }
}
