//! Words that are secrets by their place in a command: `mysql -pX`, `curl -u me:X`, `--token X`,
//! `set -x API_TOKEN X`, `echo X | docker login --password-stdin`.

use syntax::{Command, Connector, QuoteStyle, Script, Span, Word};

use super::detect::Found;
use super::{containers, names};

/// Where a program takes a secret: `data/secrets/*.toml`, `[[argument]]`.
#[derive(Debug)]
pub struct Argument {
    pub kind: &'static str,
    /// Options with the secret in the same word: `-pX`.
    pub attached: &'static [&'static str],
    /// Options with the secret in the next word: `-p X`.
    pub next: &'static [&'static str],
    /// The secret begins behind this text of the value: `user:X`, `pass:X`.
    pub behind: &'static str,
    /// The value is a secret only with `behind` in it; else it is one from its beginning.
    pub only_behind: bool,
    /// A word that must stand between the program and the option (`login`); empty: none.
    pub needs: &'static str,
    /// Behind its first operand the options are those of another program.
    pub only_before_operands: bool,
}

// `ARGUMENTS`, and `PROGRAMS`: program → places in it, sorted.
include!(concat!(env!("OUT_DIR"), "/secret_arguments.rs"));

/// What is known of a program, also of one that another runs: `docker exec db mysql -pX`.
fn rules_of(program: &str) -> impl Iterator<Item = &'static Argument> {
    let places =
        PROGRAMS.binary_search_by_key(&program, |(name, _)| name).ok().and_then(|at| PROGRAMS.get(at));
    places.map_or(&[][..], |(_, places)| places).iter().filter_map(|place| ARGUMENTS.get(*place))
}

/// Options by which a program takes the secret from its input.
const FROM_INPUT: [&str; 5] =
    ["--password-stdin", "--with-token", "--token-stdin", "--pass-stdin", "--stdin"];

/// Scripts within scripts are read so deep: `ssh host "sudo sh -c '…'"`.
const MAX_DEPTH: usize = 3;

/// Adds what the commands of a script hold.
pub fn find(script: &Script, found: &mut Vec<Found<'_>>) {
    find_below(script, 0, MAX_DEPTH, found);
}

/// `offset`: where the script begins in the whole text.
fn find_below(script: &Script, offset: usize, depth: usize, found: &mut Vec<Found<'_>>) {
    let mut in_script = Vec::new();
    for (at, command) in script.commands.iter().enumerate() {
        words(script, command, &mut in_script);
        fish_variable(script, command, &mut in_script);
        input(script, at, command, &mut in_script);
        if let Some(depth) = depth.checked_sub(1) {
            for span in inner_scripts(script, command) {
                let inner = Script::parse(script.raw(span), script.dialect);
                find_below(&inner, offset + span.start, depth, found);
            }
        }
    }
    found.extend(in_script.into_iter().map(|finding| Found {
        span: Span::new(finding.span.start + offset, finding.span.end + offset),
        ..finding
    }));
}

/// One pass over the words: rules begin to apply at the program that they are about.
fn words(script: &Script, command: &Command, found: &mut Vec<Found<'_>>) {
    let mut waiting: Vec<&Argument> = Vec::new();
    let mut rules: Vec<&Argument> = Vec::new();
    let mut words = command.words.iter().peekable();
    let mut is_searched = false;
    while let Some(word) = words.next() {
        let value = word.value.as_str();
        // `find -name mysql`: a name to look for, no program
        let is_program =
            !std::mem::replace(&mut is_searched, value.ends_with("name") && value.starts_with('-'));
        if word.quote != QuoteStyle::Bare {
            found.extend(fields(script, word));
        }
        if !value.starts_with('-') {
            let name = value.rsplit('/').next().unwrap_or(value);
            waiting.retain(|rule| {
                if rule.needs == value {
                    rules.push(*rule);
                }
                rule.needs != value
            });
            rules.retain(|rule| !rule.only_before_operands);
            for rule in rules_of(name).filter(|_| is_program) {
                let list = if rule.needs.is_empty() { &mut rules } else { &mut waiting };
                if !list.iter().any(|other| std::ptr::eq(*other, rule)) {
                    list.push(rule);
                }
            }
            continue;
        }
        let hit = rules.iter().find_map(|rule| {
            let attached = rule.attached.iter();
            let attached = attached
                .filter(|option| value.len() > option.len() && value.starts_with(**option))
                .max_by_key(|o| o.len());
            if let Some(option) = attached {
                return Some((*rule, behind(script, word, option)?, false));
            }
            let next = words.peek().filter(|_| rule.next.contains(&value))?;
            Some((*rule, inside(script, next), true))
        });
        if let Some((rule, span, is_next)) = hit {
            found.extend(narrowed(script, span, rule).and_then(|span| finding(script, rule.kind, span)));
            if is_next {
                words.next();
            }
            continue;
        }
        // any program: a long option with the name of a secret and its value in the next word
        let name = value.strip_prefix("--").filter(|name| !name.contains('=') && names::is_secret(name));
        if let Some(name) = name
            && let Some(next) = words.peek().filter(|next| !next.value.starts_with('-'))
        {
            found.extend(finding(script, names::kind(name), inside(script, next)));
        }
    }
}

/// Unless what stands there only stands for a secret. Between `'` a `$` is no expansion.
fn finding(script: &Script, kind: &'static str, span: Span) -> Option<Found<'static>> {
    let value = script.raw(span);
    let is_literal =
        value.starts_with('$') && script.text.get(..span.start).is_some_and(|before| before.ends_with('\''));
    (is_literal || !names::is_placeholder(value)).then_some(Found { kind, span })
}

/// What of a value is secret: `user:X`.
fn narrowed(script: &Script, span: Span, rule: &Argument) -> Option<Span> {
    if rule.behind.is_empty() {
        return Some(span);
    }
    match script.raw(span).find(rule.behind) {
        Some(at) => Some(Span::new(span.start + at + rule.behind.len(), span.end)),
        None => (!rule.only_behind).then_some(span),
    }
}

/// What stands in a word behind `prefix`, within quotes that may be around the whole word or the rest.
fn behind(script: &Script, word: &Word, prefix: &str) -> Option<Span> {
    let at = script.raw(word.span).find(prefix)? + prefix.len();
    Some(unquoted(script, Span::new(word.span.start + at, word.span.end)))
}

/// A word without the quotes around it.
fn inside(script: &Script, word: &Word) -> Span {
    unquoted(script, word.span)
}

fn unquoted(script: &Script, span: Span) -> Span {
    let raw = script.raw(span);
    let open = raw.starts_with(['"', '\'']);
    let close = raw.ends_with(['"', '\'']) && raw.len() > usize::from(open);
    Span::new(span.start + usize::from(open), span.end - usize::from(close))
}

/// Headers and JSON in a quoted word: `Authorization: Bearer X`, `{"password": "X"}`.
fn fields(script: &Script, word: &Word) -> Vec<Found<'static>> {
    let inside = inside(script, word);
    containers::fields(script.raw(inside))
        .into_iter()
        .map(|finding| Found {
            span: Span::new(inside.start + finding.span.start, inside.start + finding.span.end),
            ..finding
        })
        .collect()
}

/// fish: `set -gx NAME VALUE…`; csh: `setenv NAME VALUE`.
fn fish_variable(script: &Script, command: &Command, found: &mut Vec<Found<'_>>) {
    if !matches!(command.program_name(), Some("set" | "setenv")) {
        return;
    }
    let mut operands = command.arguments().iter().skip_while(|word| word.value.starts_with('-'));
    let Some(name) = operands.next().filter(|name| names::is_secret(&name.value)) else { return };
    for value in operands {
        found.extend(finding(script, names::kind(&name.value), inside(script, value)));
    }
}

/// What reaches a program that reads a secret from its input: operands of `echo` and `printf`
/// before the pipe, a here-string.
fn input(script: &Script, at: usize, command: &Command, found: &mut Vec<Found<'_>>) {
    let name = command.program_name().unwrap_or_default();
    let is_reader = command.arguments().iter().any(|word| FROM_INPUT.contains(&word.value.as_str()))
        || matches!(name, "chpasswd" | "passwd");
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

/// Texts that a shell of the command will read: `sh -c '…'`, `ssh host "…"`, `eval '…'`.
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
