//! Types lines into a real shell on a terminal and measures CPU time and forks.

use std::fs::File;
use std::io::{Read as _, Write as _};

use crate::prelude::*;
use crate::terminal;

/// Prompt of every measured shell.
pub const PROMPT: &str = "@@> ";
/// Time without a prompt after which a shell counts as broken.
const DEADLINE: Duration = Duration::from_secs(20);

/// Returns the CPU time (user and system) of the child processes that have ended so far.
pub fn children_cpu() -> Result<Duration> {
    let usage = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_CHILDREN)?;
    let part = |time: nix::sys::time::TimeVal| {
        Duration::from_secs(u64::try_from(time.tv_sec()).unwrap_or(0))
            + Duration::from_micros(u64::try_from(time.tv_usec()).unwrap_or(0))
    };
    Ok(part(usage.user_time()) + part(usage.system_time()))
}

/// Measures the CPU time of a shell and its children while `lines` are typed, each once the prompt is back,
/// and Ctrl-D at the end: without lines it is the time of a start.
pub fn cpu(argv: &[String], environment: &[(String, String)], lines: &[&str]) -> Result<Duration> {
    let before = children_cpu()?;
    type_lines(argv, environment, lines)?;
    Ok(children_cpu()?.saturating_sub(before))
}

/// Counts the processes started while the lines are typed, with strace.
pub fn forks(argv: &[String], environment: &[(String, String)], lines: &[&str], log: &Path) -> Result<usize> {
    let mut traced: Vec<String> = ["strace", "-f", "-qq", "-e", "trace=clone,clone3,fork,vfork", "-o"]
        .iter()
        .map(ToString::to_string)
        .collect();
    traced.push(log.display().to_string());
    traced.extend_from_slice(argv);
    type_lines(&traced, environment, lines)?;
    let text = std::fs::read_to_string(log)?;
    let started = |line: &&str| {
        ["clone(", "clone3(", "fork(", "vfork("].iter().any(|call| line.contains(call))
            && !line.contains("= -1")
            && !line.contains("unfinished")
            && !line.contains("CLONE_THREAD") // fish saves its history in a thread
    };
    let resumed =
        |line: &&str| line.contains("resumed>") && !line.contains("= -1") && !line.contains("CLONE_THREAD");
    Ok(text.lines().filter(|line| started(line) || resumed(line)).count())
}

/// Measures the time from Enter until `mark` is on the terminal, for each of the lines after the first `skip`,
/// in a shell that runs for all of them.
pub fn delays(
    argv: &[String],
    environment: &[(String, String)],
    lines: &[&str],
    mark: &str,
    skip: usize,
) -> Result<Vec<Duration>> {
    let mut shell = Shell::start(argv, environment)?;
    let mut delays = lines.iter().map(|line| shell.fail(line, mark)).collect::<Result<Vec<_>>>()?;
    shell.end()?;
    Ok(delays.split_off(skip.min(delays.len())))
}

fn type_lines(argv: &[String], environment: &[(String, String)], lines: &[&str]) -> Result<()> {
    let mut shell = Shell::start(argv, environment)?;
    for line in lines {
        shell.terminal.write_all(format!("{line}\r").as_bytes())?;
        shell
            .wait_for_prompt()
            .with_context(|| format!("after `{line}`: {}", String::from_utf8_lossy(&shell.seen)))?;
    }
    shell.end()
}

/// A shell on a terminal.
pub struct Shell {
    child: Child,
    terminal: File,
    seen: Vec<u8>,
}

impl Shell {
    /// Starts the shell and waits for its first prompt.
    pub fn start(argv: &[String], environment: &[(String, String)]) -> Result<Self> {
        let (child, controller) = terminal::start(argv, |command| {
            command.env_clear().envs(environment.iter().map(|(name, value)| (name, value)));
        })?;
        let mut shell = Self { child, terminal: File::from(controller), seen: Vec::new() };
        shell.wait_for_prompt().with_context(|| format!("{}: no prompt", argv.join(" ")))?;
        Ok(shell)
    }

    /// Types a line that fails; returns the time from Enter until `mark` is on the terminal.
    pub fn fail(&mut self, line: &str, mark: &str) -> Result<Duration> {
        self.terminal.write_all(line.as_bytes())?;
        self.wait_until_quiet()?;
        let since = Instant::now();
        self.terminal.write_all(b"\r")?;
        let marked = self.wait_for_prompt_and(Some(mark))?;
        Ok(marked.with_context(|| format!("no hint after `{line}`"))?.duration_since(since))
    }

    /// Reads until a prompt was printed and the terminal has been quiet for 4 ms.
    fn wait_for_prompt(&mut self) -> Result<()> {
        self.wait_for_prompt_and(None)?;
        Ok(())
    }

    /// Reads until the terminal has been quiet for 4 ms.
    fn wait_until_quiet(&mut self) -> Result<()> {
        let mut buffer = [0; 4096];
        while terminal::is_readable(&self.terminal, Duration::from_millis(4))? {
            let _ = self.terminal.read(&mut buffer)?;
        }
        Ok(())
    }

    /// Does the same as `wait_for_prompt`; also returns when a text was first on the terminal.
    fn wait_for_prompt_and(&mut self, mark: Option<&str>) -> Result<Option<Instant>> {
        self.seen.clear();
        let start = Instant::now();
        let (mut prompted, mut marked) = (false, None);
        loop {
            // zsh may draw its prompt once more before it runs the line
            let is_complete = prompted && mark.is_none() == marked.is_none();
            let wait = if is_complete { Duration::from_millis(4) } else { DEADLINE };
            if !terminal::is_readable(&self.terminal, wait)? {
                if prompted {
                    return Ok(marked);
                }
                bail!("no prompt within {} s", DEADLINE.as_secs());
            }
            let mut buffer = [0; 4096];
            let count = self.terminal.read(&mut buffer).unwrap_or(0);
            if count == 0 || start.elapsed() > DEADLINE {
                bail!("the shell ended");
            }
            self.seen.extend_from_slice(&buffer[..count]);
            // fish queries the terminal type and waits for the answer
            if self.seen.windows(3).any(|bytes| bytes == b"\x1b[c") && self.seen.len() < 4096 {
                let _ = self.terminal.write_all(b"\x1b[?62c");
            }
            let seen = String::from_utf8_lossy(&self.seen);
            prompted |= seen.contains(PROMPT);
            if marked.is_none() && mark.is_some_and(|mark| seen.contains(mark)) {
                marked = Some(Instant::now());
            }
        }
    }

    /// Types Ctrl-D, and reads until the shell has closed its side.
    pub fn end(mut self) -> Result<()> {
        self.terminal.write_all(b"\x04")?;
        while !terminal::read(&self.terminal, Duration::from_secs(3)).unwrap_or_default().is_empty() {}
        self.child.wait()?;
        Ok(())
    }
}
