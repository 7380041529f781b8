//! Runs a relay on a new terminal and measures its resource usage.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::Relay;

/// Time without output after which a session counts as broken.
const DEADLINE: Duration = Duration::from_secs(60);

/// A relay on a terminal.
pub struct Session {
    pub file: File,
    pub child: Child,
    buffer: Vec<u8>,
}

impl Session {
    pub fn start(relay: &Relay, directory: &Path, script: &str) -> Result<Self> {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        grantpt(&controller)?;
        unlockpt(&controller)?;
        tcsetwinsize(&controller, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 })?;
        let path = ptsname(&controller, Vec::new())?.into_string()?;
        let open =
            || -> Result<Stdio> { Ok(Stdio::from(File::options().read(true).write(true).open(&path)?)) };
        let mut command = Command::new("setsid");
        command.arg("--ctty").args(&relay.words).arg(script);
        if relay.name == "script" {
            command.arg("/dev/null");
        }
        command.env_clear().envs([
            ("PATH", "/usr/local/bin:/usr/bin:/bin"),
            ("TERM", "xterm"),
            ("SHELL", "/bin/sh"),
        ]);
        command.env("HOME", directory.join("home")).env("XDG_RUNTIME_DIR", directory).current_dir(directory);
        let child = command.stdin(open()?).stdout(open()?).stderr(open()?).spawn()?;
        Ok(Self { file: File::from(controller), child, buffer: vec![0; 64 * 1024] })
    }

    /// Reads at least `count` bytes, up to the byte `last`.
    pub fn take(&mut self, count: u64, last: u8) -> Result<()> {
        let mut seen = 0;
        loop {
            let timeout = Timespec { tv_sec: i64::try_from(DEADLINE.as_secs())?, tv_nsec: 0 };
            let fd = self.file.as_fd();
            ensure!(
                poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&timeout))? > 0,
                "silent after {seen} bytes"
            );
            let got = self.file.read(&mut self.buffer)?;
            seen += got as u64;
            let bytes = self.buffer.get(..got).unwrap_or_default();
            if seen >= count && bytes.last() == Some(&last) {
                return Ok(());
            }
            if got == 0 {
                bail!("ended after {seen} bytes");
            }
        }
    }

    fn proc(&self, name: &str) -> Result<String> {
        Ok(std::fs::read_to_string(PathBuf::from("/proc").join(self.child.id().to_string()).join(name))?)
    }

    /// Returns the CPU time of the relay in user mode.
    pub fn user(&self) -> Result<Duration> {
        let stat = self.proc("stat")?;
        let fields = stat.rsplit_once(')').context("a name")?.1;
        let ticks: u64 = fields.split_whitespace().nth(11).context("utime")?.parse()?;
        Ok(Duration::from_millis(10 * ticks)) // 100 a second everywhere
    }

    fn field(&self, name: &str) -> Result<u64> {
        let status = self.proc("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix(name)).context("a field")?;
        Ok(line.trim_end_matches("kB").trim().parse()?)
    }

    pub fn memory(&self) -> Result<(u64, u64)> {
        Ok((self.field("VmRSS:")?, self.field("RssAnon:")?))
    }

    pub fn waits(&self) -> Result<u64> {
        self.field("voluntary_ctxt_switches:")
    }

    pub fn end(mut self) -> Result<()> {
        self.file.write_all(b"e")?;
        while self.file.read(&mut self.buffer).is_ok_and(|count| count > 0) {}
        self.child.wait()?;
        Ok(())
    }
}
