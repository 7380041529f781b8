//! The same keys typed into the same program, bare and inside `darn shell`: what the terminal got
//! after each of them, what is on the screen at the end, the terminal's modes and the status.

use std::num::NonZeroU16;

use super::session::{DEADLINE, Session, Setup, Way, find, text};

/// What has to be the same, beside the status and the modes that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alike {
    /// Every byte that the terminal got, step by step.
    Bytes,
    /// What is on the screen, with attributes: for programs that do not always draw it by the same
    /// bytes, bare either.
    Screens,
    /// Nothing more: it shows the time, or the machine.
    Ends,
}

/// Keys, and a text that the screen shows once they have been heard.
pub type Step<'s> = (&'s str, &'s str);

/// What the terminal got and what it shows, after one step.
struct Played {
    bytes: Vec<u8>,
    attributes: String,
    contents: String,
}

/// All of a session, and how it ended.
struct Whole {
    steps: Vec<Played>,
    modes: String,
    status: i32,
}

/// Plays the steps both ways; the last one ends the program. Returns its status.
pub fn plays_alike(
    words: &[&str],
    prepare: impl Fn(Setup) -> Setup,
    steps: &[Step<'_>],
    alike: Alike,
) -> i32 {
    let (bare, darn) = (play(Way::Bare, words, &prepare, steps), play(Way::Darn, words, &prepare, steps));
    for (at, (bare, darn)) in bare.steps.iter().zip(&darn.steps).enumerate() {
        let place = format!("{words:?}, step {at} of {}", steps.len());
        if alike == Alike::Bytes {
            assert!(
                bare.bytes == darn.bytes,
                "{place}: the bytes;\nbare {}\ndarn {}",
                text(&bare.bytes),
                text(&darn.bytes)
            );
        }
        if alike != Alike::Ends {
            assert_eq!(bare.contents, darn.contents, "{place}: what is shown");
            assert!(bare.attributes == darn.attributes, "{place}: attributes");
        }
    }
    assert_eq!(bare.modes, darn.modes, "{words:?}: the modes that are left");
    assert_eq!(bare.status, darn.status, "{words:?}: status");
    bare.status
}

fn play(way: Way, words: &[&str], prepare: impl Fn(Setup) -> Setup, steps: &[Step<'_>]) -> Whole {
    let mut session = prepare(Setup::new(way, words)).start();
    let mut played = Vec::new();
    let mut from = 0;
    for (keys, shown) in steps {
        session.send(keys.as_bytes());
        if shown.is_empty() {
            continue; // the last: it ends
        }
        wait_for_screen(&mut session, shown);
        session.settle();
        played.push(state(&session, from));
        from = session.seen.len();
    }
    let status = session.end();
    played.push(state(&session, from));
    Whole { steps: played, modes: format!("{:?}", session.current_modes()), status }
}

fn state(session: &Session, from: usize) -> Played {
    let parser = screen(session);
    Played {
        bytes: session.seen[from..].to_vec(),
        attributes: parser.screen().state_formatted(),
        contents: parser.screen().contents(),
    }
}

/// What the terminal would show.
pub fn screen(session: &Session) -> vt100::Parser {
    let size = |n| NonZeroU16::new(n).expect("not 0");
    let mut parser = vt100::Parser::new(size(24), size(80), 0);
    parser.process(&session.seen);
    parser
}

/// Waits until the screen shows a text.
pub fn wait_for_screen(session: &mut Session, text: &str) {
    let deadline = std::time::Instant::now() + DEADLINE;
    loop {
        let contents = screen(session).screen().contents();
        if find(contents.as_bytes(), text.as_bytes()).is_some() {
            return;
        }
        assert!(std::time::Instant::now() < deadline, "no {text:?}:\n{contents}");
        session.take_for(std::time::Duration::from_millis(50));
    }
}
