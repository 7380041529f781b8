//! Syntax errors of a line, and where they are.

use super::prelude::*;
use syntax::{IssueKind, Script};

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if case.failure.kind != FailureKind::SyntaxError {
        return None;
    }
    let script = &case.failure.script;
    let end = script.is_unfinished();
    Some(
        Finding::said(describe(script)?)
            .and_if(end.then(|| "the line is valid so far, but incomplete".to_owned())),
    )
}

/// Describes the first error and its position; `None` for errors without a description.
pub fn describe(script: &Script) -> Option<String> {
    let issue = script.issues.first()?;
    let rest = script.text.get(issue.at..).unwrap_or("");
    let end = rest.char_indices().skip(1).find(|(_, c)| c.is_whitespace() || matches!(c, ';' | '\'' | '"'));
    let raw = quoted(rest.get(..end.map_or(rest.len(), |(at, _)| at)).unwrap_or(""));
    let what = match issue.kind {
        IssueKind::UnclosedSingleQuote | IssueKind::UnclosedDoubleQuote | IssueKind::UnclosedBacktick => {
            "unclosed quote".to_owned()
        }
        IssueKind::UnclosedParen | IssueKind::UnclosedBrace | IssueKind::UnclosedBracket => {
            "unclosed bracket".to_owned()
        }
        IssueKind::UnexpectedClose => format!("unmatched {raw}"),
        IssueKind::UnexpectedOperator => format!("found {raw} where a command is expected"),
        IssueKind::UnexpectedWord => format!("unexpected word {raw}"),
        IssueKind::UnexpectedKeyword(word) => {
            format!("`{word}` has nothing to close or continue")
        }
        IssueKind::MissingKeyword(word @ ("then" | "do" | "in")) => format!("missing `{word}`"),
        IssueKind::MissingKeyword(word) => {
            format!("{raw} has no end: missing `{word}`")
        }
        IssueKind::MissingSeparator => {
            format!("{raw} was read as an argument: missing `;` or newline before it")
        }
        IssueKind::MissingCommand => format!("missing command after {raw}"),
        IssueKind::MissingTarget => format!("missing file name after {raw}"),
        IssueKind::UnclosedHereDocument => "unterminated here-document".to_owned(),
        IssueKind::TrailingBackslash => {
            "the line ends with a backslash, which continues it on the next line".to_owned()
        }
        IssueKind::BadExpansion => format!("this shell does not support {raw}"),
        IssueKind::LoneAssignment => format!("this shell sets variables with `set`: {raw}"),
        _ => return None,
    };
    let before = script.text.get(..issue.at).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let place = if line > 1 { format!("line {line}, column {column}") } else { format!("column {column}") };
    Some(format!("{what} ({place})"))
}
