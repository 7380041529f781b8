//! Parses a line of a help text or manual page that describes an option.

use super::table::Takes;

/// Notations of git and sqlite3 for a switch with an opposite.
const NEGATIONS: [&str; 2] = ["[no-]", "[no]"];

/// Parses `-t, --type=TYPE   What it does` into `-t` and `--type`, both with a value.
pub fn option_line(line: &str) -> Vec<(String, Takes)> {
    let mut names: Vec<(String, Takes)> = Vec::new();
    // rg's `-., --hidden`, git's `-<number>, -n <number>`
    let line = line.strip_prefix("-., ").unwrap_or(line);
    let line = line.strip_prefix("-<").and_then(|l| l.split_once(">, ")).map_or(line, |(_, rest)| rest);
    let mut rest = skip_bare_letters(line);
    while let Some((name, after)) = name(rest) {
        let (takes, after) = value(after);
        match NEGATIONS.iter().find_map(|no| Some((no, name.split_once(no)?))) {
            Some((no, (dashes, word))) => {
                names.push((format!("{dashes}{word}"), takes));
                names.push((format!("{dashes}{}{word}", no.trim_matches(['[', ']'])), Takes::Nothing));
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

/// Applies a value given once to all spellings.
pub fn share(names: &mut [(String, Takes)]) {
    let Some(takes) = names.iter().map(|(_, t)| *t).rfind(|t| *t != Takes::Nothing) else { return };
    for (name, own) in names.iter_mut() {
        if *own == Takes::Nothing && !name.starts_with("--no-") {
            *own = takes;
        }
    }
}

/// Returns the option name at the start, and the rest.
pub fn name(text: &str) -> Option<(&str, &str)> {
    let dashes = text.len() - text.trim_start_matches('-').len();
    let body = text.get(dashes..)?;
    let no = NEGATIONS.iter().find(|no| body.starts_with(**no)).map_or(0, |no| no.len());
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
    // placeholders: `-NUM`, `--no-OPTION`
    let fits = fits && !["NUM", "no-OPTION", "Olevel", "ITEM", "newerXY"].contains(&word);
    // clap marks repeatable options as `-v, --verbose...`, GNU as `--facility=X...`
    fits.then(|| Some((text.get(..end)?, text.get(end..)?.trim_start_matches("...")))).flatten()
}

/// Returns the value that follows a name.
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

/// Returns the text after the matching closing bracket.
fn past(text: &str, close: char) -> &str {
    text.find(close).and_then(|at| text.get(at + 1..)).unwrap_or_default()
}

/// Skips the separator between two spellings; returns the text from the next one.
fn separator(after: &str) -> Option<&str> {
    let body = after.trim_start_matches([' ', '.', ':']);
    let body = body.trim_start_matches([' ', '.']);
    let body = body.strip_prefix([',', '|', '/', ';']).or_else(|| body.strip_prefix("or ")).unwrap_or(body);
    let next = body.trim_start();
    let blanks = after.len() - next.len();
    let spelled = skip_bare_letters(next);
    // a few blanks, or the dots of `less --help`, separate spellings; more blanks begin the description
    let close = blanks <= 3
        || after.trim_start().starts_with('.')
        || after.trim_start().starts_with([',', '|', '/', ';'])
        || after.trim_start().starts_with("or ");
    (close && blanks > 0 && spelled.starts_with('-')).then_some(next)
}

/// Skips the BSD letters among the options of `ps --help`: `-p, p, --pid`, `k,    --sort`.
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

/// Returns whether a subcommand may have this name.
pub fn is_command(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && word.ends_with(|c: char| c.is_ascii_alphanumeric())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
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
            ("-[no]header          turn headers on or off", "-header -noheader"),
            ("- list item", ""),
            ("--", ""),
            ("-auto-approve          Skip", "-auto-approve"),
        ];
        for (line, want) in cases {
            assert_eq!(listed(line), want, "{line}");
        }
    }
}
