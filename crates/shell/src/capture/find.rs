//! Where on a screen the output of the failed command begins and ends.
//!
//! It begins below the row in which the command was typed: a prompt, the text, nothing else (but for
//! a prompt at the right edge). The text alone does not tell: a program may print it too, as in
//! `hint: git push`. So what stands before it has to be a prompt for certain: something else that the
//! user entered stands behind the same. It ends at the end of the screen or, once the next prompt is
//! there, at darn's own hint or that prompt.

use std::collections::HashSet;

use super::rows::{is_full, reaches_edge};

mod prompt;

use prompt::{is_alike, is_kin, is_prompt, rest_after};

/// What is kept of an output, in bytes: the relay keeps as much.
const HEAD: usize = 16 * 1024;
const TAIL: usize = 64 * 1024;
/// A command is not looked for over more rows of the screen than this.
const MAX_WRAPPED: usize = 64;

/// When the terminal is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// In the hook: the command has ended, and the next prompt has not been drawn.
    Prompt,
    /// At or behind a later prompt.
    Later,
}

/// What a terminal shows.
#[derive(Debug)]
pub struct Screen {
    /// The oldest first; without empty ones at the end.
    pub rows: Vec<String>,
    /// Width of the terminal in cells.
    pub columns: usize,
    /// Nothing stood above these rows.
    pub is_complete: bool,
}

/// The command whose output is looked for.
#[derive(Debug)]
pub struct Finished<'a> {
    /// As typed.
    pub text: &'a str,
    pub status: i32,
    /// What else was entered, one command a line, the newest last.
    pub history: &'a str,
    pub moment: Moment,
}

/// A row in which the command may have been typed.
struct Typed<'a> {
    at: usize,
    /// The first row below it.
    end: usize,
    /// What stands before the text.
    prompt: &'a str,
}

/// What the command printed, at most 80 KiB; `None` where that is not certain.
#[must_use]
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
    typed: &[Typed<'_>],
    entered: &[(usize, &str)],
) -> Option<String> {
    let is_proven = |typed: &&Typed<'_>| is_proven(typed, entered);
    let chosen = typed.iter().rev().find(is_proven).or_else(|| only(screen, finished, typed))?;
    let below = screen.rows.get(chosen.end..)?;
    // another command since, or an expanded `!!`: then the one in question was not found
    let is_older = below.iter().any(|row| row.trim_end() == finished.text.trim_end())
        || entered.iter().any(|(at, prompt)| *at >= chosen.end && is_kin(prompt, chosen.prompt));
    (!is_older).then(|| cut(below))
}

fn later(
    screen: &Screen,
    finished: &Finished<'_>,
    typed: &[Typed<'_>],
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
        // `$ node x.js` is also what yarn prints
        (None, Some(next)) if is_weak(chosen.prompt) && next != last => return None,
        (None, Some(next)) => next - upper_rows(screen, chosen, next, finished.text),
        (None, None) => return None,
    };
    Some(cut(screen.rows.get(chosen.end..end).filter(|_| below(&end))?))
}

/// Prompts may have several rows: so many of those above the row `next` stood above the command's
/// own, too. Where the same command came before it, they may as well be the end of its output.
fn upper_rows(screen: &Screen, chosen: &Typed<'_>, next: usize, text: &str) -> usize {
    let row = |at: usize| screen.rows.get(at).map_or("", |row| row.trim_end());
    let before = (0..chosen.at).rev().find_map(|at| rest_after(row(at), chosen.prompt));
    if before.is_some_and(|rest| rest.trim() == text.trim()) {
        return 0;
    }
    let room = chosen.at.min(next - chosen.end);
    (1..=room).take_while(|up| is_alike(row(next - up), row(chosen.at - up))).count()
}

/// Does the newest prompt look the same? It has nothing behind it, or a call of darn.
fn is_last_prompt(row: Option<&String>, prompt: &str) -> bool {
    row.and_then(|row| rest_after(row, prompt)).is_some()
}

/// Such a prompt is too short to be told from what programs print.
fn is_weak(prompt: &str) -> bool {
    prompt.trim().len() <= 1
}

/// The line that darn draws below the output.
fn is_hint(row: &str, status: i32) -> bool {
    ["✗", "x"].iter().any(|cross| row.starts_with(&format!("{cross} {status}  ")))
}

/// Something else that the user entered stands behind a prompt of the same kind, further up.
fn is_proven(typed: &Typed<'_>, entered: &[(usize, &str)]) -> bool {
    entered.iter().any(|(at, prompt)| *at < typed.at && is_kin(prompt, typed.prompt))
}

/// With all that there ever was on view: the very first mention of the text, for it was typed there;
/// or a later one behind the same prompt, if there is none behind another.
fn only<'t, 's>(screen: &Screen, finished: &Finished<'_>, typed: &'t [Typed<'s>]) -> Option<&'t Typed<'s>> {
    let (first, last) = (typed.first()?, typed.last()?);
    let text = finished.text.lines().next()?.trim();
    let is_first = !screen.rows.get(..first.at)?.iter().any(|row| row.contains(text));
    let is_one_prompt = typed.iter().all(|typed| is_alike(typed.prompt, first.prompt));
    (screen.is_complete && is_first && is_one_prompt).then_some(last)
}

/// The rows in which other commands of the history were typed, each with its prompt.
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

/// The rows in which the text may have been typed, from above.
fn all_typed<'s>(screen: &'s Screen, text: &str) -> Vec<Typed<'s>> {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    (0..screen.rows.len()).filter_map(|at| typed_at(screen, at, &lines)).collect()
}

fn typed_at<'s>(screen: &'s Screen, at: usize, lines: &[&str]) -> Option<Typed<'s>> {
    let (first, more) = lines.split_first()?;
    let (prompt, mut end) = line_at(screen, at, first, is_prompt)?;
    for line in more {
        (_, end) = line_at(screen, end, line, |_| true)?;
    }
    Some(Typed { at, end, prompt })
}

/// One line of the text at the end of a row, or wrapped over several: what stands before it, and the
/// row below.
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

/// The rows as text, without empty ones around them; of a long text the beginning and the end.
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
