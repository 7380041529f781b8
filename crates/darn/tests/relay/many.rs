//! Many relays at once, and one for long: no orphan, no leaked descriptor, no wrong status.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::session::{DEADLINE, Session, Setup, Way};

#[test]
fn fifty_relays_live_side_by_side() {
    let script = "read word; echo got $word; exit 9";
    let mut sessions: Vec<_> =
        (0..50).map(|_| Setup::new(Way::Darn, &["/bin/sh", "-c", script]).start()).collect();
    for (at, session) in sessions.iter_mut().enumerate() {
        session.send(format!("w{at}\r").as_bytes());
    }
    for (at, session) in sessions.iter_mut().enumerate() {
        session.wait_for(&format!("got w{at}\r\n"));
        assert_eq!(session.end(), 9);
        session.wait_until_all_gone();
        assert_eq!(session.sockets().len(), 0);
    }
}

/// Numbers that are the same in every run of a seed (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

fn descriptors(session: &Session) -> usize {
    std::fs::read_dir(format!("/proc/{}/fd", session.pid().as_raw_nonzero())).map_or(0, Iterator::count)
}

/// Interrupts a program that waits for it. (Anywhere else the kernel drops what is typed and printed
/// around a Ctrl-C, without darn as well.)
fn interrupt(session: &mut Session) {
    session.resize(80, 24);
    session.send(b"\x15\rsh -c 'echo u\"\"p; read word'\r");
    session.wait_for("up\r\n");
    session.send(b"\x03");
    session.wait_for("T> ");
}

/// One session of random typing and resizing that ends in one of the ways in which sessions end.
fn live(random: &mut Random) {
    let mut session = Setup::new(Way::Darn, &["/bin/bash", "--norc", "--noprofile", "-i"])
        .env("HISTFILE", "/dev/null")
        .start();
    session.send(b"PS1='T''> '\r");
    session.wait_for("T> ");
    let before = descriptors(&session);
    for step in 0..random.below(25) {
        match random.below(8) {
            0 => session.resize(1 + random.below(300) as u16, 1 + random.below(100) as u16),
            1 => interrupt(&mut session),
            2 => session.send(b"\x15\rhead -c 200000 /dev/urandom | od | tail -n 2000\r"),
            3 => session.send(b"\x15\rls /no/such/place; false\r"),
            4 => session.send(b"\x15\rsleep 1000 &\r"),
            5 => session.send(b"\x15\rprintf '\\033]73276;%s;C\\007' \"$DARN_NONCE\"\r"),
            _ => {
                let text: Vec<u8> = (0..random.below(40)).map(|_| b'a' + random.below(26) as u8).collect();
                session.send(&text);
            }
        }
        if random.below(3) == 0 {
            session.resize(80, 24);
            session.send(format!("\x15\recho at''{step}\r").as_bytes());
            session.wait_for(&format!("at{step}\r"));
            session.wait_for("T> ");
        }
    }
    session.resize(80, 24);
    session.send(b"\x15\recho la''st\r");
    session.wait_for("last\r");
    // it may just be reading who is in the foreground
    let deadline = Instant::now() + DEADLINE;
    while descriptors(&session) != before {
        assert!(Instant::now() < deadline, "{} descriptors, {before} before", descriptors(&session));
        session.take_for(Duration::from_millis(10));
    }
    let status = random.below(256);
    let expected = match random.below(5) {
        0 => {
            session.kill(Signal::KILL);
            137
        }
        1 => {
            session.kill(Signal::TERM);
            143
        }
        2 => {
            session.close();
            129
        }
        3 => {
            session.send(b"\x15\rkill -9 $$\r");
            137
        }
        _ => {
            session.send(format!("\x15\rkill $(jobs -p) 2>/dev/null; exit {status}\r").as_bytes());
            status as i32
        }
    };
    assert_eq!(session.end(), expected, "{}", session.shown());
    // whether a shell that ends while it starts a job takes it along is its own doing; that one at its
    // prompt does is tested in `endings`
    session.wait_until_gone_but(&|name| name.contains("sleep"));
}

/// `RELAY_SOAK=1800 cargo test -p darnit --test relay soak` for half an hour.
#[test]
fn soak() {
    let seconds = std::env::var("RELAY_SOAK").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    let end = Instant::now() + Duration::from_secs(seconds);
    let threads: Vec<_> = (1..=4u64)
        .map(|seed| {
            std::thread::spawn(move || {
                let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let mut count = 0;
                while Instant::now() < end {
                    live(&mut random);
                    count += 1;
                }
                count
            })
        })
        .collect();
    let count: usize = threads.into_iter().map(|thread| thread.join().expect("no failure")).sum();
    println!("{count} sessions in {seconds} s");
    assert!(count > 0);
}
