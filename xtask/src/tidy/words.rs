//! Refuses a few words in comments and messages that hide who acts, or that are no idiomatic English.

use super::{File, numbered};

/// Refused words and phrases, in lower case.
const WORDS: &[&str] = &["whoever", "nobody", "somebody", "is none", "of which"];

/// Directories of recorded or generated texts.
const SKIPPED: &[&str] = &["/data/", "/vocab/", "/replies/"];

/// Beginnings of paths where a word may be used, and why.
const ALLOWED: &[(&str, &str, &str)] =
    &[("crates/darn/src/commands/doctor/capture.rs", "is none", "`none` is a value of the setting")];

/// Kind of a piece of Rust code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Code,
    Comment,
    Literal,
}

pub fn problems(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files {
        let name = &file.name;
        if SKIPPED.iter().any(|directory| name.contains(directory)) {
            continue;
        }
        // string literals of the others do not reach users
        let has_messages = file.is_source() && !name.ends_with("tests.rs");
        let pieces = match file.ending() {
            "rs" => in_rust(&file.text, has_messages),
            "bash" | "zsh" | "fish" | "sh" | "toml" | "yml" | "yaml" => in_script(&file.text),
            _ => continue,
        };
        for (line, piece) in pieces {
            for word in WORDS.iter().filter(|word| uses(piece, word) && !is_allowed(name, word)) {
                problems.push(format!("{name}:{line}: `{word}`: name who acts, or rephrase"));
            }
        }
    }
    problems
}

fn is_allowed(name: &str, word: &str) -> bool {
    ALLOWED.iter().any(|(start, allowed, _)| name.starts_with(start) && *allowed == word)
}

/// Returns whether a text uses the word, which may be part of a phrase that is allowed: "there is none",
/// and the user and group of Unix in quotes or beside a number or its group.
fn uses(text: &str, word: &str) -> bool {
    let text = text.to_lowercase();
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    let is_quote = |c: char| matches!(c, '\'' | '"' | '`');
    let is_account = text.split(|c: char| !is_inside(c)).any(|near| matches!(near, "nogroup" | "uid"));
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + word.len()..).unwrap_or_default();
        let is_whole = !before.ends_with(is_inside) && !after.starts_with(is_inside);
        let is_fine = match word {
            "nobody" => is_account || before.ends_with(is_quote) && after.starts_with(is_quote),
            "is none" => before.ends_with("there "),
            _ => false,
        };
        is_whole && !is_fine
    })
}

/// Returns the comments of a script or of TOML with their lines.
fn in_script(text: &str) -> Vec<(usize, &str)> {
    numbered(text).filter_map(|(number, line)| Some((number, comment(line)?))).collect()
}

fn comment(line: &str) -> Option<&str> {
    let whole = line.trim_start();
    if whole.starts_with('#') { Some(whole) } else { line.split_once(" # ").map(|(_, comment)| comment) }
}

/// Returns the comments of Rust code with their lines, and the string literals outside of its tests.
fn in_rust(code: &str, has_messages: bool) -> Vec<(usize, &str)> {
    let before_tests = code.find("#[cfg(test)]\nmod tests {").and_then(|tests| code.get(..tests));
    let tests = before_tests.map_or(usize::MAX, |before| before.lines().count());
    let is_read = |line: usize, kind: Kind| {
        kind == Kind::Comment || kind == Kind::Literal && has_messages && line <= tests
    };
    let read = pieces(code).filter(|(line, kind, _)| is_read(*line, *kind));
    read.flat_map(|(line, _, text)| (line..).zip(text.lines())).collect()
}

/// Splits Rust code into pieces, each with the line on which it begins.
pub(super) fn pieces(code: &str) -> impl Iterator<Item = (usize, Kind, &str)> {
    let (mut rest, mut line) = (code, 1);
    std::iter::from_fn(move || {
        let (kind, length) = first(rest);
        let (text, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        let piece = (line, kind, text);
        line += text.matches('\n').count();
        rest = after;
        (!text.is_empty()).then_some(piece)
    })
}

/// Returns kind and length of the piece at the beginning of Rust code.
fn first(rest: &str) -> (Kind, usize) {
    let behind = |from: usize, end: &str| {
        let found = rest.get(from..).and_then(|inside| inside.find(end));
        found.map_or(rest.len(), |at| from + at + end.len())
    };
    if rest.starts_with("//") {
        return (Kind::Comment, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (Kind::Comment, behind(2, "*/"));
    }
    if rest.starts_with('"') {
        return (Kind::Literal, string_length(rest));
    }
    if let Some(raw) = rest.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw.get(hashes..).is_some_and(|raw| raw.starts_with('"')) {
            return (Kind::Literal, behind(hashes + 2, &format!("\"{}", "#".repeat(hashes))));
        }
    }
    if let Some(inside) = rest.strip_prefix('\'') {
        let mut inside = inside.chars();
        match (inside.next(), inside.next()) {
            (Some('\\'), _) => return (Kind::Code, behind(3, "'")),
            // a lifetime has no second quote
            (Some(c), Some('\'')) => return (Kind::Code, c.len_utf8() + 2),
            _ => {}
        }
    }
    (Kind::Code, rest.chars().next().map_or(1, char::len_utf8))
}

/// Returns the length of the string literal at the beginning, with its quotes.
fn string_length(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_word_in_a_comment_or_a_message_is_found() {
        let code = "/// For whoever asks.\nfn a() { b('\"', \"Nobody \\\"answers\\\"\"); } // Of Which?\n\
                    // there is none; `nobody` is a user; chown nobody:nogroup; whoevers\n\
                    const C: &str = r#\"a list \"\nthat is none\"#;\n\
                    #[cfg(test)]\nmod tests {\n    const D: &str = \"somebody\"; // somebody\n}\n";
        let script = "# whoever\necho 'nobody' # of which\necho '#somebody'\n";
        let planted = [
            ("crates/darn/src/planted.rs", code),
            ("crates/darn/src/planted.bash", script),
            ("crates/darn/src/data/planted.toml", "# nobody\n"),
            ("crates/darn/tests/planted.rs", "fn a() { b(\"nobody\"); c(\"whoever\") }\n"),
            ("crates/darn/src/commands/doctor/capture.rs", "// `none` is none\n"),
        ];
        let found = problems(&crate::tidy::tests::planted(planted));
        let expected = [
            "crates/darn/src/planted.rs:1: `whoever`",
            "crates/darn/src/planted.rs:2: `nobody`",
            "crates/darn/src/planted.rs:2: `of which`",
            "crates/darn/src/planted.rs:5: `is none`",
            "crates/darn/src/planted.rs:8: `somebody`",
            "crates/darn/src/planted.bash:1: `whoever`",
            "crates/darn/src/planted.bash:2: `of which`",
        ];
        assert_eq!(found, expected.map(|place| format!("{place}: name who acts, or rephrase")));
    }
}
