//! Text for one line, no wider than asked and without terminal control sequences.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::style::Style;

/// Returns whether the character must be escaped: control characters, and invisible ones that reorder or hide
/// text (bidirectional controls, zero-width characters other than the joiners).
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// Makes the text printable: control characters in caret notation, other unprintable ones as their number.
pub fn printable(text: &str, style: &Style) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push(' '),
            c if c.is_ascii_control() => {
                out.push('^');
                out.push(char::from(c as u8 ^ 0x40));
            }
            c if is_unsafe(c) || !c.is_ascii() && !style.utf8 => {
                out.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

/// Returns the first line of a script, with `…` if there are more.
pub fn first_line(text: &str, style: &Style) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut line = printable(lines.next().unwrap_or("").trim_end(), style);
    if lines.next().is_some() {
        line.push(' ');
        line.push_str(style.pick("…", "..."));
    }
    line
}

/// Truncates to `width` columns, with `…` if anything was cut.
pub fn fit(text: &str, width: usize, style: &Style) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let ellipsis = style.pick("…", "...");
    let mut out = String::new();
    let mut used = ellipsis.width();
    if used > width {
        return out;
    }
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > width {
            break;
        }
        out.push(c);
    }
    out.push_str(ellipsis);
    out
}

/// Separators between clauses.
const CLAUSE_ENDS: [&str; 7] = [", ", "; ", ": ", ". ", " (", " - ", " — "];

/// Returns as many whole clauses as fit, with `…` if some are dropped; `None` if the first does not fit. Part
/// of a clause could state the opposite, or half a command.
pub fn clauses(text: &str, width: usize, style: &Style) -> Option<String> {
    if text.width() <= width {
        return Some(text.to_owned());
    }
    let ellipsis = style.pick("…", "...");
    let room = width.checked_sub(ellipsis.width())?;
    // never within a command, a quotation or brackets, nor at a leading dash
    let is_whole = |part: &&str| {
        part.matches('`').count().is_multiple_of(2)
            && part.matches('"').count().is_multiple_of(2)
            && part.matches('(').count() == part.matches(')').count()
            && part.contains(char::is_alphanumeric)
    };
    let ends = CLAUSE_ENDS.iter().flat_map(|end| text.match_indices(end));
    let parts = ends.filter_map(|(at, _)| text.get(..at)).filter(|part| part.width() <= room);
    parts.filter(is_whole).max_by_key(|part| part.len()).map(|part| format!("{part}{ellipsis}"))
}

/// Returns the width of a line that may contain attributes.
pub fn columns(line: &str) -> usize {
    let mut width = 0;
    let mut rest = line;
    while let Some((text, behind)) = rest.split_once("\u{1b}[") {
        width += text.width();
        rest = behind.split_once('m').map_or("", |(_, rest)| rest);
    }
    width + rest.width()
}

/// Splits the whole text into pieces of at most `width` columns.
pub fn folded(text: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used + wide > width && used > 0 {
            pieces.push(String::new());
            used = 0;
        }
        used += wide;
        if let Some(piece) = pieces.last_mut() {
            piece.push(c);
        }
    }
    pieces
}

/// Wraps at blanks; a word wider than the line stays whole.
pub fn wrap(text: &str, indent: &str, width: usize) -> Vec<String> {
    let mut lines = vec![indent.to_owned()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { break };
        if line.len() > indent.len() && line.width() + 1 + word.width() > width {
            lines.push(format!("{indent}{word}"));
        } else {
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// Wraps parts joined by a separator only between them; a part wider than the line wraps at blanks.
#[cfg(feature = "llm")]
pub fn wrap_parts(text: &str, sign: &str, width: usize) -> Vec<String> {
    let between = format!(" {sign} ");
    let mut lines: Vec<String> = Vec::new();
    for part in text.split(&between) {
        match lines.last_mut() {
            Some(line) if line.width() + between.width() + part.width() <= width => {
                *line += &between;
                *line += part;
            }
            _ => lines.extend(wrap(part, "", width)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(utf8: bool) -> Style {
        Style { columns: 80, rows: 24, utf8, attributes: true, cursor: true, is_terminal: true }
    }

    #[test]
    fn nothing_acts_on_the_terminal() {
        assert_eq!(printable("a\u{1b}[2J\u{7}\u{7f}b\r", &style(true)), "a^[[2J^G^?b^M");
        assert_eq!(printable("\u{9b}2J \u{202e}x", &style(true)), "\\u{9b}2J \\u{202e}x");
        assert_eq!(printable("é", &style(false)), "\\u{e9}");
    }

    #[test]
    fn lines_are_cut_by_columns() {
        assert_eq!(fit("日本語です", 7, &style(true)), "日本語…");
        assert_eq!(fit("abcdef", 5, &style(false)), "ab...");
        assert_eq!(fit("abc", 3, &style(true)), "abc");
        assert_eq!(first_line("for i in x\ndo\n", &style(true)), "for i in x …");
    }

    #[test]
    fn no_clause_is_cut() {
        let text = "edit the files marked CONFLICT, `git add a, b` them; then git commit (or give up)";
        let at = |width| clauses(text, width, &style(true));
        assert_eq!(at(90).as_deref(), Some(text));
        assert_eq!(
            at(79).as_deref(),
            Some("edit the files marked CONFLICT, `git add a, b` them; then git commit…")
        );
        assert_eq!(at(60).as_deref(), Some("edit the files marked CONFLICT, `git add a, b` them…"));
        assert_eq!(at(50).as_deref(), Some("edit the files marked CONFLICT…"));
        assert_eq!(at(30), None);
        assert_eq!(clauses("   — did you mean `git`?", 20, &style(true)), None);
    }

    #[test]
    fn attributes_take_no_columns() {
        assert_eq!(columns("\u{1b}[1ma日\u{1b}[0m b\u{1b}[2m"), 5);
        assert_eq!(columns("plain"), 5);
    }

    #[test]
    fn a_folded_text_is_whole() {
        assert_eq!(folded("echo  a b", 5), ["echo ", " a b"]);
        assert_eq!(folded("日本語", 3), ["日", "本", "語"]);
        assert_eq!(folded("日本", 1), ["日", "本"]);
        assert_eq!(folded("", 5), [""]);
    }

    #[cfg(feature = "llm")]
    #[test]
    fn parts_stay_whole() {
        let text = "Execute? (y/n) · e edits · ↑↓ or 1-2 choose";
        assert_eq!(wrap_parts(text, "·", 40), ["Execute? (y/n) · e edits", "↑↓ or 1-2 choose"]);
        assert_eq!(wrap_parts(text, "·", 80), [text]);
        assert_eq!(wrap_parts(text, "·", 10), ["Execute?", "(y/n)", "e edits", "↑↓ or 1-2", "choose"]);
    }

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrap("one two three", "  ", 9), ["  one two", "  three"]);
        assert_eq!(wrap("one-long-word x", "", 5), ["one-long-word", "x"]);
    }
}
