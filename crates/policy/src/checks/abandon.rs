//! Aborting an operation of git in progress: a rebase, a merge, a series of patches.

use facts::paths;

use crate::prelude::*;

/// Subcommands that can be continued later.
const RESUMABLE: &[&str] = &["rebase", "merge", "cherry-pick", "revert", "am"];
/// Files of an operation in progress in git's directory (gitrepository-layout(5), git-rebase(1)).
const STATE: &[&str] = &["rebase-merge", "rebase-apply", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"];
/// Maximum number of parent directories searched for a repository.
const MAX_ABOVE: usize = 32;

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    if at.program == "git"
        && has_word(at, RESUMABLE)
        && has_word(at, &["--abort", "--quit"])
        && is_in_progress(context.env)
    {
        let because = "Aborts what is in progress, including resolved conflicts.";
        context.find("git/abandon", Level::Warn, because, at.span);
        context.target(Target::WorkingTree);
    }
}

/// Returns whether git's directory, or that of a linked worktree, has an operation in progress.
fn is_in_progress(env: &Env<'_>) -> bool {
    let world = env.world;
    let mut directory = env.directory.clone().unwrap_or_else(|| ".".to_owned());
    for _ in 0..MAX_ABOVE {
        let git = format!("{directory}/.git");
        let own = match world.kind(&git) {
            PathKind::Directory => Some(git),
            PathKind::Missing => None,
            _ => world.read(&git).and_then(|text| {
                let own = text.strip_prefix("gitdir: ")?.trim();
                Some(if own.starts_with('/') { own.to_owned() } else { paths::join(&directory, own) })
            }),
        };
        if let Some(own) = own {
            return STATE.iter().any(|name| world.kind(&format!("{own}/{name}")).exists());
        }
        if directory.is_empty() {
            break;
        }
        directory = match directory.strip_prefix('/') {
            Some(_) => directory.rsplit_once('/').map_or_else(String::new, |(above, _)| above.to_owned()),
            None => format!("{directory}/.."),
        };
    }
    false
}
