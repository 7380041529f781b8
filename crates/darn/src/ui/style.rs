//! Capabilities of the terminal.

use std::os::fd::AsFd;

use crate::caller::Caller;
use policy::Level;
use rustix::termios;

/// Numbers of attributes.
pub const BOLD: &str = "1";
pub const DIM: &str = "2";

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
    /// Detects the style of a stream to the caller's terminal.
    pub fn for_stream(stream: impl AsFd, caller: &Caller) -> Self {
        let cursor = caller.variable("TERM").is_some_and(|term| term != "dumb");
        let style = Self {
            columns: caller.columns.unwrap_or(80),
            rows: 24,
            utf8: is_utf8(|name| caller.variable(name)),
            attributes: cursor && caller.variable("NO_COLOR").is_none(),
            cursor,
            is_terminal: termios::isatty(&stream),
        };
        style.resized(stream)
    }

    pub fn of_stdout(caller: &Caller) -> Self {
        Self::for_stream(std::io::stdout(), caller)
    }

    pub fn of_stderr(caller: &Caller) -> Self {
        Self::for_stream(std::io::stderr(), caller)
    }

    /// Returns the style with the current size of the terminal, as far as it is known.
    pub fn resized(&self, stream: impl AsFd) -> Self {
        let size = termios::tcgetwinsize(&stream).ok();
        let known = |count: u16| Some(usize::from(count)).filter(|count| *count > 0);
        Self {
            columns: size.and_then(|size| known(size.ws_col)).unwrap_or(self.columns),
            rows: size.and_then(|size| known(size.ws_row)).unwrap_or(self.rows),
            ..self.clone()
        }
    }

    /// Returns the columns for a line that must not wrap.
    pub const fn line_width(&self) -> usize {
        if self.columns > 20 { self.columns - 1 } else { 19 }
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

    /// Sets attributes by their numbers, up to the end of the text.
    pub fn painted(&self, attributes: &str, text: &str) -> String {
        if self.attributes { format!("\u{1b}[{attributes}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// Returns the first text in a UTF-8 locale, else the second.
    pub const fn pick<'a>(&self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.utf8 { unicode } else { ascii }
    }
}

/// Returns whether the locale is UTF-8; the first of the three variables that is set decides (POSIX,
/// locale(7)).
fn is_utf8<'v>(variable: impl Fn(&str) -> Option<&'v str>) -> bool {
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
        let with = |pairs: &[(&str, &'static str)]| {
            is_utf8(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| *value))
        };
        assert!(with(&[("LANG", "de_AT.UTF-8")]));
        assert!(with(&[("LANG", "C"), ("LC_CTYPE", "C.utf8")]));
        assert!(!with(&[("LANG", "de_AT.UTF-8"), ("LC_ALL", "C")]));
        assert!(with(&[("LANG", "en_US.UTF-8"), ("LC_ALL", "")]));
        assert!(!with(&[]));
    }
}
