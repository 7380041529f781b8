//! What a failed command was about: the paths, ports and lines in its words and output.

use programs::{Program, Role};
use syntax::{Command, Word};

use crate::pattern::{Holes, Pattern};
use crate::rules::Case;
use crate::text::Text;
use facts::world::World;
use facts::{paths, vocabulary};

/// Maximum length of a text shown; it may come from hostile output.
const MAX_SHOWN: usize = 100;
/// Maximum number of directories examined per path.
const MAX_STEPS: usize = 64;
/// Maximum number of output lines examined per text.
const MAX_LINES: usize = 8;

/// Finds the first pattern that occurs in the output, with its holes.
pub fn find_holes(case: &Case<'_>, patterns: &[&str]) -> Option<Holes> {
    let output = case.output?;
    patterns.iter().find_map(|source| Pattern::new(source).ok()?.find_iter(output).next())
}

/// Returns the output lines that contain one of the texts.
pub fn lines<'a>(case: &Case<'a>, texts: &[&str]) -> Vec<&'a str> {
    let output = case.output.filter(|output| output.contains_any(texts));
    let has = |line: &&str| texts.iter().any(|text| line.contains(text));
    output.into_iter().flat_map(Text::lines).filter(has).take(MAX_LINES).collect()
}

/// Returns whether this program ended with one of these statuses and its output is unknown or blank.
pub fn ended(case: &Case<'_>, name: &str, statuses: &[i32]) -> bool {
    let unseen = case.output.is_none_or(|text| text.trim().is_empty());
    unseen && program(case) == Some(name) && statuses.contains(&case.failure.record.status)
}

/// Like [`ended`], but also accepts an unknown status; for causes that a fact proves.
pub fn may_have_ended(case: &Case<'_>, name: &str, statuses: &[i32]) -> bool {
    ended(case, name, statuses)
        || case.failure.record.status < 0 && is_unseen(case) && program(case) == Some(name)
}

/// Returns whether the output is unknown, so that only facts can tell.
pub fn is_unseen(case: &Case<'_>) -> bool {
    case.output.is_none()
}

/// Returns whether a program of this kind failed, and its output is unknown. `> file` counts as `tee`.
pub fn is_kind(case: &Case<'_>, is_one: impl Fn(Program) -> bool) -> bool {
    let writes = case.commands().next().is_some_and(|command| !command.redirects.is_empty());
    let is_started = !matches!(case.failure.record.status, 126 | 127);
    let fits = |name: &str| programs::find(name).is_some_and(&is_one);
    is_started && is_unseen(case) && (program(case).is_some_and(fits) || writes && fits("tee"))
}

/// Returns whether a program with this role failed, and its output is unknown.
pub fn has_role(case: &Case<'_>, role: Role) -> bool {
    is_kind(case, |program| program.is(role))
}

/// What messages about a connection say beside the address.
const ABOUT_HOSTS: &[&str] = table!("about_hosts");
/// Ends of the names of hosts, where a word may also be a file or a package.
const DOMAINS: &[&str] = table!("domains");

/// Returns the host names that the failure is about: first in URLs and `user@host` of the command, then in those of
/// messages about a connection, then in `host:path` and names of hosts in the command.
pub fn hosts(case: &Case<'_>) -> Vec<String> {
    let commands: Vec<&Command> = case.commands().collect();
    let words = commands.iter().flat_map(|command| command.arguments()).map(|word| word.value.as_str());
    let words: Vec<&str> = words.filter(|word| !word.starts_with('-')).take(32).collect();
    let (sure, rest): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|word| word.contains("://") || word.contains('@'));
    let said = lines(case, ABOUT_HOSTS);
    let said = said.iter().flat_map(|line| tokens(line)).filter(|token| token.contains("://"));
    // of other programs, a word with a dot may be a file or a package
    let is_client = |command: &&Command| {
        let name = command.program_name().unwrap_or_default();
        programs::is_any(name, &[Role::Addresses, Role::Remote]) || programs::details(name).port > 0
    };
    let takes_names = commands.iter().any(is_client);
    let may_be = |word: &&str| takes_names || is_domain(word) && !case.exists(word);
    sure.into_iter().chain(said).chain(rest.into_iter().filter(may_be)).filter_map(host).collect()
}

/// Returns whether a word can only be a host, alone or before a colon: `example.com`, `10.0.0.1`, `web:22`.
fn is_domain(word: &str) -> bool {
    let name = word.split([':', '/']).next().unwrap_or(word);
    name == "localhost"
        || name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        || word.contains(':')
        || name.rsplit_once('.').is_some_and(|(_, top)| DOMAINS.contains(&top))
}

fn host(word: &str) -> Option<String> {
    let is_url = word.contains("://");
    let rest = word.split_once("://").map_or(word, |(_, rest)| rest);
    let rest = rest.split(['/', '?', '#']).next()?;
    let (has_user, rest) = rest.rsplit_once('@').map_or((false, rest), |(_, rest)| (true, rest));
    let (has_colon, name) = rest.split_once(':').map_or((false, rest), |(name, _)| (true, name));
    let fits = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b".-_".contains(&b));
    let is_host = is_url || has_user || has_colon || name.contains('.') || name == "localhost";
    (fits && is_host).then(|| name.to_owned())
}

/// `1 name`, `3 names`
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Quotes a text with backquotes, truncated if long.
pub fn quoted(text: &str) -> String {
    format!("`{}`", short(text))
}

/// Truncates to one line of at most [`MAX_SHOWN`] characters.
pub fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or("").trim();
    let mut shown: String = line.chars().take(MAX_SHOWN).collect();
    if shown.len() < line.len() {
        shown.push_str("...");
    }
    shown
}

/// Returns the culprit's program name without directories.
pub fn program<'a>(case: &Case<'a>) -> Option<&'a str> {
    let name = case.commands().next()?.program_name()?;
    Some(name.rsplit('/').next().unwrap_or(name))
}

/// Makes the path absolute: `x` → `/home/me/x`, without `.` and `..`.
pub fn absolute(case: &Case<'_>, path: &str) -> String {
    let whole =
        if path.starts_with('/') { path.to_owned() } else { format!("{}/{path}", case.failure.record.cwd) };
    format!("/{}", paths::components(&whole).join("/"))
}

/// Returns the path itself and all its parents, from the root down.
pub fn steps(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.match_indices('/').map(|(at, _)| at.max(1)).chain([path.len()]);
    ends.take(MAX_STEPS).filter_map(|end| path.get(..end)).filter(|step| !step.is_empty())
}

/// Returns the deepest existing part of an absolute path.
pub fn existing<'a>(path: &'a str, world: &dyn World) -> &'a str {
    steps(path).take_while(|step| world.kind(step).exists()).last().unwrap_or("/")
}

/// Returns the absolute paths the failure is about, likeliest first: those in output lines with one of these
/// texts, then those of the command.
pub fn paths(case: &Case<'_>, texts: &[&str]) -> Vec<String> {
    let own: Vec<String> = case.commands().flat_map(|command| operands(case, command)).collect();
    let mut found: Vec<String> = Vec::new();
    for line in lines(case, texts) {
        for token in tokens(line) {
            let is_path = looks_like_a_path(token) || own.iter().any(|path| path == token);
            if is_path && token.len() < 4096 {
                found.push(token.to_owned());
            }
        }
    }
    found.extend(own);
    let mut unique: Vec<String> = Vec::new();
    for path in found.into_iter().take(64) {
        let path = absolute(case, &path);
        if !unique.contains(&path) {
            unique.push(path);
        }
    }
    unique.truncate(12);
    unique
}

/// Returns whether a token of a message may be a path of the user: not `t open /a/b`, and nothing of the kernel's.
fn looks_like_a_path(token: &str) -> bool {
    let is_phrase = token.contains(' ') && !token.starts_with(['/', '.', '~']);
    let is_of_kernel = token.starts_with("/proc/") || token.starts_with("/sys/");
    token.contains('/') && !token.contains("://") && !is_phrase && !is_of_kernel
}

/// Returns the words of a command that may be paths, expanded: operands, values after `=`, redirections.
fn operands(case: &Case<'_>, command: &Command) -> Vec<String> {
    let value = |word: &Word| {
        let text = word.value.as_str();
        let text = if text.starts_with('-') { text.split_once('=')?.1 } else { text };
        paths::expand(text, case.world).filter(|path| !path.is_empty() && !path.contains("://"))
    };
    let program = command.program().and_then(|at| command.words.get(at));
    let program = program.filter(|word| word.value.contains('/'));
    let targets = command.redirects.iter().filter_map(|redirect| redirect.target.as_ref());
    let walk = vocabulary::walk(command, case.world).unwrap_or_default();
    let is_subcommand = |word: &&Word| {
        walk.words.iter().any(|at| command.words.get(*at).is_some_and(|known| known.span == word.span))
    };
    let words = command.arguments().iter().filter(|word| !is_subcommand(word));
    program.into_iter().chain(words).chain(targets).filter_map(value).take(32).collect()
}

/// Splits a message into possible names: in quotes, between colons, between blanks.
fn tokens(line: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| matches!(c, '\'' | '"' | '(' | ')' | '[' | ']' | '<' | '>');
    let parts = line.split(ends).flat_map(|part| part.split(": ").chain(part.split([' ', '='])));
    parts.map(|token| token.trim().trim_end_matches([':', ',', '.', ';'])).filter(|token| !token.is_empty())
}

/// Returns port numbers: first those after a local address in the lines with one of the texts, then those in
/// the command, then other ports in the lines.
pub fn ports(case: &Case<'_>, texts: &[&str]) -> Vec<u16> {
    let said = lines(case, texts);
    let addresses = said.iter().flat_map(|line| addresses(line));
    let words = case.commands().flat_map(in_words);
    let labelled = said.iter().flat_map(|line| labelled(line));
    let mut found: Vec<u16> = Vec::new();
    for port in addresses.chain(words).chain(labelled) {
        if port > 0 && !found.contains(&port) {
            found.push(port);
        }
    }
    found.truncate(16);
    found
}

/// Returns the ports in a command's words, likeliest first: after an option for ports, after a colon, alone.
fn in_words(command: &Command) -> Vec<u16> {
    const OPTIONS: &[&str] = &["-p", "-P", "--port", "-l", "-b", "--bind", "--listen"];
    let mut before = "";
    let mut ranked: Vec<(u8, u16)> = Vec::new();
    for word in command.arguments().iter().filter(|word| !word.dynamic) {
        let value = word.value.as_str();
        let is_asked =
            OPTIONS.iter().any(|option| before == *option || value.starts_with(&format!("{option}=")));
        let rank = match (is_asked, value.contains(':')) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        // a small number alone is hardly a port
        ranked.extend(numbers(value).filter(|port| rank < 2 || *port > 20).map(|port| (rank, port)));
        before = value;
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, port)| port).collect()
}

/// `127.0.0.1:8080`, `localhost:8080`, `*:8080`, `:::8080`; not `02:17:33`.
fn addresses(line: &str) -> impl Iterator<Item = u16> {
    let is_edge = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '/' | ',' | '(' | ')' | '|');
    line.split(is_edge).filter_map(|token| {
        let (host, port) = token.trim_end_matches([':', '.', ',']).rsplit_once(':')?;
        let is_here = matches!(host, "" | "*" | "::" | "localhost")
            || host.ends_with([']', ':'])
            || host.bytes().filter(|b| *b == b'.').count() == 3;
        port.parse().ok().filter(|_| is_here)
    })
}

/// `port 8080`, `('127.0.0.1', 8080)`
fn labelled(line: &str) -> impl Iterator<Item = u16> {
    ["ort ", "ort=", "ort: ", "', ", ":"].into_iter().flat_map(move |label| {
        line.match_indices(label).filter_map(move |(at, label)| {
            let rest = line.get(at + label.len()..)?;
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest.get(..end)?.parse().ok()
        })
    })
}

/// Returns the numbers that stand alone and fit a port; not the parts of `127.0.0.1`.
fn numbers(text: &str) -> impl Iterator<Item = u16> {
    let parts = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_' || c == '-'));
    parts.filter_map(|part| part.trim_matches(['.', '-']).parse().ok())
}
