//! Draws the list: redrawn in place, erased at the end. No colours, only dim and bold; a mark also shows the
//! selection, so that a terminal without either shows the same.

use policy::Level;
use unicode_width::UnicodeWidthStr as _;

use super::List;
use crate::ui::proposed::Proposed;
use crate::ui::style::{BOLD, DIM, Style};
use crate::ui::text::{first_line, fit, folded, printable, wrap};

/// Columns before the text of an entry.
const DETAILS: usize = 6;

/// Returns the lines, narrower than the terminal and few enough to fit, and whether the selected entry is
/// fully visible.
pub fn lines(list: &List, style: &Style) -> (Vec<String>, bool) {
    let width = style.columns.max(4) - 1;
    let dim = |text: String| style.painted(DIM, &text);
    let header = format!("{} {}", style.pick("✗", "x"), list.failed);
    let mut lines = vec![dim(fit(&header, width, style))];
    let more = usize::from(list.hidden() > 0);
    let asked = list.entry().filter(|_| list.is_explaining);
    let mut explained = asked.map(|entry| explanation(list, entry, width, style)).unwrap_or_default();
    explained.truncate((style.rows / 3).max(1));
    let mut room = style.rows.saturating_sub(3 + explained.len().max(1) + more).max(1);
    let texts = list.entries.iter().map(|entry| first_line(&entry.text, style).width()).max().unwrap_or(0);
    let mut whole = list.entry().map(|entry| whole(entry, width, style)).unwrap_or_default();
    let is_whole = whole.len() < room && whole.iter().all(|line| line.width() <= width);
    whole.truncate(room - 1);
    let above = whole.len();
    whole.extend(list.entry().map(|entry| reasons(entry, texts, width, style)).unwrap_or_default());
    whole.truncate(room - 1);
    let has_reasons = whole.len() > above;
    whole.iter_mut().for_each(|line| *line = fit(line, width, style));
    room -= whole.len();
    let from = (list.selected + 1).saturating_sub(room);
    for (at, entry) in list.entries.iter().enumerate().take(list.shown).skip(from).take(room) {
        let is_selected = at == list.selected;
        let why = if is_selected && has_reasons { "" } else { why(entry) };
        lines.push(row(entry, at, is_selected, why, texts, width, style));
        if is_selected {
            lines.append(&mut whole);
        }
    }
    if list.hidden() > 0 {
        let text = format!("  {} {} more", style.pick("…", "..."), list.hidden());
        lines.push(dim(fit(&text, width, style)));
    }
    lines.extend(explained.into_iter().map(dim));
    lines.push(footer(list, is_whole, width, style));
    (lines, is_whole)
}

/// Returns the complete selected command below its row, if it does not fit there; its steps are numbered.
fn whole(entry: &Proposed, width: usize, style: &Style) -> Vec<String> {
    let is_short = entry.steps.len() < 2
        && entry.text.lines().count() < 2
        && printable(&entry.text, style).width() + DETAILS <= width;
    if is_short {
        return Vec::new();
    }
    let count = entry.steps.len();
    let number = |at: usize| if count > 1 { format!("{at}. ") } else { String::new() };
    let indent = number(count).len();
    let room = width.saturating_sub(DETAILS + indent).max(1);
    let step = |(at, step): (usize, &String)| -> Vec<String> {
        let pieces = step.lines().flat_map(|line| folded(&printable(line, style), room));
        let heads = std::iter::once(number(at + 1)).chain(std::iter::repeat(String::new()));
        heads.zip(pieces).map(|(head, piece)| format!("{:DETAILS$}{head:indent$}{piece}", "")).collect()
    };
    entry.steps.iter().enumerate().flat_map(step).collect()
}

/// Returns the text after an entry in its row: why to look twice, or where it comes from.
fn why(entry: &Proposed) -> &str {
    match entry.reasons.first() {
        Some(reason) if entry.level > Level::Allow => reason,
        _ => &entry.because,
    }
}

fn row(
    entry: &Proposed,
    at: usize,
    is_selected: bool,
    why: &str,
    texts: usize,
    width: usize,
    style: &Style,
) -> String {
    let pointer = if is_selected { style.pick("›", ">") } else { " " };
    let mark = if entry.level == Level::Allow { " " } else { style.pick("⚠", "!") };
    let head = fit(&format!("{pointer} {} {mark} ", at + 1), width, style);
    let room = width.saturating_sub(head.width());
    let text = fit(&first_line(&entry.text, style), room, style);
    let gap = " ".repeat(texts.min(40).saturating_sub(text.width()) + 3);
    let left = room.saturating_sub(text.width() + gap.len());
    let why = if left < 12 || why.is_empty() {
        String::new()
    } else {
        gap + &fit(&printable(why, style), left, style)
    };
    let text = head + &text;
    let text = if is_selected { style.painted(BOLD, &text) } else { text };
    text + &style.painted(DIM, &why)
}

/// Returns the reasons to look twice, below the row, if they do not fit there.
fn reasons(entry: &Proposed, texts: usize, width: usize, style: &Style) -> Vec<String> {
    if entry.level == Level::Allow {
        return Vec::new();
    }
    let text = first_line(&entry.text, style).width().max(texts.min(40));
    let left = width.saturating_sub(DETAILS + text + 3);
    match entry.reasons.first() {
        Some(first) if printable(first, style).width() > left => {}
        _ => return Vec::new(),
    }
    let indent = " ".repeat(DETAILS);
    entry.reasons.iter().flat_map(|reason| wrap(&printable(reason, style), &indent, width)).collect()
}

/// Returns what went wrong and the suggestion's origin; its reason is in its row.
fn explanation(list: &List, entry: &Proposed, width: usize, style: &Style) -> Vec<String> {
    let known = list.explanation.iter().flatten().filter(|line| **line != entry.because);
    let reasons = entry.reasons.iter().chain([&entry.origin]);
    let lines = known.chain(reasons).flat_map(|line| wrap(&printable(line, style), "    ", width));
    lines.map(|line| fit(&line, width, style)).collect()
}

fn footer(list: &List, is_whole: bool, width: usize, style: &Style) -> String {
    if let Some(word) = list.confirm.typed() {
        let wanted = printable(list.confirm.word(), style);
        let ask = format!("{} type {wanted} to run it: ", style.pick("⚠", "!"));
        return fit(&format!("{ask}{}", printable(word, style)), width, style);
    }
    let dot = style.pick("·", "|");
    if let Some(rating) = list.rating {
        let rating = rating.event().name();
        return fit(&format!("  noted as {rating} {dot} it stays on this machine"), width, style);
    }
    let keys = style.pick("↑↓", "up/down");
    let can_run = is_whole && list.entry().is_some_and(|entry| !entry.has_placeholders);
    let enter = if can_run { format!("Enter runs {dot} e edits") } else { "Enter edits".to_owned() };
    let long = format!("  {keys} or digit {dot} {enter} {dot} ? explains {dot} +/- rates {dot} Esc leaves");
    let short = format!("  {enter} {dot} Esc leaves");
    let text = if long.width() <= width { long } else { fit(&short, width, style) };
    style.painted(DIM, &text)
}

/// Returns what a key has changed, for a dumb terminal.
pub fn changed(list: &List, style: &Style) -> String {
    let width = style.columns.max(4) - 1;
    match (list.confirm.typed(), list.entry()) {
        (Some(_), _) => footer(list, true, width, style),
        (None, Some(_)) if list.rating.is_some() => footer(list, true, width, style),
        (None, Some(entry)) if list.is_explaining => explanation(list, entry, width, style).join("\r\n"),
        (None, Some(entry)) => {
            let row = row(entry, list.selected, true, why(entry), 0, width, style);
            std::iter::once(row).chain(whole(entry, width, style)).collect::<Vec<_>>().join("\r\n")
        }
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::proposed::tests::proposed;

    fn list() -> List {
        let entry = |text: &str, level| Proposed {
            because: "did you mean `git`?".into(),
            origin: "rule:any/unknown-command".into(),
            reasons: vec![],
            ..proposed(text, level)
        };
        let entries = vec![entry("git status", Level::Allow), entry("gtk \u{1b}[2J\u{7}", Level::Warn)];
        List { is_whole: true, ..List::new("127  gti statsu".into(), entries, 9, "yes") }
    }

    fn style(columns: usize, rows: usize, utf8: bool) -> Style {
        Style { columns, rows, utf8, attributes: false, cursor: true, is_terminal: true }
    }

    #[test]
    fn the_list_in_80_columns() {
        let mut list = list();
        list.is_explaining = true;
        list.explanation = Some(vec!["did you mean `git`?".into(), "`gti` is no command here.".into()]);
        let drawn = |style: Style| lines(&list, &style).0.join("\n").replace('\u{1b}', "\\e");
        let plain = |utf8| style(80, 22, utf8);
        insta::assert_snapshot!("utf8", drawn(plain(true)));
        insta::assert_snapshot!("ascii", drawn(plain(false)));
        insta::assert_snapshot!("colour", drawn(Style { attributes: true, ..plain(true) }));
        assert!(drawn(plain(false)).is_ascii());
    }

    #[test]
    fn no_line_is_wider_than_the_terminal_and_no_more_lines_than_fit() {
        let many = |limit| List::new("127  gti".into(), vec![list().entries[0].clone(); 9], limit, "yes");
        let few = lines(&many(3), &style(80, 22, true)).0;
        assert_eq!((few[4].as_str(), few.len()), ("  … 6 more", 6));
        let (few, mut many) = (many(7), many(9));
        many.selected = 8;
        for columns in 1..100 {
            for rows in 1..20 {
                assert!(lines(&few, &style(columns, rows, true)).0.len() <= rows.max(5), "{rows}");
                let lines = lines(&many, &style(columns, rows, true)).0;
                assert!(lines.len() <= rows.max(5), "{rows}: {lines:?}");
                assert!(lines.iter().all(|line| line.width() < columns.max(4)), "{columns}: {lines:?}");
                assert!(columns < 5 || lines.iter().any(|line| line.starts_with("› 9")), "{lines:?}");
            }
        }
    }

    #[test]
    fn the_reason_of_what_is_dangerous_is_seen_also_in_a_narrow_terminal() {
        let mut list = list();
        (list.entries, list.shown) = (vec![proposed("git push -f origin main", Level::Confirm)], 1);
        let at = |columns| lines(&list, &style(columns, 22, true)).0;
        assert_eq!(at(100).len(), 3);
        // (not twice)
        assert_eq!(
            at(70)[1..3],
            ["› 1 ⚠ git push -f origin main", "      Deletes what cannot be had back. (files/delete)"]
        );
        assert_eq!(
            at(40)[1..4],
            [
                "› 1 ⚠ git push -f origin main", "      Deletes what cannot be had back.",
                "      (files/delete)",
            ]
        );
    }

    #[test]
    fn what_would_run_is_seen_to_its_last_character_or_does_not_run() {
        let mut list = list();
        list.entries[1] = proposed("mkdir -p a && cd a", Level::Allow);
        list.selected = 1;
        assert_eq!(
            lines(&list, &style(80, 22, true)).0[1..5],
            [
                "  1   git status           did you mean `git`?",
                "› 2   mkdir -p a && cd a   there is no such branch",
                "      1. mkdir -p a",
                "      2. cd a",
            ]
        );
        for text in ["x".repeat(300) + "END", "a\n".repeat(20) + "END", "a && ".repeat(9) + "END"] {
            list.entries = vec![proposed(&text, Level::Allow); 9];
            for columns in 1..90 {
                for rows in [3, 6, 10, 24, 60] {
                    let (lines, is_whole) = lines(&list, &style(columns, rows, true));
                    assert!(lines.len() <= rows.max(5), "{columns} {rows}: {lines:?}");
                    assert!(lines.iter().all(|line| line.width() < columns.max(4)), "{columns}: {lines:?}");
                    let text: String = lines.iter().map(|line| line.trim()).collect();
                    assert!(!is_whole || text.contains("END"), "{columns} {rows}: {lines:?}");
                    assert!(is_whole || rows < 60 || columns < 40, "{columns} {rows}: {lines:?}");
                }
            }
        }
    }
}
