//! Formats a verdict for `darn check` and the Enter guard.

use policy::Coverage;
use policy::{Reason, Verdict};
use syntax::Span;
use unicode_width::UnicodeWidthStr as _;

use super::style::Style;
use super::text::{first_line, fit, printable, wrap};

const INDENT: &str = "         ";

/// Formats the report of `darn check`: level and command line, reasons, impact, safer form.
pub fn plain(text: &str, verdict: &Verdict, style: &Style) -> String {
    let width = if style.is_terminal { style.columns.clamp(20, 80) - 1 } else { 79 };
    let level = format!("{:<7}", verdict.level.name());
    let room = width - INDENT.len();
    let span = verdict.reasons.first().map(|reason| reason.span);
    let shown = Shown::new(text, span.unwrap_or(Span { start: 0, end: 0 }), room, style);
    let mut out = format!("{level}  {}\n", shown.underlined(style));
    if style.is_terminal && !style.attributes && shown.marked > 0 {
        out += &format!("{INDENT}{}{}\n", " ".repeat(shown.before), "^".repeat(shown.marked));
    }
    for line in details(verdict, width, INDENT, style) {
        out += &line;
        out.push('\n');
    }
    if verdict.coverage == Coverage::Partial {
        out += &format!("{INDENT}only partly analysed\n");
    }
    out
}

/// Formats reasons, impact and safer form in lines of at most `width` columns.
pub fn details(verdict: &Verdict, width: usize, indent: &str, style: &Style) -> Vec<String> {
    let mut lines = reasons(verdict, width, indent, style);
    lines.extend(remarks(verdict, width, indent, style));
    lines
}

/// Does the same for the guard: reasons in the colour of their level, no line wider than the terminal.
pub fn coloured(verdict: &Verdict, width: usize, indent: &str, style: &Style) -> Vec<String> {
    let reasons = reasons(verdict, width, indent, style);
    let reasons = reasons.iter().map(|line| style.alarm(&fit(line, width, style), verdict.level));
    let remarks = remarks(verdict, width, indent, style);
    reasons.chain(remarks.iter().map(|line| fit(line, width, style))).collect()
}

fn reasons(verdict: &Verdict, width: usize, indent: &str, style: &Style) -> Vec<String> {
    let said = verdict.reasons.iter().map(|reason| printable(&display_reason(reason), style));
    said.flat_map(|text| wrap(&text, indent, width)).collect()
}

fn remarks(verdict: &Verdict, width: usize, indent: &str, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(impact) = &verdict.impact {
        lines.extend(wrap(&printable(impact, style), indent, width));
    }
    if let Some(instead) = &verdict.instead {
        // never truncated: users copy it
        lines.push(format!("{indent}safer: {}", first_line(instead, style)));
    }
    lines
}

fn display_reason(reason: &Reason) -> String {
    format!("{} ({})", reason.because, reason.rule)
}

/// Formats a warning as one line without attributes: `⚠ rm cannot be undone`. If there is no room for all of
/// it, the safer form stays and the impact goes.
pub fn warning(verdict: &Verdict, style: &Style) -> String {
    let width = style.line_width();
    let part = |text: &str| format!(" {} {}", style.pick("—", "-"), first_line(text, style));
    let alarm = alarm(verdict, style);
    let impact = verdict.impact.as_deref().map(part).unwrap_or_default();
    let safer = verdict.instead.as_ref().map(|text| part(&format!("safer: {text}"))).unwrap_or_default();
    let line = format!("{alarm}{impact}{safer}");
    if safer.is_empty() || line.width() <= width {
        return fit(&line, width, style);
    }
    fit(&format!("{alarm}{safer}"), width, style)
}

/// Does the same with its reason in colour.
pub fn coloured_warning(verdict: &Verdict, style: &Style) -> String {
    let line = warning(verdict, style);
    match line.strip_prefix(&alarm(verdict, style)) {
        Some(rest) => format!("{}{rest}", style.alarm(&alarm(verdict, style), verdict.level)),
        None => style.alarm(&line, verdict.level),
    }
}

fn alarm(verdict: &Verdict, style: &Style) -> String {
    let because = verdict.reasons.first().map_or("this looks dangerous", |reason| reason.because.as_str());
    format!("{} {}", style.pick("⚠", "!"), printable(because, style))
}

/// Formats why a line does not run, each line narrower than the terminal; `hint` may be longer, as users copy
/// it.
pub fn refusal(text: &str, verdict: &Verdict, hint: Option<&str>, style: &Style) -> Vec<String> {
    let width = style.line_width();
    let span = verdict.reasons.first().map_or(Span { start: 0, end: text.len() }, |reason| reason.span);
    let head = format!("{} not run: ", style.pick("⚠", "!"));
    let shown = Shown::new(text, span, width - head.width(), style);
    let mut lines = vec![style.alarm(&head, verdict.level) + &shown.underlined(style)];
    lines.extend(coloured(verdict, width, "  ", style).into_iter().take(style.rows.saturating_sub(5)));
    lines.extend(hint.map(|hint| format!("hint: {}", first_line(hint, style))));
    lines
}

/// The line of a text in which a span begins, cut so that the span is visible.
pub struct Shown {
    text: String,
    /// Columns before the span, and of the span.
    before: usize,
    marked: usize,
    is_marked_at: Option<(usize, usize)>,
}

impl Shown {
    pub fn new(text: &str, span: Span, width: usize, style: &Style) -> Self {
        let start = span.start.min(text.len());
        let from = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let line = text.get(from..).unwrap_or(text).lines().next().unwrap_or("");
        let in_line = |at: usize| at.saturating_sub(from).min(line.len());
        let part = |a: usize, b: usize| printable(line.get(a..b).unwrap_or(""), style);
        let (a, b) = (in_line(span.start), in_line(span.end.min(text.len())));
        let (mut head, mark, mut tail) = (part(0, a), part(a, b), part(b, line.len()));
        let ellipsis = style.pick("…", "...");
        if head.width() + mark.width() > width {
            // the end of the text before the span is enough
            let keep = width.saturating_sub(mark.width() + ellipsis.width()).min(20);
            let cut =
                head.char_indices().rev().map(|(at, _)| at).find(|at| head.split_at(*at).1.width() >= keep);
            head = format!("{ellipsis}{}", head.split_at(cut.unwrap_or(0)).1);
        }
        if from + line.len() < text.trim_end().len() {
            tail.push(' ');
            tail.push_str(ellipsis);
        }
        let text = fit(&format!("{head}{mark}{tail}"), width, style);
        let (before, marked) =
            (head.width().min(width), mark.width().min(width.saturating_sub(head.width())));
        let bytes = (head.len(), head.len() + mark.len());
        let is_marked_at = (marked > 0 && bytes.1 <= text.len()).then_some(bytes);
        Self { text, before, marked, is_marked_at }
    }

    /// Returns the text, with its span underlined if the terminal can.
    pub fn underlined(&self, style: &Style) -> String {
        let parts = self
            .is_marked_at
            .and_then(|(a, b)| Some((self.text.get(..a)?, self.text.get(a..b)?, self.text.get(b..)?)));
        match parts {
            Some((head, mark, tail)) if style.attributes => format!("{head}\u{1b}[4m{mark}\u{1b}[24m{tail}"),
            _ => self.text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use policy::Level;

    use super::*;

    fn style(is_terminal: bool, attributes: bool) -> Style {
        Style { columns: 80, rows: 24, utf8: true, attributes, cursor: true, is_terminal }
    }

    fn verdict(span: (usize, usize)) -> Verdict {
        let reason = Reason {
            rule: "files/delete".into(),
            because: "rm cannot be undone".into(),
            span: Span { start: span.0, end: span.1 },
            level: Level::Confirm,
        };
        Verdict {
            level: Level::Confirm,
            reasons: vec![reason],
            instead: Some("trash x".into()),
            impact: Some("would delete 3 files (1 KB)".into()),
            ..Verdict::allow()
        }
    }

    #[test]
    fn what_is_meant_is_marked() {
        let text = "cd /tmp && rm -rf x";
        let plain = plain(text, &verdict((11, 19)), &style(true, false));
        assert_eq!(
            plain,
            "confirm  cd /tmp && rm -rf x\n                    ^^^^^^^^\n         rm cannot be undone (files/delete)\n         would delete 3 files (1 KB)\n         safer: trash x\n"
        );
        let plain = super::plain(text, &verdict((11, 19)), &style(true, true));
        assert!(plain.starts_with("confirm  cd /tmp && \u{1b}[4mrm -rf x\u{1b}[24m\n         rm"), "{plain}");
        let plain = super::plain("ls", &Verdict::allow(), &style(false, false));
        assert_eq!(plain, "allow    ls\n");
    }

    #[test]
    fn a_warning_in_a_narrow_terminal_keeps_the_safer_form() {
        let at = |columns| warning(&verdict((0, 2)), &Style { columns, ..style(true, true) });
        assert_eq!(at(80), "⚠ rm cannot be undone — would delete 3 files (1 KB) — safer: trash x");
        assert_eq!(at(60), "⚠ rm cannot be undone — safer: trash x");
        assert_eq!(at(30), "⚠ rm cannot be undone — safe…");
    }

    #[test]
    fn a_long_line_is_cut_so_that_the_span_is_seen() {
        let text = format!("echo {}; rm -rf x\nmore", "a".repeat(200));
        let at = text.find("rm").unwrap();
        let shown = Shown::new(&text, Span { start: at, end: at + 8 }, 60, &style(true, false));
        assert_eq!(shown.text, "…aaaaaaaaaaaaaaaaaa; rm -rf x …");
        assert_eq!((shown.before, shown.marked), (21, 8));
        // a span beyond the visible end, wide characters, offsets out of range
        for (a, b) in [(0, 400), (3, 1000), (500, 2), (6, 7)] {
            for text in [text.as_str(), "日本語です rm -rf x", "", "\n\n", "é"] {
                let shown = Shown::new(text, Span { start: a, end: b }, 30, &style(true, true));
                assert!(shown.text.width() <= 30, "{}", shown.text);
                shown.underlined(&style(true, true));
            }
        }
    }
}
