//! Lines around a model request, without attributes, narrower than the terminal.

use unicode_width::UnicodeWidthStr as _;

use super::hint::{Keys, LEGIBLE};
use super::style::Style;
use super::text::{fit, printable};

/// Formats the offer to ask a model when nothing is known.
pub fn offer(model: &str, status: i32, keys: &Keys, style: &Style) -> String {
    let key = keys.model.as_deref().unwrap_or("darn fix --llm"); // without a key: the command
    let head = format!("{} {status}  ", style.pick("✗", "x"));
    let width = style.line_width();
    let asked = format!("[{key}] ask {}", printable(model, style));
    let known = "no offline suggestion   ";
    let is_room = head.width() + known.width() + asked.width() <= width;
    fit(&format!("{head}{}{asked}", if is_room { known } else { "" }), width, style)
}

/// Formats the line for a model that gave no command: why, and the remedy.
pub fn no_answer(what: &str, remedy: &str, status: i32, style: &Style) -> String {
    with_remedy(&format!("{} {status}  {what}", style.pick("✗", "x")), remedy, style)
}

/// Formats the line for a request that was not answered.
pub fn not_asked(what: &str, remedy: &str, style: &Style) -> String {
    with_remedy(&format!("darn: {what}"), remedy, style)
}

/// Adds the remedy; if there is no room for both, keeps its first part and as much of the line as stays
/// recognisable.
fn with_remedy(line: &str, remedy: &str, style: &Style) -> String {
    let dash = style.pick("—", "-");
    let width = style.line_width();
    let (line, remedy) = (printable(line, style), printable(remedy, style));
    let first = remedy.split_once([':', ',']).map_or(remedy.as_str(), |(first, _)| first);
    let command = first.split('`').nth(1).map_or_else(|| first.to_owned(), |command| format!("`{command}`"));
    let tails = [&remedy, first, &command].map(|tail| format!(" {dash} {tail}"));
    let is_room = |tail: &&String| line.width() + tail.width() <= width;
    let is_cut = |tail: &&String| LEGIBLE + tail.width() <= width;
    let tail = tails.iter().find(is_room).or_else(|| tails.last().filter(is_cut));
    let tail = tail.filter(|_| !remedy.is_empty()).map_or("", String::as_str);
    fit(&line, width - tail.width(), style) + tail
}

/// Formats the line shown while a model is asked.
pub fn asking(model: &str, when: &str, style: &Style) -> String {
    let line = format!("{} asking {}", style.pick("…", "..."), printable(model, style));
    fit(&format!("{line} {} {when}", style.pick("—", "-")), style.line_width(), style)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lent() -> Keys {
        Keys { model: Some("Alt-?".into()), ..Keys::default() }
    }

    fn style(columns: usize, utf8: bool) -> Style {
        Style { columns, rows: 24, utf8, attributes: true, cursor: true, is_terminal: true }
    }

    #[test]
    fn where_a_model_may_be_asked() {
        let at = |columns, utf8| offer("a/model", 3, &lent(), &style(columns, utf8));
        assert_eq!(at(80, true), "✗ 3  no offline suggestion   [Alt-?] ask a/model");
        assert_eq!(at(80, false), "x 3  no offline suggestion   [Alt-?] ask a/model");
        assert_eq!(at(40, true), "✗ 3  [Alt-?] ask a/model");
        assert_eq!(at(20, true), "✗ 3  [Alt-?] ask a…");
        let keyless = offer("m\u{1b}[2J", 3, &Keys::default(), &style(80, true));
        assert_eq!(keyless, "✗ 3  no offline suggestion   [darn fix --llm] ask m^[[2J");
        let told = |columns| no_answer("nobody answers", "try later", 3, &style(columns, true));
        assert_eq!(told(80), "✗ 3  nobody answers — try later");
        assert_eq!(told(25), "✗ 3  nobody answers");
        let remedy = "run `darn fix --llm` at a terminal: it shows what is sent, and asks once";
        let told =
            |columns| no_answer("example.org has not been agreed to yet", remedy, 3, &style(columns, true));
        assert_eq!(told(120), format!("✗ 3  example.org has not been agreed to yet — {remedy}"));
        assert_eq!(
            told(100),
            "✗ 3  example.org has not been agreed to yet — run `darn fix --llm` at a terminal"
        );
        assert_eq!(told(80), "✗ 3  example.org has not been agreed to yet — `darn fix --llm`");
        assert_eq!(told(40), "✗ 3  example.org ha… — `darn fix --llm`");
    }
}
