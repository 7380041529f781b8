//! Names that only the output has, and the places of a fix where they may stand: operands, marked as such.

use std::borrow::Cow;

use syntax::{Command, Dialect, Script, Span};

use super::format::Fix;
use super::interpret::{anchor, find_word};
use super::{Case, grounded, tabled, template};
use crate::pattern::Holes;
use programs::Role;

/// Returns the names in a fix that only the output has; `None` if one of them is more than a plain name, or would
/// be a program to run.
pub fn names<'a>(
    fix: &Fix,
    found: &'a Holes,
    holes: &Holes,
    case: &Case<'_>,
    command: &Command,
) -> Option<Vec<&'a str>> {
    let texts = texts(fix, holes, case, command);
    let mut foreign = Vec::new();
    for (name, value) in found.iter() {
        let before: Vec<&str> = texts.iter().flat_map(|text| places(text, name)).collect();
        let is_typed = command.words.iter().any(|word| word.value.contains(value));
        if !is_typed && is_source_file(value, case) && before.iter().any(|before| installs(before)) {
            return None;
        }
        // quotes of the template do not hold what is quoted again
        let mut prepended = fix.prepend.iter().flat_map(|text| places(text, name));
        let is_quoted = prepended.any(is_in_quotes);
        if is_quoted && !grounded::is_plain_name(value) {
            return None;
        }
        let is_module = before.iter().any(|before| before.ends_with("cpan "));
        if is_module && !is_perl_module(value) {
            return None;
        }
        if before.is_empty() || grounded::is_grounded(value, case, command) {
            continue;
        }
        if !(is_module || grounded::is_plain_name(value))
            || grounded::is_described(value)
            || !(is_quoted || before.iter().all(|before| ends_in_operands(before, case.dialect())))
        {
            return None;
        }
        foreign.push(value);
    }
    Some(foreign)
}

/// Returns whether a place is inside of quotes, as in `R -e 'f("{name}")'`.
fn is_in_quotes(before: &str) -> bool {
    let mut open = None;
    for c in before.chars().filter(|c| matches!(c, '\'' | '"')) {
        open = match open {
            Some(quote) if quote == c => None,
            Some(quote) => Some(quote),
            None => Some(c),
        };
    }
    open.is_some()
}

/// Returns whether a name is one of a Perl module: `JSON`, `Text::Table`. (perlmod(1))
fn is_perl_module(name: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    name.len() <= grounded::MAX_NAME && name.split("::").all(is_part)
}

/// Endings of source files, which no package has in its name.
const SOURCES: &[&str] =
    &[".mjs", ".cjs", ".ts", ".tsx", ".jsx", ".py", ".rb", ".rs", ".go", ".json", ".css", ".vue"];

/// `import 'foo.mjs'`: a file that was written like a package. `chart.js` is a package, unless it is a file here.
fn is_source_file(name: &str, case: &Case<'_>) -> bool {
    let base = name.rsplit('/').next().unwrap_or(name);
    let beside = case.commands().flat_map(Command::arguments).any(|word| {
        let directory = word.value.rsplit_once('/').map_or("", |(directory, _)| directory);
        !directory.is_empty() && case.exists(&format!("{directory}/{name}"))
    });
    SOURCES.iter().any(|ending| base.ends_with(ending)) || base.contains('.') && (case.exists(name) || beside)
}

/// Returns whether a template installs packages of a language before this place.
fn installs(before: &str) -> bool {
    const MANAGERS: &[&str] = table!("language_managers");
    let words: Vec<&str> = before.split_whitespace().collect();
    words.windows(2).any(|pair| match pair {
        [manager, verb] => {
            MANAGERS.contains(manager) && matches!(*verb, "install" | "i" | "add" | "require" | "get")
        }
        _ => false,
    })
}

/// Returns the templates of a fix, those within the command behind what the user typed before them.
fn texts<'a>(fix: &'a Fix, holes: &Holes, case: &Case<'_>, command: &Command) -> Vec<Cow<'a, str>> {
    let behind =
        |end: usize, text: &str| Cow::Owned(case.raw(Span::new(command.span.start, end)).to_owned() + text);
    let replaced = fix.replace.as_ref().map(|replace| template::plain(replace, holes));
    let replaced = replaced.and_then(|word| find_word(command, &word)).map(|word| word.span.start);
    let after = fix.after.as_deref().unwrap_or("subcommand");
    let inserted = fix.insert.as_ref().and_then(|text| {
        let end = anchor(case, command, after, holes)?.span.end;
        Some(behind(end, &format!(" {text}")))
    });
    // a part of a word belongs to the last word
    let part = || command.words.last().map_or(command.span.end, |word| word.span.start);
    let replacing = fix.with.as_ref().map(|text| behind(replaced.unwrap_or_else(part), text));
    let appended = fix.append.as_ref().map(|text| behind(command.span.end, text));
    let own = [&fix.prepend, &fix.whole].into_iter().flatten().map(|text| Cow::Borrowed(text.as_str()));
    own.chain(inserted).chain(replacing).chain(appended).collect()
}

/// Returns what stands before each place of a hole that shows the text of the output.
fn places<'a>(text: &'a str, hole: &str) -> impl Iterator<Item = &'a str> {
    let (whole, part) = (format!("{{{hole}}}"), format!("{{{hole}."));
    let is_tabled = |rest: &str| rest.split_once('}').is_some_and(|(name, _)| tabled::is_table(name));
    text.match_indices('{').map(|(at, _)| text.split_at(at)).filter_map(move |(before, rest)| {
        let shows = rest.starts_with(&whole) || rest.strip_prefix(&part).is_some_and(|rest| !is_tabled(rest));
        shows.then_some(before)
    })
}

/// Returns whether the next word of a template is an operand of a command that the template calls.
fn ends_in_operands(before: &str, dialect: Dialect) -> bool {
    // `sudo ` still waits for its command
    let calls = |script: &Script| {
        let name = script.commands.last().and_then(Command::program_name);
        name.is_some_and(|name| !programs::is_any(name, &[Role::Prefix, Role::Privileged]))
    };
    // the owner of a PPA and a runtime before its branch are plain names as well
    let owned = before.strip_suffix("{owner}/").filter(|before| before.ends_with(" ppa:"));
    let before = owned.or_else(|| before.strip_suffix("{runtime}//")).unwrap_or(before);
    // the operand may begin with text of the rule: `php-{extension}`
    let before = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "-_.@+:=".contains(c));
    before.ends_with(' ')
        && !before.trim_end().ends_with(['&', ';', '|', '('])
        && calls(&Script::parse(before, dialect))
}
