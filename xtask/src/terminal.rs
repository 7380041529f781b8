//! Runs a program on a new pseudo-terminal.

use std::fs::File;
use std::io::Read;
use std::os::fd::{AsFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::prelude::*;

/// Starts the program with these arguments, modified by `adjust`, on a terminal of 80×24. Returns the
/// process and the controlling end of the terminal.
pub fn start(argv: &[String], adjust: impl FnOnce(&mut Command)) -> Result<(Child, OwnedFd)> {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&controller)?;
    unlockpt(&controller)?;
    tcsetwinsize(&controller, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 })?;
    let path = ptsname(&controller, Vec::new())?.into_string()?;
    let terminal =
        || -> Result<Stdio> { Ok(Stdio::from(File::options().read(true).write(true).open(&path)?)) };
    // setsid sets the controlling terminal, which would need unsafe code here
    let mut command = Command::new("setsid");
    command.args(["--ctty", "--wait"]).args(argv);
    command.stdin(terminal()?).stdout(terminal()?).stderr(terminal()?);
    adjust(&mut command);
    let child = command.spawn().with_context(|| format!("cannot start {}", argv.join(" ")))?;
    Ok((child, controller))
}

/// Returns whether there is input or the end of input within that time.
pub fn is_readable(terminal: impl AsFd, wait: Duration) -> Result<bool> {
    let timeout =
        Timespec { tv_sec: i64::try_from(wait.as_secs())?, tv_nsec: i64::from(wait.subsec_nanos()) };
    let fd = terminal.as_fd();
    Ok(poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&timeout))? > 0)
}

/// Reads what there is within that time; returns nothing at the end of input or on timeout.
pub fn read(mut terminal: impl Read + AsFd, wait: Duration) -> Result<Vec<u8>> {
    let mut bytes = vec![0; 4096];
    let count = if is_readable(&terminal, wait)? { terminal.read(&mut bytes).unwrap_or(0) } else { 0 };
    bytes.truncate(count);
    Ok(bytes)
}

/// Reads more into `seen` until it is enough; returns whether it is, within that time and before the end of
/// input.
pub fn read_until(
    mut terminal: impl Read + AsFd,
    seen: &mut Vec<u8>,
    wait: Duration,
    is_enough: impl Fn(&str) -> bool,
) -> Result<bool> {
    let end = Instant::now() + wait;
    while !is_enough(&String::from_utf8_lossy(seen)) {
        let new = read(&mut terminal, end.saturating_duration_since(Instant::now()))?;
        if new.is_empty() {
            return Ok(false);
        }
        seen.extend(new);
    }
    Ok(true)
}

/// Waits until the program has ended, and reads what it still prints; returns whether it ends within that
/// time.
pub fn has_ended(child: &mut Child, mut terminal: impl Read + AsFd, wait: Duration) -> Result<bool> {
    let end = Instant::now() + wait;
    while child.try_wait()?.is_none() {
        if Instant::now() >= end {
            return Ok(false);
        }
        read(&mut terminal, Duration::from_millis(20))?;
    }
    Ok(true)
}

/// Removes the escape sequences for colours, titles and character sets.
pub fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\u{1b}' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('[') => while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {},
            Some(']') => while chars.next().is_some_and(|c| c != '\u{7}') {},
            Some('(') => drop(chars.next()),
            _ => {}
        }
    }
    out
}
