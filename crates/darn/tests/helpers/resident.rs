//! A daemon for one home directory, which ends with the test.
#![allow(dead_code)] // each of the two test programs uses a part of it

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

/// Where its socket is, below the home.
pub const SOCKET: &str = "run/darn.sock";

pub struct Daemon {
    child: Child,
    socket: PathBuf,
}

impl Daemon {
    /// Starts it and waits until it listens.
    pub fn start(home: &Path) -> Self {
        Self::under(&[], home)
    }

    /// The same, by a command that ends in calling its last arguments, such as `setpriv --reuid=65534`.
    pub fn under(wrapper: &[&str], home: &Path) -> Self {
        Self::at(home.join(SOCKET), wrapper, home)
    }

    /// The same, with a socket elsewhere.
    pub fn at(socket: PathBuf, wrapper: &[&str], home: &Path) -> Self {
        let words = [wrapper, &[env!("CARGO_BIN_EXE_darn"), "daemon", "run"]].concat();
        let mut command = Command::new(words[0]);
        command
            .args(&words[1..])
            .current_dir("/")
            .env_clear()
            .env("HOME", home)
            .env("PATH", "/usr/bin:/bin")
            .env("LANG", "C.UTF-8")
            .env("DARN_SOCKET", &socket)
            .stdin(Stdio::null())
            .stderr(Stdio::piped());
        Self::of(command.spawn().expect("the daemon starts"), socket, "listening on")
    }

    /// Waits until a process says `ready`, which is the daemon or becomes it.
    pub fn of(mut child: Child, socket: PathBuf, ready: &str) -> Self {
        let mut said = String::new();
        let stderr = child.stderr.as_mut().expect("its messages");
        BufReader::new(stderr).read_line(&mut said).expect("its first line");
        assert!(said.contains(ready), "{said}");
        Self { child, socket }
    }

    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("a signal");
    }

    /// Waits for its end and returns its exit status.
    pub fn wait(&mut self) -> Option<i32> {
        self.child.wait().expect("its end").code()
    }

    pub fn connect(&self) -> Client {
        Client { stream: BufReader::new(UnixStream::connect(&self.socket).expect("a connection")) }
    }

    /// Number of open descriptors.
    pub fn descriptors(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).expect("its descriptors").count()
    }

    /// How many messages the workers have answered.
    pub fn requests(&self) -> u64 {
        let reply = self.connect().ask(r#"{"type":"GetSessions"}"#);
        let reply: serde_json::Value = serde_json::from_str(&reply).expect("JSON");
        reply["daemon"]["requests"].as_u64().expect("a number") - 1
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection to it.
pub struct Client {
    stream: BufReader<UnixStream>,
}

impl Client {
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).expect("it is read");
    }

    /// Returns the next line, without its newline; empty at the end of the connection.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("a line");
        line.trim_end_matches('\n').to_owned()
    }

    /// Asks a daemon that may close the connection.
    pub fn try_ask(&mut self, line: &str) -> std::io::Result<String> {
        self.stream.get_mut().write_all(format!("{line}\n").as_bytes())?;
        let mut reply = String::new();
        self.stream.read_line(&mut reply)?;
        Ok(reply.trim_end_matches('\n').to_owned())
    }

    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }
}
