//! Many relays at once, and one for a long time: no orphan, no leaked descriptor, no wrong status.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use super::session::{DARN, DEADLINE, Session, Setup, Way};

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

/// As bash does on a SIGHUP while it draws its prompt: it records the signal and waits for a key.
#[test]
fn a_shell_that_only_notes_that_its_terminal_closes_is_woken() {
    let script = "trap told=1 HUP; trap 'if test \"$told\"; then kill $!; exit; fi' WINCH
        echo up; while :; do sleep 1000 & wait; kill $!; done";
    let mut session = Setup::new(Way::Darn, &["/bin/sh", "-c", script]).start();
    session.wait_for("up\r\n");
    session.close();
    let since = Instant::now();
    assert_eq!(session.end(), 129);
    assert!(since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());
    session.wait_until_all_gone();
}

/// Random numbers that are the same in every run with a seed (xorshift).
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

/// Counts the relay's child processes, including zombies.
fn children(session: &Session) -> usize {
    let parent = session.pid().as_raw_nonzero().to_string();
    let stats = std::fs::read_dir("/proc").expect("/proc").flatten();
    let stats = stats.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
    let parents = stats.filter_map(|stat| stat.rsplit_once(") ")?.1.split(' ').nth(1).map(str::to_owned));
    parents.filter(|of| *of == parent).count()
}

/// Returns whether bash has forked and the child has not executed its program yet: even without darn, such a
/// child handles a SIGHUP as bash, and stays.
fn is_starting(session: &Session) -> bool {
    let comm = |pid: &Pid| std::fs::read_to_string(format!("/proc/{}/comm", pid.as_raw_nonzero()));
    session.processes().iter().filter(|pid| comm(pid).is_ok_and(|name| name == "bash\n")).count() > 1
}

/// Interrupts a program that waits for it. At any other time the kernel drops what is typed and printed
/// around a Ctrl-C, even without darn.
fn interrupt(session: &mut Session) {
    session.resize(80, 24);
    session.send(b"\x05\x15\rsh -c 'echo u\"\"p; read word'\r");
    session.wait_for("up\r\n");
    session.send(b"\x03");
    session.wait_for("T> ");
}

/// Starts a shell at its prompt, sometimes with darn's hooks, so that the relay answers failures.
fn start(random: &mut Random) -> Session {
    let mut session = Setup::new(Way::Darn, &["/bin/bash", "--norc", "--noprofile", "-i"])
        .env("HISTFILE", "/dev/null")
        .start();
    if random.below(2) == 0 {
        session.send(format!("eval \"$('{DARN}' init bash)\"\r").as_bytes());
    }
    session.send(b"PS1='T''> '\r");
    session.wait_for("T> ");
    session
}

/// Keys that edit the line, or move through earlier input.
const KEYS: [&str; 6] = ["\x1b[A", "\x1b[B", "\x1b[D", "\x01", "\x05", "\x17"];

/// Runs one session of random typing and resizing that ends in one of several ways. `pace`: the longest pause
/// between two steps.
fn live(random: &mut Random, pace: Duration) {
    let mut session = start(random);
    let before = descriptors(&session);
    for step in 0..random.below(25) {
        session.take_for(pace.mul_f64(random.below(100) as f64 / 100.0));
        match random.below(10) {
            // in two columns, bash 5.2 divides by zero, even without darn
            0 => session.resize(10 + random.below(300) as u16, 1 + random.below(100) as u16),
            1 => interrupt(&mut session),
            2 => session.send(b"\x05\x15\rhead -c 200000 /dev/urandom | od | tail -n 2000\r"),
            3 => session.send(b"\x05\x15\rls /no/such/place; false\r"),
            4 => session.send(b"\x05\x15\rsleep 1000 &\r"),
            5 => session.send(b"\x05\x15\rprintf '\\033]73276;%s;C\\007' \"$DARN_NONCE\"\r"),
            6 => session.send(b"\x05\x15\rgti status\r"),
            7 => session.send(KEYS[random.below(KEYS.len() as u64) as usize].as_bytes()),
            _ => {
                // digits only, so that none is the name of a program
                let text: Vec<u8> = (0..random.below(40)).map(|_| b'0' + random.below(10) as u8).collect();
                session.send(&text);
            }
        }
        if random.below(3) == 0 {
            session.resize(80, 24);
            session.send(format!("\x05\x15\recho at''{step}\r").as_bytes());
            session.wait_for(&format!("at{step}\r"));
            session.wait_for("T> ");
        }
    }
    session.resize(80, 24);
    session.send(b"\x05\x15\recho la''st\r");
    session.wait_for("last\r");
    session.wait_for("T> ");
    let deadline = Instant::now() + DEADLINE;
    loop {
        // the relay may have been reading a file at the first check
        let left = (descriptors(&session), children(&session), is_starting(&session));
        if left.0 <= before && left.1 == 1 && !left.2 {
            break;
        }
        assert!(Instant::now() < deadline, "descriptors, children, forks: {left:?}, not {before}, 1, none");
        session.take_for(Duration::from_millis(100));
    }
    end(random, session);
}

/// Ends the session in one of several ways.
fn end(random: &mut Random, mut session: Session) {
    let status = random.below(256);
    let way = random.below(5);
    let expected = match way {
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
            session.send(b"\x05\x15\rkill -9 $$\r");
            137
        }
        _ => {
            session.send(format!("\x05\x15\rkill $(jobs -p) 2>/dev/null; exit {status}\r").as_bytes());
            status as i32
        }
    };
    assert_eq!(session.end(), expected, "{}", session.shown());
    if way != 0 {
        assert_eq!(session.sockets().len(), 0);
    }
    if way != 0 && way != 2 {
        assert_eq!(format!("{:?}", session.current_modes()), format!("{:?}", session.modes));
    }
    // a killed shell leaves its jobs; one whose relay is killed may also leave them, as in any terminal,
    // because the kernel wakes it before sending the signal
    let may_stay = way == 0 || way == 3;
    session.wait_until_gone_but(&format!("way {way}"), &|name| may_stay && name.contains("sleep"));
}

/// For half an hour, fifty at a time: `RELAY_SOAK=1800 cargo test -p darnit --test terminal
/// relay::many::soak`.
#[test]
fn soak() {
    let long = std::env::var("RELAY_SOAK").ok().and_then(|text| text.parse().ok());
    let (seconds, at_a_time, pace) = match long {
        Some(seconds) => (seconds, 50, Duration::from_secs(3)),
        None => (10, 8, Duration::ZERO),
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let threads: Vec<_> = (1..=at_a_time)
        .map(|seed: u64| {
            std::thread::spawn(move || {
                let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let mut count = 0;
                while Instant::now() < end {
                    live(&mut random, pace);
                    count += 1;
                }
                count
            })
        })
        .collect();
    let count: usize = threads.into_iter().map(|thread| thread.join().expect("no failure")).sum();
    println!("{count} sessions in {seconds} s, {at_a_time} at a time");
    assert!(count > 0);
}
