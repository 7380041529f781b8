//! The dialogue below the output of a command without an offline suggestion: a box in place of the next
//! prompt, removed when it is over. Keys arrive on standard input and are counted: from the first key that is
//! not an answer, everything goes to the shell.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use protocol::dialogue::{ASKS, GO};

use super::drawn::Drawn;
use super::frame::{Row, framed, room};
use super::hint::own_line;
use super::proposed::Outcome;
use super::style::Style;
use super::text::{columns, wrap_parts};
use super::waiting::{self, TICK};

pub mod choice;
mod draw;

use choice::Choice;

/// Ignore keys pressed within this time: they were meant for the shell.
const REACTION: Duration = Duration::from_millis(150);

/// How long an answer key waits for more keys, as it may also begin a command (`y`, `yarn build`): it is an
/// answer if nothing else is typed within that time, or Enter is pressed.
const HOLD: Duration = Duration::from_millis(600);

/// Answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    Yes,
    No,
    /// The keys were meant for the shell.
    None,
}

/// Result of waiting for work.
#[derive(Debug)]
pub enum Waited<T> {
    Done(T),
    /// Ctrl-C, or keys for the shell.
    Left,
    /// The time limit passed.
    Late,
}

/// What the relay learns about a finished dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// Number of typed bytes that were answers.
    pub answered: usize,
    /// Whether the user wants to be asked again; `None`: they did not see the question.
    pub is_agreed: Option<bool>,
}

/// The box, and the keys typed while it was shown.
#[derive(Debug)]
pub struct Dialogue {
    style: Style,
    drawn: Drawn,
    shown: Vec<String>,
    /// Number of bytes that were answers.
    answered: usize,
    /// The last key was a yes: an Enter after it belongs to it.
    is_behind_yes: bool,
    is_agreed: Option<bool>,
}

impl Dialogue {
    /// Creates a dialogue on standard error; draws nothing yet.
    pub fn new(style: Style) -> Self {
        let (drawn, shown) = Default::default();
        Self { style, drawn, shown, answered: 0, is_behind_yes: false, is_agreed: None }
    }

    /// Announces the question to the relay, as `protocol::dialogue` says, and returns whether it may be asked.
    pub fn is_allowed() -> bool {
        super::print_bytes(ASKS);
        let mut may = [0];
        rustix::io::read(std::io::stdin(), &mut may) == Ok(1) && may == [GO]
    }

    /// Removes the box.
    pub fn end(self) -> Ended {
        Ended { answered: self.answered, is_agreed: self.is_agreed }
    }

    /// Asks whether to ask a model.
    pub fn ask(&mut self, whom: &str) -> Consent {
        self.yes_or_no(&|pressed, style| draw::question(whom, pressed, style))
    }

    /// Asks for consent to send what is listed.
    pub fn agree(&mut self, said: &[String]) -> Consent {
        self.yes_or_no(&|pressed, style| draw::consent(said, pressed, style))
    }

    /// Asks a yes/no question; `rows` draws it, and the answer once a key was pressed.
    fn yes_or_no(&mut self, rows: &dyn Fn(Option<Consent>, &Style) -> Vec<Row>) -> Consent {
        if self.is_disturbed(rows(None, &self.style)) {
            return Consent::None;
        }
        let answer = self.answered_by(rows);
        self.is_agreed = Some(answer == Consent::Yes);
        answer
    }

    fn answered_by(&mut self, rows: &dyn Fn(Option<Consent>, &Style) -> Vec<Row>) -> Consent {
        let (answer, behind) = loop {
            self.show(&rows(None, &self.style));
            let Some(keys) = self.typed(TICK, &[]) else { continue };
            if self.is_enter_behind_yes(&keys) {
                continue;
            }
            match keys.as_slice() {
                [b'y' | b'Y', behind @ ..] => break (Consent::Yes, behind.to_vec()),
                [b'n' | b'N', behind @ ..] => break (Consent::No, behind.to_vec()),
                _ => return Consent::None,
            }
        };
        let behind = if behind.is_empty() {
            if answer == Consent::Yes {
                self.show(&rows(Some(answer), &self.style))
            } else {
                self.clear()
            }
            self.typed(HOLD, &[])
        } else {
            Some(behind)
        };
        match behind.as_deref() {
            None => self.answered += 1,
            Some(b"\r" | b"\n") => self.answered += 2,
            Some(_) => return Consent::None, // it was the beginning of a word
        }
        self.is_behind_yes = answer == Consent::Yes && behind.is_none();
        answer
    }

    /// Runs `work` on a thread and shows the elapsed time; an abandoned thread dies with the process.
    pub fn wait<T: Send + 'static>(
        &mut self,
        what: &str,
        patience: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Waited<T> {
        let since = Instant::now();
        let (send, receive) = mpsc::channel();
        let Ok((reader, writer)) = std::io::pipe() else { return Waited::Left };
        let worker = std::thread::Builder::new().spawn(move || {
            let _end = writer; // closed on every path, which wakes the other thread
            let _ = send.send(work());
        });
        if worker.is_err() {
            return Waited::Left;
        }
        loop {
            let elapsed = since.elapsed();
            if elapsed > patience {
                return Waited::Late;
            }
            let seen = if self.style.cursor { elapsed } else { Duration::ZERO }; // no redraw there
            let text = waiting::text(what, seen, &self.style);
            let lines = wrap_parts(&text, self.style.pick("·", "|"), room(&self.style));
            self.show(&lines.into_iter().map(Row::plain).collect::<Vec<_>>());
            match self.typed(TICK, &[PollFd::new(&reader, PollFlags::IN)]).as_deref() {
                None => {}
                Some(b"\x03") => {
                    self.answered += 1;
                    return Waited::Left;
                }
                Some(keys) if self.is_enter_behind_yes(keys) => {}
                Some(_) => return Waited::Left,
            }
            match receive.try_recv() {
                Ok(done) => return Waited::Done(done),
                Err(mpsc::TryRecvError::Empty) => {}
                Err(mpsc::TryRecvError::Disconnected) => return Waited::Left,
            }
        }
    }

    /// Asks what to do with the proposed commands.
    pub fn choose(&mut self, mut choice: Choice) -> Outcome {
        if self.is_disturbed(draw::choice(&choice, &self.style).0) {
            return Outcome::Left;
        }
        loop {
            let (rows, is_whole) = draw::choice(&choice, &self.style);
            self.show(&rows);
            choice.is_whole = is_whole;
            if choice.is_left() {
                self.clear();
            }
            let typed = self.typed(if choice.is_held() { HOLD } else { TICK }, &[]);
            let (count, outcome) = match typed {
                Some(keys) => choice.press(&keys),
                None => choice.settle(),
            };
            self.answered += count;
            if let Some(outcome) = outcome {
                return outcome;
            }
        }
    }

    /// Draws the box unless it is already shown.
    fn show(&mut self, rows: &[Row]) {
        let after = self.style.resized(std::io::stderr());
        let has_changed = after.columns != self.style.columns;
        self.style = after;
        let lines = framed(rows, &self.style);
        if lines == self.shown && !has_changed {
            return;
        }
        let mut out = if self.shown.is_empty() { own_line(&self.style) } else { String::new() };
        let all = lines.join("\r\n");
        out.push_str(&self.drawn.update(&lines, &all, &self.style));
        super::draw(&out);
        self.shown = lines;
    }

    /// Removes the box; another one may follow.
    fn clear(&mut self) {
        if !self.shown.is_empty() {
            self.style = self.style.resized(std::io::stderr());
            super::draw(&std::mem::take(&mut self.drawn).erase(&self.style));
            self.shown.clear();
        }
    }

    /// Shows the box without the line that asks. Returns whether keys arrived before it, or too soon for the
    /// user to have seen it.
    fn is_disturbed(&mut self, mut rows: Vec<Row>) -> bool {
        if self.style.cursor {
            if let Some(last) = rows.last_mut() {
                last.text = " ".repeat(columns(&last.text).min(room(&self.style)));
            }
            self.show(&rows);
        }
        let since = Instant::now();
        while let Some(left) = REACTION.checked_sub(since.elapsed()) {
            match self.typed(left, &[]) {
                Some(keys) if self.is_enter_behind_yes(&keys) => {}
                Some(_) => return true,
                None => {}
            }
        }
        false
    }

    /// Consumes the Enter that many people press after a yes.
    fn is_enter_behind_yes(&mut self, keys: &[u8]) -> bool {
        let is_one = self.is_behind_yes && matches!(keys, b"\r" | b"\n");
        if is_one {
            self.answered += keys.len();
            self.is_behind_yes = false;
        }
        is_one
    }

    /// Returns the typed bytes; `None`: nothing within that time, or another event.
    fn typed(&self, patience: Duration, others: &[PollFd<'_>]) -> Option<Vec<u8>> {
        let stdin = std::io::stdin();
        let mut fds = vec![PollFd::new(&stdin, PollFlags::IN)];
        fds.extend_from_slice(others);
        let patience = Timespec::try_from(patience).unwrap_or_default();
        match poll(&mut fds, Some(&patience)) {
            Ok(0) | Err(Errno::INTR) => return None,
            _ => {}
        }
        if fds.first().is_none_or(|fd| fd.revents().is_empty()) {
            return None;
        }
        let mut bytes = [0; 4096];
        // end of input is not an answer
        let count = rustix::io::read(&stdin, &mut bytes).unwrap_or(0);
        Some(bytes.get(..count).unwrap_or_default().to_vec())
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        self.clear();
    }
}
