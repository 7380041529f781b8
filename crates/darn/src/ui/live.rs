//! Output of a running program, made safe to print as it arrives: no escape sequence reaches the terminal.

/// Removes escape sequences and control characters, also those split between two chunks.
#[derive(Debug, Default)]
pub struct Live {
    state: State,
    /// Beginning of a character.
    pending: Vec<u8>,
    /// The last character was a carriage return.
    returned: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Text,
    /// After ESC.
    Escape,
    /// In a control sequence, until its final byte.
    Control,
    /// In a string (OSC, DCS, …), until BEL or ST.
    String,
    /// In a string, after ESC.
    StringEscape,
}

impl Live {
    /// Returns what may be printed. `edits`: the person types a line, so that its erasing is shown.
    pub fn text(&mut self, bytes: &[u8], edits: bool) -> String {
        let mut all = std::mem::take(&mut self.pending);
        all.extend_from_slice(bytes);
        let end = match std::str::from_utf8(&all) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => all.len(),
        };
        self.pending = all.split_off(end);
        let mut text = String::new();
        for c in String::from_utf8_lossy(&all).chars() {
            self.add(c, edits, &mut text);
        }
        text
    }

    fn add(&mut self, c: char, edits: bool, text: &mut String) {
        let returned = std::mem::take(&mut self.returned);
        self.state = match (self.state, c) {
            (State::Text, '\u{1b}') => State::Escape,
            (State::Text, '\r') => {
                self.returned = true;
                State::Text
            }
            (State::Text, '\n' | '\t') => {
                text.push(c);
                State::Text
            }
            (State::Text, '\u{8}') if edits => {
                text.push(c);
                State::Text
            }
            (State::Text, '\u{80}'..='\u{9f}') => State::Text,
            (State::Text, c) => {
                if returned && !c.is_control() {
                    text.push_str("\r\u{1b}[K"); // a progress line is written again
                }
                if !c.is_control() {
                    text.push(c);
                }
                State::Text
            }
            (State::Escape, '[') => State::Control,
            (State::Escape, ']' | 'P' | 'X' | '^' | '_') => State::String,
            (State::Escape, ' '..='/') => State::Escape,
            (State::Control, '\u{40}'..='\u{7e}') => State::Text,
            (State::Control, _) => State::Control,
            (State::String, '\u{7}') | (State::StringEscape, '\\') => State::Text,
            (State::String | State::StringEscape, '\u{1b}') => State::StringEscape,
            (State::String | State::StringEscape, _) => State::String,
            (State::Escape, _) => State::Text,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_text_is_left_however_it_arrives() {
        let printed =
            "a\u{1b}[31mb\u{1b}[0m\u{7}\u{1b}]0;title\u{7}c\u{1b}P1;2qx\u{1b}\\d é\r\n\u{1b}(Be\u{9b}2J\n";
        for size in 1..printed.len() {
            let mut live = Live::default();
            let text: String = printed.as_bytes().chunks(size).map(|chunk| live.text(chunk, false)).collect();
            assert_eq!(text, "abcd é\ne2J\n", "{size}");
        }
    }

    #[test]
    fn progress_is_written_over_itself() {
        assert_eq!(Live::default().text(b"10%\r20%\r\ndone", false), "10%\r\u{1b}[K20%\ndone");
    }
}
