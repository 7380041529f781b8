//! The one thread that polls. Idle, it sleeps in poll(2): no timer but the one that ends an unused daemon.

use std::collections::BTreeMap;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use protocol::daemon::{Encoding, decode_request};
use protocol::relay::{Answer, Question, Wanted};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{DumpableBehavior, Pid, PidfdFlags, pidfd_open};
use shell::relay::channel::Channel;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::answer::{self, busy};
use super::clients::{Client, Kind, Message};
use super::listen;
use super::work::{Answered, Change, Done, Job, Shared, Shell, Task, Workers};
use super::{Socket, place};

/// Maximum number of connections to the socket.
const MAX_CONNECTIONS: usize = 256;
/// Maximum number of shells that are watched, and that have FIFOs of their own.
const MAX_SHELLS: usize = 256;
/// Resident memory in KiB beyond which the daemon ends: shells answer by themselves, and the next one begins
/// anew. Far above what it needs.
const MAX_MEMORY: u64 = 128 << 10;
/// How long no connection is accepted after descriptors have run out.
const OUT_OF_FILES: Duration = Duration::from_millis(100);
/// Bytes that may wait in a FIFO.
const FIFO: usize = 1 << 20;
/// How long answers may take after the daemon was told to stop.
const LAST_WORDS: Duration = Duration::from_millis(80);

/// Serves until a signal or `Stop`, or until nothing was asked for `idle` (zero: without end). `ready` is called
/// once signals end it properly.
///
/// # Errors
/// The system provides no threads, pipes or signals.
pub fn run(socket: Socket, idle: Duration, ready: impl FnOnce()) -> io::Result<()> {
    // this process keeps what shells have told it: no core dump, and no other process of the user may attach
    let _ = rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable);
    let program = Program::of_this_process();
    let (signals, signalled) = pipe()?;
    for signal in [SIGTERM, SIGINT] {
        signal_hook::low_level::pipe::register(signal, signalled.try_clone()?)?;
    }
    let (wakes, waker) = pipe()?;
    let shared = Arc::new(Shared::new(waker));
    let workers = Workers::start(&shared)?;
    let mut reactor = Reactor {
        socket,
        signals,
        wakes,
        clients: BTreeMap::new(),
        next: 0,
        shells: BTreeMap::new(),
        accepts_from: None,
        used: Instant::now(),
        has_answered: false,
        shared,
        workers,
    };
    ready();
    while !reactor.is_ending() {
        reactor.turn(idle)?;
        // an update has replaced the program: the next daemon is the new one
        if std::mem::take(&mut reactor.has_answered)
            && (program.has_changed() || answer::resident() > MAX_MEMORY)
        {
            break;
        }
        if !idle.is_zero() && reactor.used.elapsed() >= idle {
            break;
        }
    }
    reactor.end();
    Ok(())
}

/// The file of this program when it was started.
struct Program {
    path: PathBuf,
    /// Device, inode.
    identity: Option<(u64, u64)>,
}

impl Program {
    fn of_this_process() -> Self {
        let path = std::env::current_exe().unwrap_or_default();
        let identity = Self::identity(&path);
        Self { path, identity }
    }

    fn identity(path: &Path) -> Option<(u64, u64)> {
        path.metadata().ok().map(|data| (data.dev(), data.ino()))
    }

    fn has_changed(&self) -> bool {
        Self::identity(&self.path) != self.identity
    }
}

fn pipe() -> io::Result<(UnixStream, UnixStream)> {
    let (read, write) = UnixStream::pair()?;
    read.set_nonblocking(true)?;
    write.set_nonblocking(true)?;
    Ok((read, write))
}

/// A shell that has asked.
struct Watched {
    /// Its FIFOs, if it has them.
    channel: Option<u64>,
    /// Readable once the shell has ended.
    process: OwnedFd,
}

struct Reactor {
    socket: Socket,
    signals: UnixStream,
    wakes: UnixStream,
    clients: BTreeMap<u64, Client>,
    next: u64,
    /// By process id.
    shells: BTreeMap<u32, Watched>,
    /// Descriptors have run out: until then no connection is accepted.
    accepts_from: Option<Instant>,
    used: Instant,
    /// A worker's answer was sent since the last look at what else may end this process.
    has_answered: bool,
    shared: Arc<Shared>,
    workers: Workers,
}

/// Whose turn it is.
#[derive(Clone, Copy)]
enum Source {
    Signal,
    Wake,
    Listener,
    Shell(u32),
    Read(u64),
    Write(u64),
}

impl Reactor {
    fn is_ending(&self) -> bool {
        self.shared.is_ending.load(Ordering::Relaxed)
    }

    /// Waits for something to do, and does it.
    fn turn(&mut self, idle: Duration) -> io::Result<()> {
        for source in self.ready(idle)? {
            match source {
                Source::Signal => self.shared.is_ending.store(true, Ordering::Relaxed),
                Source::Wake => {
                    let mut bytes = [0; 256];
                    while self.wakes.read(&mut bytes).is_ok_and(|count| count == bytes.len()) {}
                }
                Source::Listener => self.accept(),
                Source::Shell(pid) => self.end_shell(pid),
                Source::Read(id) => self.read(id),
                Source::Write(id) => self.with(id, Client::flush),
            }
        }
        for done in self.shared.take_done() {
            self.deliver(done);
        }
        self.clients.retain(|_, client| !client.is_over());
        Ok(())
    }

    fn ready(&self, idle: Duration) -> io::Result<Vec<Source>> {
        let mut sources = vec![Source::Signal, Source::Wake];
        let mut fds =
            vec![PollFd::new(&self.signals, PollFlags::IN), PollFd::new(&self.wakes, PollFlags::IN)];
        let pause = self.accepts_from.map(|from| from.saturating_duration_since(Instant::now()));
        if pause.is_none_or(|pause| pause.is_zero()) {
            sources.push(Source::Listener);
            fds.push(PollFd::new(&self.socket, PollFlags::IN));
        }
        for (pid, shell) in &self.shells {
            sources.push(Source::Shell(*pid));
            fds.push(PollFd::new(&shell.process, PollFlags::IN));
        }
        for (id, client) in &self.clients {
            if let Some(fd) = client.reads() {
                sources.push(Source::Read(*id));
                fds.push(PollFd::from_borrowed_fd(fd, PollFlags::IN));
            }
            if let Some(fd) = client.writes() {
                sources.push(Source::Write(*id));
                fds.push(PollFd::from_borrowed_fd(fd, PollFlags::OUT));
            }
        }
        let left = (!idle.is_zero()).then(|| idle.saturating_sub(self.used.elapsed()));
        let pause = pause.filter(|pause| !pause.is_zero());
        let timeout = left.into_iter().chain(pause).min();
        let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        }
        let ready = fds.iter().zip(sources).filter(|(fd, _)| !fd.revents().is_empty());
        Ok(ready.map(|(_, source)| source).collect())
    }

    fn with(&mut self, id: u64, call: impl FnOnce(&mut Client)) {
        if let Some(client) = self.clients.get_mut(&id) {
            call(client);
        }
    }

    fn accept(&mut self) {
        self.accepts_from = None;
        let connections =
            self.clients.values().filter(|client| matches!(client.kind, Kind::Connection(_))).count();
        match self.socket.accept() {
            Ok(Some(stream)) if connections < MAX_CONNECTIONS => {
                self.add(Client::connected(stream));
            }
            Ok(Some(mut stream)) => {
                // its encoding is not known yet
                let _ = stream.write(&answer::full(MAX_CONNECTIONS).encode(Encoding::Json));
            }
            Ok(None) => {}
            // EMFILE, ENFILE, ENOMEM: the connection still waits, so the listener stays readable
            Err(_) => self.accepts_from = Instant::now().checked_add(OUT_OF_FILES),
        }
    }

    fn add(&mut self, client: Client) -> u64 {
        self.next += 1;
        self.clients.insert(self.next, client);
        self.next
    }

    fn read(&mut self, id: u64) {
        self.used = Instant::now();
        if let Some(channel) = self.clients.get_mut(&id).and_then(Client::lend) {
            return self.submit(Job { client: id, session: None, task: Task::Listen(channel) });
        }
        self.with(id, Client::read);
        self.take(id);
    }

    /// Takes the messages of a client until one must be answered by a worker.
    fn take(&mut self, id: u64) {
        while let Some(client) = self.clients.get_mut(&id).filter(|client| !client.is_busy) {
            let Some(message) = client.next_message() else { return };
            let session = client.session.clone();
            let task = match message {
                Message::Line(line) => match decode_request(&line) {
                    (encoding, Ok(request)) => Task::Message(request, encoding),
                    (encoding, Err(reply)) => {
                        client.send(&reply.encode(encoding));
                        continue;
                    }
                },
                Message::Question(Question { number, wanted: Wanted::Reply(placed) }) => {
                    Task::Hook { number, placed }
                }
                Message::Question(Question { number, wanted }) => {
                    let text = if let Wanted::Back(text) = wanted { Some(text) } else { None };
                    reply(client, &number, text.as_deref());
                    continue;
                }
            };
            client.is_busy = true;
            self.submit(Job { client: id, session, task });
        }
    }

    /// Hands a job to a worker, or refuses it while too many wait.
    fn submit(&mut self, job: Job) {
        let Err(job) = self.workers.submit(job) else { return };
        let answer = match job.task {
            Task::Message(_, encoding) => Answered::Bytes(busy().encode(encoding)),
            Task::Hook { number, .. } => Answered::Hook { number, text: None },
            Task::Listen(mut channel) => {
                listen::refuse(&mut channel);
                Answered::Listened(channel)
            }
        };
        self.deliver(Done { client: job.client, answer, session: Change::None, shell: None });
    }

    /// Sends an answer, then takes the client's next message.
    fn deliver(&mut self, done: Done) {
        self.has_answered = true;
        let mut shell = done.shell;
        if let Some(client) = self.clients.get_mut(&done.client) {
            client.is_busy = false;
            match done.answer {
                Answered::Bytes(bytes) => client.send(&bytes),
                Answered::Hook { number, text } => reply(client, &number, text.as_deref()),
                Answered::Listened(channel) => client.take_back(channel),
            }
            match done.session {
                Change::Started(id, pid) => {
                    client.session = Some(id);
                    shell = Some(Shell { pid, has_builtins: false });
                }
                Change::Ended => client.session = None,
                Change::None => {}
            }
        }
        if let Some(shell) = shell {
            self.watch(shell);
        }
        self.take(done.client);
    }

    /// Watches for the end of a shell, and gives it FIFOs if it can use them; without them it asks by a process.
    fn watch(&mut self, shell: Shell) {
        let Shell { pid, has_builtins } = shell;
        if !self.shells.contains_key(&pid) {
            let process = i32::try_from(pid).ok().and_then(Pid::from_raw);
            let process = process.map(|pid| pidfd_open(pid, PidfdFlags::empty()));
            if matches!(process, Some(Err(rustix::io::Errno::SRCH))) {
                // it ended before its question was answered
                return self.shared.sessions().end_shell(pid);
            }
            let process = process.and_then(Result::ok).filter(|_| self.shells.len() < MAX_SHELLS);
            let Some(process) = process else { return };
            self.shells.insert(pid, Watched { channel: None, process });
        }
        if !has_builtins || self.shells.get(&pid).is_none_or(|watched| watched.channel.is_some()) {
            return;
        }
        let Ok(channel) = Channel::at(&place::channel(self.socket.path(), pid), super::NONCE) else { return };
        channel.make_room(FIFO);
        channel.make_scratch();
        let channel = self.add(Client::hook(channel));
        if let Some(watched) = self.shells.get_mut(&pid) {
            watched.channel = Some(channel);
        }
    }

    fn end_shell(&mut self, pid: u32) {
        if let Some(channel) = self.shells.remove(&pid).and_then(|watched| watched.channel) {
            self.clients.remove(&channel);
        }
        self.shared.sessions().end_shell(pid);
    }

    /// Delivers what workers still answer; the socket is removed first, so no new client comes.
    fn end(mut self) {
        let deadline = Instant::now() + LAST_WORDS;
        self.socket.close();
        while self.clients.values().any(|client| client.is_busy || client.writes().is_some())
            && Instant::now() < deadline
        {
            let _ = self.turn(deadline.saturating_duration_since(Instant::now()));
        }
    }
}

fn reply(client: &mut Client, number: &[u8], text: Option<&[u8]>) {
    client.send(&text.map_or(Answer::Cannot, Answer::Text).encode(number));
}
