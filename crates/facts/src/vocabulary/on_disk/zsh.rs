//! Reads zsh completions: specifications such as `'(-q)'{-v,--verbose}'[say more]'` and
//! `'--file=[what]:file:_files'`, and subcommands as `'name:what it does'` in arrays called `commands`.

use super::bash;
use crate::vocabulary::option_line::is_command;
use crate::vocabulary::table::{EVERYWHERE, Table, Takes};

pub fn read(text: &str, table: &mut Table) {
    let mut in_commands = false;
    for word in bash::words(text) {
        match word {
            bash::Word::Open(name) => {
                in_commands = ["commands", "cmds", "subcommands", "subcmds"]
                    .iter()
                    .any(|end| name.trim_start_matches('_').ends_with(end));
            }
            bash::Word::Close => in_commands = false,
            bash::Word::Text(word) if in_commands => {
                if let Some((name, _)) = word.split_once(':').filter(|(name, _)| is_command(name)) {
                    table.command(name);
                }
            }
            bash::Word::Text(word) => specification(&word, table),
        }
    }
}

fn specification(word: &str, table: &mut Table) {
    let mut rest = word.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '$' | '!' | '_'));
    if let Some(excluded) = rest.strip_prefix('(') {
        rest = excluded.split_once(')').map_or("", |(_, rest)| rest);
    }
    rest = rest.trim_start_matches(['*', '\\']);
    // only a specification has a description in brackets
    let Some((head, tail)) = rest.split_once('[') else { return };
    let names: Vec<&str> = match head.strip_prefix('{').and_then(|list| list.split_once('}')) {
        Some((list, _)) => list.split(',').collect(),
        None => vec![head],
    };
    let argument = tail.split_once(']').is_some_and(|(_, rest)| rest.starts_with(':'));
    let is_optional = tail.split_once(']').is_some_and(|(_, rest)| rest.starts_with("::"));
    for name in names.into_iter().filter(|name| name.starts_with('-') && name.len() > 1) {
        // `-x+` and `--long=` may have the value in the same word, `-x-` and `--long=-` must
        let attached = name.ends_with("=-") || is_optional;
        let name = name.trim_end_matches("=-").trim_end_matches(['=', '+', '-']);
        let takes = match (argument, attached) {
            (false, _) => Takes::Nothing,
            (true, true) => Takes::Attached,
            (true, false) => Takes::Value,
        };
        table.option(EVERYWHERE, name, takes);
    }
}
