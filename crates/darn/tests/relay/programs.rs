//! Programs that own the screen draw the same inside `darn shell`, and leave it as they found it.

use std::num::NonZeroU16;

use crate::session::{Session, Setup, Way, find};

/// What is on the screen, with attributes, and where the cursor is.
fn screen(session: &Session) -> (String, String) {
    let size = |n| NonZeroU16::new(n).expect("not 0");
    let mut parser = vt100::Parser::new(size(24), size(80), 0);
    parser.process(&session.seen);
    (parser.screen().state_formatted(), parser.screen().contents())
}

/// Waits until the screen shows a text.
fn wait_for_screen(session: &mut Session, text: &str) {
    let deadline = std::time::Instant::now() + crate::session::DEADLINE;
    while find(screen(session).1.as_bytes(), text.as_bytes()).is_none() {
        assert!(std::time::Instant::now() < deadline, "no {text:?}:\n{}", screen(session).1);
        session.take_for(std::time::Duration::from_millis(50));
    }
}

/// Types the keys, each after the text before it is there; compares the screen at each step, where it
/// shows neither the time nor the machine, and the end.
fn draws_alike(words: &[&str], steps: &[(&str, &str)], keys_to_end: &str, is_comparable: bool) {
    let text: String = (1..=3000).map(|n| format!("line {n}\tof 漢字 text\n")).collect();
    let run = |way| {
        let mut session = Setup::new(way, words).file("text", text.as_bytes()).start();
        let mut screens = Vec::new();
        for (keys, shown) in steps {
            session.send(keys.as_bytes());
            wait_for_screen(&mut session, shown);
            // until nothing more is drawn
            let mut before = 0;
            while before != session.seen.len() {
                before = session.seen.len();
                session.take_for(std::time::Duration::from_millis(300));
            }
            screens.push(screen(&session));
        }
        session.send(keys_to_end.as_bytes());
        let status = session.end();
        (screens, screen(&session), status)
    };
    let (bare, darn) = (run(Way::Bare), run(Way::Darn));
    if is_comparable {
        for (bare, darn) in bare.0.iter().zip(&darn.0) {
            assert_eq!(bare.1, darn.1, "{words:?}: what is shown");
            assert!(bare.0 == darn.0, "{words:?}: attributes");
        }
        assert_eq!(bare.1.1, darn.1.1, "{words:?}: what is left");
    }
    assert_eq!(bare.2, darn.2, "{words:?}: status");
}

#[test]
fn vim() {
    let steps =
        [("", "line 1"), ("2000G", "line 2000"), ("itext\x1b", "textline 2000"), (":vsplit\r", "line 1990")];
    draws_alike(&["/usr/bin/vim", "-u", "NONE", "-i", "NONE", "-n", "text"], &steps, ":qa!\r", true);
}

#[test]
fn less() {
    let steps =
        [("", "line 1"), ("G", "(END)"), ("g/line 1500\r", "line 1510"), ("h", "HELP"), ("q", "line 1510")];
    draws_alike(&["/usr/bin/less", "-M", "text"], &steps, "q", true);
}

#[test]
fn htop() {
    draws_alike(&["/usr/bin/htop", "-d", "5"], &[("", "PID")], "q", false);
}
