//! The user's terminal while a shell line of the chat runs: keys go to the program and its output to the screen, both
//! as they are.

use rustix::event::{PollFd, PollFlags};
use shell::session::{Session, Wants};

use crate::tasks::person::Audience;
use crate::tasks::step::Step;
use crate::ui;
use crate::ui::tty::Tty;

/// Sequences with which a program takes the whole screen (xterm's modes 47, 1047 and 1049).
const SCREENS: [&[u8]; 3] = [b"\x1b[?1049h", b"\x1b[?1047h", b"\x1b[?47h"];

/// The terminal of one command.
#[derive(Debug, Default)]
pub struct Console {
    tty: Option<Tty>,
    /// Whether the command has taken the whole screen.
    pub is_full_screen: bool,
    /// The end of the output so far, which may begin a sequence.
    rest: Vec<u8>,
    /// Whether the output ends in the middle of a line.
    pub is_open: bool,
}

impl Console {
    fn look(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        self.is_full_screen |=
            SCREENS.iter().any(|screen| self.rest.windows(screen.len()).any(|part| part == *screen));
        let from = self.rest.len().saturating_sub(SCREENS[0].len() - 1);
        self.rest.drain(..from);
    }
}

impl Audience for Console {
    fn begins(&mut self, _: &Step) {
        self.tty = Tty::open().ok();
    }

    fn output(&mut self, _: &Step, bytes: &[u8]) {
        self.look(bytes);
        if let Some(last) = bytes.last() {
            self.is_open = *last != b'\n';
        }
        ui::print_bytes(bytes);
    }

    fn waits(&mut self, _: &Step, _: Wants, _: &mut Session) {}

    fn resumed(&mut self) {}

    fn interrupts(&mut self, session: &mut Session) -> bool {
        let Some(tty) = &mut self.tty else { return false };
        if tty.take_resize()
            && let Some(size) = tty.size()
        {
            session.resize(size);
        }
        // Ctrl-C is a key like any other: the terminal of the session makes a signal of it
        let keys = tty.bytes();
        !keys.is_empty() && session.type_in(&keys).is_err()
    }

    fn is_gone(&self) -> bool {
        self.tty.as_ref().is_some_and(Tty::is_ended)
    }

    fn watched(&self) -> Option<PollFd<'_>> {
        self.tty.as_ref().map(|tty| PollFd::new(tty, PollFlags::IN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_screen_programs_are_noticed_however_their_output_arrives() {
        let printed = b"a\x1b[31mb\x1b[?1049hdrawn";
        for size in 1..printed.len() {
            let mut console = Console::default();
            printed.chunks(size).for_each(|chunk| console.look(chunk));
            assert!(console.is_full_screen, "{size}");
        }
        let mut console = Console::default();
        console.look(b"\x1b[?2004h\x1b[?1l");
        assert!(!console.is_full_screen);
    }
}
