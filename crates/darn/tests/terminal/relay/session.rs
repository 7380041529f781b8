//! A program on a real terminal, bare or inside `darn shell`, with everything that the terminal receives.

use std::io::{Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use pty_process::blocking::{Command, Pts, Pty};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

/// Timeout, generous enough for a loaded machine.
pub const DEADLINE: Duration = Duration::from_secs(60);
pub const DARN: &str = env!("CARGO_BIN_EXE_darn");
/// Variable in the environment of everything that a session starts, for finding leftovers.
const TRACE: &str = "RELAY_TEST";

/// The two ways to run the same program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Bare,
    Darn,
}

/// The setup of a session.
pub struct Setup {
    way: Way,
    words: Vec<String>,
    wrapper: Option<String>,
    options: Vec<String>,
    environment: Vec<(String, String)>,
    pub home: tempfile::TempDir,
    pub size: Winsize,
}

impl Setup {
    /// Creates a setup with the shell and its arguments.
    pub fn new(way: Way, words: &[&str]) -> Self {
        let home = tempfile::tempdir().expect("a temporary directory");
        Self {
            way,
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            wrapper: None,
            options: Vec::new(),
            environment: vec![("XDG_RUNTIME_DIR".into(), home.path().display().to_string())],
            home,
            size: Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 640, ws_ypixel: 480 },
        }
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Runs the shell through a script that ends in `exec "$@"`.
    pub fn behind(mut self, script: &str) -> Self {
        self.wrapper = Some(script.into());
        self
    }

    /// Adds an option of `darn shell`.
    pub fn option(mut self, option: &str) -> Self {
        self.options.push(option.into());
        self
    }

    pub fn file(self, name: &str, bytes: &[u8]) -> Self {
        std::fs::write(self.home.path().join(name), bytes).expect("a file in HOME");
        self
    }

    fn argv(&self) -> Vec<String> {
        let mut argv = Vec::new();
        if let Some(script) = &self.wrapper {
            argv.extend(["/bin/sh".into(), "-c".into(), script.clone(), "sh".into()]);
        }
        match self.way {
            Way::Bare => argv.extend(self.words.iter().cloned()),
            Way::Darn => {
                argv.extend([DARN.into(), "shell".into()]);
                argv.extend(self.options.iter().cloned());
                argv.extend(["--shell".into(), self.words[0].clone(), "--".into()]);
                argv.extend(self.words[1..].iter().cloned());
            }
        }
        argv
    }

    pub fn start(self) -> Session {
        let (pty, pts) = pty_process::blocking::open().expect("a pseudo-terminal");
        tcsetwinsize(&pty, self.size).expect("a size");
        let modes = tcgetattr(&pts).expect("modes");
        let argv = self.argv();
        let trace = self.home.path().display().to_string();
        let child = Command::new(&argv[0])
            .args(&argv[1..])
            .env_clear()
            .env("HOME", self.home.path())
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("SHELL", "/bin/sh")
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .env(TRACE, &trace)
            .envs(self.environment)
            .current_dir(self.home.path())
            .spawn_borrowed(&pts)
            .expect("it starts");
        Session { pty: Some(pty), pts: Some(pts), child, seen: Vec::new(), looked: 0, home: self.home, modes }
    }
}

/// A program on a terminal.
pub struct Session {
    pty: Option<Pty>,
    pts: Option<Pts>,
    child: Child,
    /// Everything that the terminal received.
    pub seen: Vec<u8>,
    /// Offset up to which the output was waited for.
    looked: usize,
    pub home: tempfile::TempDir,
    /// Modes of the terminal before anything could change them.
    pub modes: Termios,
}

impl Session {
    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    pub fn pty(&self) -> &Pty {
        self.pty.as_ref().expect("a terminal that is open")
    }

    pub fn current_modes(&self) -> Termios {
        tcgetattr(self.pts.as_ref().expect("a terminal that is open")).expect("modes")
    }

    /// Types, reading output meanwhile.
    pub fn send(&mut self, bytes: &[u8]) {
        let deadline = Instant::now() + DEADLINE;
        let mut rest = bytes;
        while !rest.is_empty() {
            assert!(Instant::now() < deadline, "the terminal takes no input");
            let mut fds = [PollFd::new(self.pty(), PollFlags::IN | PollFlags::OUT)];
            poll(&mut fds, None).expect("poll");
            let ready = fds[0].revents();
            if ready.contains(PollFlags::IN) {
                self.read();
            }
            if ready.contains(PollFlags::OUT) {
                // less than any terminal's buffer, so that this never blocks
                let count = rest.len().min(64);
                rest = &rest[self.pty().write(&rest[..count]).expect("the terminal takes input")..];
            }
        }
    }

    /// Waits until this text is printed after the one waited for before.
    pub fn wait_for(&mut self, text: &str) {
        let scanned = std::cell::Cell::new(0); // avoids rescanning long output
        self.wait_until(text, |unseen| {
            let from = scanned.replace((unseen.len() + 1).saturating_sub(text.len()));
            find(&unseen[from..], text.as_bytes()).map(|length| from + length)
        });
    }

    /// Waits until a condition on the new output holds; it returns the length that it has consumed.
    pub fn wait_until(&mut self, what: &str, condition: impl Fn(&[u8]) -> Option<usize>) {
        let deadline = Instant::now() + DEADLINE;
        loop {
            if let Some(length) = condition(&self.seen[self.looked..]) {
                self.looked += length;
                return;
            }
            if Instant::now() > deadline {
                let ended = self.child.try_wait();
                panic!("no {what:?} (ended: {ended:?}):\n{}\n{}", self.shown(), self.states());
            }
            self.read_for(Duration::from_millis(100));
        }
    }

    /// Describes the processes: number, name, state, and the system call in which they wait.
    fn states(&self) -> String {
        let read =
            |pid: &Pid, file| std::fs::read_to_string(format!("/proc/{}/{file}", pid.as_raw_nonzero()));
        let one = |pid: &Pid| {
            let stat = read(pid, "stat").unwrap_or_default();
            let state: Vec<&str> = stat.splitn(4, ' ').take(3).collect();
            format!("{} {}", state.join(" "), read(pid, "wchan").unwrap_or_default())
        };
        self.processes().iter().map(one).collect::<Vec<_>>().join("\n")
    }

    /// Waits for a line with this beginning and returns the rest of it.
    pub fn line(&mut self, begin: &str) -> String {
        self.wait_for(begin);
        let from = self.looked;
        self.wait_for("\n");
        String::from_utf8_lossy(&self.seen[from..self.looked]).trim().to_owned()
    }

    pub fn shown(&self) -> String {
        String::from_utf8_lossy(&self.seen[self.seen.len().saturating_sub(4000)..]).into_owned()
    }

    /// Waits until the program has ended, reads all its output, and returns its status, 128 + n for signal n.
    pub fn end(&mut self) -> i32 {
        self.end_within(DEADLINE)
    }

    pub fn end_within(&mut self, time: Duration) -> i32 {
        let pidfd = pidfd_open(self.pid(), PidfdFlags::empty()).expect("a pidfd");
        let deadline = Instant::now() + time;
        loop {
            assert!(Instant::now() < deadline, "it does not end:\n{}", self.shown());
            let tick = Timespec { tv_sec: 1, tv_nsec: 0 };
            let mut fds = vec![PollFd::new(&pidfd, PollFlags::IN)];
            fds.extend(self.pty.as_ref().map(|pty| PollFd::new(pty, PollFlags::IN)));
            poll(&mut fds, Some(&tick)).expect("poll");
            let is_over = fds[0].revents().contains(PollFlags::IN);
            if fds.len() > 1 && fds[1].revents().contains(PollFlags::IN) {
                self.read();
            } else if is_over {
                break;
            }
        }
        let status = self.child.wait().expect("a status");
        while self.pty.is_some() && self.read_for(Duration::ZERO) {}
        status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
    }

    /// Closes the terminal, as the user closes the window.
    pub fn close(&mut self) {
        self.pts = None;
        self.pty = None;
    }

    pub fn kill(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("the process is there");
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 8 * columns, ws_ypixel: 16 * rows };
        tcsetwinsize(self.pty(), size).expect("a size");
    }

    /// Returns the processes of this session, whatever became of their parents.
    pub fn processes(&self) -> Vec<Pid> {
        processes_of(self.home.path())
    }

    /// Waits until no process of the session is left.
    pub fn wait_until_all_gone(&self) {
        self.wait_until_gone_but("this", &|_| false);
    }

    /// Does the same after an end of the kind `how`; ends the processes that may stay.
    pub fn wait_until_gone_but(&self, how: &str, may_stay: &dyn Fn(&str) -> bool) {
        let deadline = Instant::now() + DEADLINE;
        loop {
            let processes = self.processes();
            for pid in processes.iter().filter(|pid| may_stay(&name(pid))) {
                let _ = kill_process(*pid, Signal::KILL);
            }
            let Some(pid) = processes.first() else { return };
            assert!(
                Instant::now() < deadline,
                "left behind by {how}: {:?}, after:\n{}",
                processes.iter().map(stat).collect::<Vec<_>>(),
                self.shown()
            );
            if let Ok(pidfd) = pidfd_open(*pid, PidfdFlags::empty()) {
                let _ = poll(
                    &mut [PollFd::new(&pidfd, PollFlags::IN)],
                    Some(&Timespec { tv_sec: 1, tv_nsec: 0 }),
                );
            }
        }
    }

    /// Returns the relay's sockets in the session's directory.
    pub fn sockets(&self) -> Vec<PathBuf> {
        let Ok(entries) = std::fs::read_dir(self.home.path().join("darn")) else { return Vec::new() };
        entries.flatten().map(|entry| entry.path()).collect()
    }

    fn read(&mut self) -> bool {
        let mut buffer = [0; 65_536];
        let Ok(count) = self.pty().read(&mut buffer) else { return false };
        self.seen.extend_from_slice(&buffer[..count]);
        count > 0
    }

    /// Reads output for this time.
    pub fn take_for(&mut self, time: Duration) {
        self.read_for(time);
    }

    /// Reads output until the session is at rest: every process waits, and the terminal is silent.
    pub fn settle(&mut self) {
        let deadline = Instant::now() + DEADLINE;
        loop {
            assert!(Instant::now() < deadline, "it does not come to rest:\n{}", self.shown());
            while self.read_for(Duration::from_millis(50)) {}
            if self.is_settled() {
                return;
            }
        }
    }

    /// Returns whether every process waits and the terminal stays silent for a moment.
    pub fn is_settled(&mut self) -> bool {
        self.processes().iter().all(is_waiting) && !self.read_for(Duration::from_millis(100))
    }

    /// Reads output for at most this time; returns whether there was some.
    fn read_for(&mut self, time: Duration) -> bool {
        let time = Timespec::try_from(time).expect("a short time");
        let is_there = poll(&mut [PollFd::new(self.pty(), PollFlags::IN)], Some(&time)).expect("poll") > 0;
        is_there && self.read()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        for pid in self.processes() {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

pub fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part).map(|at| at + part.len())
}

/// Returns the process's fields: number, name, state, parent, group, session, and more.
fn stat(pid: &Pid) -> String {
    std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default()
}

pub fn name(pid: &Pid) -> String {
    let path = format!("/proc/{}/cmdline", pid.as_raw_nonzero());
    format!(
        "{} {}",
        pid.as_raw_nonzero(),
        std::fs::read_to_string(path).unwrap_or_default().replace('\0', " ")
    )
}

/// Returns whether all threads of the process are asleep, stopped or ended.
fn is_waiting(pid: &Pid) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())) else { return true };
    threads.flatten().all(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        !stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['R', 'D']))
    })
}

fn processes_of(home: &Path) -> Vec<Pid> {
    let trace = format!("{TRACE}={}\0", home.display());
    let entries = std::fs::read_dir("/proc").expect("/proc").flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_ours = |pid: &i32| {
        std::fs::read(format!("/proc/{pid}/environ"))
            .is_ok_and(|text| find(&text, trace.as_bytes()).is_some())
    };
    pids.filter(is_ours).filter_map(Pid::from_raw).collect()
}

/// Returns the terminal's bytes and the status of both ways.
pub fn both(words: &[&str], act: impl Fn(Setup) -> Session) -> Vec<(Vec<u8>, i32)> {
    let run = |way| {
        let mut session = act(Setup::new(way, words));
        let status = session.end();
        (std::mem::take(&mut session.seen), status)
    };
    vec![run(Way::Bare), run(Way::Darn)]
}

/// Asserts that both ways give the same bytes and the same status, and returns them.
pub fn same(words: &[&str], act: impl Fn(Setup) -> Session) -> (Vec<u8>, i32) {
    let mut results = both(words, act);
    let (darn, bare) = (results.pop().expect("two"), results.pop().expect("two"));
    assert_eq!(bare.1, darn.1, "status; bare:\n{}\ndarn:\n{}", text(&bare.0), text(&darn.0));
    if bare.0 != darn.0 {
        let at = bare.0.iter().zip(&darn.0).take_while(|(a, b)| a == b).count();
        let around = |bytes: &[u8]| text(&bytes[at.saturating_sub(40)..bytes.len().min(at + 80)]);
        let (lengths, here) = ((bare.0.len(), darn.0.len()), (around(&bare.0), around(&darn.0)));
        panic!("the bytes differ at {at} of {lengths:?}:\nbare: {}\ndarn: {}", here.0, here.1);
    }
    bare
}

pub fn text(bytes: &[u8]) -> String {
    bytes[..bytes.len().min(3000)].escape_ascii().to_string()
}
