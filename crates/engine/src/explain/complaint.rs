//! The line of an output that says why the command failed.
//!
//! The first line with `error:` often does, but not where a log ends in a list of consequences, where a header has
//! the reason below it, or where each cause names the one behind it.

use super::prelude::*;

/// Beginnings of lines that only help.
const ASIDES: &[&str] = table!("complaint_asides");
/// Texts in lines that only say that something before them failed.
const CONSEQUENCES: &[&str] = table!("complaint_consequences");
/// Lines whose reason is on the next line.
const HEADERS: &[&str] = table!("complaint_headers");
/// Texts that mark an error.
const SURE: &[&str] = table!("complaint_sure");
/// Texts that most errors have.
const SHAPES: &[&str] = table!("complaint_shapes");

/// Number of lines examined, from the end.
const MOST_LINES: usize = 400;
/// Number of lines that may belong to one above.
const MOST_BELOW: usize = 2;
/// Minimum length of a line that may be wrapped.
const WRAPPED: usize = 40;
/// Maximum number of lines of an output without any mark of an error in which a line with the shape of one is the
/// reason.
const SHORT: usize = 6;
/// Maximum length of a quoted line.
const MAX_QUOTED: usize = 240;

/// How well a line tells the reason; the smallest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The innermost cause, or what stands below a header.
    Cause,
    Sure,
    Spoken,
    Shaped,
    Other,
    Consequence,
}

/// Returns the output line that most likely states the error.
pub fn complaint<'a>(case: &Case<'a>) -> Option<&'a str> {
    ranked(case).map(|(_, line)| line)
}

/// Returns the words `it said: …`, unless nothing marks a line as the error.
pub fn evidence(case: &Case<'_>) -> Option<String> {
    ranked(case).filter(|(rank, _)| *rank < Rank::Other).map(|(_, line)| said(&whole(case, line)))
}

/// Returns the line with what belongs to it below: the rest of a wrapped sentence, or what a header is about.
pub fn whole(case: &Case<'_>, line: &str) -> String {
    let lines = case.output.into_iter().flat_map(|output| output.lines()).map(str::trim);
    let mut below = lines.skip_while(|other| *other != line).skip(1).filter(|next| !next.is_empty());
    let mut text = line.to_owned();
    for _ in 0..MOST_BELOW {
        match below.next() {
            Some(next) if !is_aside(next) && continues(&text, next, program(case)) => {
                text = format!("{text} {next}");
            }
            _ => break,
        }
    }
    text
}

/// Returns whether a line continues the text above it.
fn continues(text: &str, next: &str, program: Option<&str>) -> bool {
    let first = next.split(' ').next().unwrap_or_default();
    let is_word = first.len() > 1 && first.bytes().all(|b| b.is_ascii_lowercase()) || first == "a";
    let is_prefix = Some(first) == program || Some(first) == text.split(' ').next();
    let is_open = text.ends_with(|c: char| c.is_alphanumeric() || c == ',');
    text.ends_with(':') || is_open && text.len() >= WRAPPED && is_word && !is_prefix && next.contains(' ')
}

/// Returns the reason without what stands before it: `error: `, the program's name, `[matroska @ 0x6a95440] `.
pub fn reason(case: &Case<'_>) -> Option<String> {
    let (rank, line) = ranked(case)?;
    let is_short = || case.output.is_some_and(|output| output.lines().count() <= SHORT);
    let is_marked = rank <= Rank::Spoken || line.starts_with('[') || rank == Rank::Shaped && is_short();
    let has_shape = rank <= Rank::Sure || SHAPES.iter().any(|text| line.contains(text));
    if !is_marked || !has_shape {
        return None;
    }
    let line = whole(case, line);
    let mut rest = line.as_str();
    if let Some((_, behind)) = rest.strip_prefix('[').and_then(|inside| inside.split_once("] ")) {
        rest = behind;
    }
    while let Some((head, behind)) = rest.split_once(": ") {
        let is_mark = ["error", "fatal", "err", "caused by", "exception", "e"]
            .iter()
            .any(|mark| head.trim().eq_ignore_ascii_case(mark));
        if !is_mark && Some(head) != program(case) {
            break;
        }
        rest = behind;
    }
    let mut shown: String = rest.trim().chars().take(MAX_QUOTED).collect();
    if shown.len() < rest.trim().len() {
        shown.push_str("...");
    }
    Some(shown)
}

/// Quotes a line of the output.
pub fn said(line: &str) -> String {
    let mut shown: String = line.trim().chars().take(MAX_QUOTED).collect();
    if shown.len() < line.trim().len() {
        shown.push_str("...");
    }
    format!("it said: {shown}")
}

fn ranked<'a>(case: &Case<'a>) -> Option<(Rank, &'a str)> {
    let mut lines: Vec<&str> = case.output?.lines().rev().take(MOST_LINES).map(str::trim).collect();
    lines.reverse();
    let program = program(case);
    let mut best: Option<(Rank, &str)> = None;
    let mut before = "";
    let mut is_traced = false;
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        if line.starts_with("Traceback (most recent call last)") {
            is_traced = true;
        }
        if !is_aside(line) {
            let rank = rank(line, before, program, is_traced);
            // of causes the innermost comes last; of other lines the first has not yet any consequences
            let is_better = best.is_none_or(|(known, _)| {
                rank < known || rank == known && matches!(rank, Rank::Cause | Rank::Other)
            });
            if is_better {
                best = Some((rank, line));
            }
        }
        before = line;
    }
    best
}

fn rank(line: &str, before: &str, program: Option<&str>, is_traced: bool) -> Rank {
    let is_exception = is_traced
        && line.split_once(": ").is_some_and(|(name, _)| {
            name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("NotFound")
        });
    let is_below_header = HEADERS.iter().any(|header| before.contains(header))
        || before.starts_with('[') && before.ends_with("Exception]");
    if CONSEQUENCES.iter().any(|text| line.contains(text)) {
        Rank::Consequence
    } else if line.starts_with("Caused by: ") || is_exception || is_below_header {
        Rank::Cause
    } else if SURE.iter().any(|text| line.contains(text)) {
        Rank::Sure
    } else if speaks(line, program) {
        Rank::Spoken
    } else if SHAPES.iter().any(|text| line.contains(text)) {
        Rank::Shaped
    } else {
        Rank::Other
    }
}

/// Returns whether a line begins with the program's name.
fn speaks(line: &str, program: Option<&str>) -> bool {
    let head = line.split_once(": ").map(|(head, _)| head.rsplit('/').next().unwrap_or(head));
    head.is_some() && head == program
}

/// Returns whether a line only helps or decorates.
pub fn is_aside(line: &str) -> bool {
    ASIDES.iter().any(|text| line.starts_with(text)) || !line.contains(|c: char| c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen<'a>(lines: &[&'a str]) -> Option<&'a str> {
        let mut best: Option<(Rank, &str)> = None;
        let mut before = "";
        for line in lines.iter().filter(|line| !is_aside(line)) {
            let rank = rank(line, before, Some("frob"), false);
            if best.is_none_or(|(known, _)| rank < known || rank == known && rank == Rank::Cause) {
                best = Some((rank, line));
            }
            before = line;
        }
        best.map(|(_, line)| line)
    }

    #[test]
    fn the_line_that_says_why_is_quoted() {
        let make = ["a.c:3: error: x undeclared", "make: *** [Makefile:3: a.o] Error 1"];
        assert_eq!(chosen(&make), Some(make[0]));
        let ld = ["/usr/bin/ld: cannot find -lfoo", "collect2: error: ld returned 1 exit status"];
        assert_eq!(chosen(&ld), Some(ld[0]));
        let java = [
            "Exception in thread main: wrapper failed",
            "Caused by: java.io.IOException: disk",
            "Caused by: no space",
        ];
        assert_eq!(chosen(&java), Some(java[2]));
        let gradle = [
            "FAILURE: Build failed with an exception.",
            "* What went wrong:",
            "Plugin x was not found",
            "BUILD FAILED in 2s",
        ];
        assert_eq!(chosen(&gradle), Some(gradle[2]));
        let frob = ["reading", "frob: table is full", "done"];
        assert_eq!(chosen(&frob), Some(frob[1]));
    }

    #[test]
    fn wrapped_sentences_and_headers_go_on_below() {
        let wrapped = "Aborting: Refusing to overwrite repo history since";
        assert!(continues(wrapped, "this does not look like a fresh clone.", Some("git")));
        assert!(continues("ERROR: The file is invalid because:", "Service web has no image.", None));
        assert!(!continues(
            "npm ERR! there is no such package in the registry",
            "npm ERR! again",
            Some("npm")
        ));
        assert!(!continues("error: it failed", "so does the next line", None));
        assert!(!continues("a.c:3: error: the name x is undeclared in this scope", "a.c:4: error", None));
    }
}
