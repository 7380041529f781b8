//! The hint: one dim line above the prompt, with only the command in normal intensity.

use engine::Suggestion;
use policy::Level;
use unicode_width::UnicodeWidthStr as _;

use super::style::Style;
use super::text::{clauses, columns, first_line, fit, printable, wrap};

/// The keys that accept a suggestion in this shell, in readable form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keys {
    pub accept: Option<String>,
    pub list: Option<String>,
    /// Asks a model.
    pub model: Option<String>,
    pub legend: Legend,
}

/// How much a hint says about its keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Legend {
    /// The keys and what they do.
    #[default]
    Full,
    /// Only the keys.
    Short,
    Absent,
}

/// Minimum columns that make a text recognisable.
pub const LEGIBLE: usize = 16;
/// Maximum number of lines for a cause.
const MAX_LINES: usize = 2;

/// Formats the first of `count` suggestions, narrower than the terminal.
pub fn line(suggestion: &Suggestion, count: usize, status: i32, keys: &Keys, style: &Style) -> String {
    let shown = first_line(&suggestion.text, style);
    let mark = warning_mark(suggestion.verdict.level, style);
    let head = 4 + status.to_string().len() + mark.as_ref().map_or(0, |mark| columns(mark) + 1);
    let (keys, short) = legend(suggestion, count, keys, style);
    let because = format!("   {} {}", style.pick("—", "-"), printable(&suggestion.because, style));
    let width = style.line_width();
    let room = width.saturating_sub(head);
    // dropped in this order when the line is narrow: the reason, the second key, the end of the text, the key
    let (because, keys) = match room.checked_sub(shown.width() + keys.width()) {
        Some(_) if suggestion.because.is_empty() => (String::new(), keys),
        Some(left) => (clauses(&because, left, style).unwrap_or_default(), keys),
        None if room >= short.width() + shown.width().min(LEGIBLE) => (String::new(), short),
        None => Default::default(),
    };
    let shown = fit(&shown, room - because.width() - keys.width(), style);
    let mark = mark.map(|mark| mark + " ").unwrap_or_default();
    let tail = style.dim(&format!("{because}{keys}"));
    format!("{}{mark}{shown}{tail}", failed(status, style))
}

/// Returns the text about the keys, and a shorter form for narrow terminals.
fn legend(suggestion: &Suggestion, count: usize, keys: &Keys, style: &Style) -> (String, String) {
    let dot = style.pick("·", "|");
    let list = keys.list.as_deref().unwrap_or("darn"); // without a key: the command
    let is_full = keys.legend == Legend::Full;
    match (&keys.accept, keys.legend) {
        (_, Legend::Absent) => Default::default(),
        (Some(accept), _) if suggestion.verdict.is_free() => {
            let (accept, more) = match is_full {
                true => (format!("   [{accept}] use"), format!(" {dot} [{list}] more")),
                false => (format!("   [{accept}]"), format!(" {dot} [{list}]")),
            };
            (format!("{accept}{}", if count > 1 { more } else { String::new() }), accept)
        }
        _ => (format!("   [{list}]{}", if is_full { " choose" } else { "" }), format!("   [{list}]")),
    }
}

/// Formats `✗ 127  `, which begins every hint.
fn failed(status: i32, style: &Style) -> String {
    let cross = style.alarm(style.pick("✗", "x"), Level::Confirm);
    cross + &style.dim(&format!(" {status}  "))
}

/// Returns the mark for a suggestion whose verdict is not `allow`.
pub fn warning_mark(level: Level, style: &Style) -> Option<String> {
    (level > Level::Allow).then(|| style.alarm(style.pick("⚠", "!"), level))
}

/// Formats a cause without a fix, on up to two lines.
pub fn cause(because: &str, status: i32, style: &Style) -> String {
    let width = style.line_width();
    let indent = " ".repeat(4 + status.to_string().len());
    let because = first_line(because, style);
    let mut lines = wrap(&because, &indent, width);
    if lines.len() > MAX_LINES {
        let rest = lines.split_off(MAX_LINES - 1);
        let rest: Vec<_> = rest.iter().map(|line| line.trim_start()).collect();
        let room = width.saturating_sub(indent.len());
        let last = clauses(&rest.join(" "), room, style);
        lines.extend(last.map(|last| indent.clone() + &last));
    }
    let text = lines.iter().map(|line| fit(line, width, style)).collect::<Vec<_>>().join("\n");
    failed(status, style) + text.strip_prefix(&indent).unwrap_or(&text)
}

/// Moves to the beginning of a line: blanks up to the last column wrap only if the cursor is not in the first
/// one.
pub fn own_line(style: &Style) -> String {
    if style.cursor { " ".repeat(style.columns.saturating_sub(1)) + "\r" } else { String::new() }
}

/// Puts the hint on a line of its own even if the output did not end in a newline.
pub fn on_own_line(line: &str, style: &Style) -> String {
    format!("{}{line}\n", own_line(style))
}

#[cfg(test)]
mod tests {
    use engine::{Applicability, Origin};
    use policy::Verdict;

    use super::*;

    fn suggestion(text: &str, level: Level) -> Suggestion {
        Suggestion {
            edit: syntax::Edit::new(),
            text: text.into(),
            because: "did you mean `git`?".into(),
            origin: Origin::Rule("any/unknown-command".into()),
            applicability: Applicability::Certain,
            verdict: Verdict { level, ..Verdict::allow() },
        }
    }

    fn keys() -> Keys {
        let [accept, list, model] = ["Tab", "Alt-/", "Alt-?"].map(|key| Some(key.to_owned()));
        Keys { accept, list, model, legend: Legend::Full }
    }

    fn style(columns: usize, utf8: bool) -> Style {
        Style { columns, rows: 24, utf8, attributes: false, cursor: true, is_terminal: true }
    }

    #[test]
    fn narrow_terminals_lose_the_reason_first_and_the_end_of_the_text_last() {
        let git = suggestion("git status", Level::Allow);
        let at = |columns| line(&git, 2, 127, &keys(), &style(columns, true));
        assert_eq!(at(80), "✗ 127  git status   — did you mean `git`?   [Tab] use · [Alt-/] more");
        assert_eq!(at(60), "✗ 127  git status   [Tab] use · [Alt-/] more");
        assert_eq!(at(40), "✗ 127  git status   [Tab] use");
        assert_eq!(at(28), "✗ 127  git status");
        assert_eq!(at(1), "✗ 127  git status");
        let long = suggestion(&"x".repeat(100), Level::Allow);
        assert_eq!(line(&long, 2, 127, &keys(), &style(20, true)), "✗ 127  xxxxxxxxxxx…");
        assert_eq!(line(&long, 2, 127, &keys(), &style(40, true)), "✗ 127  xxxxxxxxxxxxxxxxxxx…   [Tab] use");
        let long = suggestion(&"x".repeat(100), Level::Confirm);
        assert_eq!(line(&long, 2, 127, &keys(), &style(40, true)), "✗ 127  ⚠ xxxxxxxxxxxxxxxxxxx…   [Alt-/]");
    }

    #[test]
    fn the_legend_names_what_there_is_and_as_much_of_it_as_is_wanted() {
        let git = suggestion("git status", Level::Allow);
        let end = |suggestion: &Suggestion, count, legend| {
            let line = line(suggestion, count, 127, &Keys { legend, ..keys() }, &style(80, true));
            line.split_once("`?").map(|(_, end)| end.to_owned()).unwrap_or_default()
        };
        assert_eq!(end(&git, 1, Legend::Full), "   [Tab] use");
        assert_eq!(end(&git, 2, Legend::Full), "   [Tab] use · [Alt-/] more");
        assert_eq!(end(&git, 1, Legend::Short), "   [Tab]");
        assert_eq!(end(&git, 2, Legend::Short), "   [Tab] · [Alt-/]");
        assert_eq!(end(&git, 2, Legend::Absent), "");
        let bad = suggestion("git push -f", Level::Confirm);
        assert_eq!(end(&bad, 1, Legend::Full), "   [Alt-/] choose");
        assert_eq!(end(&bad, 1, Legend::Short), "   [Alt-/]");
        assert_eq!(end(&bad, 1, Legend::Absent), "");
    }

    #[test]
    fn a_cause_takes_two_lines_and_is_cut_between_clauses() {
        let because = "edit the files marked CONFLICT, git add them, then git merge --continue; to give up: \
            git merge --abort, and begin again some other day when there is more time";
        assert_eq!(
            cause(because, 1, &style(80, true)),
            "✗ 1  edit the files marked CONFLICT, git add them, then git merge --continue;\n     \
             to give up: git merge --abort…"
        );
        assert_eq!(cause("not a git repository", 128, &style(80, true)), "✗ 128  not a git repository");
        for columns in 1..120 {
            let drawn = cause(because, 1, &style(columns, true));
            assert!(drawn.lines().count() <= 2, "{drawn}");
            assert!(drawn.lines().all(|line| line.width() < columns.max(20)), "{columns}: {drawn}");
        }
    }

    #[test]
    fn the_command_has_the_weight_of_ordinary_text() {
        let painted = Style { attributes: true, ..style(80, true) };
        let at = |level| line(&suggestion("git x", level), 1, 1, &keys(), &painted);
        let quiet = "\u{1b}[2m   — did you mean `git`?   [Tab] use\u{1b}[22m";
        let plain = format!("\u{1b}[31m✗\u{1b}[39m\u{1b}[2m 1  \u{1b}[22mgit x{quiet}");
        assert_eq!(at(Level::Allow), plain);
        assert!(at(Level::Warn).contains("\u{1b}[33m⚠\u{1b}[39m git x\u{1b}[2m"), "{:?}", at(Level::Warn));
        assert!(at(Level::Confirm).contains("\u{1b}[31m⚠\u{1b}[39m git x\u{1b}[2m"));
    }

    #[test]
    fn other_locales_shells_and_levels() {
        let git = suggestion("git status", Level::Allow);
        let at = |keys: &Keys| line(&git, 2, 127, keys, &style(80, true));
        let ascii = line(&git, 2, 127, &keys(), &style(80, false));
        assert_eq!(ascii, "x 127  git status   - did you mean `git`?   [Tab] use | [Alt-/] more");
        assert!(at(&Keys::default()).ends_with("[darn] choose"));
        let own = Keys { accept: Some("Ctrl-F".into()), ..Keys::default() };
        assert!(at(&own).ends_with("[Ctrl-F] use · [darn] more"));
        let own = Keys { list: Some("F5".into()), ..Keys::default() };
        assert!(at(&own).ends_with("[F5] choose"));
        let bad = suggestion("git push -f", Level::Confirm);
        assert_eq!(
            line(&bad, 1, 1, &keys(), &style(80, true)),
            "✗ 1  ⚠ git push -f   — did you mean `git`?   [Alt-/] choose"
        );
        let shown = |text| line(&suggestion(text, Level::Allow), 1, 1, &keys(), &style(80, true));
        assert!(shown("echo \u{1b}[2J").contains("echo ^[[2J"));
        assert!(shown("a\nb").contains("a …   "));
    }
}
