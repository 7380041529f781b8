//! What a git command would affect, for the program to count.

use super::compiled::{Flag, Touch};
use super::matcher::Fit;
use super::words::Words;
use crate::{Target, UNKNOWN};

/// Maximum number of branches counted per command.
const MAX_BRANCHES: usize = 8;

pub fn targets(fit: &Fit<'_>, words: &Words<'_>) -> Vec<Target> {
    // only the repository around the working directory is examined
    let has = |name: &&str| words.has(&Flag { name: (*name).to_owned(), value: None });
    if ["-C", "--git-dir", "--work-tree"].iter().any(has) {
        return Vec::new();
    }
    let rest: Vec<&str> =
        words.operands.get(fit.path_end..).unwrap_or_default().iter().map(|operand| operand.text).collect();
    let known = |text: &&str| !text.contains(UNKNOWN);
    let mut found = Vec::new();
    for touch in &fit.rule.touches {
        match touch {
            Touch::WorkingTree => found.push(Target::WorkingTree),
            Touch::Untracked => {
                found.push(Target::Untracked { ignored: ["-x", "-X"].iter().any(has) });
            }
            Touch::Branch => {
                let names = rest.iter().filter(|name| known(name)).take(MAX_BRANCHES);
                found.extend(names.map(|name| Target::Branch { name: (*name).to_owned() }));
            }
            Touch::Stashes => found.push(Target::Stashes),
            Touch::Trust => found.push(Target::Trust),
            Touch::Remote => {
                let remote = rest.first().filter(|name| known(name)).map(|name| (*name).to_owned());
                let branch = rest.get(1).filter(|name| known(name)).map(|refspec| {
                    let refspec = refspec.trim_start_matches(['+', ':']);
                    refspec.rsplit(':').next().unwrap_or(refspec).to_owned()
                });
                found.push(Target::Remote { remote, branch });
            }
        }
    }
    found
}
