//! What the shell prints: freed of our marks, recorded, and handed on.

use std::io;

use super::foreground::IsPrivate;
use super::marks::{Piece, Scanner};
use super::pty::Pty;
use super::session::Session;

#[derive(Debug)]
pub struct Pump {
    scanner: Scanner,
    pub session: Session,
}

/// Where the output goes.
pub type Sink<'s> = dyn FnMut(&[u8]) -> io::Result<()> + 's;

impl Pump {
    /// For marks with this nonce.
    pub fn new(nonce: &str, is_private: IsPrivate) -> Self {
        Self { scanner: Scanner::new(nonce), session: Session::new(is_private) }
    }

    /// Returns whether a possible beginning of a mark is held back.
    pub const fn is_waiting(&self) -> bool {
        self.scanner.is_waiting()
    }

    /// Returns whether a password is being typed: what is printed then is not recorded.
    pub fn is_secret(&self, pty: &Pty) -> bool {
        self.session.recorder.keeps() && pty.is_password()
    }

    /// Reads once, and hands on what was read. Returns its size; `None`: there is nothing now.
    ///
    /// # Errors
    /// One of the terminals is gone.
    pub fn read(
        &mut self,
        pty: &Pty,
        chunk: &mut [u8],
        is_secret: bool,
        sink: &mut Sink<'_>,
    ) -> io::Result<Option<usize>> {
        let Some(count) = pty.read(chunk)? else { return Ok(None) };
        // the prompt for a password may have been printed since the caller looked
        let is_secret = is_secret || self.is_secret(pty);
        let Self { scanner, session } = self;
        let mut result = Ok(());
        scanner.feed(chunk.get(..count).unwrap_or_default(), &mut |piece| match piece {
            Piece::Data(data) => {
                if result.is_ok() {
                    result = sink(data);
                }
                if !is_secret {
                    session.print(data);
                }
            }
            Piece::Mark(text) => session.mark(text),
        });
        result.map(|()| Some(count))
    }

    /// Releases bytes that turned out not to be a mark.
    ///
    /// # Errors
    /// The sink's.
    pub fn give_up(&mut self, sink: &mut Sink<'_>) -> io::Result<()> {
        let Self { scanner, session } = self;
        let mut result = Ok(());
        scanner.flush(&mut |piece| {
            if let Piece::Data(data) = piece {
                result = sink(data);
                session.print(data);
            }
        });
        result
    }

    /// Hides the command and its output so far if it is private.
    pub fn look(&mut self, pty: &Pty) {
        let Session { recorder, foreground, .. } = &mut self.session;
        if recorder.keeps() && foreground.is_private(pty, pty.pid()) {
            recorder.hide();
        }
    }
}
