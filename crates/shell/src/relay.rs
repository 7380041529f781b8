//! The relay: a pseudo-terminal between the user's terminal and the shell, which forwards every byte
//! unchanged in both directions and remembers the output of the last commands.
//!
//! One thread, one loop around poll(2). The terminal comes first: output is written before it is examined,
//! except for our own marks, which are removed.

use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Signal, WaitId, WaitIdOptions, getpid, kill_process, kill_process_group, waitid};

pub mod channel;
pub mod client;
pub mod desk;
pub mod dispositions;
pub mod foreground;
pub mod marks;
pub mod pty;
pub mod pump;
pub mod recorder;
pub mod server;
pub mod session;

mod fork;
mod pages;
mod queue;
mod signals;
mod terminal;
mod typed;

use desk::{Desk, Direction, Known};
use foreground::IsPrivate;
use pty::{FreePty, Pty};
use pump::Pump;
use queue::Queue;
use server::Server;
use signals::Signals;
use terminal::UserTerminal;

use crate::processes;

/// Size of the read buffer. (Linux returns at most 4 KiB.)
const CHUNK: usize = 16 * 1024;
/// Maximum number of output reads before checking the keys again.
const BURST: usize = 16;
/// A shorter read has emptied the buffer: another one would return nothing.
const FULL_READ: usize = 1024;
/// How long a possible beginning of a mark is held back.
const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
/// How long the terminal may block the remaining output after the shell has ended.
const LAST: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };
/// How long keys wait for a line editor, which not every shell has.
const EDITOR: Duration = Duration::from_millis(300);
/// Maximum number of reads after the shell has ended: more than the system buffers (about 70 KiB on Linux).
/// Anything later comes from jobs that outlive it, perhaps endlessly.
const LAST_READS: usize = 64;

/// A pseudo-terminal for the user's terminal, not yet in use.
#[derive(Debug)]
pub struct Prepared {
    terminal: UserTerminal,
    pty: FreePty,
}

impl Prepared {
    /// # Errors
    /// There is no terminal, or the system has no more pseudo-terminals.
    pub fn new() -> io::Result<Self> {
        let terminal = UserTerminal::open()?;
        let pty = FreePty::open(terminal.size()?, Some(terminal.modes()))?;
        Ok(Self { terminal, pty })
    }

    /// Returns its name as `tty` prints it inside.
    pub fn name(&self) -> &str {
        &self.pty.name
    }

    /// Starts the shell in it.
    ///
    /// # Errors
    /// It cannot be started; the terminal is restored.
    pub fn start(self, shell: Command, nonce: &str, is_private: IsPrivate, help: Help) -> io::Result<Relay> {
        let signals = Signals::new()?;
        let pty = self.pty.spawn(shell)?;
        Signals::unblock();
        self.terminal.make_raw()?;
        Ok(Relay {
            terminal: self.terminal,
            pty,
            signals,
            pump: Pump::new(nonce, is_private),
            output: Queue::default(),
            input: Queue::default(),
            returned: None,
            help,
        })
    }
}

/// A running shell between the user's terminal and its own.
#[derive(Debug)]
pub struct Relay {
    terminal: UserTerminal,
    pty: Pty,
    signals: Signals,
    pump: Pump,
    /// Pending bytes for the terminal.
    output: Queue,
    /// Pending bytes for the shell.
    input: Queue,
    /// Keys typed during a question that were not its answer, and when.
    returned: Option<(Vec<u8>, Instant)>,
    help: Help,
}

/// Services for processes inside, besides their terminal.
#[derive(Debug, Default)]
pub struct Help {
    /// Gives programs the output of commands.
    pub server: Option<Server>,
    /// Gives hooks the answers to their requests.
    pub desk: Option<Desk>,
}

impl Relay {
    /// Runs until the shell ends or this process is signalled; then the shell, too, gets a hangup (SIGHUP).
    ///
    /// # Errors
    /// The terminal is gone; the shell got a hangup.
    pub fn run(mut self) -> io::Result<ExitStatus> {
        let mut chunk = vec![0; CHUNK];
        self.resize(); // since it was prepared
        pages::give_back();
        loop {
            let ready = self.wait()?;
            if ready.none {
                self.wait_is_over()?;
            }
            if ready.terminal.contains(PollFlags::OUT) {
                self.output.flush(&self.terminal)?;
            }
            if ready.master.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) {
                self.print(&mut chunk)?;
            }
            if ready.terminal.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) {
                self.type_in(&mut chunk)?;
            }
            if ready.master.contains(PollFlags::OUT) {
                ignore_closed(self.input.flush(&self.pty))?;
            }
            if ready.signal {
                self.signals.take();
                if let Some(signal) = self.signals.ending() {
                    return Ok(ExitStatus::from_raw(signal));
                }
                self.follow_stop()?;
                self.resize();
                if let Some(status) = self.pty.try_wait()? {
                    self.finish(&mut chunk)?;
                    return Ok(status);
                }
            }
            self.answer(&ready);
            self.hand_back(&ready)?;
        }
    }

    /// Answers pending requests.
    fn answer(&mut self, ready: &Ready) {
        if let Some(server) = &mut self.help.server
            && (ready.help || server.is_asked())
        {
            server.serve(&self.pump.session.recorder);
        }
        if let Some(desk) = &mut self.help.desk
            && (ready.help || desk.is_asked())
        {
            let known = Known {
                session: &self.pump.session,
                columns: self.pty.size().ws_col,
                is_drawn: self.output.is_empty(),
            };
            let keys = desk.serve(known, self.pty.slave());
            if !keys.is_empty() {
                let (returned, _) = self.returned.get_or_insert_with(|| (Vec::new(), Instant::now()));
                returned.splice(..0, keys); // keys typed since come after them
            }
        }
    }

    /// Forwards keys that did not answer a question, once the line editor has drawn its prompt: earlier they
    /// would be echoed twice.
    fn hand_back(&mut self, ready: &Ready) -> io::Result<()> {
        let Some((keys, since)) = &self.returned else { return Ok(()) };
        if self.help.desk.as_ref().is_some_and(Desk::is_asked) {
            return Ok(());
        }
        let is_edited = ready.none && self.pty.is_raw();
        if !is_edited && since.elapsed() < EDITOR {
            return Ok(());
        }
        ignore_closed(self.input.send(&self.pty, keys))?;
        self.returned = None;
        Ok(())
    }

    /// Waits until there is something to do. Nothing wakes an idle relay.
    fn wait(&self) -> io::Result<Ready> {
        let mut master = PollFlags::empty();
        master.set(PollFlags::IN, self.output.has_room());
        master.set(PollFlags::OUT, !self.input.is_empty());
        let mut terminal = PollFlags::empty();
        terminal.set(PollFlags::IN, self.input.has_room());
        terminal.set(PollFlags::OUT, !self.output.is_empty());
        let mut fds = Vec::with_capacity(8);
        fds.extend([
            PollFd::new(&self.signals, PollFlags::IN),
            PollFd::new(&self.pty, master),
            PollFd::new(&self.terminal, terminal),
        ]);
        let Help { server, desk } = &self.help;
        let asked = server.as_ref().is_some_and(Server::is_asked)
            || desk.as_ref().is_some_and(Desk::is_asked)
            || self.returned.is_some();
        if let Some(server) = server {
            server.fds(|fd| fds.push(PollFd::from_borrowed_fd(fd, PollFlags::IN)));
        }
        if let Some(desk) = desk {
            desk.fds(|fd, direction| {
                let flags = if direction == Direction::In { PollFlags::IN } else { PollFlags::OUT };
                fds.push(PollFd::from_borrowed_fd(fd, flags));
            });
        }
        let patience = if self.pump.is_waiting() || asked {
            Some(&PATIENCE)
        } else if self.pump.session.recorder.keeps() {
            self.pump.session.foreground.patience()
        } else {
            None
        };
        let count = match poll(&mut fds, patience) {
            Ok(count) => count,
            Err(Errno::INTR) => {
                let none = PollFlags::empty();
                return Ok(Ready { none: false, signal: true, master: none, terminal: none, help: false });
            }
            Err(error) => return Err(error.into()),
        };
        let of = |at: usize| fds.get(at).map_or_else(PollFlags::empty, PollFd::revents);
        let help = fds.iter().skip(3).any(|fd| !fd.revents().is_empty());
        Ok(Ready { none: count == 0, signal: !of(0).is_empty(), master: of(1), terminal: of(2), help })
    }

    /// Handles a timeout.
    fn wait_is_over(&mut self) -> io::Result<()> {
        if self.pump.is_waiting() {
            return self.give_up();
        }
        if self.pump.session.foreground.patience().is_none() {
            return Ok(()); // the wait was for something else
        }
        self.pump.session.foreground.has_waited();
        self.pump.look(&self.pty);
        if self.pump.session.foreground.patience().is_none() {
            pages::give_back(); // pages used for looking are not needed again before the next command
        }
        Ok(())
    }

    /// Forwards output while there is more and the terminal accepts it.
    fn print(&mut self, chunk: &mut [u8]) -> io::Result<()> {
        let is_secret = self.pump.is_secret(&self.pty);
        for _ in 0..BURST {
            let Self { terminal, pty, pump, output, .. } = self;
            let mut sink = |data: &[u8]| output.send(&*terminal, data);
            let Some(count) = pump.read(pty, chunk, is_secret, &mut sink)? else { break };
            if !self.output.is_empty() || count < FULL_READ {
                break;
            }
        }
        self.pump.look(&self.pty); // the process that printed this still exists, unless it did nothing else
        Ok(())
    }

    /// Releases bytes that turned out not to be a mark.
    fn give_up(&mut self) -> io::Result<()> {
        let Self { terminal, pump, output, .. } = self;
        pump.give_up(&mut |data| output.send(&*terminal, data))
    }

    /// Forwards keys.
    fn type_in(&mut self, chunk: &mut [u8]) -> io::Result<()> {
        match rustix::io::read(&self.terminal, &mut *chunk) {
            Ok(0) | Err(Errno::IO) => Err(io::Error::from(io::ErrorKind::UnexpectedEof)),
            Ok(count) => {
                let keys = chunk.get(..count).unwrap_or_default();
                if self.help.desk.as_mut().is_some_and(|desk| desk.takes(keys)) {
                    return Ok(());
                }
                if let Some((returned, _)) = &mut self.returned {
                    returned.extend_from_slice(keys);
                    return Ok(());
                }
                let session = &self.pump.session;
                let terminal = self.pty.slave();
                let desk = self.help.desk.as_mut();
                if let Some(behind) = desk.and_then(|desk| desk.takes_key(keys, session, terminal)) {
                    self.returned = Some((behind.to_vec(), Instant::now()));
                    return Ok(());
                }
                self.pump.session.typed.key(keys);
                ignore_closed(self.input.send(&self.pty, keys))
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Stops with a shell that has stopped itself (`suspend`), until it is continued.
    fn follow_stop(&mut self) -> io::Result<()> {
        let shell = self.pty.pid();
        let options = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG;
        if !matches!(waitid(WaitId::Pid(shell), options), Ok(Some(status)) if status.stopped()) {
            return Ok(());
        }
        // a session leader could never be continued
        if !processes::leads_session() {
            self.drain()?;
            self.terminal.restore();
            kill_process(getpid(), Signal::STOP)?;
            self.terminal.make_raw()?;
        }
        kill_process_group(shell, Signal::CONT).map_err(io::Error::from)
    }

    fn resize(&mut self) {
        if let Ok(size) = self.terminal.size() {
            self.pty.resize(size);
        }
    }

    /// Forwards what the shell printed last.
    fn finish(&mut self, chunk: &mut [u8]) -> io::Result<()> {
        for _ in 0..LAST_READS {
            let mut fds = [PollFd::new(&self.pty, PollFlags::IN)];
            if !poll(&mut fds, Some(&Timespec::default())).is_ok_and(|count| count > 0) {
                break;
            }
            self.print(chunk)?;
            self.drain()?;
        }
        self.give_up()?;
        self.drain()
    }

    /// Writes until the queue is empty, or the terminal has accepted nothing for a second.
    fn drain(&mut self) -> io::Result<()> {
        while !self.output.is_empty() {
            let mut fds = [PollFd::new(&self.terminal, PollFlags::OUT)];
            if poll(&mut fds, Some(&LAST)).is_ok_and(|count| count == 0) {
                break;
            }
            self.output.flush(&self.terminal)?;
        }
        Ok(())
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.terminal.restore(); // before the shell gets its hangup
    }
}

struct Ready {
    /// A timeout.
    none: bool,
    signal: bool,
    master: PollFlags,
    terminal: PollFlags,
    /// A request from inside.
    help: bool,
}

/// Ignores keys typed after the shell has gone.
fn ignore_closed(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => Ok(()),
        other => other,
    }
}
