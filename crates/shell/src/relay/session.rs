//! What the relay knows of the session inside: told by the hooks' marks, and seen in the stream.

use super::foreground::{Foreground, IsPrivate};
use super::recorder::Recorder;
use super::typed::Typed;

#[derive(Debug)]
pub struct Session {
    /// What commands printed.
    pub recorder: Recorder,
    pub foreground: Foreground,
    /// What was typed at the prompt.
    pub typed: Typed,
    /// The shell has told of a command, or of a prompt.
    has_hooks: bool,
    /// The number of the question that a hook asks.
    pub asked: Option<Vec<u8>>,
}

impl Session {
    pub fn new(is_private: IsPrivate) -> Self {
        // of a shell that never says where its commands begin all is one
        let mut recorder = Recorder::default();
        recorder.begin();
        Self {
            recorder,
            has_hooks: false,
            foreground: Foreground::new(is_private),
            typed: Typed::default(),
            asked: None,
        }
    }

    pub fn print(&mut self, bytes: &[u8]) {
        self.recorder.data(bytes);
        self.typed.print(bytes);
    }

    /// What our hooks say: `C`, or `C;LINE`, a command begins, `D;STATUS` it has ended, `P` it has ended
    /// and is private, `R;STATUS` the shell has refused a line, `A` none ran; after the last four comes
    /// a prompt. `F;NUMBER`: a question is asked.
    pub fn mark(&mut self, text: &[u8]) {
        if !std::mem::replace(&mut self.has_hooks, true) {
            self.recorder.forget();
        }
        let (kind, value) = text.split_first().unwrap_or((&0, b""));
        match (kind, value.strip_prefix(b";")) {
            (b'C', line) => {
                let line = line.or_else(|| self.typed.shown());
                let is_private = line.is_some_and(|line| self.foreground.is_private_line(line));
                self.recorder.begin();
                if is_private {
                    self.recorder.hide();
                }
                self.foreground.begin();
                self.typed.run();
            }
            (b'D' | b'R', Some(status)) => {
                if let Some(status) = std::str::from_utf8(status).ok().and_then(|status| status.parse().ok())
                {
                    if *kind == b'R' {
                        self.recorder.refuse(self.typed.refusal());
                    }
                    self.recorder.end(status);
                    self.typed.prompt();
                }
            }
            (b'P', None) => {
                self.recorder.forget();
                self.typed.prompt();
            }
            (b'A', None) => self.typed.prompt(),
            (b'F', Some(number)) => self.asked = Some(number.to_vec()),
            _ => {}
        }
    }
}
