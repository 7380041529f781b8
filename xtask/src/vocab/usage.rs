//! Reads usage lines: `usage: git stash pop [--index] [-q | --quiet] [<stash>]`.

use facts::vocabulary::option_line::{is_command, name, share};

use super::table::{Options, Takes};

/// Returns the options anywhere in a usage text. With `clusters`, `[-dErx]` is four letters.
pub fn options(text: &str, clusters: bool) -> Options {
    let mut found = Options::default();
    let mut group: Vec<(String, Takes)> = Vec::new();
    let mut rest = text;
    let mut before = ' ';
    let mut depth = 0_usize;
    while let Some(c) = rest.chars().next() {
        if clusters && before == '[' && c == '-' {
            // `[-46AaC]`: the first may be a digit, which is not a name
            let letters = rest.get(1..).and_then(|r| r.split(']').next()).unwrap_or_default();
            if letters.len() > 1 && letters.chars().all(|c| c.is_ascii_alphanumeric()) {
                for letter in letters.chars() {
                    found.add(&format!("-{letter}"), Takes::Nothing);
                }
            }
        }
        if c == '-'
            && (before.is_whitespace() || "[(|,{/".contains(before))
            && let Some((word, after)) = name(rest)
        {
            if before.is_whitespace() || before == '[' || before == '(' {
                flush(&mut group, &mut found);
            }
            let (takes, after) = value(after, depth > 0);
            let letters = word.strip_prefix('-').unwrap_or_default();
            if clusters && takes == Takes::Nothing && !word.starts_with("--") && letters.len() > 1 {
                for letter in letters.chars().filter(char::is_ascii_alphanumeric) {
                    found.add(&format!("-{letter}"), Takes::Nothing);
                }
            } else if let Some((dashes, word)) = word.split_once("[no-]") {
                group.push((format!("{dashes}{word}"), takes));
                group.push((format!("{dashes}no-{word}"), Takes::Nothing));
            } else {
                group.push((word.to_owned(), takes));
            }
            before = 'x';
            rest = after;
            continue;
        }
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        // `(-m | --message) <message>`
        if c == ')' && rest.starts_with(") <") {
            if let Some((_, takes)) = group.last_mut() {
                *takes = Takes::Value;
            }
            // the spellings before it were flushed at their blanks
            let open =
                text.get(..text.len() - rest.len()).and_then(|t| t.rfind('(').and_then(|at| t.get(at..)));
            for word in
                open.unwrap_or_default().split(|c: char| "(| ".contains(c)).filter(|w| w.starts_with('-'))
            {
                found.add(word, Takes::Value);
            }
        }
        before = c;
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    flush(&mut group, &mut found);
    found
}

fn flush(group: &mut Vec<(String, Takes)>, found: &mut Options) {
    share(group);
    for (name, takes) in group.drain(..) {
        found.add(&name, takes);
    }
}

fn value(after: &str, bracketed: bool) -> (Takes, &str) {
    if after.starts_with("[=") {
        return (Takes::Attached, after);
    }
    if let Some(rest) = after.strip_prefix('=') {
        return (Takes::Value, rest);
    }
    if after.starts_with('<') {
        return (Takes::Value, after);
    }
    let Some(word) = after.strip_prefix(' ') else { return (Takes::Nothing, after) };
    let end = word.find([' ', ']', '|', ')', '}']).unwrap_or(word.len());
    let (token, rest) = word.split_at_checked(end).unwrap_or((word, ""));
    let shouted = token.len() > 1 || rest.starts_with([' ', '\n']) || rest.is_empty();
    let shouted = shouted
        && token.starts_with(|c: char| c.is_ascii_uppercase())
        && !token.contains(|c: char| c.is_ascii_lowercase());
    let closed = bracketed
        && token.starts_with(|c: char| c.is_ascii_alphanumeric())
        && rest.trim_start().starts_with([']', '|', ')']);
    // `[-D [bind_address:]port]`, not `[-b] [-c]`
    let prefixed = bracketed
        && word.starts_with('[')
        && !word.starts_with("[-")
        && word.split_once(']').is_some_and(|(_, r)| r.starts_with(|c: char| c.is_ascii_alphabetic()));
    let valued =
        prefixed || token.starts_with('<') || shouted || closed || bracketed && token.starts_with('#');
    (if valued { Takes::Value } else { Takes::Nothing }, after)
}

/// Returns the paths in usage lines of `prefix`, each with its line: `npm cache npx ls` → `npx ls`.
pub fn subcommands(text: &str, prefix: &str) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let body = line.trim();
        let body =
            body.strip_prefix("usage:").or_else(|| body.strip_prefix("Usage:")).unwrap_or(body).trim_start();
        let body = body.strip_prefix("or:").unwrap_or(body).trim_start();
        let body = body.strip_prefix("$ ").unwrap_or(body);
        match body.strip_prefix(prefix) {
            Some(rest) if rest.starts_with(' ') => lines.push(rest.trim().to_owned()),
            // Continued lines are indented more and begin with a bracket.
            _ if body.starts_with(['[', '(', '<']) && line.starts_with("          ") => {
                if let Some(last) = lines.last_mut() {
                    last.push(' ');
                    last.push_str(body);
                }
            }
            _ => {}
        }
    }
    for line in lines {
        for path in paths(&line) {
            found.push((path, line.clone()));
        }
    }
    found
}

fn paths(line: &str) -> Vec<Vec<String>> {
    let mut rest = line.trim_start();
    // Leading options: `[-v | --verbose]`, `[<options>]`, `[--quiet]`.
    while let Some(inner) = rest.strip_prefix('[') {
        if !inner.starts_with(['-', '<', '(', '[']) {
            break;
        }
        rest = past_bracket(rest).trim_start();
    }
    if let Some(inner) = rest.strip_prefix(['(', '[', '{']) {
        // `(good|bad)`, `[clear | forget <pathspec>... | status]`, `[push [-p]]`: top-level alternatives.
        let body = past_bracket(rest).len();
        let inner = inner.get(..inner.len().saturating_sub(body + 1)).unwrap_or(inner);
        let mut words = Vec::new();
        let mut depth = 0_i32;
        let mut start = true;
        for token in inner.replace('|', " | ").split_whitespace() {
            if token == "|" {
                start = depth == 0;
                continue;
            }
            if start && depth == 0 && is_subcommand(token) {
                words.push(vec![token.to_owned()]);
            }
            start = false;
            depth += i32::try_from(token.matches(['[', '(']).count()).unwrap_or(0)
                - i32::try_from(token.matches([']', ')']).count()).unwrap_or(0);
        }
        return words;
    }
    let path: Vec<String> =
        rest.split_whitespace().map_while(|w| is_subcommand(w).then(|| w.to_owned())).collect();
    if path.is_empty() { Vec::new() } else { vec![path] }
}

/// Returns whether a word is a subcommand and not a placeholder.
fn is_subcommand(word: &str) -> bool {
    is_command(word)
        && !["options", "option", "file", "files", "url", "args", "command", "has"].contains(&word)
}

fn past_bracket(text: &str) -> &str {
    let mut depth = 0_i32;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(at + c.len_utf8()..).unwrap_or_default();
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn git_stash() {
        let text = "usage: git stash list [<log-options>]\n   or: git stash drop [-q | --quiet] [<stash>]\n   or: git stash [push [-p | --patch] [-q | --quiet]\n                 [--] [<pathspec>...]]\n   or: git bisect (good|bad) [<rev>...]\n";
        let names: Vec<String> =
            subcommands(text, "git stash").into_iter().map(|(p, _)| p.join(" ")).collect();
        assert_eq!(names, ["list", "drop", "push"]);
        let names: Vec<String> =
            subcommands(text, "git bisect").into_iter().map(|(p, _)| p.join(" ")).collect();
        assert_eq!(names, ["good", "bad"]);
    }

    #[test]
    fn option_groups() {
        let mut want = Options::default();
        want.add_listed("-w= --workspace= -q --quiet -m= --message= -b= --json");
        assert_eq!(
            options(
                "[-w|--workspace <name> [-w|--workspace <name> ...]] [-q | --quiet] [(-m | --message) <message>] [-b] [-b dir] [--json]",
                false
            ),
            want
        );
        let mut want = Options::default();
        want.add_listed("-d -E -r -x -c= -t=");
        assert_eq!(options("[-dErx] [-c working-directory] [-t target-session]", true), want);
    }
}
