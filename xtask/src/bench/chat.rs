//! How quickly `darn chat` starts, and draws what is typed, with a long history.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read as _, Write as _};

use crate::prelude::*;
use crate::terminal;

/// Lines of the history.
const LINES: usize = 10_000;
const STARTS: usize = 30;
/// Typed one character at a time: a command, a question, and a line of both kinds.
const TYPED: [&str; 3] =
    ["git log --oneline -n 20 | grep fix", "why does the build fail here?", "find out what fills the disk"];
/// Time after which a program counts as hanging.
const DEADLINE: Duration = Duration::from_secs(20);
/// Limits in milliseconds.
const MAX_START: f64 = 30.0;
const MAX_KEY: f64 = 5.0;

pub fn run() -> Result<()> {
    let home = crate::root().join("target/bench/chat");
    prepare(&home)?;
    let darn = super::darn()?;
    let (mut starts, mut keys) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let since = Instant::now();
        let mut chat = Chat::start(&darn, &home)?;
        starts.push(since.elapsed());
        for typed in TYPED {
            for key in typed.bytes() {
                keys.push(chat.press(key)?);
            }
            chat.press(0x15)?; // Ctrl-U empties the line
        }
        chat.end()?;
    }
    println!("wall time, {LINES} lines of history, {STARTS} starts, {} keys\n", keys.len());
    println!("| | p50 | p90 | limit of p50 |\n|---|---|---|---|");
    let start = row("start to prompt", starts, MAX_START);
    let key = row("key to screen", keys, MAX_KEY);
    if start > MAX_START || key > MAX_KEY {
        bail!("slower than promised");
    }
    Ok(())
}

/// Prints a row; returns the median in milliseconds.
fn row(what: &str, mut times: Vec<Duration>, limit: f64) -> f64 {
    times.sort();
    let at = |part: usize| times.get(times.len() * part / 100).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    println!("| {what} | {:.2} ms | {:.2} ms | {limit} ms |", at(50), at(90));
    at(50)
}

/// Writes a home with a long history. The provider is never asked.
fn prepare(home: &Path) -> Result<()> {
    let config = home.join(".config/darn");
    let state = home.join(".local/state/darn");
    std::fs::create_dir_all(&config)?;
    std::fs::create_dir_all(&state)?;
    let text = "[llm]\nenabled = true\nprovider = 'here'\n[llm.providers.here]\nwire = 'openai'\nmodel = 'm'\n\
                base_url = 'http://127.0.0.1:9/v1'\n";
    std::fs::write(config.join("config.toml"), text)?;
    let mut history = String::new();
    for at in 0..LINES {
        writeln!(history, "git log --oneline -n {at} # what changed?")?;
    }
    std::fs::write(state.join("chat-history"), history)?;
    Ok(())
}

struct Chat {
    child: std::process::Child,
    file: File,
}

impl Chat {
    /// Starts the chat and waits for its prompt.
    fn start(darn: &Path, home: &Path) -> Result<Self> {
        let argv = [darn.display().to_string(), "chat".to_owned()];
        let path = std::env::var_os("PATH").unwrap_or_default();
        let (child, controller) = terminal::start(&argv, |command| {
            command.env_clear().env("HOME", home).env("PATH", path).env("SHELL", "/bin/bash");
            command.envs([("TERM", "xterm-256color"), ("LANG", "C.UTF-8")]).current_dir(home);
        })?;
        let mut chat = Self { child, file: File::from(controller) };
        chat.read_until(|seen| seen.contains("> "))?;
        chat.settle()?;
        Ok(chat)
    }

    /// Reads until what was drawn is enough; answers the question where the cursor is.
    fn read_until(&mut self, is_enough: impl Fn(&str) -> bool) -> Result<()> {
        let (mut seen, mut buffer) = (Vec::new(), [0; 4096]);
        while terminal::is_readable(&self.file, DEADLINE)? {
            let count = self.file.read(&mut buffer).unwrap_or(0);
            let new = buffer.get(..count).unwrap_or_default();
            if new.windows(4).any(|bytes| bytes == b"\x1b[6n") {
                self.file.write_all(b"\x1b[1;1R")?;
            }
            seen.extend_from_slice(new);
            if count == 0 {
                break;
            }
            if is_enough(&String::from_utf8_lossy(&seen)) {
                return Ok(());
            }
        }
        bail!("not drawn: {}", String::from_utf8_lossy(&seen))
    }

    /// Reads what is still drawn.
    fn settle(&mut self) -> Result<()> {
        let mut buffer = [0; 4096];
        while terminal::is_readable(&self.file, Duration::from_millis(3))? {
            if self.file.read(&mut buffer).unwrap_or(0) == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Presses a key; returns the time until something was drawn.
    fn press(&mut self, key: u8) -> Result<Duration> {
        let since = Instant::now();
        self.file.write_all(&[key])?;
        if !terminal::is_readable(&self.file, DEADLINE)? {
            bail!("key {key} draws nothing");
        }
        let elapsed = since.elapsed();
        self.settle()?;
        Ok(elapsed)
    }

    fn end(mut self) -> Result<()> {
        self.file.write_all(b"\x04")?;
        let _ = self.file.read_to_end(&mut Vec::new());
        self.child.wait()?;
        Ok(())
    }
}
