//! bash: lists of words (`compgen -W '--all --long'`, `opts="…"`), by command where clap wrote them.

use crate::vocabulary::option_line::is_command;
use crate::vocabulary::table::{EVERYWHERE, Table, Takes};

pub fn read(program: &str, text: &str, table: &mut Table) {
    let mut path = EVERYWHERE.to_owned();
    // clap names its cases after the command: `prog__remote__add)`
    let clap = text.contains("local i cur prev opts cmd");
    table.is_complete |= clap;
    for line in text.lines().map(str::trim) {
        if let Some(case) = line.strip_suffix(')').filter(|_| clap) {
            let under = case.replace("__subcmd__", "__");
            if let Some(rest) = under.strip_prefix(&program.replace('-', "__")) {
                path = rest.replace("__", " ").trim().to_owned();
            }
            continue;
        }
        let Some(list) =
            line.strip_prefix("opts=\"").and_then(|rest| rest.strip_suffix('"')).filter(|_| clap)
        else {
            continue;
        };
        for word in list.split_whitespace() {
            if word.starts_with('-') {
                table.option(&path, word, Takes::Nothing);
            } else if is_command(word) && !path.starts_with("help") {
                table.command(format!("{path} {word}").trim_start());
            }
        }
    }
    if clap {
        return;
    }
    for word in words(text) {
        let Word::Text(word) = word else { continue };
        // a list of options and nothing else: no text for people
        let list =
            word.rsplit_once('=').filter(|(name, _)| !name.contains(['-', ' '])).map_or(&*word, |w| w.1);
        if list.split_whitespace().all(|option| option.starts_with('-')) {
            for option in list.split_whitespace() {
                let (name, takes) = match option.strip_suffix('=') {
                    Some(name) => (name, Takes::Value),
                    None => (option, Takes::Nothing),
                };
                if name.starts_with("--") {
                    table.option(EVERYWHERE, name, takes);
                }
            }
        }
    }
}

/// What the text of a Bourne-like script consists of, as far as lists of words need it.
pub enum Word {
    /// A word without its quotes; expansions stay as written.
    Text(String),
    /// `name=(` or a bare `(`
    Open(String),
    Close,
}

/// The words of a script in order. Linear; an open quote ends at the end.
pub fn words(text: &str) -> Vec<Word> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut is_quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                is_quoted = true;
                word.extend(chars.by_ref().take_while(|c| *c != '\''));
            }
            '"' => {
                is_quoted = true;
                while let Some(c) = chars.next().filter(|c| *c != '"') {
                    word.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
                }
            }
            '\\' => word.extend(chars.next().filter(|c| *c != '\n')),
            '#' if word.is_empty() && !is_quoted => {
                for c in chars.by_ref() {
                    if c == '\n' {
                        break;
                    }
                }
            }
            '(' if word.is_empty() || word.ends_with('=') => {
                found.push(Word::Open(std::mem::take(&mut word).trim_end_matches(['=', '+']).to_owned()));
            }
            c if c.is_whitespace() || matches!(c, ';' | '&' | '|' | '(' | ')') => {
                if !word.is_empty() {
                    found.push(Word::Text(std::mem::take(&mut word)));
                }
                is_quoted = false;
                if c == ')' {
                    found.push(Word::Close);
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        found.push(Word::Text(word));
    }
    found
}
