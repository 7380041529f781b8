//! A pseudo-terminal with a shell on it. It needs no terminal of the user.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use pty_process::blocking::{Command as PtyCommand, Pts, open};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{self, LocalModes, OptionalActions, Termios, Winsize};

/// How long a shell may take to end its jobs after a hangup.
const GOODBYE: Duration = Duration::from_secs(3);
/// Interval at which it is woken meanwhile.
const NUDGE: Duration = Duration::from_millis(100);
/// Poll interval for its end.
const NAP: Duration = Duration::from_millis(2);

/// A pseudo-terminal not yet in use, so that the shell can be told its name.
pub struct FreePty {
    master: OwnedFd,
    slave: Pts,
    size: Winsize,
    /// Its name as `tty` prints it inside.
    pub name: String,
}

impl std::fmt::Debug for FreePty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FreePty").field("name", &self.name).finish_non_exhaustive()
    }
}

impl FreePty {
    /// Opens one of this size; `None`: with the modes of the system.
    ///
    /// # Errors
    /// The system has no more pseudo-terminals.
    pub fn open(size: Winsize, modes: Option<&Termios>) -> io::Result<Self> {
        let (master, slave) = open().map_err(unwrapped)?;
        let name = termios::ttyname(&slave, Vec::new())?.to_string_lossy().into_owned();
        if let Some(modes) = modes {
            termios::tcsetattr(&slave, OptionalActions::Now, modes)?;
        }
        termios::tcsetwinsize(&slave, size)?;
        Ok(Self { master: master.into(), slave, size, name })
    }

    /// Starts the shell in it, as the leader of a new session.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn spawn(self, shell: Command) -> io::Result<Pty> {
        let Self { master, slave, size, .. } = self;
        let kept = slave.as_fd().try_clone_to_owned()?;
        let child = PtyCommand::from(shell).spawn(slave).map_err(unwrapped)?;
        fcntl_setfl(&master, fcntl_getfl(&master)? | OFlags::NONBLOCK)?;
        Ok(Pty { master, slave: kept, child, size })
    }
}

/// A running shell on its own terminal; it gets a hangup (SIGHUP) when this is dropped.
#[derive(Debug)]
pub struct Pty {
    master: OwnedFd,
    /// Kept open until the shell has ended: a shell that closes it may open it again, and some systems drop
    /// output while no process has it open.
    slave: OwnedFd,
    child: Child,
    size: Winsize,
}

impl Pty {
    /// Returns the process id of the shell.
    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Returns the terminal as the shell has it.
    pub fn slave(&self) -> BorrowedFd<'_> {
        self.slave.as_fd()
    }

    pub const fn size(&self) -> Winsize {
        self.size
    }

    /// Changes the size; the shell's foreground is told.
    pub fn resize(&mut self, size: Winsize) {
        if size != self.size {
            self.size = size;
            let _ = termios::tcsetwinsize(&self.master, size);
        }
    }

    /// Reads what was printed; `None`: nothing now. Write to the descriptor what is to be typed.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn read(&self, chunk: &mut [u8]) -> io::Result<Option<usize>> {
        match rustix::io::read(&self.master, chunk) {
            Ok(0) => Err(io::Error::from(io::ErrorKind::UnexpectedEof)),
            Ok(count) => Ok(Some(count)),
            Err(Errno::AGAIN | Errno::INTR) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns whether a line is read without echo.
    pub fn is_password(&self) -> bool {
        termios::tcgetattr(&self.master).is_ok_and(|modes| {
            modes.local_modes.contains(LocalModes::ICANON) && !modes.local_modes.contains(LocalModes::ECHO)
        })
    }

    /// Returns whether a line editor or another program reads each key.
    pub fn is_raw(&self) -> bool {
        termios::tcgetattr(&self.slave).is_ok_and(|modes| !modes.local_modes.contains(LocalModes::ICANON))
    }

    /// Returns the status of a shell that has ended.
    ///
    /// # Errors
    /// See [`Child::try_wait`].
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }
}

impl AsFd for Pty {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.master.as_fd()
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        if !matches!(self.try_wait(), Ok(None)) {
            return;
        }
        // the kernel sends SIGHUP too, but wakes the shell first, which would take that for end of input and
        // leave its jobs behind; a second SIGHUP while it ends them has the same effect in bash
        let shell = self.pid();
        let _ = kill_process(shell, Signal::HUP);
        let (since, mut nudged) = (Instant::now(), Instant::now());
        while matches!(self.try_wait(), Ok(None)) && since.elapsed() < GOODBYE {
            std::thread::sleep(NAP);
            if nudged.elapsed() >= NUDGE {
                // bash 5.2 that draws its prompt at this moment records the hangup and waits for a key; any
                // signal wakes it, and this one has no other effect
                let _ = kill_process(shell, Signal::WINCH);
                nudged = Instant::now();
            }
        }
    }
}

fn unwrapped(error: pty_process::Error) -> io::Error {
    match error {
        pty_process::Error::Io(error) => error,
        pty_process::Error::Rustix(error) => error.into(),
    }
}

#[cfg(test)]
mod tests;
