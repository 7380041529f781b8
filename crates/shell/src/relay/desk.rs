//! Handles hook requests.
//!
//! The hook also announces its request in the stream (`F;NUMBER`), so that the answer is drawn after all of
//! the command's output. It waits meanwhile, so it always gets an answer.

use std::ffi::OsString;
use std::io::Write as _;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::time::{Duration, Instant};

use super::channel::{Channel, Question, Waits, Wanted};
use super::fork::Fork;
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

/// The hook must start the program itself.
const CANNOT: &[u8] = b"!";

/// Prints the answer; called in a copy of this process that has the directory, the environment and the
/// terminal of the calling shell.
///
/// It may ask the user: it prints [`ASKS`] and learns on standard input whether it may ([`ASK`]) or the user
/// is typing; from then on it receives the keys. Its result then begins with the number of bytes that were
/// answers, followed by [`DECLINED`] or [`AGREED`] if the user has seen the question, and a newline; the rest
/// goes to the shell. The last argument is the number of questions declined in a row.
pub type Answerer = fn(arguments: &[OsString], session: &Session, declined: u32);

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

/// See [`Answerer`].
pub const ASKS: &[u8] = b"asks\n";
/// See [`Answerer`].
pub const ASK: u8 = b'.';
/// See [`Answerer`].
pub const DECLINED: &str = " declined";
/// See [`Answerer`].
pub const AGREED: &str = " agreed";
/// Tells the hook that the user is being asked, which may take long.
const WAIT: &[u8] = b"~";

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
    #[must_use]
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
    #[must_use]
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
        self.work = Some(Fork::start(terminal, None, || (self.answers.elsewhere)(session)).ok()?);
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
            Some(text) => {
                let typed = self.leave();
                let asked =
                    after_asking(&text).unwrap_or(Asked { answered: 0, is_agreed: None, text: &text });
                keys.extend(typed.get(asked.answered..).unwrap_or_default());
                self.declined = match asked.is_agreed {
                    Some(true) => 0,
                    Some(false) => self.declined + 1,
                    None => self.declined,
                };
                self.channel.send(&question.number, asked.text);
            }
            None => self.question = Some((question, since)),
        }
        keys
    }

    /// Returns the text to type after the key, or the key itself if there is none.
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
    ) -> Option<Vec<u8>> {
        if let Some(work) = &mut self.work {
            let result = work.take();
            if result.is_none() && self.typed.is_none() && work.says(ASKS) {
                self.typed = Some(Vec::new());
                work.give(if known.session.typed.has_keys() { b"!" } else { &[ASK] });
                if matches!(question.wanted, Wanted::Said { waits: Waits::Told, .. }) {
                    self.channel.send(&question.number, WAIT);
                }
            }
            let is_late = self.typed.is_none() && work.age() > MAX_WORK;
            return result.or_else(|| is_late.then(Vec::new));
        }
        if let Wanted::Back(text) = &question.wanted {
            return Some(if text.len() > MAX_BACK { CANNOT.to_vec() } else { text.clone() });
        }
        let is_told = known.session.asked.as_ref() == Some(&question.number) || since.elapsed() > WORD;
        if !is_told || !known.is_drawn {
            return None;
        }
        let work = match &question.wanted {
            Wanted::Typed if known.session.typed.is_unfinished() => {
                // redrawn by a library that may have bugs: not in this process
                Fork::start(terminal, None, || {
                    let _ = std::io::stdout().write_all(known.session.typed.text(known.columns).as_bytes());
                })
            }
            Wanted::Typed => return Some(Vec::new()),
            Wanted::Said { arguments, place, .. } => Fork::start(terminal, Some(place), || {
                (self.answers.failed)(arguments, known.session, self.declined);
            }),
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

/// Result of an [`Answerer`] that has asked the user.
struct Asked<'r> {
    /// Number of typed bytes that were answers.
    answered: usize,
    /// `None`: the user has not seen the question.
    is_agreed: Option<bool>,
    /// The answer's text.
    text: &'r [u8],
}

/// Parses the result; `None` if no question was asked.
fn after_asking(result: &[u8]) -> Option<Asked<'_>> {
    let rest = result.strip_prefix(ASKS)?;
    let (head, text) = rest.split_at(memchr::memchr(b'\n', rest)?);
    let head = std::str::from_utf8(head).ok()?;
    let (answered, is_agreed) = match (head.strip_suffix(AGREED), head.strip_suffix(DECLINED)) {
        (Some(count), _) => (count, Some(true)),
        (_, Some(count)) => (count, Some(false)),
        _ => (head, None),
    };
    Some(Asked { answered: answered.parse().ok()?, is_agreed, text: text.get(1..)? })
}

/// Direction to poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}
