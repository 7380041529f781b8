//! Words that are secret by their position in a command: `mysql -pX`, `curl -u me:X`, `--token X`, `set -x
//! API_TOKEN X`, `echo X | docker login --password-stdin`.

use std::borrow::Cow;

use syntax::{Command, Connector, Dialect, QuoteStyle, Script, Span, Word};

use super::found::Found;
use super::tables::Argument;
use super::words::Words;
use super::{Tables, names, piece, random};

// `ARGUMENTS`; `PROGRAMS`, their programs; `PLACES`, for each program the indexes in `ARGUMENTS`.
include!(concat!(env!("OUT_DIR"), "/secret_arguments.rs"));

/// Returns the rules of a program, also of one run by another: `docker exec db mysql -pX`.
fn rules_of<'t>(program: &str, tables: &'t Tables) -> impl Iterator<Item = &'t Argument> {
    let places = PROGRAMS.place(program).and_then(|at| PLACES.get(at)).copied().unwrap_or_default();
    let built_in = places.iter().filter_map(|place| ARGUMENTS.get(*place));
    let own =
        tables.arguments.iter().filter(move |argument| argument.programs.iter().any(|name| name == program));
    built_in.chain(own)
}

fn is_program(name: &str, tables: &Tables) -> bool {
    PROGRAMS.has(name)
        || tables.arguments.iter().any(|argument| argument.programs.iter().any(|program| program == name))
}

/// Finds commands in other text, such as a log or a history: from the first word of a line that has a rule. A
/// trailing backslash continues the line.
pub fn find_in_lines<'t>(text: &str, tables: &'t Tables, found: &mut Vec<Found<'t>>) {
    let mut start = 0;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let mut end = start + line.len();
        if let Some(at) = first_program(line, tables) {
            while piece(text, start, end).trim_end_matches(['\r', '\n']).ends_with('\\')
                && let Some(more) = lines.next()
            {
                end += more.len();
            }
            let from = start + at;
            let script = Script::parse(piece(text, from, end), Dialect::Bash);
            find_below(&script, from, MAX_DEPTH, tables, found);
        }
        start = end;
    }
}

/// Returns where the first known program of a line begins, if options or a pipe follow.
fn first_program(line: &str, tables: &Tables) -> Option<usize> {
    static OTHERS: Words =
        Words::new(&["bash", "chpasswd", "echo", "eval", "set", "setenv", "sh", "ssh", "su", "zsh"]);
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let bytes = line.as_bytes();
    let start = line.trim_start();
    if start.starts_with('-') && !start.starts_with("- ") && start.split_whitespace().count() > 2 {
        return None; // it describes options
    }
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes.get(at..)?.iter().take_while(|byte| is_name(**byte)).count();
        let word = piece(line, at, at + length);
        let ends = bytes
            .get(at + length)
            .is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'\''));
        // `find -name mysql` searches for a name
        let is_searched = || piece(line, 0, at).trim_end().ends_with("name");
        if length > 0 && ends && (is_program(word, tables) || OTHERS.has(word)) && !is_searched() {
            return Some(at);
        }
        if word.starts_with("--") && names::strength(word) == Some(names::Strength::Strong) {
            return Some(at);
        }
        at += length.max(1);
    }
    None
}

/// Options that make a program read the secret from its input.
const FROM_INPUT: [&str; 5] =
    ["--password-stdin", "--with-token", "--token-stdin", "--pass-stdin", "--stdin"];

/// Maximum depth of nested scripts: `ssh host "sudo sh -c '…'"`.
const MAX_DEPTH: usize = 3;

/// Adds the secrets in the commands of a script.
pub fn find<'t>(script: &Script, tables: &'t Tables, found: &mut Vec<Found<'t>>) {
    find_below(script, 0, MAX_DEPTH, tables, found);
}

/// Adds the secrets of a script that begins at `offset` in the whole text.
fn find_below<'t>(
    script: &Script,
    offset: usize,
    depth: usize,
    tables: &'t Tables,
    found: &mut Vec<Found<'t>>,
) {
    let mut in_script = Vec::new();
    for (at, command) in script.commands.iter().enumerate() {
        words(script, command, tables, &mut in_script);
        fish_variable(script, command, &mut in_script);
        input(script, at, command, &mut in_script);
        if let Some(depth) = depth.checked_sub(1) {
            for span in inner_scripts(script, command) {
                let inner = Script::parse(script.raw(span), script.dialect);
                find_below(&inner, offset + span.start, depth, tables, found);
            }
        }
    }
    found.extend(in_script.into_iter().map(|finding| Found {
        span: Span::new(finding.span.start + offset, finding.span.end + offset),
        ..finding
    }));
}

/// A rule that applies from here on, and the number of operands since.
struct Active<'t> {
    rule: &'t Argument,
    operands: usize,
}

/// Reads the words once; rules apply from the name of their program on.
fn words<'t>(script: &Script, command: &Command, tables: &'t Tables, found: &mut Vec<Found<'t>>) {
    let mut waiting: Vec<&Argument> = Vec::new();
    let mut rules: Vec<Active<'t>> = Vec::new();
    let mut words = command.words.iter().peekable();
    let mut is_searched = false;
    while let Some(word) = words.next() {
        let value = word.value.as_str();
        // `find -name mysql` searches for a name
        let is_program =
            !std::mem::replace(&mut is_searched, value.ends_with("name") && value.starts_with('-'));
        let hits =
            rules.iter().filter_map(|active| by_option(script, word, words.peek().copied(), active.rule));
        let narrow = hits.map(|(rule, span, is_next)| (rule, narrowed(script, span, rule), is_next));
        let hit = narrow.reduce(|best, other| if best.1.is_some() { best } else { other });
        if let Some((rule, span, is_next)) = hit {
            found.extend(span.and_then(|span| finding(script, &rule.kind, span)));
            if is_next {
                words.next();
            }
            continue;
        }
        if value.starts_with('-') {
            long_option(script, value, words.peek().copied(), found);
            continue;
        }
        for active in &mut rules {
            active.operands += 1;
            if active.rule.operand == active.operands {
                let span = narrowed(script, inside(script, word), active.rule);
                found.extend(span.and_then(|span| finding(script, &active.rule.kind, span)));
            }
        }
        let name = value.rsplit(['/', '\\']).next().unwrap_or(value);
        waiting.retain(|rule| {
            if rule.needs == value {
                rules.push(Active { rule, operands: 0 });
            }
            rule.needs != value
        });
        rules.retain(|active| !active.rule.only_before_operands);
        for rule in rules_of(name, tables).filter(|_| is_program) {
            let is_new = !waiting.iter().any(|other| std::ptr::eq(*other, rule))
                && !rules.iter().any(|other| std::ptr::eq(other.rule, rule));
            match is_new {
                true if rule.needs.is_empty() => rules.push(Active { rule, operands: 0 }),
                true => waiting.push(rule),
                false => {}
            }
        }
    }
}

/// Returns the value of an option that a rule names, and whether it is the next word.
fn by_option<'t>(
    script: &Script,
    word: &Word,
    next: Option<&Word>,
    rule: &'t Argument,
) -> Option<(&'t Argument, Span, bool)> {
    let value = word.value.as_str();
    if !value.starts_with(['-', '/']) {
        return None;
    }
    let attached =
        rule.attached.iter().filter(|option| value.len() > option.len() && value.starts_with(&***option));
    if let Some(option) = attached.max_by_key(|option| option.len()) {
        return Some((rule, behind(script, word, option)?, false));
    }
    let next = next.filter(|_| rule.next.iter().any(|option| option == value))?;
    Some((rule, inside(script, next), true))
}

/// Matches, for any program, an option with a secret name and its value in the next word.
fn long_option(script: &Script, option: &str, next: Option<&Word>, found: &mut Vec<Found<'_>>) {
    let name = option.strip_prefix("--").or_else(|| option.strip_prefix('-').filter(|name| name.len() > 5));
    let Some(name) = name.filter(|name| !name.contains('=') && names::is_secret(name)) else { return };
    let Some(next) = next.filter(|next| !next.value.starts_with('-')) else { return };
    let span = inside(script, next);
    // in a text that describes options, what follows is a description
    if !random::is_prose(script.raw(span)) && !script.raw(span).starts_with(['<', '[']) {
        found.extend(finding(script, names::kind(name), span));
    }
}

/// Creates a finding, unless the text is a placeholder. In single quotes `$` is not an expansion.
fn finding<'t>(script: &Script, kind: &'t str, span: Span) -> Option<Found<'t>> {
    let value = script.raw(span);
    let is_literal =
        value.starts_with('$') && script.text.get(..span.start).is_some_and(|before| before.ends_with('\''));
    (is_literal || !names::is_placeholder(value)).then_some(Found { kind, span })
}

/// Returns the secret part of a value: `X` in `user:X`.
fn narrowed(script: &Script, span: Span, rule: &Argument) -> Option<Span> {
    if rule.behind.is_empty() {
        return Some(span);
    }
    match script.raw(span).find(&*rule.behind) {
        // nothing before it: `sqlplus /nolog` has no password, `curl -u :X` has
        Some(0) if &*rule.behind == "/" => None,
        Some(at) => Some(unquoted(script, Span::new(span.start + at + rule.behind.len(), span.end))),
        None => (!rule.only_behind).then_some(span),
    }
}

/// Returns the text after `prefix` in a word, without quotes around the whole word or the rest.
fn behind(script: &Script, word: &Word, prefix: &str) -> Option<Span> {
    let span = inside(script, word);
    let at = script.raw(span).find(prefix)? + prefix.len();
    Some(unquoted(script, Span::new(span.start + at, span.end)))
}

/// Returns a word without the quotes around it.
fn inside(script: &Script, word: &Word) -> Span {
    unquoted(script, word.span)
}

fn unquoted(script: &Script, span: Span) -> Span {
    let raw = script.raw(span);
    let Some(inside) = raw.strip_prefix(['"', '\'']) else { return span };
    // an unclosed quote ends with the line
    let inside = inside.strip_suffix(['"', '\'']).unwrap_or_else(|| inside.trim_end_matches('\n'));
    Span::new(span.start + 1, span.start + 1 + inside.len())
}

/// Finds the values in `set -gx NAME VALUE…` (fish) and `setenv NAME VALUE` (csh).
fn fish_variable(script: &Script, command: &Command, found: &mut Vec<Found<'_>>) {
    if !matches!(command.program_name(), Some("set" | "setenv")) {
        return;
    }
    let mut operands = command.arguments().iter().skip_while(|word| word.value.starts_with('-'));
    let is_name = |name: &str| !name.contains('=') && names::is_secret(name);
    let Some(name) = operands.next().filter(|name| is_name(&name.value)) else { return };
    let kind = names::kind(&name.value);
    found.extend(operands.filter_map(|value| finding(script, kind, inside(script, value))));
}

/// Finds the input of a program that reads a secret from it: operands of `echo` and `printf` before the pipe,
/// a here-string.
fn input(script: &Script, at: usize, command: &Command, found: &mut Vec<Found<'_>>) {
    let name = command.program_name().unwrap_or_default();
    let is_reader = command.arguments().iter().any(|word| FROM_INPUT.contains(&word.value.as_str()))
        || matches!(name, "chpasswd" | "passwd" | "smbpasswd" | "cryptsetup")
        || command.words.first().is_some_and(|word| word.value == "sudo")
            && command.words.iter().any(|word| matches!(word.value.as_str(), "-S" | "--stdin"));
    if !is_reader {
        return;
    }
    let mut words: Vec<&Word> = Vec::new();
    let before = at.checked_sub(1).and_then(|at| script.commands.get(at));
    if let Some(before) =
        before.filter(|before| command.connector == Connector::Pipe && before.depth == command.depth)
        && matches!(before.program_name(), Some("echo" | "printf" | "print"))
    {
        words.extend(before.arguments().iter().filter(|word| !word.value.starts_with('-')));
    }
    let here_strings =
        command.redirects.iter().filter(|redirect| script.raw(redirect.operator).ends_with("<<<"));
    words.extend(here_strings.filter_map(|redirect| redirect.target.as_ref()));
    for word in words {
        let mut span = inside(script, word);
        if name == "chpasswd" {
            let user = script.raw(span).find(':').map_or(0, |at| at + 1);
            span.start += user;
        }
        let is_form = |text: &str| text.starts_with('%') && text.len() <= 4;
        if !is_form(script.raw(span)) {
            found.extend(finding(script, "password", span));
        }
    }
}

/// Returns texts that a shell of the command will run: `sh -c '…'`, `ssh host "…"`, `eval '…'`.
fn inner_scripts(script: &Script, command: &Command) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut is_shell = false;
    let mut is_next = false;
    let takes_any =
        command.program_name().is_some_and(|name| matches!(name, "ssh" | "eval" | "watch" | "mosh"));
    for word in &command.words {
        let value = word.value.as_str();
        let is_quoted = matches!(word.quote, QuoteStyle::Single | QuoteStyle::Double);
        if is_quoted && (is_next || takes_any) && value.contains(char::is_whitespace) {
            spans.push(inside(script, word));
        }
        is_next = is_shell && value.starts_with('-') && !value.starts_with("--") && value.ends_with('c');
        let name = value.rsplit('/').next().unwrap_or(value);
        is_shell |= matches!(name, "sh" | "bash" | "zsh" | "dash" | "ksh" | "ash" | "fish" | "su" | "script");
    }
    spans
}
