//! Shell messages about a line that cannot be parsed or expanded, and whether they are about this line.
//!
//! Text that looks like a shell's message may come from a printed log, so every message must fit the command
//! line. Texts recorded from bash 5.2, zsh 5.9, fish 3.6 and dash 0.5.12 at a terminal; output is normalised,
//! so every quote is `'`.

use programs::{Program, Role};
use syntax::{Command, Dialect, Script};

use crate::text::Text;

/// Returns whether `text` (an output line without the shell's name) complains about this command line. With
/// status 0, the line itself must contain the mistake.
pub fn is_about(text: &str, script: &Script, status: i32) -> bool {
    let ran = status == 0;
    if ran && runs_a_shell(script) || status != 0 && runs_a_shell(script) && script.issues.is_empty() {
        return false;
    }
    is_grammar(text, script) && !(ran && script.issues.is_empty())
        || is_expansion(text, script)
        || is_test(text, script, ran)
        || is_assignment(text, script, ran)
        || script.dialect == Dialect::Fish && is_fish(text) && !(ran && script.issues.is_empty())
}

/// fish repeats the line below its message, which proves that the message is fish's.
pub fn fish_repeats(output: &Text, script: &Script) -> bool {
    let mut lines = output.lines();
    let said = lines.by_ref().any(|line| line.strip_prefix("fish: ").is_some_and(is_fish));
    said && lines.next().is_some_and(|line| !line.trim().is_empty() && script.text.contains(line.trim_end()))
}

fn is_grammar(text: &str, script: &Script) -> bool {
    const ENDS: &[&str] = table!("grammar_errors");
    if !ENDS.iter().any(|known| text.starts_with(known))
        && !text.starts_with("syntax error near unexpected token ")
    {
        return false;
    }
    // the rejected token must be in the line
    let token = between(text, "Syntax error: \"", "\"")
        .or_else(|| between(text, "near unexpected token '", "'"))
        .or_else(|| between(text, "parse error near '", "'"));
    token.is_none_or(|token| {
        matches!(token, "newline" | "\\n" | "EOF")
            || token.is_empty()
            || script.text.contains(token.trim_end_matches("..."))
    })
}

fn is_expansion(text: &str, script: &Script) -> bool {
    if let Some(word) =
        text.strip_suffix(": event not found").or_else(|| text.strip_prefix("event not found: "))
    {
        let word = word.trim_start_matches('!');
        return bangs(&script.text).any(|rest| rest.starts_with(word))
            || word.is_empty() && bangs(&script.text).next().is_some();
    }
    if text.ends_with("ad substitution") {
        return script.text.contains("${");
    }
    if let Some(word) = text.strip_prefix("bad pattern: ").or_else(|| text.strip_prefix("no matches found: "))
    {
        return script.text.contains(word);
    }
    if let Some(word) = text.strip_suffix(" not found").filter(|_| script.dialect == Dialect::Zsh) {
        return !word.contains(' ')
            && (script.text.contains(&format!("={word}"))
                || word.starts_with('=') && script.text.contains(word));
    }
    if let Some(word) = text.strip_prefix("No matches for wildcard '") {
        return word.split('\'').next().is_some_and(|word| script.text.contains(word));
    }
    let glob_flags = text.starts_with("unknown file attribute")
        || text == "number expected"
        || text.starts_with("unknown sort specifier");
    glob_flags && script.dialect == Dialect::Zsh && script.text.contains('(')
        || text.ends_with("ambiguous redirect") && script.text.contains(['>', '<'])
        || text.starts_with("fg: ") && script.text.trim_start().starts_with('%')
        || text.ends_with("no current job") && script.text.trim_start().starts_with('%')
        || text.starts_with("bad math expression") && script.text.contains(['$', '(', '='])
}

/// Returns what follows each `!` that bash and zsh would expand.
fn bangs(text: &str) -> impl Iterator<Item = &str> {
    let mut single = false;
    let mut double = false;
    let mut before = ' ';
    text.char_indices().filter_map(move |(at, c)| {
        match c {
            '\'' if !double && before != '\\' => single = !single,
            '"' if !single && before != '\\' => double = !double,
            _ => {}
        }
        let expands = c == '!' && !single && before != '\\';
        before = c;
        expands
            .then(|| text.get(at + 1..).unwrap_or(""))
            .filter(|rest| !rest.starts_with([' ', '=', '(', '"']) && !rest.is_empty())
    })
}

/// `[` and `test`: bash `unary operator expected`, dash `unexpected operator`, zsh
/// `condition expected`, fish `Missing argument at index`.
fn is_test(text: &str, script: &Script, ran: bool) -> bool {
    const TEXTS: &[&str] = table!("test_errors");
    let is_test = |name: &str| matches!(name, "[" | "test") || name.starts_with("[$");
    let tests: Vec<&Command> =
        script.commands.iter().filter(|c| c.program_name().is_some_and(is_test)).collect();
    TEXTS.iter().any(|known| text.contains(known))
        && !tests.is_empty()
        && (!ran
            || tests.iter().any(|c| {
                c.words.iter().any(|w| w.dynamic || w.value.contains("=="))
                    || c.words.last().is_none_or(|w| w.value != "]")
            }))
}

fn is_assignment(text: &str, script: &Script, ran: bool) -> bool {
    if ran {
        return text.starts_with("bad assignment") && script.text.contains('='); // zsh continues
    }
    const TEXTS: &[&str] = table!("assignment_errors");
    let assigns = script.text.contains('=') || script.text.starts_with("for ");
    assigns && TEXTS.iter().any(|known| text.contains(known))
        || text.starts_with("local: ") && script.text.contains("local")
}

fn is_fish(text: &str) -> bool {
    const BEGINNINGS: &[&str] = table!("fish_errors");
    BEGINNINGS.iter().any(|known| text.starts_with(known))
}

/// Returns whether the line passes text to another shell, whose messages look the same.
fn runs_a_shell(script: &Script) -> bool {
    script.commands.iter().any(|command| {
        let name = command.program_name().map_or("", programs::base_name);
        let runs_text = |program: Program| {
            program.is_shell()
                || program.is(Role::Elsewhere)
                || program.details().runs.iter().any(|wrapper| wrapper.verbs.is_empty())
        };
        matches!(name, "eval" | "source" | ".") || programs::find(name).is_some_and(runs_text)
    })
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let rest = text.get(text.find(open)? + open.len()..)?;
    // a token may be the quote itself
    if rest.len() > close.len()
        && rest.starts_with(close)
        && rest.get(close.len()..).is_some_and(|tail| tail.starts_with(close))
    {
        return rest.get(..close.len());
    }
    rest.get(..rest.find(close)?)
}

/// Returns whether the text alone shows the mistake, regardless of the output: `[-f x ]` is never intended,
/// and an unquoted URL whose `&` puts it in the background (`curl http://host/?a=1&b=2`) even runs.
pub fn is_plainly_wrong(script: &Script, status: i32) -> bool {
    let zsh = script.dialect == Dialect::Zsh;
    script.commands.iter().any(|command| {
        let Some(word) = command.words.first() else { return false };
        let raw = script.raw(word.span);
        // `$NAME=value`
        let assigned = raw.strip_prefix('$').and_then(|rest| Some(rest.split_once('=')?.0));
        let test = ["[[-", "[-"].iter().any(|open| raw.strip_prefix(open).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())));
        test && command.words.last().is_some_and(|last| last.value.ends_with(']'))
            // zsh looks for a program named `=`
            || zsh && status == 1 && matches!(raw, "[" | "test") && command.words.iter().any(|w| script.raw(w.span) == "==")
            || status == 127 && assigned.is_some_and(is_name)
            || command.words.iter().any(|word| is_torn_url(script, word))
    })
}

/// Matches a URL directly followed by `&name=`.
fn is_torn_url(script: &Script, word: &syntax::Word) -> bool {
    let behind = script.text.get(word.span.end..).and_then(|rest| rest.strip_prefix('&')).unwrap_or("");
    let name = behind.split(['=', '&', ' ']).next().unwrap_or("");
    script.dialect != Dialect::Fish
        && word.quote == syntax::QuoteStyle::Bare
        && word.value.contains("://")
        && word.value.contains('?')
        && is_name(name)
        && behind.get(name.len()..).is_some_and(|rest| rest.starts_with('='))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.%".contains(&b))
}
