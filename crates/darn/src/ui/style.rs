//! Capabilities of the terminal.

use std::os::fd::AsFd;

use crate::env;
use policy::Level;
use rustix::termios;

/// What drawing depends on.
#[derive(Debug, Clone)]
pub struct Style {
    pub columns: usize,
    pub rows: usize,
    /// The locale is UTF-8: non-ASCII characters can be shown.
    pub utf8: bool,
    /// Dim, bold, reverse and the colours of [`Style::alarm`] are available.
    pub attributes: bool,
    /// The cursor can be moved.
    pub cursor: bool,
    pub is_terminal: bool,
}

impl Style {
    /// Detects the style of this stream; `columns` is the width reported by the shell.
    pub fn of(stream: impl AsFd, columns: Option<usize>) -> Self {
        let is_terminal = termios::isatty(&stream);
        let size = termios::tcgetwinsize(&stream).ok();
        let asked = size.map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0);
        let rows = size.map(|size| usize::from(size.ws_row)).filter(|rows| *rows > 0).unwrap_or(24);
        let is_set = |name| env::variable(name).is_some();
        let cursor = env::variable("TERM").is_some_and(|term| term != "dumb");
        Self {
            columns: asked.or(columns).unwrap_or(80),
            rows,
            utf8: is_utf8(env::variable),
            attributes: cursor && !is_set("NO_COLOR"),
            cursor,
            is_terminal,
        }
    }

    /// Colours a warning yellow, or red if it does not run by itself. darn uses only these two colours, and
    /// only on marks and reasons: no colour is readable on every background.
    pub fn alarm(&self, text: &str, level: Level) -> String {
        let colour = if level >= Level::Confirm { 31 } else { 33 };
        if self.attributes { format!("\u{1b}[{colour}m{text}\u{1b}[39m") } else { text.to_owned() }
    }

    pub fn dim(&self, text: &str) -> String {
        if self.attributes { format!("\u{1b}[2m{text}\u{1b}[22m") } else { text.to_owned() }
    }

    /// Returns the first text in a UTF-8 locale, else the second.
    pub const fn pick<'a>(&self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.utf8 { unicode } else { ascii }
    }
}

/// Returns whether the locale is UTF-8; the first of the three variables that is set decides (POSIX,
/// locale(7)).
fn is_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| variable(name).filter(|value| !value.is_empty()))
        .is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        })
}

#[cfg(test)]
mod tests {
    use super::is_utf8;

    #[test]
    fn the_first_locale_variable_that_is_set_decides() {
        let with = |pairs: &[(&str, &str)]| {
            let pairs: Vec<(String, String)> =
                pairs.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect();
            is_utf8(move |name| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()))
        };
        assert!(with(&[("LANG", "de_AT.UTF-8")]));
        assert!(with(&[("LANG", "C"), ("LC_CTYPE", "C.utf8")]));
        assert!(!with(&[("LANG", "de_AT.UTF-8"), ("LC_ALL", "C")]));
        assert!(with(&[("LANG", "en_US.UTF-8"), ("LC_ALL", "")]));
        assert!(!with(&[]));
    }
}
