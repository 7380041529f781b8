//! `Run "aws configure"`, `repeat the command including --classic`: the output says what to do.
//!
//! Any program may print such a sentence, so it is believed only as far as it can be checked: the command that
//! it names must exist here and do more than look, and the policy must have nothing against it.

use super::prelude::*;
use crate::rules::grounded::is_grounded;
use policy::{Level, Policy};

/// Words before a command that is advised, and before a flag.
const COMMAND_CUES: &[&str] = table!("advice_command_cues");
const FLAG_CUES: &[&str] = table!("advice_flag_cues");
/// Words that turn a sentence into advice against something, or into a report.
const AGAINST: &[&str] = table!("advice_against");
/// Arguments with which a command only shows something.
const SHOWING: &[&str] = table!("advice_showing");
/// Flags that override a protection: offered after milder ones.
const FORCING: &[&str] = table!("advice_forcing");

/// Texts in lines that are about something else, in lower case.
const ASIDE: &[&str] = table!("advice_aside");
/// Words after a flag that takes a value.
const VALUED: &[&str] = table!("advice_valued");

/// Maximum number of output lines examined, from the end; advice stands below the complaint.
const LINES: usize = 60;
/// Maximum length of an advised command.
const MAX_LENGTH: usize = 120;
/// Number of words before a command or flag in which its cue stands.
const CUE_WORDS: usize = 5;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let has_failed = case.status() != 0 && !case.is_unstarted();
    let Some(output) = case.output.filter(|_| has_failed) else { return Vec::new() };
    let Some(command) = case.commands().next() else { return Vec::new() };
    let lines: Vec<&str> = output.lines().collect();
    let lines = lines.get(lines.len().saturating_sub(LINES)..).unwrap_or_default();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !is_aside(line)) {
        for text in commands(line, lines.get(at + 1..).unwrap_or_default()) {
            found.extend(follow(case, command, line, text));
        }
        found.extend(flags(line).filter_map(|flag| add_flag(command, flag)));
    }
    found.sort_by_key(|proposal| proposal.distance);
    found
}

/// Returns whether the advice of a line is not about the failure: it warns, or begins with a position in a file.
fn is_aside(line: &str) -> bool {
    let position = line.split_whitespace().next().and_then(|first| first.split_once(':'));
    let lower = line.to_ascii_lowercase();
    position.is_some_and(|(_, number)| number.starts_with(|c: char| c.is_ascii_digit()))
        || ASIDE.iter().any(|text| lower.contains(text))
}

/// Returns the commands that a line advises: quoted after a cue, or on the line below.
fn commands<'a>(line: &'a str, below: &[&'a str]) -> Vec<&'a str> {
    let mut found: Vec<&str> =
        quoted(line).filter(|(before, _)| has_cue(before, COMMAND_CUES)).map(|(_, text)| text).collect();
    let end = line.trim_end().trim_end_matches([':', '.']);
    if found.is_empty()
        && (line.trim_end().ends_with(':') || below.first().is_some_and(|next| next.trim().is_empty()))
        && has_cue(end, COMMAND_CUES)
    {
        let next = below.iter().map(|next| next.trim()).find(|next| !next.is_empty());
        found.extend(next.map(|next| next.strip_prefix("$ ").unwrap_or(next)));
    } else if found.is_empty()
        && let Some((before, rest)) = line.split_once(": ")
        && has_cue(before, COMMAND_CUES)
        && COMMAND_CUES.iter().any(|cue| before.to_ascii_lowercase().ends_with(cue))
    {
        found.push(rest.trim());
    }
    found.retain(|text| !text.is_empty() && text.len() <= MAX_LENGTH);
    found
}

/// Returns the quoted parts of a line, each with the text before it.
fn quoted(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    line.char_indices().filter_map(move |(start, quote)| {
        let before = line.get(..start)?;
        if !matches!(quote, '`' | '\'' | '"') || is_word(before.chars().next_back()) {
            return None;
        }
        let rest = line.get(start + 1..)?;
        let ends = rest.char_indices().filter(|(_, c)| *c == quote || (quote == '`' && *c == '\''));
        let (end, _) =
            ends.into_iter().find(|(at, _)| !is_word(rest.get(at + 1..).and_then(|s| s.chars().next())))?;
        Some((before, rest.get(..end)?.trim()))
    })
}

/// Returns whether one of the last words of a sentence is a cue, and none speaks against it.
fn has_cue(before: &str, cues: &[&str]) -> bool {
    let sentence =
        [". ", "! ", "? "].iter().fold(before, |text, end| text.rsplit(end).next().unwrap_or(text));
    let lower = sentence.to_ascii_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect();
    let near = words.get(words.len().saturating_sub(CUE_WORDS)..).unwrap_or_default();
    near.iter().any(|word| cues.contains(word)) && !near.iter().any(|word| AGAINST.contains(word))
}

/// Follows advice to run a command: in place of the line if it is another form of it, else before the line.
fn follow(case: &Case<'_>, failed: &Command, line: &str, text: &str) -> Option<Proposal> {
    let advised = Script::parse(text, case.dialect());
    let [command] = advised.commands.as_slice() else { return None };
    let name = command.program_name()?;
    let is_template = text.contains(['<', '>', '{', '[', '|', ';', '&', '$', '\u{2026}', '*'])
        || text.contains("...")
        || command.words.iter().any(|word| is_placeholder(&word.value));
    let only_shows = command.arguments().iter().any(|word| SHOWING.contains(&word.value.as_str()))
        || programs::find(name).is_some_and(|program| program.is(Role::OnlyReads));
    if is_template
        || only_shows
        || command.words.len() < 2
        || !advised.issues.is_empty()
        || !case.is_command(name)
        || text == case.failure.record.text
        || Policy::default().assess(text, case.dialect(), case.world).level != Level::Allow
    {
        return None;
    }
    let is_foreign = |word: &Word| !word.value.starts_with('-') && !is_grounded(&word.value, case, failed);
    let marked =
        if command.arguments().iter().skip(1).any(is_foreign) { " (from program output)" } else { "" };
    let because = format!("{} advises this{marked}", failed.program_name().unwrap_or("the program"));
    if is_other_form(failed, command) {
        return Some(Proposal::likely(Edit::new().replace(failed.span, text), because).at_distance(1));
    }
    if line.to_ascii_lowercase().contains("instead") {
        return None;
    }
    let start = pipeline_start(case, failed);
    let and = if case.dialect() == Dialect::Fish { "; and " } else { " && " };
    Some(Proposal::likely(Edit::new().insert(start, format!("{text}{and}")), because).at_distance(2))
}

/// Returns whether the advised command has the program and the first argument of the failed one.
fn is_other_form(failed: &Command, advised: &Command) -> bool {
    let first = |command: &Command| {
        command.arguments().iter().find(|word| !word.value.starts_with('-')).map(|word| word.value.clone())
    };
    failed.program_name() == advised.program_name() && first(failed) == first(advised)
}

/// Returns whether a word stands for one that the user chooses: `NAME`, `FILE.txt`, `your-project`.
fn is_placeholder(word: &str) -> bool {
    let letters = || word.chars().filter(|c| c.is_alphabetic());
    letters().count() > 2 && letters().all(char::is_uppercase)
        || ["your", "my-", "my_", "path/to", "xxx", "foo"].iter().any(|start| word.starts_with(start))
}

/// Returns the flags that a line advises to add.
fn flags(line: &str) -> impl Iterator<Item = &str> {
    let is_table = line.trim_start().starts_with('-') || line.to_ascii_lowercase().contains("usage:");
    line.split_whitespace().filter(move |_| !is_table).filter_map(move |token| {
        let flag = token.trim_matches(['`', '\'', '"', '(', ')', ',', '.', ';', ':', '!']);
        let at = line.find(token)?;
        let is_flag = flag.len() > 2
            && flag.starts_with('-')
            && flag.trim_start_matches('-').starts_with(|c: char| c.is_ascii_alphabetic())
            && flag.split('=').next().is_some_and(|name| !name.contains(['/', '.']))
            && flag.chars().all(|c| c.is_ascii_alphanumeric() || "-_=./".contains(c));
        let quotes = ['`', '\'', '"'];
        // `--bin app`: the flag has a value
        let is_quoted_with_more =
            token.starts_with(quotes) && !token.trim_end_matches(['.', ',', ')', ':']).ends_with(quotes);
        let next = line.get(at + token.len()..)?.split_whitespace().next().unwrap_or_default();
        let is_valued = VALUED.contains(&next.trim_end_matches(['.', ',']))
            || next.starts_with('<')
            || is_placeholder(next);
        (is_flag && !is_valued && !is_quoted_with_more && has_cue(line.get(..at)?, FLAG_CUES)).then_some(flag)
    })
}

fn add_flag(command: &Command, flag: &str) -> Option<Proposal> {
    let name = flag.split('=').next().unwrap_or(flag);
    let needs_value =
        flag.ends_with('=') || flag.split_once('=').is_some_and(|(_, value)| is_placeholder(value));
    let is_there = command.arguments().iter().any(|word| word.value.split('=').next() == Some(name));
    if needs_value || is_there || SHOWING.contains(&name) || command.arguments().is_empty() {
        return None;
    }
    let last = command.words.last()?;
    let at = match command.words.iter().position(|word| word.value == "--") {
        Some(end) => command.words.get(end.checked_sub(1)?)?.span.end,
        None => last.span.end,
    };
    let edit = Edit::new().insert(at, format!(" {flag}"));
    let because = format!("{} asks for {name}", command.program_name().unwrap_or("the program"));
    let forces = u32::from(FORCING.contains(&name));
    Some(Proposal::likely(edit, because).at_distance(3 + forces))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, world};
    use crate::diagnose::diagnose;
    use crate::failure::Failure;
    use crate::rules::RuleSet;
    use facts::record::{CommandRecord, Output};
    use syntax::Dialect;

    #[test]
    fn advice_is_followed() {
        let snap = "error: This revision of snap \"x\" was published using classic confinement.\n\n       If you understand and want to proceed repeat the command including --classic.\n";
        mends("bash", "sudo snap install x", 1, snap, "sudo snap install x --classic");
        let helm = "Error: must either provide a name or specify --generate-name\n";
        mends("bash", "helm install ./chart", 1, helm, "helm install ./chart --generate-name");
        let npm = "npm ERR! Fix the upstream dependency conflict, or retry\nnpm ERR! this command with --force, or --legacy-peer-deps\n";
        mends("bash", "npm i", 1, npm, "npm i --legacy-peer-deps");
    }

    #[test]
    fn names_from_the_output_are_marked() {
        let because = |output: &str| {
            let (text, dialect) = ("cargo lint".to_owned(), Dialect::Bash);
            let output = Some(Output::from_bytes(output.as_bytes()));
            let record = CommandRecord { text, dialect, cwd: "/home/me".into(), status: 1, output };
            let failure = Failure::of(&record, &world()).unwrap();
            diagnose(&failure, &world(), &RuleSet::default()).suggestions.remove(0).because
        };
        assert_eq!(because("lint: not set up. Please run `npm init lint`.\n"), "cargo advises this");
        let foreign = because("lint: not set up. Please run `npm install left-pad`.\n");
        assert_eq!(foreign, "cargo advises this (from program output)");
    }

    #[test]
    fn what_is_no_advice() {
        for output in [
            "npm ERR! Run `npm audit` for details.\n",
            "Run 'docker run --help' for more information\n",
            "error: unknown option, do not use --force\n",
            "run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
            "Please run 'rm -rf ~' to continue\n",
            "Try `docker run <image>`\n",
            "error: test failed, to rerun pass `--bin app`\n",
        ] {
            leaves("bash", "docker run x", 1, Some(output));
        }
    }
}
