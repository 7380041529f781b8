//! Questions through the FIFOs of a shell. A worker reads them, so that it is awake when a question is complete,
//! and writes the answer itself: the shell waits for no other thread.

use std::time::Duration;

use protocol::relay::{Answer, PlacedRequest, Question, Wanted};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use shell::relay::channel::Channel;

/// Bytes of an answer. Half the room of a pipe (pipe(7)): it is written at once or not at all, because zsh's
/// `read -t` limits only the wait for the first byte.
const MAX_AT_ONCE: usize = 32 << 10;
/// How long the rest of a question may take before it is read. bash writes a line at a time: a look at each line
/// would cost bash a wake-up of this thread per line.
const LINES: Duration = Duration::from_micros(60);

/// How long a worker waits for the question that follows a sign of life, while nothing else is to be done.
const SOON: Duration = Duration::from_millis(2);

/// Makes the waits of this thread exact: else the system lengthens each by 50 µs (PR_SET_TIMERSLACK(2const)).
pub fn prepare() {
    let _ = rustix::thread::set_current_timer_slack(std::num::NonZeroU64::new(1));
}

/// Reads a question, and answers it unless it needs a diagnosis: then returns it, with its number. A
/// question that stops arriving is left for later. `is_idle`: no other shell waits.
pub fn next(channel: &mut Channel, is_idle: impl Fn() -> bool) -> Option<(Vec<u8>, Box<PlacedRequest>)> {
    let mut known = 0;
    loop {
        match channel.take() {
            Some(Question { number, wanted: Wanted::Reply(placed) }) => return Some((number, placed)),
            Some(Question { number, wanted: Wanted::Back(text) }) => {
                answer(channel, &number, Some(&text));
                if !text.is_empty() || !is_idle() || !arrives(channel, SOON) {
                    return None;
                }
                known = 0;
                continue;
            }
            Some(Question { number, .. }) => {
                answer(channel, &number, None);
                return None;
            }
            None if channel.incomplete() <= known => return None,
            None => known = channel.incomplete(),
        }
        std::thread::sleep(LINES);
    }
}

/// Waits for a question.
fn arrives(channel: &Channel, patience: Duration) -> bool {
    let patience = Timespec::try_from(patience).ok();
    poll(&mut [PollFd::from_borrowed_fd(channel.asking(), PollFlags::IN)], patience.as_ref()) == Ok(1)
}

/// Answers a question; `None`: darn cannot.
pub fn answer(channel: &mut Channel, number: &[u8], text: Option<&[u8]>) {
    let text = text.filter(|text| text.len() <= MAX_AT_ONCE);
    channel.send(number, text.map_or(Answer::Cannot, Answer::Text));
}

/// Refuses the question that has arrived, if it is complete.
pub fn refuse(channel: &mut Channel) {
    if let Some(Question { number, .. }) = channel.take() {
        answer(channel, &number, None);
    }
}
