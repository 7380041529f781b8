//! vttest, which tries a terminal's features, sends queries and shows the answers: the same bytes bare and
//! inside `darn shell`. Omitted: the tests of a keyboard operated by a person (menu 5), and of a reset that
//! nothing answers (menu 10).

use std::time::{Duration, Instant};

use super::session::{DEADLINE, Session, Setup, find, same};

/// The answers of a VT420 to queries.
const ANSWERS: &[(&str, &str)] = &[
    ("\x1b[c", "\x1b[?64;1;2;6;8;9;15;22c"),
    ("\x1b[0c", "\x1b[?64;1;2;6;8;9;15;22c"),
    ("\x1b[>c", "\x1b[>41;390;0c"),
    ("\x1b[>0c", "\x1b[>41;390;0c"),
    ("\x1b[=c", "\x1bP!|00000000\x1b\\"),
    ("\x1b[=0c", "\x1bP!|00000000\x1b\\"),
    ("\x1b[5n", "\x1b[0n"),
    ("\x1b[6n", "\x1b[5;1R"),
    ("\x1b[?6n", "\x1b[?5;1;1R"),
    ("\x1b[?15n", "\x1b[?13n"),
    ("\x1b[?25n", "\x1b[?20n"),
    ("\x1b[?26n", "\x1b[?27;1;0;0n"),
    ("\x1b[x", "\x1b[2;1;1;128;128;1;0x"),
    ("\x1b[0x", "\x1b[2;1;1;128;128;1;0x"),
    ("\x1b[1x", "\x1b[3;1;1;128;128;1;0x"),
    ("\x1bP$q\"p\x1b\\", "\x1bP1$r64;1\"p\x1b\\"),
    ("\x1bZ", "\x1b/Z"),
    ("\x05", "answer back"),
];

/// Prompts after which it waits for a key although they are not the last output.
const ASIDES: &[&str] =
    &["Finish with RETURN", "Finish this test with RETURN", "RETURN key: ", "did not appear."];

const GOODBYE: &str = "That's all, folks!";

/// A simulated user who goes through the menus.
struct Person<'c> {
    session: Session,
    choices: std::str::Split<'c, char>,
    /// Offset up to which the terminal has answered.
    answered: usize,
}

impl Person<'_> {
    /// Waits until the program waits for a key, and returns its output since the last one.
    fn look(&mut self) -> Vec<u8> {
        let deadline = Instant::now() + DEADLINE;
        let from = self.session.seen.len();
        loop {
            assert!(Instant::now() < deadline, "{}", self.session.shown());
            self.session.take_for(Duration::from_millis(50));
            self.answer();
            let shown = self.session.seen[from..].to_vec();
            let has = |text: &&str| find(&shown, text.as_bytes()).is_some();
            let is_aside = ASIDES.iter().any(has) || has(&GOODBYE);
            if shown.ends_with(b"Push <RETURN>")
                || shown.ends_with(b"): ")
                || is_aside && self.session.is_settled()
            {
                return shown;
            }
        }
    }

    /// Answers queries as the terminal.
    fn answer(&mut self) {
        let first = |text: &[u8]| {
            let at = |(question, answer)| Some((find(text, str::as_bytes(question))?, answer));
            ANSWERS.iter().copied().filter_map(at).min()
        };
        while let Some((end, answer)) = first(&self.session.seen[self.answered..]) {
            self.answered += end;
            self.session.send(answer.as_bytes());
        }
    }

    /// Makes the next choice in a menu, and otherwise continues.
    fn visit(mut self) -> Session {
        loop {
            let last = self.look();
            if find(&last, GOODBYE.as_bytes()).is_some() {
                return self.session;
            }
            let has = |text: &str| find(&last, text.as_bytes()).is_some();
            let choice = match () {
                () if has("Enter choice number") => self.choices.next().unwrap_or("0"),
                () if has("Enter 0 to exit") => "0",
                () => "",
            };
            self.session.send(format!("{choice}\r").as_bytes());
        }
    }
}

fn visits_alike(choices: &str) {
    let (bytes, status) = same(&["/usr/bin/vttest"], |setup: Setup| {
        let session = setup.env("TERM", "vt100").start();
        Person { session, choices: choices.split(' '), answered: 0 }.visit()
    });
    assert_eq!(status, 0);
    assert!(find(&bytes, b"Push <RETURN>").is_some());
}

#[test]
fn cursor_screen_double_sizes_vt52_and_inserting() {
    visits_alike("1 2 4 7 8");
}

#[test]
fn character_sets() {
    visits_alike("3 1 2 3 4 1 5 2 6 3 7 4 8 9 10 11 12 0");
}

#[test]
fn reports() {
    visits_alike("6 1 2 3 4 5 6 7 0");
}

#[test]
fn known_bugs() {
    visits_alike("9 1 2 3 4 5 6 7 8 9 0");
}

#[test]
fn later_terminals() {
    visits_alike("11 1 1 1 1 2 3 4 0 0 2 2 3 4 0 4 1 2 3 4 5 6 7 8 9 10 0 5 6 0 0");
}

#[test]
fn colours_and_cursors_of_iso_6429() {
    visits_alike("11 5 1 2 3 4 5 6 7 8 9 0 6 2 3 4 5 9 0 7 2 3 4 5 6 0 0 0");
}
