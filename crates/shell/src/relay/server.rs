//! Serves the output of commands to processes of the session: a socket in a directory that only this user can
//! enter.
//!
//! A request is one byte: `e` for the command that has just ended, `b` for those that ended before the
//! running one, newest first. For each: `STATUS SEEN LENGTH`, a newline, and that many bytes (none for a
//! private one, whatever SEEN says); the end of the connection ends the answer.

use std::io::{Read as _, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::client::Selection;
use super::recorder::{Printed, Recorder};

/// How long a client waits for a command whose end has not been seen yet.
const PATIENCE: Duration = Duration::from_millis(100);
/// Maximum number of connections.
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
    asked: Option<Selection>,
    since: Instant,
}

impl Server {
    /// Creates the socket in a private directory of this user; removed when dropped.
    ///
    /// # Errors
    /// The path is too long for a socket (107 bytes on Linux), or it exists.
    pub fn at(path: PathBuf) -> std::io::Result<Self> {
        let listener = UnixListener::bind(&path)?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, path, clients: Vec::new() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether a client waits for an answer.
    pub fn is_asked(&self) -> bool {
        !self.clients.is_empty()
    }

    /// Lists everything to poll.
    pub fn fds<'s>(&'s self, mut add: impl FnMut(BorrowedFd<'s>)) {
        add(self.listener.as_fd());
        for client in self.clients.iter().filter(|client| client.asked.is_none()) {
            add(client.stream.as_fd());
        }
    }

    /// Accepts requests and answers those that are ready.
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
    /// Returns whether it was answered, is gone, or has waited too long.
    fn is_done(&mut self, recorder: &Recorder) -> bool {
        let is_late = self.since.elapsed() > PATIENCE;
        if self.asked.is_none() {
            let mut question = [0];
            match self.stream.read(&mut question) {
                Ok(1) => self.asked = question.first().copied().and_then(Selection::from_byte),
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return is_late,
                _ => return true,
            }
        }
        match self.asked {
            Some(Selection::Ended) if recorder.is_recording() => return is_late,
            Some(Selection::Ended) => self.answer(recorder.finished().take(1)),
            Some(Selection::Before) => self.answer(recorder.finished()),
            None => {}
        }
        true
    }

    /// (All answers together fit into the socket buffer; anything beyond is lost.)
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
