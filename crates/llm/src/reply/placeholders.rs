//! Finds placeholders that the user has to fill in: `<file>`, `{{name}}`, `/path/to`, `YOUR_TOKEN`,
//! `[REDACTED:password:1]`.

use std::borrow::Cow;

use syntax::Span;

/// HTML elements, which are text in quotes.
const ELEMENTS: &str = "a b i p br hr li ol ul td th tr h1 h2 h3 h4 div em pre svg nav html head body title \
span code form input label link main meta script section select strong style table img button footer header";
/// Keywords of templates (Go, Jinja) that are not names.
const TEMPLATE: &str = "json range end if else with printf upper lower table block define for endfor endif";
/// File handles of Perl between `<` and `>`.
const HANDLES: [&str; 3] = ["STDIN", "STDOUT", "STDERR"];

/// Returns the placeholders in order, without overlap.
pub fn find(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut quote: Option<char> = None;
    let mut until = 0;
    for (at, letter) in text.char_indices() {
        if at < until {
            continue;
        }
        let (before, rest) = text.split_at(at);
        let length = match letter {
            '<' => angled(before, rest, quote.is_some()),
            '{' => braced(rest),
            '[' => bracketed(before, rest),
            '.' | '…' => dotted(before, rest),
            _ if begins_name(before) => named(rest),
            _ => None,
        };
        if let Some(length) = length {
            found.push(Span::new(at, at + length));
            until = at + length;
            continue;
        }
        quote = match quote {
            Some(open) if letter == open && !before.ends_with('\\') => None,
            None if matches!(letter, '"' | '\'') && !before.ends_with('\\') => Some(letter),
            same => same,
        };
    }
    found
}

/// Replaces each placeholder by a plain word of the same length, so that the shell's grammar reads the text
/// as the user will complete it.
pub fn filled<'t>(text: &'t str, found: &[Span]) -> Cow<'t, str> {
    if found.is_empty() {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for span in found {
        out.push_str(text.get(done..span.start).unwrap_or_default());
        out.extend(std::iter::repeat_n('x', span.len()));
        done = span.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out.into()
}

/// Matches `<new-branch>`, but not redirections, here-documents, HTML elements, addresses or patterns.
fn angled(before: &str, rest: &str, quoted: bool) -> Option<usize> {
    let length = near(rest.get(1..)?, ">")?;
    let name = rest.get(1..=length)?;
    let is_name = name.starts_with(|c: char| c.is_alphabetic())
        && !name.ends_with(' ')
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ' | '.' | '/' | '|' | ':'))
        && !name.ends_with(".h")
        && !HANDLES.contains(&name);
    let is_element = || quoted && ELEMENTS.split(' ').any(|element| element == name);
    let is_apart = !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '<' | '\\' | '>'))
        || before.ends_with("-p");
    let after = rest.get(length + 2..)?.chars().next();
    // `<in>out` redirects twice
    let is_closed = after.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '>' | '&'));
    (is_name && is_apart && is_closed && !is_element()).then_some(length + 2)
}

/// Matches `{{name}}`, but not template expressions (`{{.ID}}`).
fn braced(rest: &str) -> Option<usize> {
    let name = rest.strip_prefix("{{")?;
    let length = near(name, "}}")?;
    let name = name.get(..length)?;
    let word = name.trim();
    let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ' | '/' | '.'))
        && !word
            .split([' ', '.'])
            .next()
            .is_some_and(|first| TEMPLATE.split(' ').any(|known| known == first));
    is_name.then_some(length + 4)
}

/// Matches `[REDACTED:password:1]` anywhere, and `[branch-name]` as a whole word.
fn bracketed(before: &str, rest: &str) -> Option<usize> {
    let length = near(rest, "]")?;
    let name = rest.get(1..length)?;
    if let Some(tail) = name.strip_prefix("REDACTED") {
        let is_one = tail.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '_'));
        return is_one.then_some(length + 1);
    }
    let is_name = name.len() > 4
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '-' | '_'));
    let stands_alone = before.ends_with(' ')
        && rest.get(length + 1..)?.chars().next().is_none_or(|after| after.is_whitespace());
    (is_name && stands_alone).then_some(length + 1)
}

/// Matches `...` and `…` as a whole word.
fn dotted(before: &str, rest: &str) -> Option<usize> {
    let length = ["...", "…"].iter().find(|dots| rest.starts_with(**dots))?.len();
    let is_edge = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '\''));
    (is_edge(before.chars().next_back()) && is_edge(rest.get(length..)?.chars().next())).then_some(length)
}

/// Finds the closer within the maximum length of a name, so that the search stays linear.
fn near(text: &str, closer: &str) -> Option<usize> {
    const LONGEST: usize = 80;
    text.get(..text.floor_char_boundary(LONGEST))?.find(closer)
}

fn begins_name(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// Matches `YOUR_TOKEN`, `your-user`, and the `path/to` of a path.
fn named(rest: &str) -> Option<usize> {
    if let Some(behind) = rest.strip_prefix("path/to") {
        let is_whole = behind.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '-');
        return is_whole.then_some("path/to".len());
    }
    let name = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').next()?;
    let tail =
        ["YOUR_", "YOUR-", "your_", "your-", "<your"].iter().find_map(|your| name.strip_prefix(your))?;
    (!tail.is_empty()).then_some(name.len())
}

#[cfg(test)]
mod tests {
    use super::{filled, find};

    #[test]
    fn what_the_user_has_to_fill_in() {
        for (text, found) in [
            ("cp a <destination>", vec!["<destination>"]),
            ("scp <user>@<host>:<path> .", vec!["<user>", "<host>", "<path>"]),
            ("git checkout -b <new branch>", vec!["<new branch>"]),
            ("ssh {{user}}@{{host}}", vec!["{{user}}", "{{host}}"]),
            ("cd ~/path/to/venv", vec!["path/to"]),
            ("curl -H \"Bearer YOUR_TOKEN\" https://x/your-user", vec!["YOUR_TOKEN", "your-user"]),
            ("curl -H 'Authorization: Bearer <token>'", vec!["<token>"]),
            ("mysql -p[REDACTED:password:1] shop", vec!["[REDACTED:password:1]"]),
            ("git checkout [branch-name]", vec!["[branch-name]"]),
            ("git commit -m \"...\"", vec!["..."]),
        ] {
            let spans = find(text);
            let words: Vec<&str> = spans.iter().map(|span| text.get(span.start..span.end).unwrap()).collect();
            assert_eq!(words, found, "{text}");
            assert_eq!(filled(text, &spans).len(), text.len());
        }
        for text in [
            "sort < input.txt > sorted.txt",
            "sort <in.txt>out.txt",
            "diff <(ls a) <(ls b)",
            "cat <<EOF >out",
            "grep '<div>' index.html",
            "grep '\\<word\\>' a.txt",
            "git commit --author='Ann <ann@example.com>'",
            "docker ps --format '{{.Names}} {{json .}}'",
            "go test ./...",
            "git diff main...topic",
            "ls [a-z]* [[:upper:]]",
            "perl -e 'print while <STDIN>'",
            "echo '#include <stdio.h>'",
            "find . -exec ls {} +",
        ] {
            assert_eq!(find(text), [], "{text}");
        }
    }
}
