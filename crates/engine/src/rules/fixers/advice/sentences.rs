//! Finds the commands and flags that a line of output advises.

use crate::rules::grounded::is_placeholder;

/// Words before a command that is advised, and before a flag.
const COMMAND_CUES: &[&str] = table!("advice_command_cues");
const FLAG_CUES: &[&str] = table!("advice_flag_cues");
/// Words that turn a sentence into advice against something, or into a report.
const AGAINST: &[&str] = table!("advice_against");
/// Words after a command or flag that only informs.
const INFORMING: &[&str] = table!("advice_informing");
/// Texts in lines that are about something else, in lower case.
const ASIDE: &[&str] = table!("advice_aside");
/// Words after a flag that takes a value.
const VALUED: &[&str] = table!("advice_valued");

/// Words of sentences that tell to run something.
const ORDERS: &[&str] = table!("advice_orders");
/// Texts in sentences about entering the command once more.
const RETRYING: &[&str] = table!("advice_retrying");

/// Maximum length of a line of advice.
const MAX_LINE: usize = 400;
/// Maximum length of an advised command.
const MAX_LENGTH: usize = 120;
/// Number of words before a command or flag in which its cue stands, and behind it in which another purpose
/// is named.
const CUE_WORDS: usize = 5;

/// Returns whether a line is no advice about the failure: it is too long, warns, or begins with a position in a
/// file.
pub fn is_aside(line: &str) -> bool {
    let position = line.split_whitespace().next().and_then(|first| first.split_once(':'));
    line.len() > MAX_LINE
        || position.is_some_and(|(_, number)| number.starts_with(|c: char| c.is_ascii_digit()))
        || {
            let lower = line.to_ascii_lowercase();
            ASIDE.iter().any(|text| lower.contains(text))
        }
}

/// Returns the commands that a line advises: quoted after a cue, or on the line below.
pub fn commands<'a>(line: &'a str, below: &[&'a str]) -> Vec<&'a str> {
    let mut found: Vec<&str> = quoted(line)
        .filter(|(before, _, behind)| has_cue(before, COMMAND_CUES) && !informs(behind))
        .map(|(_, text, _)| text)
        .collect();
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

/// Returns the quoted parts of a line, each with the text before and behind it.
fn quoted(line: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    line.char_indices().filter_map(move |(start, quote)| {
        let before = line.get(..start)?;
        if !matches!(quote, '`' | '\'' | '"') || is_word(before.chars().next_back()) {
            return None;
        }
        let rest = line.get(start + 1..)?;
        let mut ends = rest.char_indices().filter(|(_, c)| *c == quote || (quote == '`' && *c == '\''));
        let (end, _) =
            ends.find(|(at, _)| !is_word(rest.get(at + 1..).and_then(|behind| behind.chars().next())))?;
        Some((before, rest.get(..end)?.trim(), rest.get(end + 1..)?))
    })
}

/// Returns the words of a text in lower case.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect()
}

/// Returns whether a line tells to run something, not only with what a thing may be done.
pub fn is_order(line: &str) -> bool {
    words(line).iter().any(|word| ORDERS.contains(&word.as_str()))
}

/// Returns whether a sentence, with the line above it, is about entering the command once more.
pub fn is_about_retrying(before: &str, line: &str) -> bool {
    RETRYING.iter().any(|text| line.contains(text) || before.contains(text))
}

/// Returns whether one of the last words of a sentence is a cue, and none speaks against it.
fn has_cue(before: &str, cues: &[&str]) -> bool {
    let sentence =
        [". ", "! ", "? "].iter().fold(before, |text, end| text.rsplit(end).next().unwrap_or(text));
    let words = words(sentence);
    let near = words.get(words.len().saturating_sub(CUE_WORDS)..).unwrap_or_default();
    near.iter().any(|word| cues.contains(&word.as_str()))
        && !near.iter().any(|word| AGAINST.contains(&word.as_str()))
}

/// Returns whether the words behind a command or flag name a purpose that is not the repair: `for more
/// information`.
fn informs(behind: &str) -> bool {
    words(behind).iter().take(CUE_WORDS).any(|word| INFORMING.contains(&word.as_str()))
}

/// Returns the flags that a line advises to add.
pub fn flags(line: &str) -> Vec<&str> {
    if !line.contains(" -") && !line.contains("`-") && !line.contains("'-") && !line.contains("\"-") {
        return Vec::new();
    }
    let is_table = ["-", "or:", "or "].iter().any(|start| line.trim_start().starts_with(start))
        || line.to_ascii_lowercase().contains("usage:");
    let mut found = Vec::new();
    let mut start = 0;
    for token in line.split_whitespace().filter(|_| !is_table) {
        let Some(at) = line.get(start..).and_then(|rest| rest.find(token)).map(|at| start + at) else {
            break;
        };
        start = at + token.len();
        if is_in_command(line.get(..at).unwrap_or_default()) {
            continue;
        }
        if let (Some(before), Some(behind)) = (line.get(..at), line.get(start..)) {
            found.extend(advised_flag(before, token, behind));
        }
    }
    found
}

/// Returns whether a text ends within a quoted command: `run 'npm config delete`.
fn is_in_command(before: &str) -> bool {
    let opens = before.rfind(" '").or_else(|| before.rfind(" \"")).or_else(|| before.rfind(" `"));
    opens.and_then(|at| before.get(at + 2..)).is_some_and(|inside| {
        inside.starts_with(|c: char| c.is_ascii_alphabetic()) && !inside.contains(['\'', '"', '`'])
    })
}

/// Returns the flag of a token, if the text around it advises to add it.
fn advised_flag<'a>(before: &str, token: &'a str, behind: &str) -> Option<&'a str> {
    let flag = token.trim_matches(['`', '\'', '"', '(', ')', ',', '.', ';', ':', '!']);
    let is_flag = flag.len() > 2
        && flag.starts_with('-')
        && flag.trim_start_matches('-').starts_with(|c: char| c.is_ascii_alphabetic())
        && flag.split('=').next().is_some_and(|name| !name.contains(['/', '.']))
        && flag.chars().all(|c| c.is_ascii_alphanumeric() || "-_=./".contains(c));
    let quotes = ['`', '\'', '"'];
    // `--bin app` has a value; `dpkg --contents` is a command
    let is_quoted_with_more =
        token.starts_with(quotes) != token.trim_end_matches(['.', ',', ')', ':']).ends_with(quotes);
    let next = behind.split_whitespace().next().unwrap_or_default();
    // `use the -var or -var-file option to provide a value`
    let is_valued = words(behind).iter().take(8).any(|word| VALUED.contains(&word.as_str()))
        // a line of code: `set -gx $v $$v`
        || next.starts_with(['<', '$'])
        || is_placeholder(next);
    (is_flag && !is_valued && !is_quoted_with_more && has_cue(before, FLAG_CUES) && !informs(behind))
        .then_some(flag)
}
