//! Output of the last commands, the beginning and the end of each, in memory only.

use std::collections::VecDeque;

use memchr::memchr;

/// How many bytes are kept from the beginning of an output.
pub const HEAD: usize = 16 * 1024;
/// How many bytes are kept from its end.
pub const TAIL: usize = 64 * 1024;
/// Number of commands remembered.
const COMMANDS: usize = 8;

/// A command's output. Its middle is missing if it exceeds [`HEAD`] and [`TAIL`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Printed {
    pub head: Vec<u8>,
    pub tail: VecDeque<u8>,
    /// Total size in bytes.
    pub seen: u64,
    /// As the shell reports it; unknown while the command runs.
    pub status: Option<i32>,
    /// Its output is private.
    pub is_hidden: bool,
}

impl Printed {
    fn push(&mut self, bytes: &[u8]) {
        self.seen += bytes.len() as u64;
        if self.is_hidden {
            return;
        }
        let room = HEAD.saturating_sub(self.head.len()).min(bytes.len());
        let (head, rest) = bytes.split_at(room);
        self.head.extend_from_slice(head);
        let rest = rest.get(rest.len().saturating_sub(TAIL)..).unwrap_or_default();
        let over = (self.tail.len() + rest.len()).saturating_sub(TAIL);
        self.tail.drain(..over);
        self.tail.extend(rest);
    }

    /// Returns head and tail.
    pub fn bytes(&self) -> Vec<u8> {
        let (one, two) = self.tail.as_slices();
        [&self.head, one, two].concat()
    }

    /// Returns the same; `None` if the output is private.
    pub fn known(&self) -> Option<Vec<u8>> {
        (!self.is_hidden).then(|| self.bytes())
    }

    pub fn is_cut(&self) -> bool {
        self.seen > (self.head.len() + self.tail.len()) as u64
    }
}

/// Records terminal output, with the boundaries of commands.
#[derive(Debug, Default)]
pub struct Recorder {
    running: Option<Printed>,
    finished: VecDeque<Printed>,
    screen: Screen,
}

impl Recorder {
    /// Begins a command. (Of several lines pasted at once only the end of the last one is seen.)
    pub fn begin(&mut self) {
        self.keep(None);
        self.running = Some(Printed::default());
        self.screen = Screen::default();
    }

    /// Records the shell's message for a line it did not run; `None`: unknown.
    pub fn refuse(&mut self, said: Option<&[u8]>) {
        self.begin();
        match said {
            Some(said) => self.data(said),
            None => {
                self.data(b"?"); // otherwise it would count as no output
                self.hide();
            }
        }
    }

    /// Ends the command. (One whose beginning was not seen has no known output.)
    pub fn end(&mut self, status: i32) {
        self.keep(Some(status));
    }

    fn keep(&mut self, status: Option<i32>) {
        let Some(mut printed) = self.running.take() else { return };
        printed.status = status;
        if self.finished.len() == COMMANDS {
            self.finished.pop_front();
        }
        self.finished.push_back(printed);
    }

    /// Ends the command and drops its output.
    pub fn forget(&mut self) {
        self.running = None;
    }

    /// Drops the running command's past and future output, except that there was some.
    pub fn hide(&mut self) {
        if let Some(Printed { head, tail, is_hidden, .. }) = &mut self.running {
            (*head, *tail, *is_hidden) = (Vec::new(), VecDeque::new(), true);
        }
    }

    /// Returns whether current output will be remembered.
    pub fn keeps(&self) -> bool {
        self.running.as_ref().is_some_and(|printed| !printed.is_hidden)
    }

    pub const fn is_recording(&self) -> bool {
        self.running.is_some()
    }

    pub fn data(&mut self, bytes: &[u8]) {
        if let Some(printed) = &mut self.running {
            self.screen.visible(bytes, |bytes| printed.push(bytes));
        }
    }

    /// Returns the running command's output, if it is not private and on the normal screen.
    pub fn running(&self) -> Option<&Printed> {
        self.running.as_ref().filter(|printed| !printed.is_hidden && !self.screen.is_other)
    }

    /// Returns the finished commands, newest first.
    pub fn finished(&self) -> impl Iterator<Item = &Printed> {
        self.finished.iter().rev()
    }
}

/// Tracks the alternate screen (xterm's modes 47, 1047 and 1049), whose content is not kept.
#[derive(Debug, Default)]
struct Screen {
    is_other: bool,
    /// The beginning of a split sequence.
    held: Vec<u8>,
}

/// Maximum length of a parsed sequence: `ESC [ ? 1049 ; 2004 h` and the like.
const MAX_SEQUENCE: usize = 32;

impl Screen {
    /// Passes on what is drawn on the normal screen.
    fn visible(&mut self, bytes: &[u8], mut sink: impl FnMut(&[u8])) {
        if !self.held.is_empty() {
            let mut joined = std::mem::take(&mut self.held);
            joined.extend_from_slice(bytes);
            return self.cut(&joined, &mut sink);
        }
        self.cut(bytes, &mut sink);
    }

    fn cut(&mut self, bytes: &[u8], sink: &mut impl FnMut(&[u8])) {
        let mut from = 0;
        let mut at = 0;
        while let Some(place) = bytes.get(at..).and_then(|rest| memchr(0x1b, rest)) {
            at += place;
            let rest = bytes.get(at..).unwrap_or_default();
            match Switch::read(rest) {
                Switch::None => at += 1,
                Switch::Cut => {
                    self.pass(bytes.get(from..at), sink);
                    self.held.extend_from_slice(rest);
                    return;
                }
                Switch::To { other, length } => {
                    self.pass(bytes.get(from..at), sink);
                    self.is_other = other;
                    at += length;
                    from = at;
                }
            }
        }
        self.pass(bytes.get(from..), sink);
    }

    fn pass(&self, bytes: Option<&[u8]>, sink: &mut impl FnMut(&[u8])) {
        if let Some(bytes) = bytes.filter(|bytes| !self.is_other && !bytes.is_empty()) {
            sink(bytes);
        }
    }
}

/// A switch of the screen.
enum Switch {
    To {
        other: bool,
        /// Length of its sequence.
        length: usize,
    },
    Cut,
    None,
}

impl Switch {
    /// Parses a text that begins with `ESC`.
    fn read(text: &[u8]) -> Self {
        let begun = text.iter().zip(b"\x1b[?").take_while(|(a, b)| a == b).count();
        if begun < 3 {
            return if begun == text.len() { Self::Cut } else { Self::None };
        }
        let rest = text.get(3..).unwrap_or_default();
        let is_part = |byte: &&u8| byte.is_ascii_digit() || **byte == b';';
        let length = rest.iter().take_while(is_part).count();
        let modes = rest.get(..length).unwrap_or_default();
        let is_screen =
            modes.split(|byte| *byte == b';').any(|mode| matches!(mode, b"47" | b"1047" | b"1049"));
        match rest.get(length) {
            None if rest.len() < MAX_SEQUENCE => Self::Cut,
            Some(end @ (b'h' | b'l')) if is_screen => Self::To { other: *end == b'h', length: length + 4 },
            _ => Self::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(chunks: &[&[u8]]) -> Printed {
        let mut recorder = Recorder::default();
        recorder.data(b"before");
        recorder.begin();
        for chunk in chunks {
            recorder.data(chunk);
        }
        recorder.end(1);
        recorder.data(b"after");
        recorder.finished().next().cloned().unwrap_or_default()
    }

    #[test]
    fn a_short_output_is_kept_whole() {
        let printed = recorded(&[b"one\n", b"two\n"]);
        assert_eq!(
            (printed.bytes().as_slice(), printed.status, printed.seen),
            (&b"one\ntwo\n"[..], Some(1), 8)
        );
        assert!(!printed.is_cut());
    }

    #[test]
    fn of_a_long_output_both_ends_are_kept_exactly() {
        let all: Vec<u8> = (0..1_000_000u32).flat_map(|n| n.to_le_bytes()).collect();
        for size in [1, 7, 4096, 70_000, all.len()] {
            let all = if size == 1 { all.get(..200_000).unwrap_or_default() } else { &all };
            let printed = recorded(&all.chunks(size).collect::<Vec<_>>());
            assert_eq!(printed.head, all[..HEAD]);
            assert_eq!(printed.bytes()[HEAD..], all[all.len() - TAIL..]);
            assert_eq!(printed.seen, all.len() as u64);
            assert!(printed.is_cut());
        }
    }

    #[test]
    fn the_other_screen_is_left_out_however_it_is_cut() {
        let stream =
            b"a\x1b[?1049h\x1b[2Jdrawn\x1b[31m\x1b[?25l\x1b[?1049lb\x1b[?2004h\x1b[1mc\x1b[?1;47hx\x1b[?47ld";
        let expected = b"ab\x1b[?2004h\x1b[1mcd";
        for size in 1..=stream.len() {
            let printed = recorded(&stream.chunks(size).collect::<Vec<_>>());
            assert_eq!(
                printed.bytes().escape_ascii().to_string(),
                expected.escape_ascii().to_string(),
                "{size}"
            );
        }
    }

    #[test]
    fn of_a_hidden_command_nothing_is_kept_but_that_it_printed() {
        let mut recorder = Recorder::default();
        for _ in 0..2 {
            recorder.begin();
            recorder.data(b"before");
            recorder.hide();
            recorder.data(b"after");
            assert!(!recorder.keeps() && recorder.is_recording());
            recorder.end(0);
        }
        recorder.hide(); // nothing runs
        let expected = Printed { seen: 11, status: Some(0), is_hidden: true, ..Printed::default() };
        assert_eq!(recorder.finished().collect::<Vec<_>>(), [&expected; 2]);
        assert_eq!(expected.known(), None);
        recorder.begin();
        assert!(recorder.keeps());
    }

    #[test]
    fn only_the_last_commands_are_remembered() {
        let mut recorder = Recorder::default();
        for status in 0..20 {
            recorder.begin();
            recorder.end(status);
        }
        recorder.begin();
        recorder.forget();
        let statuses: Vec<_> = recorder.finished().filter_map(|printed| printed.status).collect();
        assert_eq!(statuses, [19, 18, 17, 16, 15, 14, 13, 12]);
    }
}
