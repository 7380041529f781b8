//! A minimal relay (pseudo-terminal, poll, read, write) to compare ours with.
//! `copy PROGRAM ARGUMENTS…`
#![allow(clippy::unwrap_used)]

use std::io;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::termios::{OptionalActions, tcgetattr, tcgetwinsize, tcsetattr, tcsetwinsize};

fn main() {
    let mut words = std::env::args_os().skip(1);
    let (terminal, screen) = (io::stdin(), io::stdout());
    let (master, slave) = pty_process::blocking::open().unwrap();
    let before = tcgetattr(&terminal).unwrap();
    tcsetattr(&slave, OptionalActions::Now, &before).unwrap();
    tcsetwinsize(&master, tcgetwinsize(&terminal).unwrap()).unwrap();
    let command = pty_process::blocking::Command::new(words.next().unwrap()).args(words);
    let mut child = command.spawn(slave).unwrap();
    let mut raw = before.clone();
    raw.make_raw();
    tcsetattr(&terminal, OptionalActions::Now, &raw).unwrap();
    let mut chunk = vec![0; 16 * 1024];
    loop {
        let mut fds = [PollFd::new(&master, PollFlags::IN), PollFd::new(&terminal, PollFlags::IN)];
        poll(&mut fds, None).unwrap();
        let [printed, typed] = fds.map(|fd| !fd.revents().is_empty());
        if printed {
            let Ok(count) = rustix::io::read(&master, &mut chunk) else { break };
            write_all(&screen, &chunk[..count]);
        }
        if typed {
            let count = rustix::io::read(&terminal, &mut chunk).unwrap();
            write_all(&master, &chunk[..count]);
        }
    }
    tcsetattr(&terminal, OptionalActions::Now, &before).unwrap();
    std::process::exit(child.wait().unwrap().code().unwrap_or(1));
}

fn write_all(to: impl std::os::fd::AsFd, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        bytes = &bytes[rustix::io::write(&to, bytes).unwrap()..];
    }
}
