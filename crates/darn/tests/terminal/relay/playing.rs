//! Types the same keys into the same program, bare and inside `darn shell`, and compares the bytes after each
//! step, the final screen, the terminal's modes and the status.

use std::num::NonZeroU16;

use super::session::{DEADLINE, Session, Setup, Way, find, text};

/// What must be equal, besides the status and the final modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alike {
    /// Every byte that the terminal received, step by step.
    Bytes,
    /// The screen, with attributes: for programs that do not always draw it with the same bytes, even without
    /// darn.
    Screens,
    /// Nothing more: the program shows the time or the machine.
    Ends,
}

/// Keys, and a text that the screen shows after they were processed.
pub type Step<'s> = (&'s str, &'s str);

/// What the terminal received and shows after one step.
struct Played {
    bytes: Vec<u8>,
    attributes: String,
    contents: String,
}

/// A whole session and its end.
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
                "{place}: different bytes;\nbare {}\ndarn {}",
                text(&bare.bytes),
                text(&darn.bytes)
            );
        }
        if alike != Alike::Ends {
            assert_eq!(bare.contents, darn.contents, "{place}: different screens");
            assert!(bare.attributes == darn.attributes, "{place}: attributes");
        }
    }
    assert_eq!(bare.modes, darn.modes, "{words:?}: different final modes");
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
            continue; // the last step ends the program
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

/// Renders the screen.
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
