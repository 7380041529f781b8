//! Bytes on their way from one side of the relay to the other.

use std::io;
use std::os::fd::AsFd;

use rustix::io::Errno;

/// What could not be written yet; more is not taken from the other side until some of it is gone.
#[derive(Debug, Default)]
pub struct Queue {
    bytes: Vec<u8>,
    written: usize,
}

/// Bytes that may wait before the other side is no longer read.
const FULL: usize = 64 * 1024;

impl Queue {
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bytes.len() == self.written
    }

    #[must_use]
    pub const fn has_room(&self) -> bool {
        self.bytes.len() - self.written < FULL
    }

    /// Writes the bytes behind those that wait; keeps what the other side does not take now.
    ///
    /// # Errors
    /// The other side has gone.
    pub fn send(&mut self, to: impl AsFd, bytes: &[u8]) -> io::Result<()> {
        if !self.is_empty() {
            self.bytes.extend_from_slice(bytes);
            return Ok(());
        }
        let written = write(to, bytes)?;
        if written < bytes.len() {
            self.bytes.clear();
            self.written = 0;
            self.bytes.extend_from_slice(bytes.get(written..).unwrap_or_default());
        }
        Ok(())
    }

    /// Writes on.
    ///
    /// # Errors
    /// The other side has gone.
    pub fn flush(&mut self, to: impl AsFd) -> io::Result<()> {
        self.written += write(to, self.bytes.get(self.written..).unwrap_or_default())?;
        if self.is_empty() {
            self.bytes.clear();
            self.written = 0;
        }
        Ok(())
    }
}

/// As many bytes as are taken without waiting.
fn write(to: impl AsFd, bytes: &[u8]) -> io::Result<usize> {
    let to = to.as_fd();
    let mut written = 0;
    while let Some(rest) = bytes.get(written..).filter(|rest| !rest.is_empty()) {
        match rustix::io::write(to, rest) {
            Ok(0) | Err(Errno::AGAIN) => break,
            Ok(count) => written += count,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(written)
}
