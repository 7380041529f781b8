//! Finds the output of the failed command on a screen.
//!
//! The output begins below the row in which the command was typed, which has only a prompt, the text and
//! possibly a right prompt. The text alone proves nothing, because programs print it too, as in `hint: git
//! push`: another command of the user must follow the same prompt. The output ends at the end of the screen
//! or, once the next prompt is there, at darn's hint or that prompt.

use std::collections::HashSet;

use super::rows::{is_full, reaches_edge};

mod prompt;

use prompt::{is_alike, is_kin, is_prompt, rest_after};

/// Number of bytes kept from the beginning and the end of an output, as in the relay.
const HEAD: usize = 16 * 1024;
const TAIL: usize = 64 * 1024;
/// Maximum number of screen rows a command may span.
const MAX_WRAPPED: usize = 64;

/// When the terminal is queried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// In the hook: the command has ended, and the next prompt has not been drawn.
    Prompt,
    /// At or after a later prompt.
    Later,
}

/// Content of a terminal.
#[derive(Debug)]
pub struct Screen {
    /// Rows, oldest first, without empty ones at the end.
    pub rows: Vec<String>,
    /// Width of the terminal in cells.
    pub columns: usize,
    /// Whether no rows are missing above these.
    pub is_complete: bool,
}

/// The command whose output is searched for.
#[derive(Debug)]
pub struct Finished<'a> {
    /// Command line as typed.
    pub text: &'a str,
    pub status: i32,
    /// Other commands, one per line, newest last.
    pub history: &'a str,
    pub moment: Moment,
}

/// A row in which the command may have been typed.
struct TypedRow<'a> {
    at: usize,
    /// First row below it.
    end: usize,
    /// Text before it.
    prompt: &'a str,
}

/// Returns the command's output, at most 80 KiB; `None` if it is not certain.
pub fn output(screen: &Screen, finished: &Finished<'_>) -> Option<String> {
    let typed = all_typed(screen, finished.text);
    let others: HashSet<&str> = finished
        .history
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && *line != finished.text.trim())
        .collect();
    let entered = all_entered(screen, &others);
    match finished.moment {
        Moment::Prompt => at_prompt(screen, finished, &typed, &entered),
        Moment::Later => later(screen, finished, &typed, &entered),
    }
}

fn at_prompt(
    screen: &Screen,
    finished: &Finished<'_>,
    typed: &[TypedRow<'_>],
    entered: &[(usize, &str)],
) -> Option<String> {
    let is_proven = |typed: &&TypedRow<'_>| is_proven(typed, entered);
    let chosen = typed.iter().rev().find(is_proven).or_else(|| only(screen, finished, typed))?;
    let below = screen.rows.get(chosen.end..)?;
    // a later command, or an expanded `!!`: this is not the failed command
    let is_older = below.iter().any(|row| row.trim_end() == finished.text.trim_end())
        || entered.iter().any(|(at, prompt)| *at >= chosen.end && is_kin(prompt, chosen.prompt));
    (!is_older).then(|| cut(below))
}

fn later(
    screen: &Screen,
    finished: &Finished<'_>,
    typed: &[TypedRow<'_>],
    entered: &[(usize, &str)],
) -> Option<String> {
    let last = screen.rows.len().checked_sub(1)?;
    let chosen = typed
        .iter()
        .rev()
        .filter(|typed| typed.at < last)
        .find(|typed| is_last_prompt(screen.rows.last(), typed.prompt) || is_proven(typed, entered))?;
    let below = |row: &usize| *row >= chosen.end;
    let row = |at: usize| screen.rows.get(at).map_or("", String::as_str);
    let hint = (chosen.end..=last).find(|at| is_hint(row(*at), finished.status));
    let mut prompts = (chosen.end..=last).filter(|at| rest_after(row(*at), chosen.prompt).is_some());
    let next = prompts.next();
    let end = match (hint, next) {
        (Some(hint), Some(next)) if next < hint && !is_weak(chosen.prompt) => next,
        (Some(hint), _) => hint,
        // yarn prints `$ node x.js`, too
        (None, Some(next)) if is_weak(chosen.prompt) && next != last => return None,
        (None, Some(next)) => next - upper_rows(screen, chosen, next, finished.text),
        (None, None) => return None,
    };
    Some(cut(screen.rows.get(chosen.end..end).filter(|_| below(&end))?))
}

/// Counts the rows of a multi-line prompt above `next` that also precede the command's own prompt. Returns 0
/// if the same command came before it, because the rows may then belong to its output.
fn upper_rows(screen: &Screen, chosen: &TypedRow<'_>, next: usize, text: &str) -> usize {
    let row = |at: usize| screen.rows.get(at).map_or("", |row| row.trim_end());
    let before = (0..chosen.at).rev().find_map(|at| rest_after(row(at), chosen.prompt));
    if before.is_some_and(|rest| rest.trim() == text.trim()) {
        return 0;
    }
    let room = chosen.at.min(next - chosen.end);
    (1..=room).take_while(|up| is_alike(row(next - up), row(chosen.at - up))).count()
}

/// Returns whether the newest prompt is the same, followed by nothing or a call of darn.
fn is_last_prompt(row: Option<&String>, prompt: &str) -> bool {
    row.and_then(|row| rest_after(row, prompt)).is_some()
}

/// Returns whether the prompt is too short to distinguish it from program output.
fn is_weak(prompt: &str) -> bool {
    prompt.trim().len() <= 1
}

/// Returns whether the row is darn's hint below the output.
fn is_hint(row: &str, status: i32) -> bool {
    ["✗", "x"].iter().any(|cross| row.starts_with(&format!("{cross} {status}  ")))
}

/// Returns whether another command of the user follows the same kind of prompt further up.
fn is_proven(typed: &TypedRow<'_>, entered: &[(usize, &str)]) -> bool {
    entered.iter().any(|(at, prompt)| *at < typed.at && is_kin(prompt, typed.prompt))
}

/// Picks the command on a complete screen, where the first mention of the text must be a typed command.
/// Returns the last mention if all follow the same prompt.
fn only<'t, 's>(
    screen: &Screen,
    finished: &Finished<'_>,
    typed: &'t [TypedRow<'s>],
) -> Option<&'t TypedRow<'s>> {
    let (first, last) = (typed.first()?, typed.last()?);
    let text = finished.text.lines().next()?.trim();
    let is_first = !screen.rows.get(..first.at)?.iter().any(|row| row.contains(text));
    let is_one_prompt = typed.iter().all(|typed| is_alike(typed.prompt, first.prompt));
    (screen.is_complete && is_first && is_one_prompt).then_some(last)
}

/// Returns the rows in which other commands of the history were typed, each with its prompt.
fn all_entered<'s>(screen: &'s Screen, others: &HashSet<&str>) -> Vec<(usize, &'s str)> {
    let entered = |row: &'s String| {
        let ends = row.char_indices().filter(|(_, c)| !c.is_alphanumeric());
        let mut splits = ends.filter_map(|(at, c)| row.split_at_checked(at + c.len_utf8()));
        splits.find(|(before, rest)| others.contains(without_right_prompt(rest)) && is_prompt(before))
    };
    let rows = screen.rows.iter().enumerate();
    rows.filter_map(|(at, row)| Some((at, entered(row)?.0))).collect()
}

fn without_right_prompt(rest: &str) -> &str {
    rest.split("  ").next().unwrap_or(rest).trim_end()
}

/// Returns the rows in which the text may have been typed, top down.
fn all_typed<'s>(screen: &'s Screen, text: &str) -> Vec<TypedRow<'s>> {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    (0..screen.rows.len()).filter_map(|at| typed_at(screen, at, &lines)).collect()
}

fn typed_at<'s>(screen: &'s Screen, at: usize, lines: &[&str]) -> Option<TypedRow<'s>> {
    let (first, more) = lines.split_first()?;
    let (prompt, mut end) = line_at(screen, at, first, is_prompt)?;
    for line in more {
        (_, end) = line_at(screen, end, line, |_| true)?;
    }
    Some(TypedRow { at, end, prompt })
}

/// Matches one line of the text at the end of a row, or wrapped over several: returns the text before it, and
/// the next row.
fn line_at<'s>(
    screen: &'s Screen,
    at: usize,
    line: &str,
    fits: fn(&str) -> bool,
) -> Option<(&'s str, usize)> {
    let (row, line) = (screen.rows.get(at)?, line.trim_end());
    let mut whole = std::borrow::Cow::Borrowed(row.as_str());
    for end in at + 1..=at + MAX_WRAPPED {
        let mut places = whole.match_indices(line).filter_map(|(place, _)| {
            let rest = whole.get(place + line.len()..)?;
            let is_right_prompt = rest.starts_with("  ") && reaches_edge(&whole, screen.columns);
            let before = row.get(..place)?;
            ((rest.trim().is_empty() || is_right_prompt) && fits(before)).then_some(before)
        });
        if let Some(before) = places.next() {
            return Some((before, end));
        }
        let last = screen.rows.get(end - 1)?;
        if !is_full(last, screen.columns) {
            return None;
        }
        whole.to_mut().push_str(screen.rows.get(end)?);
    }
    None
}

/// Returns the rows as text without empty ones around it. Of a long text, only the beginning and the end
/// are kept.
fn cut(rows: &[String]) -> String {
    let mut text = String::new();
    for row in rows.iter().skip_while(|row| row.trim().is_empty()) {
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    if text.is_empty() {
        return text;
    }
    text.push('\n');
    if text.len() <= HEAD + TAIL {
        return text;
    }
    let head = text.get(..text.floor_char_boundary(HEAD)).unwrap_or_default();
    let tail = text.get(text.ceil_char_boundary(text.len() - TAIL)..).unwrap_or_default();
    format!("{head}\n{tail}")
}

#[cfg(test)]
mod tests;
