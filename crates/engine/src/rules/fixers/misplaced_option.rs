//! `docker -it run alpine`, `git log --no-pager`: an option at the wrong level of the command.

use super::prelude::*;
use super::typed_option;
use super::typed_option::TypedOption;

/// Messages about the number of operands.
const COUNTS: &[&str] =
    &["expects ", "oo many command line arguments", "oo many arguments", "oo many positional"];

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if case.is_unstarted() {
        return None;
    }
    let moved = typed_option::all(case).iter().find_map(|typed| move_option(case, typed));
    moved.or_else(|| case.commands().find_map(|command| before_operands(case, command)))
}

/// `terraform import ADDRESS ID -var-file=x`: to these programs, what stands behind an operand is an operand.
fn before_operands(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let program = programs::find(command.program_name()?)?;
    let is_strict = program.is(Role::OneDash) && program.is(Role::FullOptions);
    if !is_strict || !case.printed_any(COUNTS) {
        return None;
    }
    let depth = vocabulary::walk(command, case.world).map_or(1, |walk| walk.path.len().max(1));
    let words = command.arguments();
    let is_option = |word: &Word| word.value.len() > 1 && word.value.starts_with('-');
    let first = words.iter().enumerate().skip(depth).find(|(_, word)| !is_option(word)).map(|(at, _)| at)?;
    let late = words.get(first..)?.iter().position(is_option)? + first;
    let (operands, options) = (words.get(first..late)?, words.get(late..)?);
    // the value of one without `=` may be any of the words
    if !options.iter().all(is_option) || operands.is_empty() {
        return None;
    }
    // `-var=image=Ubuntu 22.04`: what follows may be the rest of the value
    let before = first.checked_sub(1).and_then(|before| words.get(before));
    if let Some(option) = before.filter(|before| is_option(before) && before.value.contains('=')) {
        return join_value(case, option, operands);
    }
    let script = &case.failure.script;
    let text = script.raw(Span::new(options.first()?.span.start, options.last()?.span.end));
    let edit = options.iter().fold(Edit::new(), |edit, word| edit.remove_word(script, word));
    let edit = edit.insert(operands.first()?.span.start, format!("{text} "));
    Some(Proposal::certain(edit, "options go before the operands: behind them, they are operands, too"))
}

/// Quotes a value together with the words behind it.
fn join_value(case: &Case<'_>, option: &Word, rest: &[Word]) -> Option<Proposal> {
    let is_bare = |word: &Word| word.quote == QuoteStyle::Bare && !word.dynamic && !case.exists(&word.value);
    let span = Span::new(option.span.start, rest.last()?.span.end);
    let (name, value) = case.raw(span).split_once('=')?;
    if !is_bare(option) || !rest.iter().all(is_bare) {
        return None;
    }
    let edit = Edit::new().replace(span, format!("{name}=\"{value}\""));
    Some(Proposal::likely(edit, format!("a space ends the value of {name}: quote it")))
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
    fn options_behind_operands() {
        let said = "The import command expects two arguments.\nUsage: terraform import [options] ADDR ID\n";
        mends(
            "bash",
            "terraform import a.b id -var-file=\"x\" -lock=false",
            1,
            said,
            "terraform import -var-file=\"x\" -lock=false a.b id",
        );
        leaves("bash", "terraform import a.b id -state x", 1, Some(said));
    }

    #[test]
    fn a_value_with_a_blank_is_quoted() {
        let said = "Error: Too many command line arguments\n";
        mends(
            "bash",
            "terraform plan -var=a=Ubuntu 22.04 -var=b=c",
            1,
            said,
            "terraform plan -var=\"a=Ubuntu 22.04\" -var=b=c",
        );
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
