//! The clients: connections and the FIFOs of hooks. Reading never waits, writing never blocks.

use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::net::UnixStream;

use protocol::daemon::{Encoding, ErrorCode, MAX_MESSAGE, Reply};
use protocol::relay::{END, Question};
use shell::relay::channel::Channel;

/// Bytes that wait for a client that does not read; beyond that it is dropped.
const MAX_UNSENT: usize = 4 << 20;

/// What a client has sent, whole.
#[derive(Debug)]
pub enum Message {
    /// A message of `protocol::daemon`, without its newline.
    Line(Vec<u8>),
    /// A question of a hook.
    Question(Question),
}

/// A connection to the socket.
#[derive(Debug)]
pub struct Connection {
    stream: UnixStream,
    read: Vec<u8>,
    unsent: Vec<u8>,
    /// The rest of a message that was too long is skipped.
    is_skipping: bool,
    /// The other side has closed.
    is_closed: bool,
}

/// One client.
#[derive(Debug)]
pub enum Kind {
    Connection(Connection),
    /// The FIFOs of a shell; a worker has them while the client is busy.
    Channel(Option<Channel>),
}

#[derive(Debug)]
pub struct Client {
    pub kind: Kind,
    /// A message of this client is being answered; the next one waits.
    pub is_busy: bool,
    /// The session that it has started.
    pub session: Option<String>,
}

impl Client {
    pub const fn connected(stream: UnixStream) -> Self {
        let connection =
            Connection { stream, read: Vec::new(), unsent: Vec::new(), is_skipping: false, is_closed: false };
        Self { kind: Kind::Connection(connection), is_busy: false, session: None }
    }

    pub const fn hook(channel: Channel) -> Self {
        Self { kind: Kind::Channel(Some(channel)), is_busy: false, session: None }
    }

    /// What to poll for reading; `None` while a message is being answered.
    pub fn reads(&self) -> Option<BorrowedFd<'_>> {
        match &self.kind {
            _ if self.is_busy => None,
            Kind::Connection(connection) => (!connection.is_closed).then(|| connection.stream.as_fd()),
            Kind::Channel(channel) => channel.as_ref().map(Channel::asking),
        }
    }

    /// What to poll for writing.
    pub fn writes(&self) -> Option<BorrowedFd<'_>> {
        match &self.kind {
            Kind::Connection(connection) => {
                (!connection.unsent.is_empty()).then(|| connection.stream.as_fd())
            }
            Kind::Channel(channel) => channel.as_ref().and_then(Channel::answering),
        }
    }

    /// Reads what there is.
    pub fn read(&mut self) {
        if let Kind::Connection(connection) = &mut self.kind {
            connection.read();
        }
    }

    /// Lends the FIFOs to a worker, which reads and answers a question: it wakes while the shell still writes.
    pub fn lend(&mut self) -> Option<Channel> {
        let channel = if let Kind::Channel(channel) = &mut self.kind { channel.take() } else { None };
        self.is_busy |= channel.is_some();
        channel
    }

    /// Takes the FIFOs back.
    pub fn take_back(&mut self, lent: Channel) {
        if let Kind::Channel(channel) = &mut self.kind {
            *channel = Some(lent);
        }
    }

    /// Returns the next whole message. What is too long is answered here.
    pub fn next_message(&mut self) -> Option<Message> {
        match &mut self.kind {
            Kind::Connection(connection) => connection.next_message(),
            Kind::Channel(_) => None,
        }
    }

    /// Queues an answer and writes what the client takes now.
    pub fn send(&mut self, bytes: &[u8]) {
        if let Kind::Connection(connection) = &mut self.kind {
            connection.unsent.extend_from_slice(bytes);
            connection.flush();
        }
    }

    pub fn flush(&mut self) {
        match &mut self.kind {
            Kind::Connection(connection) => connection.flush(),
            Kind::Channel(Some(channel)) => channel.flush(),
            Kind::Channel(None) => {}
        }
    }

    /// Returns whether nothing more will happen here.
    pub const fn is_over(&self) -> bool {
        match &self.kind {
            Kind::Connection(connection) => {
                connection.unsent.len() > MAX_UNSENT
                    || connection.is_closed && !self.is_busy && connection.unsent.is_empty()
            }
            Kind::Channel(_) => false,
        }
    }
}

impl Connection {
    fn read(&mut self) {
        let mut chunk = [0; 16 * 1024];
        while self.read.len() <= MAX_MESSAGE + 1 {
            match self.stream.read(&mut chunk) {
                Ok(0) => {
                    self.is_closed = true;
                    return;
                }
                Ok(count) => self.read.extend_from_slice(chunk.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.is_closed |= error.kind() != io::ErrorKind::WouldBlock;
                    return;
                }
            }
        }
    }

    fn next_message(&mut self) -> Option<Message> {
        loop {
            let is_frame = self.read.first() == Some(&b':');
            let end = if is_frame {
                self.read.windows(END.len()).position(|bytes| bytes == END).map(|at| at + END.len())
            } else {
                self.read.iter().position(|byte| *byte == b'\n').map(|at| at + 1)
            };
            let Some(end) = end else {
                if self.read.len() > MAX_MESSAGE {
                    self.refuse_length();
                    self.is_skipping = true;
                    self.read.clear();
                }
                if self.is_closed && !self.read.is_empty() && !is_frame && !self.is_skipping {
                    // the last line of `printf MESSAGE | nc`
                    return Some(Message::Line(std::mem::take(&mut self.read)));
                }
                return None;
            };
            let mut message: Vec<u8> = self.read.drain(..end).collect();
            if std::mem::take(&mut self.is_skipping) {
                continue;
            }
            if is_frame {
                return Some(Message::Question(Question::decode(&message, super::NONCE).unwrap_or_default()));
            }
            message.pop();
            message.pop_if(|last| *last == b'\r');
            if message.len() > MAX_MESSAGE {
                self.refuse_length();
            } else if !message.trim_ascii().is_empty() {
                return Some(Message::Line(message));
            }
        }
    }

    fn refuse_length(&mut self) {
        if !self.is_skipping {
            let is_json = self.read.first() == Some(&b'{');
            let hint = Some("send the end of the output only");
            let reply = Reply::error(ErrorCode::TooLong, "the message is longer than 1 MiB", hint);
            self.unsent.extend(reply.encode(if is_json { Encoding::Json } else { Encoding::Fields }));
            self.flush();
        }
    }

    fn flush(&mut self) {
        while !self.unsent.is_empty() {
            match self.stream.write(&self.unsent) {
                Ok(count) if count > 0 => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                _ => {
                    self.is_closed = true;
                    self.unsent.clear();
                }
            }
        }
    }
}
