//! Reads `--help` texts and man pages: lines that describe an option, sections that list commands.

pub use facts::vocabulary::option_line::{is_command, option_line};

use super::table::Options;

/// Reads every line that begins with an option, indented by at most 12 columns.
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

/// Returns the names (with aliases) under headings such as `Management Commands:`.
pub fn commands(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    let mut column = None;
    let mut choices: Option<Vec<String>> = None; // argparse lists operands in the same section
    for line in text.lines() {
        let body = line.trim();
        let indent = line.len() - line.trim_start().len();
        if body.is_empty() {
            continue;
        }
        if heading(body) {
            (inside, column) = (true, None);
            choices = body.eq_ignore_ascii_case("positional arguments:").then(Vec::new);
        } else if indent == 0 || body.ends_with(':') && body.starts_with(|c: char| c.is_ascii_uppercase()) {
            inside = false;
        } else if inside && *column.get_or_insert(indent) == indent {
            if let Some(names) = braces(body) {
                let names: Vec<String> = names.map(str::to_owned).collect();
                found.extend(names.iter().map(|name| (name.clone(), Vec::new())));
                if let Some(choices) = &mut choices {
                    choices.extend(names);
                }
                continue;
            }
            let Some((names, rest)) = command_line(body) else { continue };
            let mut names = names.into_iter();
            let Some(first) = names.next() else { continue };
            if choices.as_ref().is_some_and(|choices| !choices.contains(&first)) {
                continue;
            }
            let mut aliases: Vec<String> = names.collect();
            aliases.extend(bracketed_aliases(rest));
            found.push((first, aliases));
        }
    }
    found
}

/// Returns the text between `after` and `before`, or behind `after`; empty if there is no `after`.
pub fn between<'t>(text: &'t str, after: &str, before: &str) -> &'t str {
    let rest = text.split_once(after).map_or("", |(_, rest)| rest);
    rest.split_once(before).map_or(rest, |(inside, _)| inside)
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

/// Reads argparse's `{install,uninstall}`.
fn braces(body: &str) -> Option<impl Iterator<Item = &str>> {
    let inner = body.strip_prefix('{')?.split('}').next()?;
    Some(inner.split(',').map(str::trim).filter(|n| is_command(n)))
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

/// Reads `[aliases: up, upgrade]` of clap and pnpm.
fn bracketed_aliases(rest: &str) -> Vec<String> {
    let listed = between(rest, "[alias", "]").split_once(':').map_or("", |(_, listed)| listed);
    listed.split(',').map(|alias| alias.trim().to_owned()).filter(|alias| is_command(alias)).collect()
}

/// Reads cobra's line after `Aliases:`, whose words may include the program's name.
pub fn aliases(text: &str) -> Vec<String> {
    let mut lines = text.lines().skip_while(|line| !matches!(line.trim(), "Aliases:" | "ALIASES"));
    let line = lines.nth(1).unwrap_or_default();
    line.split(',').map(|a| a.trim().to_owned()).filter(|a| !a.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_sections() {
        let text = "Management Commands:\n  volume      Manage volumes\n  buildx*     Docker Buildx\n\nUnit Commands:\n  list-units [PATTERN...]  List\n                           more\n\nOptions:\n  nothing   x\n\nCommands:\n  update    Update [aliases: up, upgrade]\n";
        let names: Vec<String> =
            commands(text).into_iter().map(|(n, a)| format!("{n} {}", a.join(" "))).collect();
        assert_eq!(names, ["volume ", "buildx ", "list-units ", "update up upgrade"]);
    }
}
