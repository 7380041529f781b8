//! A shell without a terminal of the user.

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::*;
use crate::relay::pump::Pump;

const SIZE: Winsize = Winsize { ws_row: 30, ws_col: 90, ws_xpixel: 0, ws_ypixel: 0 };
const NONCE: &str = "n0";

/// Returns a mark as our hooks print it, for `printf`.
fn mark(text: &str) -> String {
    format!("printf '\\033]73276;{NONCE};{text}\\007'")
}

struct Driven {
    pty: Pty,
    pump: Pump,
    printed: Vec<u8>,
}

impl Driven {
    fn start() -> Self {
        let mut shell = Command::new("sh");
        shell.env("PS1", "").env_remove("ENV");
        let pty = FreePty::open(SIZE, None).unwrap().spawn(shell).unwrap();
        Self { pty, pump: Pump::new(NONCE, Box::new(|_| false)), printed: Vec::new() }
    }

    fn type_in(&self, keys: &str) {
        assert_eq!(rustix::io::write(&self.pty, keys.as_bytes()).unwrap(), keys.len());
    }

    /// Pumps until the text was printed.
    fn until(&mut self, text: &str) {
        let since = Instant::now();
        let mut chunk = [0; 4096];
        while !String::from_utf8_lossy(&self.printed).contains(text) {
            assert!(
                since.elapsed() < Duration::from_secs(10),
                "{:?}",
                String::from_utf8_lossy(&self.printed)
            );
            let mut fds = [PollFd::new(&self.pty, PollFlags::IN)];
            poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 50_000_000 })).unwrap();
            let printed = &mut self.printed;
            let mut sink = |data: &[u8]| {
                printed.extend_from_slice(data);
                Ok(())
            };
            self.pump.read(&self.pty, &mut chunk, false, &mut sink).unwrap();
        }
    }
}

#[test]
fn a_command_runs_and_its_output_is_recorded_without_marks() {
    let mut shell = Driven::start();
    shell.type_in(&format!("{}; echo $((6 * 7)); (exit 3); {}; echo e''nd\n", mark("C"), mark("D;3")));
    shell.until("end\r\n");
    let printed = String::from_utf8_lossy(&shell.printed).into_owned();
    assert!(printed.contains("42\r\n") && !printed.contains("\u{1b}]73276;n0;C\u{7}"), "{printed:?}");
    let last = shell.pump.session.recorder.finished().next().unwrap();
    assert_eq!((last.status, last.known()), (Some(3), Some(b"42\r\n".to_vec())));
}

#[test]
fn the_size_is_what_was_asked_for_and_can_change() {
    let mut shell = Driven::start();
    shell.type_in("stty size\n");
    shell.until("30 90\r\n");
    shell.pty.resize(Winsize { ws_col: 40, ..SIZE });
    shell.type_in("stty size\n");
    shell.until("30 40\r\n");
}

#[test]
fn a_password_prompt_is_noticed() {
    let mut shell = Driven::start();
    shell.type_in("stty -echo; echo ready; read x; stty echo; echo ba''ck\n");
    shell.until("ready\r\n");
    assert!(shell.pty.is_password());
    shell.type_in("secret\n");
    shell.until("back\r\n");
    assert!(!shell.pty.is_password());
}

#[test]
fn a_shell_that_ends_leaves_its_status() {
    let mut shell = Driven::start();
    shell.type_in("exit 7\n");
    let since = Instant::now();
    let status = loop {
        match shell.pty.try_wait().unwrap() {
            Some(status) => break status,
            None => assert!(since.elapsed() < Duration::from_secs(10)),
        }
        std::thread::sleep(NAP);
    };
    assert_eq!(status.code(), Some(7));
}

#[test]
fn a_shell_ends_with_its_terminal() {
    let mut shell = Driven::start();
    shell.type_in("echo re''ady\n");
    shell.until("ready\r\n");
    let pid = shell.pty.pid();
    drop(shell);
    assert!(rustix::process::test_kill_process(pid).is_err());
}
