//! Text typed at a prompt that never ran: a quote was left open, the shell asked for more, and Ctrl-C
//! cancelled it. bash has no hook that sees that text, but the terminal has shown it.

use std::num::NonZeroU16;

use memchr::memmem;

/// Maximum number of bytes kept since the prompt; beyond them nothing is known.
const MAX_BYTES: usize = 16 * 1024;
/// Rows of the screen on which they are replayed.
const ROWS: u16 = 300;
/// Ctrl-L, which clears the screen in a line editor.
const CLEAR: u8 = 0x0c;
/// Sequences that move the cursor to a fixed position.
const MOVES: [&[u8]; 2] = [b"\x1b[H", b"\x1b[2J"];

/// What the terminal showed since the last prompt, and its position at the first key of each line.
#[derive(Debug)]
pub struct Typed {
    shown: Vec<u8>,
    lines: Vec<usize>,
    /// The position at the last Enter.
    entered: Option<usize>,
    /// The next key begins a line.
    is_new: bool,
    /// There was too much, or something that cannot be replayed.
    is_lost: bool,
    /// The last key did not end a line: the shell may not have read it.
    is_ahead: bool,
}

impl Default for Typed {
    /// Starts at a prompt.
    fn default() -> Self {
        Self {
            shown: Vec::new(),
            lines: Vec::new(),
            entered: None,
            is_new: true,
            is_lost: false,
            is_ahead: false,
        }
    }
}

impl Typed {
    /// Resets for a new prompt.
    pub fn prompt(&mut self) {
        *self = Self { is_ahead: self.is_ahead, ..Self::default() };
    }

    /// A command runs: keys now belong to it.
    pub fn run(&mut self) {
        *self = Self { is_lost: true, ..Self::default() };
    }

    pub fn print(&mut self, bytes: &[u8]) {
        if self.is_lost {
            return;
        }
        self.is_lost = self.shown.len() + bytes.len() > MAX_BYTES;
        if !self.is_lost {
            self.shown.extend_from_slice(bytes);
            if self.lines.is_empty() {
                self.forget_cleared();
            }
        }
    }

    /// Forgets what was cleared before the first key.
    fn forget_cleared(&mut self) {
        let ends =
            MOVES.iter().filter_map(|sequence| Some(memmem::rfind(&self.shown, sequence)? + sequence.len()));
        if let Some(end) = ends.max() {
            self.shown.drain(..end);
        }
    }

    pub fn key(&mut self, bytes: &[u8]) {
        self.is_ahead = !matches!(bytes.last(), Some(b'\r' | b'\n' | 0x03 | 0x04));
        if self.is_lost || self.lines.is_empty() && bytes.iter().all(|byte| *byte == CLEAR) {
            return; // the typed text begins after it
        }
        if self.is_new {
            self.lines.push(self.shown.len());
        }
        let enter = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        self.is_new = enter.is_some();
        if self.is_new {
            self.entered = Some(self.shown.len());
        }
        // typed ahead: its position on the screen is unknown
        self.is_lost = enter.is_some_and(|at| at + 1 < bytes.len());
    }

    /// Returns whether typed keys wait for the prompt.
    pub const fn has_keys(&self) -> bool {
        self.is_ahead || !self.lines.is_empty()
    }

    /// Returns what was drawn since the first key; `None` if unknown.
    pub fn shown(&self) -> Option<&[u8]> {
        self.lines.first().filter(|_| !self.is_lost).and_then(|from| self.shown.get(*from..))
    }

    /// Returns whether the shell asked for more than one line.
    pub const fn is_unfinished(&self) -> bool {
        !self.is_lost && self.lines.len() > 1
    }

    /// Returns the shell's message for the last line, if it did not run it; `None` if that line was not
    /// entered.
    pub fn refusal(&self) -> Option<&[u8]> {
        let said = self.shown.get(self.entered?..).filter(|_| self.is_new && !self.is_lost)?;
        let end = memchr::memchr(b'\n', said)?; // after the line itself
        said.get(end + 1..)
    }

    /// Returns the entered lines, for a terminal of this width; empty if unknown.
    pub fn text(&self, columns: u16) -> String {
        let (Some(columns), Some(rows)) = (NonZeroU16::new(columns), NonZeroU16::new(ROWS)) else {
            return String::new();
        };
        let is_moved = MOVES.iter().any(|sequence| memmem::find(&self.shown, sequence).is_some());
        if !self.is_unfinished() || is_moved {
            return String::new();
        }
        let mut screen = vt100::Parser::new(rows, columns, 0);
        let (mut drawn, mut places) = (0, Vec::new());
        for at in &self.lines {
            screen.process(self.shown.get(drawn..*at).unwrap_or_default());
            drawn = *at;
            places.push(screen.screen().cursor_position());
        }
        let lines = places.windows(2).map(|pair| match pair {
            // a prompt has some width, and the next one is below
            [(row, column), (next, _)] if *column > 0 && next > row => {
                screen.screen().contents_between(*row, *column, next - 1, columns.get())
            }
            _ => String::new(),
        });
        let lines: Vec<_> = lines.map(|line| line.trim_end().to_owned()).collect();
        if lines.iter().any(String::is_empty) { String::new() } else { lines.join("\n") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A session: what is shown, and, behind `<`, what is typed.
    fn typed(events: &[&str]) -> Typed {
        let mut typed = Typed::default();
        for event in events {
            match event.strip_prefix('<') {
                Some(keys) => typed.key(keys.as_bytes()),
                None => typed.print(event.as_bytes()),
            }
        }
        typed
    }

    fn text(events: &[&str], columns: u16) -> String {
        typed(events).text(columns)
    }

    #[test]
    fn lines_are_read_behind_their_prompts() {
        let session = ["\x1b[?2004h$ ", "<e", "e", "<cho 'it\r", "cho 'it\r\n> ", "<\x03", "^C\r\n"];
        assert_eq!(text(&session, 80), "echo 'it");
        let session = ["one\r\n$ ", "<echo 'a\r", "echo 'a\r\n> ", "<b\r", "b\r\n> ", "<\x03"];
        assert_eq!(text(&session, 80), "echo 'a\nb");
        let corrected = ["$ ", "<ex\x7fcho 'a\r", "ex\x08 \x08cho 'a\r\n> ", "<\x03"];
        assert_eq!(text(&corrected, 80), "echo 'a");
        let cleared = ["old\r\n$ ", "<\x0c", "\x1b[H\x1b[2J$ ", "<echo 'a\r", "echo 'a\r\n> ", "<\x03"];
        assert_eq!(text(&cleared, 80), "echo 'a");
        let wide = ["$ ", "<echo 'abcdefghijkl\r", "echo 'abcdefghijkl\r\n> ", "<\x03"];
        assert_eq!(text(&wide, 10), "echo 'abcdefghijkl");
    }

    #[test]
    fn what_the_shell_said_instead_of_running_a_line() {
        let said = |events: &[&str]| {
            let typed = typed(events);
            typed.refusal().map(|said| String::from_utf8_lossy(said).into_owned())
        };
        let refused = ["$ ", "<e", "e", "<cho )\r", "cho )\r\nbash: syntax error\r\n"];
        assert_eq!(said(&refused).as_deref(), Some("bash: syntax error\r\n"));
        let second = ["$ ", "<if x\r", "if x\r\n> ", "<fi\r", "fi\r\nzsh: parse error\r\n"];
        assert_eq!(said(&second).as_deref(), Some("zsh: parse error\r\n"));
        assert_eq!(said(&["$ ", "<a 'b\r", "a 'b\r\n> ", "<\x03", "^C\r\n"]), None);
        assert_eq!(said(&["$ ", "<a )\rb", "a )\r\nbash: x\r\n"]), None);
    }

    #[test]
    fn what_is_not_certain_is_nothing() {
        for session in [
            &["$ ", "<\x03"][..],
            &["$ ", "<echo\x03"],
            &["$ ", "<a 'b\rc\r", "a 'b\r\n> c\r\n> ", "<\x03"],
            &["$ ", "<\x1b[200~a 'b\rc\x1b[201~", "a 'b\r\n> c", "<\x03"],
            &["$ ", "<a 'b\r", "\x1b[H\x1b[2Ja 'b\r\n> ", "<\x03"],
            &["", "<a 'b\r", "a 'b\r\n> ", "<\x03"],
            &[""],
        ] {
            assert_eq!(text(session, 80), "", "{session:?}");
        }
        let long = "x".repeat(MAX_BYTES + 1);
        assert_eq!(text(&["$ ", "<a 'b\r", &long, "\r\n> ", "<\x03"], 80), "");
    }
}
