//! The workers: they answer one message each, while the reactor goes on polling.

use std::io::Write as _;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use protocol::daemon::{Encoding, Request};
use protocol::relay::PlacedRequest;
use shell::relay::channel::Channel;

use super::sessions::Sessions;
use super::{answer, hints, listen};
use crate::caller::Caller;

/// Messages that wait for a worker; beyond that the client hears that darn is busy.
const MAX_WAITING: usize = 256;
/// Threads for what takes milliseconds.
const QUICK: usize = 2;
/// Threads for what may ask a model.
const SLOW: usize = 2;
/// Bytes of a worker's stack: parsers recurse into nested commands.
const STACK: usize = 2 << 20;

/// A message to answer.
#[derive(Debug)]
pub struct Job {
    pub client: u64,
    pub session: Option<String>,
    pub task: Task,
}

#[derive(Debug)]
pub enum Task {
    Message(Request, Encoding),
    Hook {
        number: Vec<u8>,
        placed: Box<PlacedRequest>,
    },
    /// Something has arrived at the FIFOs of a shell.
    Listen(Channel),
}

/// What a worker has done.
#[derive(Debug)]
pub struct Done {
    pub client: u64,
    pub answer: Answered,
    /// The session that the client has started or ended.
    pub session: Change,
    /// The shell that asked: its session ends with it.
    pub shell: Option<Shell>,
}

/// A shell that asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shell {
    pub pid: u32,
    /// It can ask with builtins alone, through FIFOs of its own.
    pub has_builtins: bool,
}

#[derive(Debug)]
pub enum Answered {
    Bytes(Vec<u8>),
    /// To the question with this number; `None`: darn cannot answer.
    Hook {
        number: Vec<u8>,
        text: Option<Vec<u8>>,
    },
    /// The worker has answered by itself, or there was no whole question.
    Listened(Channel),
}

#[derive(Debug)]
pub enum Change {
    None,
    /// The session of this name, of the shell with this process id.
    Started(String, u32),
    Ended,
}

/// What all threads share.
#[derive(Debug)]
pub struct Shared {
    pub sessions: Mutex<Sessions>,
    pub since: Instant,
    pub requests: AtomicU64,
    pub is_ending: AtomicBool,
    /// Jobs that no worker has begun.
    waiting: AtomicU64,
    done: Mutex<Vec<Done>>,
    waker: UnixStream,
}

impl Shared {
    pub fn new(waker: UnixStream) -> Self {
        Self {
            sessions: Mutex::default(),
            since: Instant::now(),
            requests: AtomicU64::new(0),
            is_ending: AtomicBool::new(false),
            waiting: AtomicU64::new(0),
            done: Mutex::default(),
            waker,
        }
    }

    /// Returns the sessions. A panic of another thread cannot leave them half changed.
    pub fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a session, and returns its name.
    pub fn open_session(&self, caller: Arc<Caller>, pid: u32, tty: Option<String>) -> String {
        self.sessions().open(caller, pid, tty).0
    }

    /// Hands an answer to the reactor.
    pub fn finish(&self, done: Done) {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).push(done);
        self.wake();
    }

    pub fn wake(&self) {
        let _ = (&self.waker).write(&[0]);
    }

    pub fn take_done(&self) -> Vec<Done> {
        std::mem::take(&mut self.done.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The queues of the workers.
#[derive(Debug)]
pub struct Workers {
    shared: Arc<Shared>,
    quick: SyncSender<Job>,
    slow: SyncSender<Job>,
}

impl Workers {
    pub fn start(shared: &Arc<Shared>) -> std::io::Result<Self> {
        let (quick, slow) = (pool(shared, "quick", QUICK)?, pool(shared, "slow", SLOW)?);
        Ok(Self { shared: Arc::clone(shared), quick, slow })
    }

    /// Returns the job if no worker can take it soon.
    pub fn submit(&self, job: Job) -> Result<(), Box<Job>> {
        let is_slow = matches!(&job.task, Task::Message(Request::DiagnosisRequest { .. }, _));
        let queue = if is_slow { &self.slow } else { &self.quick };
        // before it can be taken
        self.shared.waiting.fetch_add(1, Ordering::Relaxed);
        queue.try_send(job).map_err(|error| {
            self.shared.waiting.fetch_sub(1, Ordering::Relaxed);
            let (TrySendError::Full(job) | TrySendError::Disconnected(job)) = error;
            Box::new(job)
        })
    }
}

fn pool(shared: &Arc<Shared>, name: &str, count: usize) -> std::io::Result<SyncSender<Job>> {
    let (sender, receiver) = sync_channel(MAX_WAITING);
    let receiver = Arc::new(Mutex::new(receiver));
    for _ in 0..count {
        let (shared, receiver) = (Arc::clone(shared), Arc::clone(&receiver));
        std::thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(move || {
            listen::prepare();
            while let Some(job) = next(&receiver) {
                shared.waiting.fetch_sub(1, Ordering::Relaxed);
                work(&shared, job)
            }
        })?;
    }
    Ok(sender)
}

fn next(receiver: &Mutex<Receiver<Job>>) -> Option<Job> {
    receiver.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Answers one message; a panic becomes an error reply.
fn work(shared: &Shared, job: Job) {
    let count = || shared.requests.fetch_add(1, Ordering::Relaxed);
    let Job { client, session, task } = job;
    match task {
        Task::Message(request, encoding) => {
            count();
            let answered = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                answer::answer(shared, session.as_deref(), request)
            }));
            let (reply, session) = answered.unwrap_or_else(|_| (answer::internal(), Change::None));
            let answer = Answered::Bytes(reply.encode(encoding));
            shared.finish(Done { client, answer, session, shell: None });
        }
        Task::Hook { number, placed } => {
            count();
            hint(shared, *placed, |text, shell| {
                let answer = Answered::Hook { number, text };
                shared.finish(Done { client, answer, session: Change::None, shell });
            });
        }
        Task::Listen(mut channel) => {
            let is_idle = || shared.waiting.load(Ordering::Relaxed) == 0;
            let asked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                listen::next(&mut channel, is_idle)
            }));
            let finish = |channel, shell| {
                let answer = Answered::Listened(channel);
                shared.finish(Done { client, answer, session: Change::None, shell });
            };
            let Ok(Some((number, placed))) = asked else { return finish(channel, None) };
            count();
            hint(shared, *placed, |text, shell| {
                listen::answer(&mut channel, &number, text.as_deref());
                finish(channel, shell);
            });
        }
    }
}

/// Answers a hook. `send` gets the answer and the shell that asked, once; records are written after that.
fn hint(shared: &Shared, placed: PlacedRequest, send: impl FnOnce(Option<Vec<u8>>, Option<Shell>)) {
    let mut send = Some(send);
    let mut send_once = |text, shell| {
        if let Some(send) = send.take() {
            send(text, shell);
        }
    };
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        hints::answer(shared, placed, &mut send_once);
    }));
    send_once(None, None);
}
