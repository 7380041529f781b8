//! The end of the chat by a signal. The line editor waits for keys through signals, and a terminal that is gone
//! would give it no key for ever.

use std::io::{self, Read as _};
use std::os::unix::net::UnixStream;

use rustix::termios::{self, OptionalActions};
use signal_hook::consts::{SIGHUP, SIGTERM};
use signal_hook::low_level::pipe;

/// Ends this process on SIGHUP and SIGTERM with the terminal's modes as they are now. The keeper of the session ends
/// the shell.
///
/// # Errors
/// The signals cannot be watched.
pub fn on_signals() -> io::Result<()> {
    for signal in [SIGHUP, SIGTERM] {
        let (mut seen, signalled) = UnixStream::pair()?;
        pipe::register(signal, signalled)?;
        let terminal = std::fs::File::open("/dev/tty")?;
        let modes = termios::tcgetattr(&terminal)?;
        std::thread::spawn(move || {
            if seen.read(&mut [0]).is_ok_and(|count| count > 0) {
                // in the background, or once the terminal is gone, this would stop the process
                if signal == SIGTERM && termios::tcgetpgrp(&terminal).ok() == shell::processes::group() {
                    let _ = termios::tcsetattr(&terminal, OptionalActions::Now, &modes);
                }
                std::process::exit(128 + signal);
            }
        });
    }
    Ok(())
}
