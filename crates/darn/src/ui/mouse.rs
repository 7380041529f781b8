//! What a terminal reports besides keys, if it was asked to: clicks (xterm's mode 1006) and where its cursor is
//! (ECMA-48 DSR 6).

/// Begins the reports of clicks.
#[cfg(feature = "llm")]
pub const ON: &str = "\u{1b}[?1000h\u{1b}[?1006h";
/// Ends them.
pub const OFF: &str = "\u{1b}[?1006l\u{1b}[?1000l";
/// Asks once where the cursor is.
#[cfg(feature = "llm")]
pub const WHERE: &str = "\u{1b}[6n";

/// A report. Rows count from one, from the top of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// The left button was pressed in this row.
    Clicked(u16),
    /// The cursor is in this row.
    Cursor(u16),
    /// Another button, the wheel, or the end of a click.
    Other,
}

/// Reads a report from the parameters and the final byte of a control sequence.
pub fn report(parameters: &[u8], last: u8) -> Option<Report> {
    let text = std::str::from_utf8(parameters).ok()?;
    let numbers = |text: &str| -> Option<Vec<u16>> {
        text.split(';').map(|number| number.parse().ok()).collect::<Option<Vec<_>>>()
    };
    if let Some(mouse) = text.strip_prefix('<') {
        let &[button, _, row] = numbers(mouse)?.as_slice() else { return None };
        return match (button, last) {
            (0, b'M') => Some(Report::Clicked(row)),
            (_, b'M' | b'm') => Some(Report::Other),
            _ => None,
        };
    }
    match numbers(text)?.as_slice() {
        &[row, _] if last == b'R' => Some(Report::Cursor(row)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_and_places_are_read_and_nothing_else() {
        for (parameters, last, expected) in [
            ("<0;5;12", b'M', Some(Report::Clicked(12))),
            ("<0;5;12", b'm', Some(Report::Other)),
            ("<64;5;12", b'M', Some(Report::Other)),
            ("7;41", b'R', Some(Report::Cursor(7))),
            ("<0;5", b'M', None),
            ("<0;5;99999999", b'M', None),
            ("1;2", b'A', None),
            ("", b'R', None),
        ] {
            assert_eq!(report(parameters.as_bytes(), last), expected, "{parameters}");
        }
    }
}
