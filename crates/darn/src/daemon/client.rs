//! Asks the daemon, from a process. Nothing here waits longer than it was told to.

use std::io::{self, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use protocol::daemon::{Reply, Request, decode_reply};
use protocol::relay::{Answer, PlacedRequest, Question, Waits, Wanted};
use protocol::{HookReply, HookRequest, Kind};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{END_OF_DRAWN, NONCE, place, socket};
use crate::caller::Caller;
use crate::env;

/// Misses in a row after which the daemon is left alone for [`OFF`].
const MAX_MISSES: u64 = 3;
/// How long a daemon that does not answer is left alone.
const OFF: Duration = Duration::from_secs(30);
/// The longest answer.
const MAX_ANSWER: usize = 4 << 20;

/// The answer to a hook.
#[derive(Debug, PartialEq, Eq)]
pub struct Asked {
    /// For the terminal. A carriage return at its beginning stands for a line of its own.
    pub drawn: String,
    /// For the script.
    pub reply: Vec<u8>,
}

/// Asks for the hint of a failure. `None`: there is no daemon, it is deaf, or it cannot answer; the caller
/// answers by itself. `patience`: for everything, asked only if there is a socket.
#[must_use]
pub fn ask_for_hint(
    request: &HookRequest,
    caller: &Caller,
    patience: impl FnOnce() -> Duration,
) -> Option<Asked> {
    let socket = place::find(caller)?;
    let misses = Misses::of(&socket);
    if misses.are_many() {
        return None;
    }
    let patience = patience();
    if patience.is_zero() {
        return None;
    }
    let placed = PlacedRequest {
        request: request.clone(),
        directory: caller.directory.clone(),
        environment: caller.variables.iter().map(|(name, value)| (name.into(), value.clone())).collect(),
        waits: Waits::Briefly,
        continues: false,
    };
    let question = Question { number: b"1".to_vec(), wanted: Wanted::Reply(Box::new(placed)) };
    let answer = Connection::open(&socket, patience)
        .and_then(|mut connection| {
            connection.write(&question.encode(NONCE).ok_or(io::ErrorKind::InvalidInput)?)?;
            connection.read_until(0)
        })
        .inspect_err(|error| {
            crate::log::note(&format!("the daemon does not answer: {error}"));
            if error.kind() == io::ErrorKind::TimedOut {
                misses.add();
            }
        });
    let answer = answer.ok()?;
    misses.clear();
    let (_, Answer::Text(text)) = Answer::decode(&answer)? else { return None };
    read_answer(text)
}

/// Splits an answer into what is drawn and the reply; `None` if either is not what a daemon sends.
fn read_answer(text: &[u8]) -> Option<Asked> {
    let at = text.iter().position(|byte| *byte == END_OF_DRAWN)?;
    let drawn = std::str::from_utf8(text.get(..at)?).ok()?;
    let reply = text.get(at + 1..)?;
    HookReply::decode(Kind::Failed, 0, reply)?;
    is_harmless(drawn).then(|| Asked { drawn: drawn.to_owned(), reply: reply.to_vec() })
}

/// Returns whether a text only has attributes and line ends besides what is printable: nothing that rings the
/// bell or moves the cursor to another line.
fn is_harmless(text: &str) -> bool {
    let mut pieces = text.split('\u{1b}');
    let is_plain = |text: &str| !text.contains(|c: char| c.is_control() && !matches!(c, '\r' | '\n' | '\t'));
    pieces.next().is_some_and(is_plain)
        && pieces.all(|piece| {
            let rest = piece
                .strip_prefix('[')
                .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
            rest.and_then(|rest| rest.strip_prefix('m')).is_some_and(is_plain)
        })
}

/// How often in a row the daemon has not answered, as the length of a file beside the socket: for all shells,
/// because each process is new.
struct Misses {
    file: PathBuf,
}

impl Misses {
    fn of(socket: &Path) -> Self {
        Self { file: socket.with_extension("missed") }
    }

    fn are_many(&self) -> bool {
        let Ok(data) = self.file.metadata() else { return false };
        let age = data.modified().ok().and_then(|then| SystemTime::now().duration_since(then).ok());
        // a time in the future: the clock was set back
        data.len() >= MAX_MISSES && age.is_some_and(|age| age < OFF)
    }

    fn add(&self) {
        // after a pause one probe decides
        let count = self.file.metadata().map_or(0, |data| data.len()).min(MAX_MISSES - 1) + 1;
        let _ = std::fs::write(&self.file, ".".repeat(usize::try_from(count).unwrap_or(1)));
    }

    fn clear(&self) {
        if self.file.exists() {
            let _ = std::fs::remove_file(&self.file);
        }
    }
}

/// A connection with a deadline.
#[derive(Debug)]
pub struct Connection {
    stream: UnixStream,
    deadline: Instant,
    read: Vec<u8>,
}

impl Connection {
    /// Connects to a socket of this user. A full queue of a stopped daemon is refused at once.
    pub fn open(path: &Path, patience: Duration) -> io::Result<Self> {
        use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, connect, socket_with};
        let fd = socket_with(
            AddressFamily::UNIX,
            SocketType::STREAM,
            SocketFlags::NONBLOCK | SocketFlags::CLOEXEC,
            None,
        )?;
        connect(&fd, &SocketAddrUnix::new(path)?).map_err(|error| match error {
            rustix::io::Errno::AGAIN => io::ErrorKind::TimedOut.into(),
            error => io::Error::from(error),
        })?;
        let stream = UnixStream::from(fd);
        if !socket::is_same_user(&stream) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it belongs to another user"));
        }
        Ok(Self { stream, deadline: Instant::now() + patience, read: Vec::new() })
    }

    /// Sends a request and returns the reply.
    pub fn ask(&mut self, request: &Request) -> io::Result<Reply> {
        self.write(&request.encode())?;
        let line = self.read_until(b'\n')?;
        decode_reply(line.trim_ascii_end()).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    pub fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.stream.write(bytes) {
                Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait(PollFlags::OUT)?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads up to and with a byte.
    pub fn read_until(&mut self, end: u8) -> io::Result<Vec<u8>> {
        let mut chunk = [0; 4096];
        loop {
            if let Some(at) = self.read.iter().position(|byte| *byte == end) {
                return Ok(self.read.drain(..=at).collect());
            }
            match self.stream.read(&mut chunk) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.read.extend_from_slice(chunk.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait(PollFlags::IN)?,
                Err(error) => return Err(error),
            }
            if self.read.len() > MAX_ANSWER {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
    }

    fn wait(&self, flags: PollFlags) -> io::Result<()> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec::try_from(left).map_err(io::Error::other)?;
        match poll(&mut [PollFd::new(&self.stream, flags)], Some(&timeout)) {
            Ok(0) => Err(io::ErrorKind::TimedOut.into()),
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns how long a hook waits: `DARN_TIMEOUT`, or else the setting.
#[must_use]
pub fn patience(caller: &Caller, setting: impl FnOnce() -> u32) -> Duration {
    let told = caller.variable(env::TIMEOUT).and_then(|told| told.parse().ok());
    Duration::from_millis(told.unwrap_or_else(|| u64::from(setting())))
}

#[cfg(test)]
mod tests {
    use super::{Asked, read_answer};

    #[test]
    fn only_what_a_daemon_sends_is_drawn() {
        let hint = "  \r\u{1b}[31m\u{2717}\u{1b}[39m\u{1b}[2m 127  \u{1b}[22mgit status\n";
        let reply = "1 drawn\ngit status";
        assert_eq!(
            read_answer(format!("{hint}\u{1d}{reply}").as_bytes()),
            Some(Asked { drawn: hint.into(), reply: reply.into() })
        );
        assert_eq!(read_answer(b"\x1d"), Some(Asked { drawn: String::new(), reply: Vec::new() }));
        for bad in ["\u{1b}[2J", "\u{1b}]0;x\u{7}", "\u{7}", "\u{1b}", "\u{1b}[1A", "\u{1b}[", "\u{9b}2J"] {
            assert_eq!(read_answer(format!("{bad}\u{1d}{reply}").as_bytes()), None, "{bad:?}");
        }
        for bad in ["1 drawn\ngit \u{1b}[2J", "many drawn\nx", "run\u{7}"] {
            assert_eq!(read_answer(format!("\u{1d}{bad}").as_bytes()), None, "{bad:?}");
        }
        assert_eq!(read_answer(b"no end"), None);
    }
}
