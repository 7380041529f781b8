//! `docker -it run alpine`, `git log --no-pager`: an option at the wrong level of the command.

use super::prelude::*;
use super::typed_option;
use super::typed_option::TypedOption;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if case.is_unstarted() {
        return None;
    }
    typed_option::all(case).iter().find_map(|typed| move_option(case, typed))
}

fn move_option(case: &Case<'_>, typed: &TypedOption<'_>) -> Option<Proposal> {
    let (here, deepest) = (typed.depth(), typed.walk.path.len());
    if typed.is_known(here) || typed.walk.unknown.is_some_and(|at| at < typed.at) {
        return None;
    }
    let is_refused = typed.is_refused(case);
    let below = (here + 1..=deepest).rev().find(|depth| typed.is_known(*depth));
    let above = (0..here).rev().find(|depth| typed.is_known(*depth));
    let (depth, place, because) = match (below, above) {
        (Some(depth), _) if is_refused || case.output.is_none() && typed.words.is_complete() => {
            let subcommand = typed.walk.words.get(depth - 1).and_then(|at| typed.command.words.get(*at))?;
            (depth, subcommand.span.end, format!("{} is an option of `{}`", typed.name, subcommand.value))
        }
        // an option of a higher level may be valid below, too: only the program knows
        (None, Some(depth)) if is_refused => {
            let subcommand = typed.walk.words.get(depth).and_then(|at| typed.command.words.get(*at))?;
            (depth, subcommand.span.start, format!("{} goes before `{}`", typed.name, subcommand.value))
        }
        _ => return None,
    };
    let script = &case.failure.script;
    let last = typed.value(depth).unwrap_or(typed.word);
    let text = script.raw(Span::new(typed.word.span.start, last.span.end));
    let moved = if depth > here { format!(" {text}") } else { format!("{text} ") };
    let mut edit = Edit::new().remove_word(script, typed.word).insert(place, moved);
    if last.span != typed.word.span {
        edit = edit.remove_word(script, last);
    }
    Some(Proposal::certain(edit, because))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn options_of_another_level() {
        let it = "unknown shorthand flag: 'i' in -it\nSee 'docker --help'.\n";
        mends("bash", "docker -it run alpine sh", 125, it, "docker run -it alpine sh");
        mends_blind("zsh", "docker -it run alpine sh", 125, "docker run -it alpine sh");
        let cargo = "error: unexpected argument '--release' found\n\n  tip: 'build --release' exists\n\nUsage: cargo [OPTIONS] [COMMAND]\n";
        mends("bash", "cargo --release build", 1, cargo, "cargo build --release");
        let pip = "\nUsage:   \n  pip3 <command> [options]\n\nno such option: -r\n";
        mends("fish", "pip3 -r a.txt install", 2, pip, "pip3 install -r a.txt");
        let pager = "fatal: unrecognized argument: --no-pager\n";
        mends("bash", "git log --no-pager -n 3", 128, pager, "git --no-pager log -n 3");
        let port = "unknown shorthand flag: 'p' in -p\n";
        mends("bash", "docker -p 80:80 run nginx", 125, port, "docker run -p 80:80 nginx");
    }

    #[test]
    fn options_that_stand_right() {
        leaves("bash", "docker run -it alpine sh", 1, None);
        leaves(
            "bash",
            "git -C dir log",
            128,
            Some("fatal: your current branch 'main' does not have any commits yet\n"),
        );
        leaves("bash", "git log -C", 128, None);
    }
}
