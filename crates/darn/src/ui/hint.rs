//! The hint: one dim line above the prompt.

use std::io::Write as _;

use engine::{Level, Suggestion};
use unicode_width::UnicodeWidthStr as _;

use super::style::Style;
use super::text::{first_line, fit, printable};

/// The keys that take a suggestion in this shell, as people read them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keys {
    pub accept: Option<String>,
    pub list: Option<String>,
    /// Asks a model.
    pub model: Option<String>,
}

/// Columns of a text by which it is known.
pub const LEGIBLE: usize = 16;

/// True if a suggestion may be put in the line editor by one key.
pub fn is_free(suggestion: &Suggestion) -> bool {
    suggestion.verdict.is_free()
}

/// The line for a suggestion, without attributes, less than the terminal's width.
pub fn line(suggestion: &Suggestion, status: i32, keys: &Keys, style: &Style) -> String {
    let (cross, dash, dot, warn) =
        (style.pick("✗", "x"), style.pick("—", "-"), style.pick("·", "|"), style.pick("⚠", "!"));
    let is_harmless = suggestion.verdict.level == Level::Allow;
    let mark = if is_harmless { String::new() } else { format!("{warn} ") };
    let head = format!("{cross} {status}  {mark}");
    let shown = first_line(&suggestion.text, style);
    let list = keys.list.as_deref().unwrap_or("darn"); // without a key: the command
    let (keys, short) = match &keys.accept {
        Some(accept) if is_free(suggestion) => {
            (format!("   [{accept}] use {dot} [{list}] more"), format!("   [{accept}] use"))
        }
        _ => (format!("   [{list}] choose"), format!("   [{list}]")),
    };
    let because = format!("   {dash} {}", printable(&suggestion.because, style));
    let width = style.columns.max(20) - 1;
    let room = width.saturating_sub(head.width());
    // What goes first when the line is narrow: the reason, then the second key, then the end of the text,
    // then the key.
    let tail = match room.checked_sub(shown.width() + keys.width()) {
        Some(left) if suggestion.because.is_empty() || left < 12 => keys,
        Some(left) => fit(&because, left, style) + &keys,
        None if room >= short.width() + shown.width().min(LEGIBLE) => short,
        None => String::new(),
    };
    format!("{head}{}{tail}", fit(&shown, room - tail.width(), style))
}

/// The line for a cause that no command mends.
pub fn cause(because: &str, status: i32, style: &Style) -> String {
    let line = format!("{} {status}  {}", style.pick("✗", "x"), first_line(because, style));
    fit(&line, style.columns.max(20) - 1, style)
}

/// A line as it stands on the terminal, dim.
pub fn dim(line: &str, style: &Style) -> String {
    if style.cursor && style.attributes { format!("\u{1b}[2m{line}\u{1b}[0m") } else { line.to_owned() }
}

/// To the beginning of a line of its own: blanks up to the last column wrap only if the cursor is not in
/// the first one.
pub fn own_line(style: &Style) -> String {
    if style.cursor { " ".repeat(style.columns.saturating_sub(1)) + "\r" } else { String::new() }
}

/// Draws the hint on stderr, on a line of its own also where the output did not end in a newline.
pub fn draw(line: &str, style: &Style) {
    let text = format!("{}{}\n", own_line(style), dim(line, style));
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use engine::{Applicability, Origin, Verdict};

    use super::*;

    fn suggestion(text: &str, level: Level) -> Suggestion {
        Suggestion {
            edit: syntax::Edit::new(),
            text: text.into(),
            because: "closest command you have".into(),
            origin: Origin::Rule("any/unknown-command".into()),
            applicability: Applicability::Certain,
            verdict: Verdict { level, ..Verdict::allow() },
        }
    }

    fn keys() -> Keys {
        Keys { accept: Some("Tab".into()), list: Some("Alt-/".into()), model: Some("Alt-?".into()) }
    }

    fn style(columns: usize, utf8: bool) -> Style {
        Style { columns, rows: 24, utf8, attributes: true, cursor: true, is_terminal: true }
    }

    #[test]
    fn narrow_terminals_lose_the_reason_first_and_the_end_of_the_text_last() {
        let git = suggestion("git status", Level::Allow);
        let at = |columns| line(&git, 127, &keys(), &style(columns, true));
        assert_eq!(at(80), "✗ 127  git status   — closest command you have   [Tab] use · [Alt-/] more");
        assert_eq!(at(60), "✗ 127  git status   — closest c…   [Tab] use · [Alt-/] more");
        assert_eq!(at(50), "✗ 127  git status   [Tab] use · [Alt-/] more");
        assert_eq!(at(40), "✗ 127  git status   [Tab] use");
        assert_eq!(at(28), "✗ 127  git status");
        assert_eq!(at(1), "✗ 127  git status");
        let long = suggestion(&"x".repeat(100), Level::Allow);
        assert_eq!(line(&long, 127, &keys(), &style(20, true)), "✗ 127  xxxxxxxxxxx…");
        assert_eq!(line(&long, 127, &keys(), &style(40, true)), "✗ 127  xxxxxxxxxxxxxxxxxxx…   [Tab] use");
        let long = suggestion(&"x".repeat(100), Level::Confirm);
        assert_eq!(line(&long, 127, &keys(), &style(40, true)), "✗ 127  ⚠ xxxxxxxxxxxxxxxxxxx…   [Alt-/]");
    }

    #[test]
    fn other_locales_shells_and_levels() {
        let git = suggestion("git status", Level::Allow);
        let ascii = line(&git, 127, &keys(), &style(80, false));
        assert_eq!(ascii, "x 127  git status   - closest command you have   [Tab] use | [Alt-/] more");
        assert!(line(&git, 127, &Keys::default(), &style(80, true)).ends_with("[darn] choose"));
        let own = Keys { accept: Some("Ctrl-F".into()), ..Keys::default() };
        assert!(line(&git, 127, &own, &style(80, true)).ends_with("[Ctrl-F] use · [darn] more"));
        let own = Keys { list: Some("F5".into()), ..Keys::default() };
        assert!(line(&git, 127, &own, &style(80, true)).ends_with("[F5] choose"));
        let bad = suggestion("git push -f", Level::Confirm);
        assert_eq!(
            line(&bad, 1, &keys(), &style(80, true)),
            "✗ 1  ⚠ git push -f   — closest command you have   [Alt-/] choose"
        );
        assert!(
            line(&suggestion("echo \u{1b}[2J", Level::Allow), 1, &keys(), &style(80, true))
                .contains("echo ^[[2J")
        );
        assert!(line(&suggestion("a\nb", Level::Allow), 1, &keys(), &style(80, true)).contains("a …   "));
    }
}
