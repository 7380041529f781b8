//! Answers processes of the session that ask what a command printed: a socket in a directory that
//! only this user can enter.
//!
//! One byte is asked: `e` for the command that has just ended, `b` for those that ended before the
//! one that runs now, last first. For each: `STATUS SEEN LENGTH`, a newline, so many bytes (none of a
//! hidden one, whatever was seen); the end of the answer is the end of the connection.

use std::io::{Read as _, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::recorder::{Printed, Recorder};

/// Who asks about a command whose end is not seen yet waits so long for it.
const PATIENCE: Duration = Duration::from_millis(100);
/// Connections at a time.
const MAX_CLIENTS: usize = 16;

#[derive(Debug)]
pub struct Server {
    listener: UnixListener,
    path: PathBuf,
    clients: Vec<Client>,
}

#[derive(Debug)]
struct Client {
    stream: UnixStream,
    asked: Option<u8>,
    since: Instant,
}

impl Server {
    /// A socket of this name, in a directory of this user alone; removed when dropped.
    ///
    /// # Errors
    /// The name is too long for a socket (107 bytes on Linux), or there is something already.
    pub fn at(path: PathBuf) -> std::io::Result<Self> {
        let listener = UnixListener::bind(&path)?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, path, clients: Vec::new() })
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether somebody waits for an answer.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        !self.clients.is_empty()
    }

    /// Everything to wait for.
    pub fn fds<'s>(&'s self, mut add: impl FnMut(BorrowedFd<'s>)) {
        add(self.listener.as_fd());
        for client in self.clients.iter().filter(|client| client.asked.is_none()) {
            add(client.stream.as_fd());
        }
    }

    /// Takes questions and answers those that can be answered.
    pub fn serve(&mut self, recorder: &Recorder) {
        while self.clients.len() < MAX_CLIENTS
            && let Ok((stream, _)) = self.listener.accept()
        {
            if stream.set_nonblocking(true).is_ok() {
                self.clients.push(Client { stream, asked: None, since: Instant::now() });
            }
        }
        self.clients.retain_mut(|client| !client.is_done(recorder));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Client {
    /// Answered, gone, or asking too long.
    fn is_done(&mut self, recorder: &Recorder) -> bool {
        let is_late = self.since.elapsed() > PATIENCE;
        if self.asked.is_none() {
            let mut question = [0];
            match self.stream.read(&mut question) {
                Ok(1) => self.asked = question.first().copied(),
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return is_late,
                _ => return true,
            }
        }
        match self.asked {
            Some(b'e') if recorder.is_recording() => return is_late,
            Some(b'e') => self.answer(recorder.finished().take(1)),
            Some(b'b') => self.answer(recorder.finished()),
            _ => {}
        }
        true
    }

    /// (All answers together are smaller than what a socket takes at once, or the rest is lost.)
    fn answer<'p>(&mut self, commands: impl Iterator<Item = &'p Printed>) {
        let mut answer = Vec::new();
        for printed in commands {
            let bytes = printed.bytes();
            let status = printed.status.unwrap_or(-1);
            answer.extend_from_slice(format!("{status} {} {}\n", printed.seen, bytes.len()).as_bytes());
            answer.extend_from_slice(&bytes);
        }
        let _ = self.stream.set_nonblocking(false);
        let _ = self.stream.set_write_timeout(Some(Duration::from_millis(20)));
        let _ = self.stream.write_all(&answer);
    }
}
