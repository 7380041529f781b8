//! Handles hook requests.
//!
//! The hook also announces its request in the stream (`F;NUMBER`), so that the answer is drawn after all of
//! the command's output. It waits meanwhile, so it always gets an answer.

use std::os::fd::{AsFd as _, BorrowedFd};
use std::time::{Duration, Instant};

use protocol::dialogue::{ASKS, Ending, GO, Reaction, STOP};
use protocol::relay::{Answer, PlacedRequest, Question, Waits, Wanted};

use super::channel::Channel;
use super::fork::{Fork, Surroundings};
use super::session::Session;

/// How long the in-stream marker may lag behind the request; it never comes if the shell's output goes
/// elsewhere.
const WORD: Duration = Duration::from_millis(100);
/// Time limit of an answer, generous for a loaded machine; the hooks wait for 3 s.
const MAX_WORK: Duration = Duration::from_secs(2);
/// Time limit of an answer that the user requested with a key.
const MAX_WANTED: Duration = Duration::from_secs(5);
/// Maximum number of bytes returned to a shell, which reads them one by one.
const MAX_BACK: usize = 64 * 1024;

/// Prints the reply to a call; called in a copy of this process that has the directory, the environment and
/// the terminal of the calling shell. It may ask the user, as `protocol::dialogue` says. The last argument is
/// the number of questions declined in a row.
pub type Answerer = fn(call: &PlacedRequest, session: &Session, declined: u32);

/// Callbacks that produce the answers.
#[derive(Debug, Clone)]
pub struct Answers {
    /// Answers a failure reported by a hook.
    pub failed: Answerer,
    /// Answers a failure in a shell without our hooks inside the running command: prints the text to type.
    pub elsewhere: fn(session: &Session),
    /// The key for that, as the terminal sends it.
    pub key: Vec<u8>,
}

/// State of the relay.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    pub session: &'a Session,
    /// Width of the terminal.
    pub columns: u16,
    /// All output has reached the terminal.
    pub is_drawn: bool,
}

/// Handles requests one at a time: there is one shell at the prompt.
#[derive(Debug)]
pub struct Desk {
    channel: Channel,
    answers: Answers,
    question: Option<(Question, Instant)>,
    work: Option<Fork>,
    /// The key was pressed.
    is_pressed: bool,
    /// The keys typed while the user is being asked.
    typed: Option<Vec<u8>>,
    /// Number of questions declined in a row.
    declined: u32,
}

impl Desk {
    pub const fn new(channel: Channel, answers: Answers) -> Self {
        Self { channel, answers, question: None, work: None, is_pressed: false, typed: None, declined: 0 }
    }

    /// Lists everything to poll, and in which direction.
    pub fn fds<'s>(&'s self, mut add: impl FnMut(BorrowedFd<'s>, Direction)) {
        add(self.channel.asking(), Direction::In);
        if let Some(answering) = self.channel.answering() {
            add(answering, Direction::Out);
        }
        if let Some(work) = &self.work {
            add(work.as_fd(), Direction::In);
        }
    }

    /// Returns whether a request with a time limit is pending.
    pub const fn is_asked(&self) -> bool {
        (self.question.is_some() || self.is_pressed) && self.typed.is_none()
    }

    /// Consumes the key that asks about a shell without our hooks, if the input begins with it and there may
    /// be one. Returns the keys after it.
    pub fn takes_key<'k>(
        &mut self,
        keys: &'k [u8],
        session: &Session,
        terminal: BorrowedFd<'_>,
    ) -> Option<&'k [u8]> {
        let key = Some(&self.answers.key).filter(|key| !key.is_empty() && self.question.is_none())?;
        let behind = keys.strip_prefix(key.as_slice())?;
        session.recorder.running()?;
        self.work = Some(Fork::start(terminal, None, |_| (self.answers.elsewhere)(session)).ok()?);
        self.is_pressed = true;
        Some(behind)
    }

    /// Takes keys while the user is being asked; returns whether it did.
    pub fn takes(&mut self, keys: &[u8]) -> bool {
        let (Some(typed), Some(work)) = (&mut self.typed, &self.work) else { return false };
        typed.extend_from_slice(keys);
        work.give(keys); // if it has just finished, they go to the shell after all
        true
    }

    /// Continues the work. Returns keys for the shell.
    pub fn serve(&mut self, known: Known<'_>, terminal: BorrowedFd<'_>) -> Vec<u8> {
        self.channel.flush();
        let mut keys = self.found();
        if let Some(question) = self.channel.take() {
            keys.extend(self.leave()); // the previous client is gone
            self.question = Some((question, Instant::now()));
        }
        let Some((question, since)) = self.question.take() else { return keys };
        match self.answer(&question, since, known, terminal) {
            Some(Work::Printed(printed)) => {
                let typed = self.leave();
                let (ending, reply) = Ending::split(&printed);
                keys.extend(typed.get(ending.answered..).unwrap_or_default());
                self.declined = match ending.reaction {
                    Some(Reaction::Agreed) => 0,
                    Some(Reaction::Declined) => self.declined + 1,
                    None => self.declined,
                };
                self.channel.send(&question.number, Answer::Text(reply));
            }
            Some(Work::Impossible) => {
                keys.extend(self.leave());
                self.channel.send(&question.number, Answer::Cannot);
            }
            None => self.question = Some((question, since)),
        }
        keys
    }

    /// Returns the text to type after the key, or the key itself if there is no text.
    fn found(&mut self) -> Vec<u8> {
        let (true, Some(work)) = (self.is_pressed, &mut self.work) else { return Vec::new() };
        let Some(text) = work.take().or_else(|| (work.age() > MAX_WANTED).then(Vec::new)) else {
            return Vec::new();
        };
        (self.work, self.is_pressed) = (None, false);
        if text.is_empty() { self.answers.key.clone() } else { text }
    }

    /// Aborts the current work. Keys typed for it then go to the shell.
    fn leave(&mut self) -> Vec<u8> {
        self.work = None;
        let key = if std::mem::take(&mut self.is_pressed) { self.answers.key.as_slice() } else { b"" };
        [key, &self.typed.take().unwrap_or_default()].concat()
    }

    /// Returns the answer once it is available.
    fn answer(
        &mut self,
        question: &Question,
        since: Instant,
        known: Known<'_>,
        terminal: BorrowedFd<'_>,
    ) -> Option<Work> {
        if let Some(work) = &mut self.work {
            let result = work.take();
            if result.is_none() && self.typed.is_none() && work.says(ASKS) {
                self.typed = Some(Vec::new());
                work.give(&[if known.session.typed.has_keys() { STOP } else { GO }]);
                if matches!(&question.wanted, Wanted::Reply(call) if call.waits == Waits::Briefly) {
                    self.channel.send(&question.number, Answer::Wait);
                }
            }
            let is_late = self.typed.is_none() && work.age() > MAX_WORK;
            return result.or_else(|| is_late.then(Vec::new)).map(Work::Printed);
        }
        if let Wanted::Back(text) = &question.wanted {
            let is_short = text.len() <= MAX_BACK;
            return Some(if is_short { Work::Printed(text.clone()) } else { Work::Impossible });
        }
        let is_told = known.session.asked.as_ref() == Some(&question.number) || since.elapsed() > WORD;
        if !is_told || !known.is_drawn {
            return None;
        }
        let work = match &question.wanted {
            Wanted::Typed if known.session.typed.is_unfinished() => {
                // redrawn by a library that may have bugs: not in this process
                Fork::start(terminal, None, |out| {
                    let _ = out.write_all(known.session.typed.text(known.columns).as_bytes());
                })
            }
            Wanted::Typed => return Some(Work::Printed(Vec::new())),
            Wanted::Reply(call) => {
                let place = Surroundings { directory: &call.directory, environment: &call.environment };
                Fork::start(terminal, Some(place), |_| {
                    (self.answers.failed)(call, known.session, self.declined);
                })
            }
            Wanted::Back(_) | Wanted::Filed | Wanted::Nothing => return Some(Work::Impossible),
        };
        match work {
            Ok(work) => {
                self.work = Some(work);
                None
            }
            Err(_) => Some(Work::Impossible),
        }
    }
}

/// The result of the work on a question.
enum Work {
    Printed(Vec<u8>),
    /// The hook must start the program itself.
    Impossible,
}

/// Direction to poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}
