//! What stands between commands and behind them: operators and redirections.

use syntax::{Command, Connector, Redirect, Script};

use super::Part;

/// Ends of compound commands, behind which an operator may stand.
const CLOSERS: [&str; 7] = [")", "}", ";", "done", "fi", "esac", "end"];

/// Returns the operator that joins a command to the one before it, as written.
pub fn before(script: &Script, command: &Command) -> Option<Part> {
    let start = command.span.start;
    let earlier = script.commands.iter().map(|other| other.span.end).filter(|end| *end <= start).max();
    let from = earlier.unwrap_or(0);
    // of the first command of a group the group is what is joined
    let group = script.blocks.iter().find(|block| (from..=start).contains(&block.span.start));
    let connector = match command.connector {
        Connector::Start => group.map_or(Connector::Start, |block| block.connector),
        other => other,
    };
    let written = script.text.get(from..start).unwrap_or_default();
    let sign = |signs: &[&'static str]| signs.iter().find(|sign| written.contains(**sign)).copied();
    let (text, means) = match connector {
        Connector::And => ("&&", "the next command runs only if the one before succeeds"),
        Connector::Or => ("||", "the next command runs only if the one before fails"),
        Connector::Pipe => match sign(&["|&", "&|"]) {
            Some(sign) => (sign, "the next command reads what the one before prints, its errors too"),
            None => ("|", "the next command reads what the one before prints"),
        },
        Connector::Background => background(sign(&["&!", "&|"])),
        Connector::Start | Connector::Sequence => return None,
    };
    Some(Part { text: text.to_owned(), means: means.to_owned() })
}

/// Returns the `&` behind the last command.
pub fn at_end(script: &Script) -> Option<Part> {
    let end = script.commands.iter().map(|command| command.span.end).max()?;
    let mut rest = script.text.get(end..)?.trim_start();
    while let Some(after) = CLOSERS.iter().find_map(|closer| rest.strip_prefix(closer)) {
        rest = after.trim_start();
    }
    let is_background = rest.starts_with('&') && !rest.starts_with("&&");
    let sign = ["&!", "&|"].into_iter().find(|sign| rest.starts_with(sign));
    let (text, means) = is_background.then(|| background(sign))?;
    Some(Part { text: text.to_owned(), means: means.to_owned() })
}

fn background(sign: Option<&'static str>) -> (&'static str, &'static str) {
    match sign {
        Some(sign) => (sign, "the command before runs in the background, and the shell forgets it"),
        None => ("&", "the command before runs in the background"),
    }
}

/// Returns what a redirection does; `operator`: as written, with its number.
pub fn redirection(operator: &str, redirect: &Redirect) -> &'static str {
    let sign = operator.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_error = operator.starts_with('2');
    let is_stream =
        redirect.target.as_ref().is_some_and(|word| word.value.bytes().all(|b| b.is_ascii_digit()));
    let is_dropped = redirect.target.as_ref().is_some_and(|word| word.value == "/dev/null");
    let is_other =
        operator.starts_with(|c: char| c.is_ascii_digit()) && !operator.starts_with(['0', '1', '2']);
    let is_closed = redirect.target.as_ref().is_some_and(|word| word.value == "-");
    match sign {
        ">&" | "<&" if is_closed => "closes this stream",
        _ if is_other => "another stream is redirected",
        ">" | ">>" | ">|" if is_dropped && is_error => "errors are dropped",
        ">" | ">>" | ">|" if is_dropped => "the output is dropped",
        "&>" | "&>>" if is_dropped => "output and errors are dropped",
        ">&" if is_error && is_stream => "errors go where the output goes",
        ">&" if is_stream => "the output goes to another stream",
        ">" | ">|" if is_error => "errors go to this file; what it held is lost",
        ">" | ">|" => "the output goes to this file; what it held is lost",
        ">>" if is_error => "errors are appended to this file",
        ">>" => "the output is appended to this file",
        "&>" | ">&" => "output and errors go to this file; what it held is lost",
        "&>>" => "output and errors are appended to this file",
        "<" => "the input comes from this file",
        "<<" | "<<-" => "the lines up to this word are the input",
        "<<<" => "this text is the input",
        _ => "redirection",
    }
}
