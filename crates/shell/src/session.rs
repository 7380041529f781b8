//! A persistent shell: one command text after the other in one interactive shell on a pseudo-terminal, so that
//! directory, variables, functions and jobs stay.
//!
//! The text reaches the shell by file; one short line is typed, which evaluates it at the top level. Its end,
//! status and directory come back over a FIFO, with a sequence number and a nonce ([`report`]). Marks in the
//! output say where that of the command begins and ends ([`output`]). A command that aborts the typed line is
//! reported by the prompt instead, and a shell that was replaced (`exec bash`) is recognised by its state in
//! the kernel ([`watch`]).

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, test_kill_process_group};
use rustix::termios::{Winsize, tcgetpgrp};
use syntax::Dialect;

use crate::relay::pty::FreePty;

mod event;
pub mod family;
mod order;
mod output;
mod reader;
mod report;
mod script;
mod terminal;
mod watch;

pub use event::{Ended, Event, Refused, Start, Stop};
use order::Order;
pub use output::Kept;
use output::Output;
use report::{Report, Reports};
use terminal::Terminal;
pub use watch::Wants;
use watch::{Seen, Watch};

/// How long a shell may take to start.
const STARTUP: Duration = Duration::from_secs(10);
/// Interval at which the state of a running command is looked at.
const LOOK: Duration = Duration::from_millis(100);
/// How long the mark behind an output may come after the report.
const MARK: Duration = Duration::from_millis(200);
const CHUNK: usize = 16 * 1024;

/// A running command.
#[derive(Debug)]
struct Running {
    since: Instant,
    output: Output,
    /// What was reported, while the rest of the output is awaited.
    reported: Option<(Report, Instant)>,
    watch: Watch,
    /// Another shell has taken the place of the first, so that the status is unknown.
    is_replaced: bool,
}

/// A persistent shell. Dropping it ends all its processes.
#[derive(Debug)]
pub struct Session {
    origin: Origin,
    pty: Terminal,
    /// Readable once the shell has ended.
    end: OwnedFd,
    reports: Reports,
    sequence: u64,
    running: Option<Running>,
    directory: PathBuf,
    path: Option<OsString>,
    events: VecDeque<Event>,
    has_ended: bool,
    order: Order,
    /// Comes after the terminal, whose end is a shell's own occasion to end its jobs.
    family: family::Family,
}

/// What is needed to start the shell again.
#[derive(Debug)]
struct Origin {
    program: PathBuf,
    dialect: Dialect,
    reads_startup_files: bool,
    environment: Vec<(OsString, OsString)>,
    place: PathBuf,
    nonce: String,
}

impl Session {
    /// Starts the shell; returns when it is ready.
    ///
    /// # Errors
    /// It cannot be started, or is not ready after 10 s.
    pub fn start(start: Start<'_>) -> io::Result<Self> {
        let origin = Origin {
            program: start.program.to_owned(),
            dialect: start.dialect,
            reads_startup_files: start.reads_startup_files,
            environment: start.environment.to_vec(),
            place: start.place.to_owned(),
            nonce: start.nonce.to_owned(),
        };
        let reports = Reports::at(&origin.place.join("reports"), &origin.nonce)?;
        std::fs::write(origin.script(), script::text(origin.dialect, &origin.place, &origin.nonce))?;
        let order = Order::at(&origin.place.join("go"), origin.dialect == Dialect::Posix)?;
        Self::begin(origin, (reports, order), start.directory.to_owned(), start.size, 0)
    }

    /// Starts the shell again after it has ended, in its last directory. Everything else is lost.
    pub fn restart(self) -> io::Result<Self> {
        let Self { origin, pty, reports, directory, sequence, family, order, .. } = self;
        let size = pty.size();
        drop(pty);
        drop(family);
        Self::begin(origin, (reports, order), directory, size, sequence)
    }

    fn begin(
        origin: Origin,
        (reports, order): (Reports, Order),
        directory: PathBuf,
        size: Winsize,
        sequence: u64,
    ) -> io::Result<Self> {
        let free = FreePty::open(size, None)?;
        let name = free.name.clone();
        let directory = if directory.is_dir() { directory } else { PathBuf::from("/") };
        let pty = Terminal::new(free.spawn(origin.command(&directory))?);
        let end = pidfd_open(pty.pid(), PidfdFlags::empty())?;
        let watch = Watch::new(pty.pid(), name);
        let running = Running {
            since: Instant::now(),
            output: Output::ignored(),
            reported: None,
            watch,
            is_replaced: false,
        };
        let (events, has_ended) = (VecDeque::new(), false);
        let running = Some(running);
        let family = family::Family::new(&origin.nonce);
        let mut session = Self {
            origin,
            pty,
            end,
            reports,
            sequence,
            running,
            directory,
            path: None,
            events,
            has_ended,
            order,
            family,
        };
        session.load()?;
        let until = Instant::now() + STARTUP;
        loop {
            match session.next(&[], Some(until))? {
                Event::Ended(_) => return Ok(session),
                Event::ShellEnded(_) | Event::Elapsed => {
                    return Err(io::Error::other("the shell does not become ready"));
                }
                _ => {}
            }
        }
    }

    /// Types the line that loads the script, which reports the current number.
    fn load(&mut self) -> io::Result<()> {
        let line =
            script::load(self.origin.dialect, &self.origin.script(), self.sequence, &self.origin.nonce);
        self.write(line.as_bytes())
    }

    /// Begins a command.
    ///
    /// # Errors
    /// See [`Refused`]; nothing was typed.
    pub fn run(&mut self, command: &str) -> Result<(), Refused> {
        if self.running.is_some() {
            return Err(Refused::Busy);
        }
        if script::is_incomplete(command, self.origin.dialect) {
            return Err(Refused::Incomplete);
        }
        if self.has_ended {
            return Err(Refused::Gone);
        }
        self.sequence += 1;
        self.pty.is_idle = false;
        let file = self.origin.place.join(format!("command-{}", self.sequence));
        write_private(&file, command).map_err(|_| Refused::Gone)?;
        let output = Output::new(&self.origin.nonce, self.sequence);
        let watch = Watch::new(self.pty.pid(), self.tty());
        self.running =
            Some(Running { since: Instant::now(), output, reported: None, watch, is_replaced: false });
        self.order.suppress(&self.pty);
        let line = script::run(self.origin.dialect, self.sequence, &self.origin.nonce);
        self.write(line.as_bytes()).map_err(|_| Refused::Gone)
    }

    /// Waits for the next event. `also`: the caller's descriptors, and what it waits for there.
    ///
    /// # Errors
    /// The system refuses poll(2).
    pub fn next(&mut self, also: &[PollFd<'_>], until: Option<Instant>) -> io::Result<Event> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(event);
            }
            let now = Instant::now();
            let look = self.running.as_ref().map(|running| running.next_look());
            let deadline = [look, until].into_iter().flatten().min();
            let left = deadline.map(|at| at.saturating_duration_since(now));
            let ready = self.poll(also, left)?;
            if ready.output {
                self.read()?;
            }
            if ready.report {
                self.take_reports();
            }
            self.finish_if_complete();
            if ready.end && self.events.is_empty() && !self.has_ended {
                self.end_shell();
            }
            if look.is_some_and(|at| at <= Instant::now()) {
                self.look()?;
            }
            if self.events.is_empty() {
                if ready.other {
                    return Ok(Event::Other);
                }
                if until.is_some_and(|at| at <= Instant::now()) {
                    return Ok(Event::Elapsed);
                }
            }
        }
    }

    fn poll(&self, also: &[PollFd<'_>], left: Option<Duration>) -> io::Result<Ready> {
        let mut fds = vec![
            PollFd::new(&*self.pty, PollFlags::IN),
            PollFd::new(&self.reports, PollFlags::IN),
            PollFd::new(&self.end, if self.has_ended { PollFlags::empty() } else { PollFlags::IN }),
        ];
        fds.extend(also.iter().cloned());
        let timeout = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) => {}
            // the caller may have handled a signal that concerns it
            Err(Errno::INTR) => return Ok(Ready { other: true, ..Ready::default() }),
            Err(error) => return Err(error.into()),
        }
        let is_ready = |at: usize| fds.get(at).is_some_and(|fd| !fd.revents().is_empty());
        Ok(Ready {
            output: is_ready(0),
            report: is_ready(1),
            end: is_ready(2),
            other: (3..fds.len()).any(is_ready),
        })
    }

    /// Reads what was printed, whether it is wanted or not: a terminal that is full blocks its programs.
    fn read(&mut self) -> io::Result<()> {
        let mut chunk = vec![0; CHUNK];
        let Ok(Some(count)) = self.pty.read(&mut chunk) else { return Ok(()) };
        let Some(running) = &mut self.running else { return Ok(()) };
        let printed = chunk.get(..count).unwrap_or_default();
        if let Some(bytes) = running.output.add(printed) {
            self.events.push_back(Event::Output(bytes));
        }
        if running.output.has_begun() {
            self.order.restore(&self.pty);
        }
        Ok(())
    }

    fn take_reports(&mut self) {
        for report in self.reports.take() {
            self.order.discard_keys(&self.pty);
            if report.sequence != self.sequence {
                continue; // of a command that has already been reported
            }
            if let Some(running) = &mut self.running
                && running.reported.is_none()
            {
                running.reported = Some((report, Instant::now()));
            }
        }
    }

    /// Ends the command if it was reported and all its output has arrived.
    fn finish_if_complete(&mut self) {
        let is_complete = |running: &Running| {
            let (_, since) = running.reported.as_ref()?;
            (running.output.is_complete() || since.elapsed() >= MARK).then_some(())
        };
        if self.running.as_ref().and_then(is_complete).is_none() {
            return;
        }
        let Some(Running { since, output, reported: Some((report, at)), is_replaced, .. }) =
            self.running.take()
        else {
            return;
        };
        let status = (!is_replaced).then_some(report.status);
        self.finish(status, at.duration_since(since), output);
        (self.directory, self.path) = (report.directory, Some(report.path));
    }

    fn finish(&mut self, status: Option<i32>, duration: Duration, output: Output) {
        self.pty.is_idle = true;
        let _ = std::fs::remove_file(self.origin.place.join(format!("command-{}", self.sequence)));
        self.events.push_back(Event::Ended(Ended { status, duration, output: output.into_kept() }));
    }

    fn end_shell(&mut self) {
        self.has_ended = true;
        while matches!(self.pty.read(&mut [0; CHUNK]), Ok(Some(count)) if count > 0) {}
        self.running = None;
        let status = self.pty.try_wait().ok().flatten().and_then(|status| status.code());
        self.events.push_back(Event::ShellEnded(status));
    }

    /// Looks at the state of the running command in the kernel.
    fn look(&mut self) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        match running.watch.look(&self.pty) {
            // before its text was read, only the shell itself waits, for the typed line
            Some(Seen::Waits(_)) if !running.output.has_begun() => running.watch.answered(),
            Some(Seen::Waits(wants)) => self.events.push_back(Event::Waits(wants)),
            Some(Seen::Resumed) => self.events.push_back(Event::Resumed),
            Some(Seen::Replaced) => {
                running.is_replaced = true;
                self.load()?;
            }
            None => {}
        }
        Ok(())
    }

    /// Types keys for the running command; the end of a line is `\r`. What it asks next is an event of its own.
    /// Without a command nothing is typed.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn type_in(&mut self, keys: &[u8]) -> io::Result<()> {
        match &mut self.running {
            Some(running) if running.reported.is_none() => {
                running.watch.answered();
                self.write(keys)
            }
            // the shell itself would read them
            _ => Ok(()),
        }
    }

    fn write(&self, mut keys: &[u8]) -> io::Result<()> {
        while !keys.is_empty() {
            match rustix::io::write(&*self.pty, keys) {
                Ok(count) => keys = keys.get(count..).unwrap_or_default(),
                Err(Errno::AGAIN) => {
                    let mut fds = [PollFd::new(&*self.pty, PollFlags::OUT)];
                    poll(&mut fds, Timespec::try_from(STARTUP).ok().as_ref())?;
                }
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Signals the running command, if any.
    ///
    /// # Errors
    /// The processes belong to another user: `sudo`.
    pub fn stop(&self, how: Stop) -> io::Result<()> {
        let Ok(group) = tcgetpgrp(self.pty.as_fd()) else { return Ok(()) };
        if self.running.is_none() || test_kill_process_group(group).is_err() {
            return Ok(());
        }
        // the shell itself runs a builtin or a loop; it would ignore SIGTERM and not survive SIGKILL
        let signal = match how {
            Stop::Interrupt => Signal::INT,
            _ if group == self.pty.pid() => Signal::INT,
            Stop::Terminate => Signal::TERM,
            Stop::Kill => Signal::KILL,
        };
        Ok(kill_process_group(group, signal)?)
    }

    pub fn resize(&mut self, size: Winsize) {
        self.pty.resize(size);
    }

    /// Returns the shell's directory after its last command.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the shell's `PATH` after its last command.
    #[must_use]
    pub fn path(&self) -> Option<&OsStr> {
        self.path.as_deref()
    }

    /// Returns the process id of the shell.
    pub fn pid(&self) -> Pid {
        self.pty.pid()
    }

    /// Lists the processes that commands have left running, with their command lines.
    pub fn jobs(&self) -> Vec<(Pid, String)> {
        family::members(&self.origin.nonce).into_iter().filter(|(pid, _)| *pid != self.pid()).collect()
    }

    fn tty(&self) -> String {
        rustix::termios::ttyname(self.pty.slave(), Vec::new())
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default()
    }
}

impl Running {
    fn next_look(&self) -> Instant {
        match &self.reported {
            Some((_, at)) => *at + MARK,
            None => self.watch.last() + LOOK,
        }
    }
}

impl Origin {
    fn script(&self) -> PathBuf {
        self.place.join("session")
    }

    fn command(&self, directory: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(script::arguments(self.dialect, self.reads_startup_files));
        command.current_dir(directory).env_clear().envs(self.environment.iter().map(|(n, v)| (n, v)));
        command.env("PWD", directory).env(family::VARIABLE, &self.nonce);
        command
    }
}

/// What poll(2) has found.
#[derive(Debug, Default)]
struct Ready {
    output: bool,
    report: bool,
    end: bool,
    other: bool,
}

fn write_private(path: &Path, text: &str) -> io::Result<()> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut file =
        std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())
}
