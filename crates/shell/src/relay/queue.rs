//! Pending bytes in one direction of the relay.

use std::io;
use std::os::fd::AsFd;

use rustix::io::Errno;

/// Unwritten bytes; the other side is not read until some of them are written.
#[derive(Debug, Default)]
pub struct Queue {
    bytes: Vec<u8>,
    written: usize,
}

/// Maximum number of pending bytes before reading pauses.
const FULL: usize = 64 * 1024;

impl Queue {
    pub const fn is_empty(&self) -> bool {
        self.bytes.len() == self.written
    }

    pub const fn has_room(&self) -> bool {
        self.bytes.len() - self.written < FULL
    }

    /// Appends the bytes and writes what the other side accepts now.
    ///
    /// # Errors
    /// The other side is gone.
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

    /// Writes pending bytes.
    ///
    /// # Errors
    /// The other side is gone.
    pub fn flush(&mut self, to: impl AsFd) -> io::Result<()> {
        self.written += write(to, self.bytes.get(self.written..).unwrap_or_default())?;
        if self.is_empty() || self.written >= FULL {
            self.bytes.drain(..self.written);
            self.written = 0;
        }
        Ok(())
    }
}

/// Writes as many bytes as possible without blocking.
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

#[cfg(test)]
mod tests {
    use std::io::{Read as _, pipe};

    use rustix::fs::{OFlags, fcntl_setfl};

    use super::*;

    #[test]
    fn a_reader_that_is_never_done_gets_all_and_costs_no_memory() {
        let (mut reader, writer) = pipe().unwrap();
        fcntl_setfl(&writer, OFlags::NONBLOCK).unwrap();
        let mut queue = Queue::default();
        let (mut sent, mut taken) = (0u32, 0u32);
        let mut buffer = [0; 4096];
        while sent < 1_000_000 {
            while queue.has_room() {
                let bytes: Vec<u8> = (sent..sent + 1000).flat_map(u32::to_le_bytes).collect();
                queue.send(&writer, &bytes).unwrap();
                sent += 1000;
            }
            reader.read_exact(&mut buffer).unwrap();
            let expected: Vec<u8> = (taken..taken + 1024).flat_map(u32::to_le_bytes).collect();
            assert!(buffer.as_slice() == expected);
            taken += 1024;
            queue.flush(&writer).unwrap();
            assert!(!queue.is_empty() && queue.bytes.capacity() <= 8 * FULL, "{}", queue.bytes.capacity());
        }
    }
}
