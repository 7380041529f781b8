//! The rows of the dialogue's boxes.

use policy::Level;
use unicode_width::UnicodeWidthStr as _;

use super::Consent;
use super::choice::Choice;
use crate::ui::frame::{Row, room};
use crate::ui::proposed::Proposed;
use crate::ui::style::Style;
use crate::ui::text::{first_line, fit, folded, printable, wrap, wrap_parts};

/// Rows of the frame and the line before it, not available for text.
const AROUND: usize = 4;

/// Draws the offer to ask a model.
pub fn question(whom: &str, pressed: Option<Consent>, style: &Style) -> Vec<Row> {
    let head = format!("{} Command failed", style.pick("⚠", "!"));
    let ask = format!("Ask {whom} for a suggestion? {}", answers(pressed));
    let ask = wrapped(&ask, style).into_iter().map(Row::plain);
    wrapped(&head, style).into_iter().map(Row::bold).chain(ask).collect()
}

/// Draws the consent prompt: what is sent to a provider for the first time.
pub fn consent(said: &[String], pressed: Option<Consent>, style: &Style) -> Vec<Row> {
    let mut rows: Vec<_> = said.iter().flat_map(|line| wrapped(line, style)).map(Row::plain).collect();
    rows.push(Row::bold(format!("Agree? {}", answers(pressed))));
    rows
}

/// Returns the possible answers, or the given one.
const fn answers(pressed: Option<Consent>) -> &'static str {
    match pressed {
        Some(Consent::Yes) => "yes",
        Some(_) => "no",
        None => "(y/n)",
    }
}

/// Draws the proposals. Also returns whether the whole command is visible.
pub fn choice(choice: &Choice, style: &Style) -> (Vec<Row>, bool) {
    let Some(entry) = choice.entry() else { return (Vec::new(), false) };
    let mut rows = Vec::new();
    let width = room(style);
    if choice.confirm.typed().is_some() || !choice.is_among_several() && entry.level > Level::Allow {
        let warn = style.pick("⚠", "!");
        let what = if entry.level > Level::Warn { "WARNING: potentially destructive" } else { "WARNING" };
        rows.extend(wrapped(&format!("{warn} {what}"), style).into_iter().map(Row::bold));
    }
    let head = rows.len();
    if choice.is_among_several() && choice.confirm.typed().is_none() {
        rows.extend(list(choice, style));
    } else {
        rows.extend(command("", entry, style));
    }
    let mut below: Vec<_> = Vec::new();
    if !entry.because.is_empty() {
        below.extend(wrapped(&entry.because, style).into_iter().map(Row::dim));
    }
    if entry.level > Level::Allow {
        let reasons = entry.reasons.iter().flat_map(|reason| wrapped(reason, style));
        below.extend(reasons.map(Row::plain));
    }
    let fits = style.rows.saturating_sub(AROUND).max(2);
    let asked = |is_whole| -> Vec<_> {
        let keys = keys(choice, is_whole, style);
        wrap_parts(&keys, style.pick("·", "|"), width).into_iter().map(Row::plain).collect()
    };
    let mut asks = asked(true);
    let is_whole =
        rows.len() + asks.len() <= fits && rows.iter().skip(head).all(|row| row.text.width() <= width);
    if !is_whole {
        asks = asked(false);
        rows.truncate(fits.saturating_sub(asks.len() + 1));
        rows.push(Row::plain(format!("{} it is longer than the screen", style.pick("…", "..."))));
    }
    below.truncate(fits.saturating_sub(rows.len() + asks.len()));
    rows.extend(below);
    rows.extend(asks);
    rows.truncate(fits);
    (rows, is_whole)
}

/// Draws the complete command; its steps are numbered.
fn command(head: &str, entry: &Proposed, style: &Style) -> Vec<Row> {
    if entry.steps.len() < 2 {
        return numbered(head, &entry.text, style);
    }
    let heads = std::iter::once(head.to_owned()).chain(std::iter::repeat(" ".repeat(head.chars().count())));
    let steps = entry.steps.iter().enumerate().zip(heads);
    steps.flat_map(|((at, step), head)| numbered(&format!("{head}{}. ", at + 1), step, style)).collect()
}

/// Draws all commands, one per line; the selected one in full.
fn list(choice: &Choice, style: &Style) -> Vec<Row> {
    let mut rows = Vec::new();
    for (at, entry) in choice.entries.iter().enumerate() {
        let mark = if entry.level == Level::Allow { " " } else { style.pick("⚠", "!") };
        if at == choice.selected {
            let head = format!("{} {} {mark} ", style.pick("›", ">"), at + 1);
            rows.extend(command(&head, entry, style));
        } else {
            let line = format!("  {} {mark} {}", at + 1, first_line(&entry.text, style));
            rows.push(Row::plain(fit(&line, room(style), style)));
        }
    }
    rows
}

fn numbered(head: &str, text: &str, style: &Style) -> Vec<Row> {
    let indent = head.chars().count();
    let width = room(style).saturating_sub(indent).max(1);
    let pieces = text.lines().flat_map(|line| folded(&printable(line, style), width));
    let heads = std::iter::once(head.to_owned()).chain(std::iter::repeat(" ".repeat(indent)));
    heads.zip(pieces).map(|(head, piece)| Row::bold(head + &piece)).collect()
}

fn wrapped(text: &str, style: &Style) -> Vec<String> {
    wrap(&printable(text, style), "", room(style))
}

/// Returns the keys that answer.
fn keys(choice: &Choice, is_whole: bool, style: &Style) -> String {
    let dot = style.pick("·", "|");
    let edits = format!("{dot} e edits");
    let several = if choice.is_among_several() {
        format!(" {dot} {} or 1-{} choose", style.pick("↑↓", "arrows"), choice.entries.len())
    } else {
        String::new()
    };
    let Some(entry) = choice.entry() else { return String::new() };
    let has_placeholders = entry.has_placeholders;
    match choice.confirm.typed() {
        _ if entry.level == Level::Deny => format!("It will not run.{several}"),
        _ if has_placeholders => format!("Not complete yet {edits}{several}"),
        _ if !is_whole => format!("e edits{several}"),
        Some("") => {
            format!("type '{}' to confirm {edits}{several}", printable(choice.confirm.word(), style))
        }
        Some(word) => {
            let (wanted, typed) = (printable(choice.confirm.word(), style), printable(word, style));
            format!("type '{wanted}' to confirm: {typed}")
        }
        None if choice.is_marked() => format!("Press Enter to run it {dot} any other key leaves"),
        None => format!("Execute? (y/n) {edits}{several}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::frame::framed;
    use crate::ui::proposed::tests::proposed as entry;

    fn style(columns: usize, rows: usize, utf8: bool) -> Style {
        Style { columns, rows, utf8, attributes: false, cursor: true, is_terminal: true }
    }

    fn drawn(entries: &[Proposed], style: &Style) -> Vec<String> {
        framed(&choice(&Choice::new(entries.to_vec(), "yes"), style).0, style)
    }

    #[test]
    fn each_answer_has_its_box() {
        let style = style(80, 24, true);
        assert_eq!(
            drawn(&[entry("git fetch", Level::Allow)], &style),
            [
                "╭──────────────────────────╮",
                "│ git fetch                │",
                "│ there is no such branch  │",
                "│ Execute? (y/n) · e edits │",
                "╰──────────────────────────╯",
            ]
        );
        assert_eq!(
            drawn(&[entry("mkdir -p a && cd a", Level::Allow)], &style)[1..3],
            ["│ 1. mkdir -p a            │", "│ 2. cd a                  │"]
        );
        assert_eq!(
            drawn(&[entry("rm -rf build", Level::Confirm)], &style),
            [
                "╭─────────────────────────────────────────────────╮",
                "│ ⚠ WARNING: potentially destructive              │",
                "│ rm -rf build                                    │",
                "│ there is no such branch                         │",
                "│ Deletes what cannot be had back. (files/delete) │",
                "│ type 'yes' to confirm · e edits                 │",
                "╰─────────────────────────────────────────────────╯",
            ]
        );
        assert_eq!(
            drawn(&[entry("git fetch", Level::Allow), entry("rm x", Level::Confirm)], &style),
            [
                "╭─────────────────────────────────────────────╮",
                "│ › 1   git fetch                             │",
                "│   2 ⚠ rm x                                  │",
                "│ there is no such branch                     │",
                "│ Execute? (y/n) · e edits · ↑↓ or 1-2 choose │",
                "╰─────────────────────────────────────────────╯",
            ]
        );
        let two = [entry("mkdir -p a && cd a", Level::Allow), entry("rm x", Level::Confirm)];
        assert_eq!(
            drawn(&two, &style)[1..3],
            [
                "│ › 1   1. mkdir -p a                         │",
                "│       2. cd a                               │",
            ]
        );
        let ascii = Style { utf8: false, ..style };
        let all = [entry("a", Level::Allow), entry("rm x", Level::Confirm)];
        assert!(drawn(&all, &ascii).concat().is_ascii());
        let open = Proposed { has_placeholders: true, ..entry("git show <commit>", Level::Allow) };
        assert!(drawn(&[open], &ascii)[3].contains("Not complete yet | e edits"));
        assert!(drawn(&[entry("rm x", Level::Deny)], &ascii)[5].contains("It will not run."));
    }

    #[test]
    fn a_narrow_terminal_gets_every_word() {
        let entry = entry("git push -f origin main", Level::Confirm);
        for columns in [14, 20, 30, 40] {
            let style = style(columns, 24, true);
            let asked = framed(&question("a/model", None, &style), &style).join(" ");
            assert!(asked.contains("(y/n)"), "{columns}: {asked}");
            let (rows, is_whole) = choice(&Choice::new(vec![entry.clone()], "yes"), &style);
            let text: String = rows.iter().map(|row| row.text.as_str()).collect();
            assert!(is_whole && text.contains("git push -f origin main"), "{columns}: {rows:?}");
            assert!(framed(&rows, &style).iter().any(|line| line.contains("'yes'")), "{columns}: {rows:?}");
        }
    }

    #[test]
    fn what_would_run_is_seen_to_its_last_character_or_does_not_run() {
        let long = format!("echo {}END", "x".repeat(300));
        for columns in 5..90 {
            for rows in [3, 6, 10, 24, 60] {
                let style = style(columns, rows, true);
                for entries in [vec![entry(&long, Level::Allow)], vec![entry(&long, Level::Confirm); 3]] {
                    let (boxed, is_whole) = choice(&Choice::new(entries, "yes"), &style);
                    let lines = framed(&boxed, &style);
                    assert!(lines.iter().all(|line| crate::ui::text::columns(line) < columns), "{lines:#?}");
                    assert!(rows < 10 || lines.len() < rows, "{columns} {rows}: {lines:#?}");
                    let text: String = boxed.iter().map(|row| row.text.trim()).collect();
                    assert!(!is_whole || text.contains("END"), "{columns} {rows}: {lines:#?}");
                    assert!(rows < 24 || columns < 40 || is_whole, "{columns} {rows}");
                }
            }
        }
    }
}
