//! Reading `--help` texts and man pages: lines that describe an option, sections that list commands.

use super::table::{Options, Takes};

/// Every line that begins with an option, no deeper than descriptions usually start.
pub fn options(text: &str) -> Options {
    let mut found = Options::default();
    for line in text.lines() {
        let body = line.trim_start();
        if line.len() - body.len() <= 12 {
            for (name, takes) in option_line(body) {
                found.add(&name, takes);
            }
        }
    }
    found
}

/// `-t, --type=TYPE   What it does` → `-t`, `--type`, both with a value.
pub fn option_line(line: &str) -> Vec<(String, Takes)> {
    let mut names: Vec<(String, Takes)> = Vec::new();
    // rg's `-., --hidden`, git's `-<number>, -n <number>`
    let line = line.strip_prefix("-., ").unwrap_or(line);
    let line = line.strip_prefix("-<").and_then(|l| l.split_once(">, ")).map_or(line, |(_, rest)| rest);
    let mut rest = skip_bare_letters(line);
    while let Some((name, after)) = name(rest) {
        let (takes, after) = value(after);
        match name.split_once("[no-]") {
            Some((dashes, word)) => {
                names.push((format!("{dashes}{word}"), takes));
                names.push((format!("{dashes}no-{word}"), Takes::Nothing));
            }
            None => names.push((name.to_owned(), takes)),
        }
        match separator(after) {
            Some(next) => rest = skip_bare_letters(next),
            None => break,
        }
    }
    share(&mut names);
    names
}

/// A value named once is the value of all spellings.
pub fn share(names: &mut [(String, Takes)]) {
    let Some(takes) = names.iter().map(|(_, t)| *t).rfind(|t| *t != Takes::Nothing) else { return };
    for (name, own) in names.iter_mut() {
        if *own == Takes::Nothing && !name.starts_with("--no-") {
            *own = takes;
        }
    }
}

/// The name of an option at the start, and what follows it.
pub fn name(text: &str) -> Option<(&str, &str)> {
    let dashes = text.len() - text.trim_start_matches('-').len();
    let body = text.get(dashes..)?;
    let no = if body.starts_with("[no-]") { 5 } else { 0 };
    let more = body.get(no..)?;
    let length =
        more.find(|c: char| !(c.is_ascii_alphanumeric() || "-_.?#@%".contains(c))).unwrap_or(more.len());
    let word = more.get(..length)?.trim_end_matches(['.', '-']);
    let first = word.chars().next()?;
    let fits = match dashes {
        1 => {
            first.is_ascii_alphabetic()
                || word.len() == 1 && (first.is_ascii_digit() || "?#@".contains(first))
        }
        2 => word.len() > 1 && first.is_ascii_alphanumeric(),
        _ => false,
    };
    let end = dashes + no + word.len();
    // Stand-ins: `-NUM`, `--no-OPTION`.
    let fits = fits && !["NUM", "no-OPTION", "Olevel", "ITEM", "newerXY"].contains(&word);
    // clap writes `-v, --verbose...` for what may be repeated, GNU `--facility=X...`.
    fits.then(|| Some((text.get(..end)?, text.get(end..)?.trim_start_matches("...")))).flatten()
}

/// The value that follows a name.
fn value(after: &str) -> (Takes, &str) {
    let token_end = |s: &str| s.find([' ', ',']).unwrap_or(s.len());
    if let Some(inner) = after.strip_prefix("[=").or_else(|| after.strip_prefix('['))
        && (after.starts_with("[=") || after.starts_with('[') && !inner.starts_with('-'))
    {
        return (Takes::Attached, past(inner, ']'));
    }
    if let Some(inner) = after.strip_prefix('=') {
        let after = if inner.starts_with('<') { past(inner, '>') } else { inner };
        return (Takes::Value, after.get(token_end(after)..).unwrap_or_default());
    }
    if after.starts_with('<') {
        return (Takes::Value, past(after, '>'));
    }
    let Some(word) = after.strip_prefix(' ') else { return (Takes::Nothing, after) };
    if word.starts_with('<') {
        let rest = past(word, '>');
        return (Takes::Value, rest.get(token_end(rest)..).unwrap_or_default());
    }
    if word.starts_with('[') && !word.starts_with("[-") && !word.starts_with("[default") {
        // clap's and optparse's `--bin [<NAME>]` takes the next word if there is one.
        let rest = past(word, ']');
        return (Takes::Value, rest.get(token_end(rest)..).unwrap_or_default());
    }
    if let Some(inner) = word.strip_prefix('\'') {
        return (Takes::Value, past(inner, '\'')); // go: -asmflags '[pattern=]arg list'
    }
    if word.starts_with(['{', '(']) {
        let rest = past(word, if word.starts_with('{') { '}' } else { ')' });
        return (Takes::Value, rest.get(token_end(rest)..).unwrap_or_default());
    }
    let end = token_end(word);
    let (token, rest) = word.split_at_checked(end).unwrap_or((word, ""));
    let name = token.trim_end_matches("...").split("[=").next().unwrap_or_default();
    let alone = rest.is_empty()
        || rest.starts_with("  ")
        || rest.starts_with(',')
        || rest.starts_with(" : ")
        || rest.starts_with(" -");
    let shouted = name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || "_:./|=-".contains(c));
    let plain = name.trim_start_matches('+').starts_with(|c: char| c.is_ascii_alphanumeric()); // openssl: `-days +int`
    let joins = matches!(name, "or" | "and"); // `-a or --search-skip-screen`
    if plain && !joins && (alone || shouted) {
        let takes = if token.contains("[=") { Takes::Attached } else { Takes::Value };
        return (takes, rest);
    }
    (Takes::Nothing, after)
}

/// What follows the matching closing bracket.
fn past(text: &str, close: char) -> &str {
    text.find(close).and_then(|at| text.get(at + 1..)).unwrap_or_default()
}

/// Between two spellings; the rest begins with the next one.
fn separator(after: &str) -> Option<&str> {
    let body = after.trim_start_matches([' ', '.', ':']);
    let body = body.trim_start_matches([' ', '.']);
    let body = body.strip_prefix([',', '|', '/', ';']).or_else(|| body.strip_prefix("or ")).unwrap_or(body);
    let next = body.trim_start();
    let blanks = after.len() - next.len();
    let spelled = skip_bare_letters(next);
    // Only blanks between: one of them, or the dots of `less --help`; more begin the description.
    let close = blanks <= 3
        || after.trim_start().starts_with('.')
        || after.trim_start().starts_with([',', '|', '/', ';'])
        || after.trim_start().starts_with("or ");
    (close && blanks > 0 && spelled.starts_with('-')).then_some(next)
}

/// `ps --help` lists BSD letters among the options: `-p, p, --pid`, `k,    --sort`.
fn skip_bare_letters(text: &str) -> &str {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(letter), Some(',')) if letter.is_ascii_alphabetic() => {
            let rest = chars.as_str().trim_start();
            if rest.starts_with('-') { rest } else { text }
        }
        _ => text,
    }
}

/// Names (with aliases) under headings such as `Management Commands:`.
pub fn commands(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    let mut column = None;
    for line in text.lines() {
        let body = line.trim();
        let indent = line.len() - line.trim_start().len();
        if body.is_empty() {
            continue;
        }
        if heading(body) {
            (inside, column) = (true, None);
        } else if indent == 0 || body.ends_with(':') && body.starts_with(|c: char| c.is_ascii_uppercase()) {
            inside = false;
        } else if inside && *column.get_or_insert(indent) == indent {
            if let Some(names) = braces(body) {
                found.extend(names.map(|n| (n.to_owned(), Vec::new())));
                continue;
            }
            let Some((names, rest)) = command_line(body) else { continue };
            let mut names = names.into_iter();
            let Some(first) = names.next() else { continue };
            let mut aliases: Vec<String> = names.collect();
            aliases.extend(bracketed_aliases(rest));
            found.push((first, aliases));
        }
    }
    found
}

fn heading(line: &str) -> bool {
    let lower = line.to_lowercase();
    let about = ["commands", "subcommands", "verbs"]
        .iter()
        .any(|w| lower.split(|c: char| !c.is_ascii_alphabetic()).any(|x| x == *w));
    let shouted = line.chars().all(|c| !c.is_ascii_lowercase());
    (about && line.len() < 60 && (line.ends_with(':') || shouted || lower.starts_with("standard commands")))
        || lower == "positional arguments:"
}

/// argparse: `{install,uninstall}`.
fn braces(body: &str) -> Option<impl Iterator<Item = &str>> {
    let inner = body.strip_prefix('{')?.split('}').next()?;
    Some(inner.split(',').map(str::trim).filter(|n| is_command(n)))
}

pub fn is_command(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && word.ends_with(|c: char| c.is_ascii_alphanumeric())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

fn command_line(body: &str) -> Option<(Vec<String>, &str)> {
    let mut names = Vec::new();
    let mut rest = body;
    loop {
        let end = rest.find([' ', ',', ':']).unwrap_or(rest.len());
        let (word, after) = rest.split_at_checked(end)?;
        let word = word.trim_end_matches('*'); // docker marks plugins
        if !is_command(word) {
            return None;
        }
        names.push(word.to_owned());
        match after.strip_prefix(", ") {
            Some(next) => rest = next,
            None => {
                let described = after.is_empty()
                    || after.starts_with("  ")
                    || after.starts_with(':')
                    || after.starts_with(" - ");
                let argument = after
                    .strip_prefix(' ')
                    .is_some_and(|a| a.starts_with(|c: char| c.is_ascii_uppercase() || "<[({-".contains(c)));
                return (described || argument).then_some((names, after));
            }
        }
    }
}

/// clap and pnpm: `[aliases: up, upgrade]`.
fn bracketed_aliases(rest: &str) -> Vec<String> {
    let Some(at) = rest.find("[alias") else { return Vec::new() };
    let Some(inner) = rest.get(at..).and_then(|r| r.split(']').next()).and_then(|r| r.split_once(':')) else {
        return Vec::new();
    };
    inner.1.split(',').map(|a| a.trim().to_owned()).filter(|a| is_command(a)).collect()
}

/// cobra: the line after `Aliases:`, each with or without the program's name.
pub fn aliases(text: &str) -> Vec<String> {
    let mut lines = text.lines();
    for line in lines.by_ref() {
        if matches!(line.trim(), "Aliases:" | "ALIASES") {
            break;
        }
    }
    let Some(line) = lines.next() else { return Vec::new() };
    line.split(',').map(|a| a.trim().to_owned()).filter(|a| !a.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(line: &str) -> String {
        let mut out = Vec::new();
        for (name, takes) in option_line(line) {
            out.push(match takes {
                Takes::Nothing => name,
                Takes::Attached => name + "=?",
                Takes::Value => name + "=",
            });
        }
        out.join(" ")
    }

    #[test]
    fn option_lines_of_many_tools() {
        let cases = [
            ("-t --type=TYPE         List units", "-t= --type="),
            ("-M --machine=CONTAINER Operate on", "-M= --machine="),
            ("-P NAME                Equivalent to", "-P="),
            ("-f, --filter filter   Provide", "-f= --filter="),
            ("--[no-]amend          amend", "--amend --no-amend"),
            ("-F, --[no-]file <file>", "-F= --file= --no-file"),
            ("-u, --[no-]untracked-files[=<mode>]", "-u=? --untracked-files=? --no-untracked-files"),
            ("-A, --catenate, --concatenate   append", "-A --catenate --concatenate"),
            ("-o FILE, --old-file=FILE, --assume-old=FILE", "-o= --old-file= --assume-old="),
            ("-v, --verbose...               Use", "-v --verbose"),
            ("--example [<NAME>]  Build", "--example="),
            ("-c cmd : program passed", "-c="),
            ("-b     : issue warnings", "-b"),
            ("-V,  --version                   display", "-V --version"),
            ("-nv, --no-verbose                turn off", "-nv --no-verbose"),
            ("-p, p, --pid <PID>   process id", "-p= --pid="),
            ("k,    --sort        specify", "--sort"),
            ("--alt-svc <file name> Enable alt-svc", "--alt-svc="),
            ("-R, --repo [HOST/]OWNER/REPO   Select", "-R= --repo="),
            ("-D xcolor  .  --color=xcolor", "-D= --color="),
            ("-e  -E  ....  --quit-at-eof  --QUIT-AT-EOF", "-e -E --quit-at-eof --QUIT-AT-EOF"),
            ("-a or --search-skip-screen", "-a --search-skip-screen"),
            ("--verbose, -v            increase", "--verbose -v"),
            ("-e script, --expression=script", "-e= --expression="),
            ("-I[FMT], --iso-8601[=FMT]  output", "-I=? --iso-8601=?"),
            ("- list item", ""),
            ("--", ""),
            ("-auto-approve          Skip", "-auto-approve"),
        ];
        for (line, want) in cases {
            assert_eq!(listed(line), want, "{line}");
        }
    }

    #[test]
    fn command_sections() {
        let text = "Management Commands:\n  volume      Manage volumes\n  buildx*     Docker Buildx\n\nUnit Commands:\n  list-units [PATTERN...]  List\n                           more\n\nOptions:\n  nothing   x\n\nCommands:\n  update    Update [aliases: up, upgrade]\n";
        let names: Vec<String> =
            commands(text).into_iter().map(|(n, a)| format!("{n} {}", a.join(" "))).collect();
        assert_eq!(names, ["volume ", "buildx ", "list-units ", "update up upgrade"]);
    }
}
