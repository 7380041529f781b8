//! Files that git resets to an earlier state: `git restore FILE`, `git checkout [COMMIT] [--] FILE`.

use crate::prelude::*;

/// Maximum number of files examined per command.
const MAX_FILES: usize = 16;

/// Records the files; the program checks whether they have changes.
pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    if at.program != "git" {
        return;
    }
    let mut words = at.texts();
    // with options before the subcommand the files may be elsewhere
    let Some(subcommand @ ("restore" | "checkout")) = words.next() else { return };
    let words: Vec<&str> = words.collect();
    let has = |names: &[&str]| words.iter().any(|word| names.contains(word));
    let keeps = match subcommand {
        "restore" => has(&["-S", "--staged"]) && !has(&["-W", "--worktree"]),
        _ => has(&["-b", "-B", "--orphan"]),
    };
    if keeps || has(&["-p", "--patch"]) {
        return;
    }
    let dashes = words.iter().position(|word| *word == "--");
    let is_file = |(place, word): &(usize, &&str)| match dashes {
        Some(dashes) => *place > dashes,
        None => !word.starts_with('-') && context.env.world.kind(word).exists(),
    };
    let files = words.iter().enumerate().filter(is_file).map(|(_, word)| *word);
    let files = files.filter(|word| !word.contains(UNKNOWN)).take(MAX_FILES);
    let paths: Vec<String> = files.map(str::to_owned).collect();
    if !paths.is_empty() {
        context.target(Target::Changes { paths, span: at.span });
    }
}
