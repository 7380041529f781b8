//! Runs a relay on a new terminal and measures its resource usage.

use std::fs::File;
use std::io::{Read as _, Write as _};

use super::Relay;
use crate::prelude::*;
use crate::terminal;

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
        let file = (relay.name == "script").then_some("/dev/null");
        let words = relay.words.iter().map(String::as_str).chain([script]).chain(file);
        let words: Vec<String> = words.map(str::to_owned).collect();
        let (child, controller) = terminal::start(&words, |command| {
            let system = [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("TERM", "xterm"), ("SHELL", "/bin/sh")];
            command.env_clear().envs(system).env("HOME", directory.join("home"));
            command.env("XDG_RUNTIME_DIR", directory).current_dir(directory);
        })?;
        Ok(Self { file: File::from(controller), child, buffer: vec![0; 64 * 1024] })
    }

    /// Reads at least `count` bytes, up to the byte `last`.
    pub fn take(&mut self, count: u64, last: u8) -> Result<()> {
        let mut seen = 0;
        loop {
            ensure!(terminal::is_readable(&self.file, DEADLINE)?, "silent after {seen} bytes");
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
