//! The list on the screen: redrawn in place, erased at the end. No colours, only dim and bold; a
//! sign marks the selection too, so that a terminal without either shows the same.

use engine::Level;
use unicode_width::UnicodeWidthStr as _;

use super::{CONFIRM_WORD, Entry, List};
use crate::ui::style::Style;
use crate::ui::text::{first_line, fit, printable};

const DIM: &str = "\u{1b}[2m";
const BOLD: &str = "\u{1b}[1m";
const OFF: &str = "\u{1b}[0m";

/// The lines, each narrower than the terminal, no more of them than fit on it.
pub fn lines(list: &List, style: &Style) -> Vec<String> {
    let width = style.columns.max(4) - 1;
    let dim = |text: String| if style.attributes { format!("{DIM}{text}{OFF}") } else { text };
    let header = format!("{} {}", style.pick("✗", "x"), list.failed);
    let mut lines = vec![dim(fit(&header, width, style))];
    let more = usize::from(list.hidden() > 0);
    let room = style.rows.saturating_sub(4 + more).max(1);
    let from = (list.selected + 1).saturating_sub(room);
    let texts = list.entries.iter().map(|entry| first_line(&entry.text, style).width()).max().unwrap_or(0);
    for (at, entry) in list.entries.iter().enumerate().take(list.shown).skip(from).take(room) {
        lines.push(row(entry, at, at == list.selected, texts, width, style));
    }
    if list.hidden() > 0 {
        let text = format!("  {} {} more", style.pick("…", "..."), list.hidden());
        lines.push(dim(fit(&text, width, style)));
    }
    if list.is_explaining
        && let Some(entry) = list.entry()
    {
        lines.push(dim(fit(&explanation(entry, style), width, style)));
    }
    lines.push(footer(list, width, style));
    lines
}

fn row(entry: &Entry, at: usize, is_selected: bool, texts: usize, width: usize, style: &Style) -> String {
    let pointer = if is_selected { style.pick("›", ">") } else { " " };
    let mark = if entry.level == Level::Allow { " " } else { style.pick("⚠", "!") };
    let head = fit(&format!("{pointer} {} {mark} ", at + 1), width, style);
    let why = if entry.level == Level::Allow {
        &entry.because
    } else {
        entry.reasons.first().unwrap_or(&entry.because)
    };
    let room = width.saturating_sub(head.width());
    let text = fit(&first_line(&entry.text, style), room, style);
    let gap = " ".repeat(texts.min(40).saturating_sub(text.width()) + 3);
    let left = room.saturating_sub(text.width() + gap.len());
    let why = if left < 12 { String::new() } else { gap + &fit(&printable(why, style), left, style) };
    match (style.attributes, is_selected) {
        (true, true) => format!("{BOLD}{head}{text}{OFF}{DIM}{why}{OFF}"),
        (true, false) => format!("{head}{text}{DIM}{why}{OFF}"),
        (false, _) => format!("{head}{text}{why}"),
    }
}

/// One line: why this one, and which rule says so.
fn explanation(entry: &Entry, style: &Style) -> String {
    let mut out = format!("    {}", printable(&entry.because, style));
    for reason in &entry.reasons {
        out.push_str("; ");
        out.push_str(&printable(reason, style));
    }
    out.push_str(&format!(" ({})", printable(&entry.origin, style)));
    out
}

fn footer(list: &List, width: usize, style: &Style) -> String {
    if let Some(word) = &list.word {
        let ask = format!("{} type {CONFIRM_WORD} to run it: ", style.pick("⚠", "!"));
        return fit(&format!("{ask}{}", printable(word, style)), width, style);
    }
    let dot = style.pick("·", "|");
    let keys = style.pick("↑↓", "up/down");
    let long = format!("  {keys} or digit {dot} Enter runs {dot} e edits {dot} ? explains {dot} Esc leaves");
    let short = format!("  Enter runs {dot} e edits {dot} Esc leaves");
    let text = if long.width() <= width { long } else { fit(&short, width, style) };
    if style.attributes { format!("{DIM}{text}{OFF}") } else { text }
}

/// For a dumb terminal: what a key has changed.
pub fn changed(list: &List, style: &Style) -> String {
    let width = style.columns.max(4) - 1;
    match (&list.word, list.entry()) {
        (Some(_), _) => footer(list, width, style),
        (None, Some(entry)) if list.is_explaining => fit(&explanation(entry, style), width, style),
        (None, Some(entry)) => row(entry, list.selected, true, 0, width, style),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> List {
        let entry = |text: &str, level| Entry {
            text: text.into(),
            because: "closest command you have".into(),
            origin: "rule:any/unknown-command".into(),
            level,
            reasons: vec![],
        };
        List::new(
            "127  gti statsu".into(),
            vec![entry("git status", Level::Allow), entry("gtk \u{1b}[2J\u{7}", Level::Warn)],
            9,
        )
    }

    fn style(columns: usize, rows: usize, utf8: bool) -> Style {
        Style { columns, rows, utf8, attributes: false, cursor: true, is_terminal: true }
    }

    #[test]
    fn the_list_in_80_columns() {
        let mut list = list();
        list.is_explaining = true;
        assert_eq!(
            lines(&list, &style(80, 22, true)),
            [
                "✗ 127  gti statsu",
                "› 1   git status    closest command you have",
                "  2 ⚠ gtk ^[[2J^G   closest command you have",
                "    closest command you have (rule:any/unknown-command)",
                "  ↑↓ or digit · Enter runs · e edits · ? explains · Esc leaves",
            ]
        );
        assert!(lines(&list, &style(80, 22, false)).concat().is_ascii());
    }

    #[test]
    fn no_line_is_wider_than_the_terminal_and_no_more_lines_than_fit() {
        let many = |limit| List::new("127  gti".into(), vec![list().entries[0].clone(); 9], limit);
        let few = lines(&many(3), &style(80, 22, true));
        assert_eq!((few[4].as_str(), few.len()), ("  … 6 more", 6));
        let (few, mut many) = (many(7), many(9));
        many.selected = 8;
        for columns in 1..100 {
            for rows in 1..20 {
                assert!(lines(&few, &style(columns, rows, true)).len() <= rows.max(5), "{rows}");
                let lines = lines(&many, &style(columns, rows, true));
                assert!(lines.len() <= rows.max(5), "{rows}: {lines:?}");
                assert!(lines.iter().all(|line| line.width() < columns.max(4)), "{columns}: {lines:?}");
                assert!(columns < 5 || lines.iter().any(|line| line.starts_with("› 9")), "{lines:?}");
            }
        }
    }
}
