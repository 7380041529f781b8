//! State of the session inside, from the hooks' marks and the stream.

use super::foreground::{Foreground, IsPrivate};
use super::recorder::Recorder;
use super::typed::Typed;

#[derive(Debug)]
pub struct Session {
    /// Output of commands.
    pub recorder: Recorder,
    pub foreground: Foreground,
    /// Text typed at the prompt.
    pub typed: Typed,
    /// The shell has reported a command or a prompt.
    has_hooks: bool,
    /// The number of a hook's pending request.
    pub asked: Option<Vec<u8>>,
}

impl Session {
    pub fn new(is_private: IsPrivate) -> Self {
        // in a shell that never reports commands, everything is one command
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

    /// Handles our hooks' marks: `C` or `C;LINE`, a command begins; `D;STATUS`, it has ended; `P`, it has
    /// ended and is private; `R;STATUS`, the shell has refused a line; `A`, none ran. After the last four
    /// comes a prompt. `F;NUMBER`: a request.
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
