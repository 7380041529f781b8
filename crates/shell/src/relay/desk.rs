//! From a question of a hook to its answer.
//!
//! The hook says in the stream, too, that it asks (`F;NUMBER`): its answer is drawn behind all that
//! the command printed. It waits meanwhile, so it is answered in any case.

use std::ffi::OsString;
use std::io::Write as _;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::time::{Duration, Instant};

use super::channel::{Channel, Question, Wanted};
use super::fork::{Fork, Place};
use super::recorder::Recorder;
use super::session::Session;

/// So long the word in the stream may come after the question; it is none where the shell's output
/// goes elsewhere.
const WORD: Duration = Duration::from_millis(100);
/// So long an answer may take; the hooks wait for a second.
const MAX_WORK: Duration = Duration::from_millis(800);

/// The hook has to start the program itself.
const CANNOT: &[u8] = b"!";

/// Prints what there is to say; called in a copy of this process that has the directory, the
/// environment and the terminal of the shell that asks.
pub type Answerer = fn(arguments: &[OsString], recorder: &Recorder);

/// What the relay knows.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    pub session: &'a Session,
    /// Of the terminal.
    pub columns: u16,
    /// All that was printed is on the terminal.
    pub is_drawn: bool,
}

/// Takes questions and gives answers, one at a time: there is one shell at the prompt.
#[derive(Debug)]
pub struct Desk {
    channel: Channel,
    answerer: Answerer,
    question: Option<(Question, Instant)>,
    work: Option<Fork>,
}

impl Desk {
    #[must_use]
    pub const fn new(channel: Channel, answerer: Answerer) -> Self {
        Self { channel, answerer, question: None, work: None }
    }

    /// Everything to wait for, with whether it is for writing.
    pub fn fds<'s>(&'s self, mut add: impl FnMut(BorrowedFd<'s>, Direction)) {
        add(self.channel.asking(), Direction::In);
        if let Some(answering) = self.channel.answering() {
            add(answering, Direction::Out);
        }
        if let Some(work) = &self.work {
            add(work.as_fd(), Direction::In);
        }
    }

    /// Whether somebody waits for an answer.
    #[must_use]
    pub const fn is_asked(&self) -> bool {
        self.question.is_some()
    }

    /// Goes on with what there is to do.
    pub fn serve(&mut self, known: Known<'_>, terminal: BorrowedFd<'_>) {
        self.channel.flush();
        if let Some(question) = self.channel.take() {
            self.work = None; // whoever asked before has left
            self.question = Some((question, Instant::now()));
        }
        let Some((question, since)) = self.question.take() else { return };
        match self.answer(&question, since, known, terminal) {
            Some(text) => {
                self.work = None;
                self.channel.send(&question.number, &text);
            }
            None => self.question = Some((question, since)),
        }
    }

    /// The answer, once there is one.
    fn answer(
        &mut self,
        question: &Question,
        since: Instant,
        known: Known<'_>,
        terminal: BorrowedFd<'_>,
    ) -> Option<Vec<u8>> {
        if let Some(work) = &mut self.work {
            return work.take().or_else(|| (work.age() > MAX_WORK).then(Vec::new));
        }
        if let Wanted::Back(text) = &question.wanted {
            return Some(text.clone());
        }
        let is_told = known.session.asked.as_ref() == Some(&question.number) || since.elapsed() > WORD;
        if !is_told || !known.is_drawn {
            return None;
        }
        let work = match &question.wanted {
            Wanted::Typed if known.session.typed.is_unfinished() => {
                // drawn again by a library that may have its faults: not in this process
                Fork::start(terminal, &Place::default(), || {
                    let _ = std::io::stdout().write_all(known.session.typed.text(known.columns).as_bytes());
                })
            }
            Wanted::Typed => return Some(Vec::new()),
            Wanted::Said { arguments, place } => {
                Fork::start(terminal, place, || (self.answerer)(arguments, &known.session.recorder))
            }
            Wanted::Back(_) | Wanted::Nothing => return Some(CANNOT.to_vec()),
        };
        match work {
            Ok(work) => {
                self.work = Some(work);
                None
            }
            Err(_) => Some(CANNOT.to_vec()),
        }
    }
}

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}
