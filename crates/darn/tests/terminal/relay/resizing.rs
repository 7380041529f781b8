//! Resizes the window while a program draws on the whole screen.

use super::session::{Session, Setup, Way, find, same, text};

const VIM: [&str; 9] = [
    "/usr/bin/vim", "-u", "NONE", "-i", "NONE", "-n", "--cmd", "set ruler | autocmd VimEnter * vsplit",
    "text",
];

fn vim(setup: Setup) -> Session {
    let lines: String = (1..=300).map(|n| format!("line {n}\tof 漢字 text\n")).collect();
    let mut session = setup.file("text", lines.as_bytes()).start();
    session.wait_for("line 20");
    session.settle();
    session
}

#[test]
fn vim_draws_each_size_the_same() {
    same(&VIM, |setup| {
        let mut session = vim(setup);
        for (columns, rows) in [(500, 200), (1, 1), (80, 24), (2, 50), (300, 2), (81, 25)] {
            session.resize(columns, rows);
            session.settle();
        }
        session.send(b":echo &columns &lines\r");
        session.wait_for("81 25");
        session.settle();
        session.send(b":qa!\r");
        session
    });
}

/// How many of the intermediate sizes a program sees is random, even without darn.
#[test]
fn after_a_storm_of_sizes_vim_has_the_last_one() {
    let run = |way| {
        let mut session = vim(Setup::new(way, &VIM));
        for n in 0..300u16 {
            let (columns, rows) = match n % 5 {
                0 => (1, 1),
                1 => (500, 200),
                _ => (10 + 7 * n % 200, 2 + 3 * n % 60),
            };
            session.resize(columns, rows);
            if n % 10 == 0 {
                session.send(b"\x06"); // next page
            }
        }
        session.resize(97, 43);
        session.settle();
        // vim itself may miss the last of many signals, without darn too: then it asks for the size once more
        session.send(b"\x1b:silent call system('kill -WINCH ' . getpid())\r");
        session.settle();
        session.send(b"\x1b:echo &columns &lines\r");
        session.wait_for("97 43");
        session.settle();
        session.send(b":only\r100Gzt");
        session.settle();
        let before = session.seen.len();
        session.send(b"\x0c"); // redraws everything
        session.settle();
        let drawn = session.seen[before..].to_vec();
        session.send(b":qa!\r");
        (drawn, session.end())
    };
    let (bare, darn) = (run(Way::Bare), run(Way::Darn));
    assert!(find(&bare.0, b"line 100").is_some(), "{}", text(&bare.0));
    assert_eq!(bare.1, darn.1);
    assert!(bare.0 == darn.0, "bare {}\ndarn {}", text(&bare.0), text(&darn.0));
}
