//! Cost of the hooks: a prompt after success, a failure up to the hint, a shell's start. CPU time
//! of the shell and everything it starts, as differences to the same shell without darn; the runs
//! with and without alternate, and the median counts.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use super::peers;
use super::session::{self, PROMPT};

/// Names on the PATH of the measured shells.
const NAMES: usize = 3000;
const ROUNDS: usize = 7;
const SUCCESSES: usize = 300;
const FAILURES: usize = 40;
const STARTS: usize = 15;

struct Bench {
    directory: PathBuf,
    darn: PathBuf,
    path: String,
}

pub fn run() -> Result<()> {
    let bench = Bench::new()?;
    println!(
        "CPU time, user + system; medians of {ROUNDS} interleaved rounds; {NAMES} more names on PATH; {}",
        machine()
    );
    println!();
    println!("| | prompt after success | forks | failure up to the hint | shell start added |");
    println!("|---|---|---|---|---|");
    for shell in ["bash", "zsh", "fish"] {
        let success = bench.per_line(shell, &[":"; SUCCESSES])?;
        let forks = bench.forks(shell)?;
        // every second failure differs from the one before, so that each draws its hint
        let failing: Vec<&str> =
            ["gti status", "sl --heko", "mkidr x", "gerp x y"].into_iter().cycle().take(FAILURES).collect();
        let failure = bench.per_line(shell, &failing)?;
        let start = bench.start(shell)?;
        println!("| darn, {shell} | {} | {forks} | {} | {} |", show(success), show(failure), show(start));
    }
    for (name, program) in [("pay-respects", peers::pay_respects()), ("thefuck", peers::thefuck())] {
        match program.and_then(|program| bench.peer(name, &program)) {
            Ok((fix, start)) => {
                println!("| {name}, bash | – | – | {} (on demand) | {} |", show(fix), show(start))
            }
            Err(error) => println!("| {name} | not measured: {error:#} | | | |"),
        }
    }
    Ok(())
}

impl Bench {
    fn new() -> Result<Self> {
        let status = Command::new(crate::cargo())
            .args(["build", "--release", "--quiet", "--package", "darnit"])
            .current_dir(crate::root())
            .status()?;
        if !status.success() {
            bail!("cargo build --release failed");
        }
        let directory = crate::root().join("target/bench/hooks");
        let names = directory.join("path");
        std::fs::create_dir_all(&names)?;
        for at in 0..NAMES {
            let link = names.join(format!("bench-name-{at:04}"));
            if !link.exists() {
                std::os::unix::fs::symlink("/bin/true", link)?;
            }
        }
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from);
        let darn = target.join("release/darn");
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", names.display());
        Ok(Self { directory, darn, path })
    }

    fn environment(&self) -> Vec<(String, String)> {
        let home = self.directory.join("home");
        let _ = std::fs::create_dir_all(home.join(".config/fish"));
        [
            ("HOME", home.display().to_string()),
            ("ZDOTDIR", home.display().to_string()),
            ("PATH", self.path.clone()),
            ("TERM", "xterm-256color".into()),
            ("LANG", "C.UTF-8".into()),
            ("PS1", PROMPT.into()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec()
    }

    /// How to start the shell, with darn or without: through a startup file of our own.
    fn argv(&self, shell: &str, with: bool) -> Result<Vec<String>> {
        let file = self.directory.join(format!("{shell}-{with}"));
        let prompt = match shell {
            "fish" => format!(
                "function fish_prompt; printf '{PROMPT}'; end; function fish_right_prompt; end; set -g fish_greeting\n"
            ),
            _ => format!("PS1='{PROMPT}'\n"),
        };
        let script = if with { self.script(shell)? } else { String::new() };
        let words: Vec<String> = match shell {
            "zsh" => {
                let directory = self.directory.join(format!("zsh-{with}.d"));
                std::fs::create_dir_all(&directory)?;
                std::fs::write(directory.join(".zshrc"), format!("{prompt}{script}"))?;
                vec![
                    "env".into(),
                    format!("ZDOTDIR={}", directory.display()),
                    "zsh".into(),
                    "-d".into(),
                    "-i".into(),
                ]
            }
            _ => {
                std::fs::write(&file, format!("{prompt}{script}"))?;
                let file = file.display().to_string();
                match shell {
                    "fish" => vec![
                        "fish".into(),
                        "--no-config".into(),
                        "-i".into(),
                        "-C".into(),
                        format!("source {file}"),
                    ],
                    _ => vec!["bash".into(), "--noprofile".into(), "--rcfile".into(), file, "-i".into()],
                }
            }
        };
        Ok(words)
    }

    fn script(&self, shell: &str) -> Result<String> {
        let output = Command::new(&self.darn).args(["init", shell]).output().context("darn init")?;
        Ok(String::from_utf8(output.stdout)?)
    }

    /// What darn adds to each of the lines.
    fn per_line(&self, shell: &str, lines: &[&str]) -> Result<Duration> {
        let (with, without) = (self.argv(shell, true)?, self.argv(shell, false)?);
        let environment = self.environment();
        let count = u32::try_from(lines.len())?;
        let mut differences = Vec::new();
        for _ in 0..ROUNDS {
            // the start of the shell is taken out of each
            let cost = |argv: &[String]| -> Result<Duration> {
                Ok(session::cpu(argv, &environment, lines)?.saturating_sub(session::cpu(
                    argv,
                    &environment,
                    &[],
                )?))
            };
            let (base, darn) = (cost(&without)?, cost(&with)?);
            differences.push(darn.saturating_sub(base) / count);
        }
        Ok(median(differences))
    }

    fn forks(&self, shell: &str) -> Result<usize> {
        let environment = self.environment();
        let count = |argv: &[String], lines: &[&str]| {
            session::forks(argv, &environment, lines, &self.directory.join("strace"))
        };
        let argv = self.argv(shell, true)?;
        Ok(count(&argv, &[":"; 20])?.saturating_sub(count(&argv, &[])?))
    }

    /// What the init line adds to the start, as users write it.
    fn start(&self, shell: &str) -> Result<Duration> {
        let file = self.directory.join(format!("start-{shell}"));
        let line = match shell {
            "fish" => format!("{} init fish | source\n", self.darn.display()),
            _ => format!("eval \"$({} init {shell})\"\n", self.darn.display()),
        };
        self.added(shell, &file, &line)
    }

    fn added(&self, shell: &str, file: &Path, line: &str) -> Result<Duration> {
        let mut differences = Vec::new();
        for _ in 0..STARTS {
            let cost = |text: &str| -> Result<Duration> {
                std::fs::write(file, text)?;
                let source = format!(". {}", file.display());
                let before = session::children_cpu()?;
                let mut command = Command::new(shell);
                match shell {
                    "fish" => command.args(["--no-config", "-i", "-c", &source]),
                    "zsh" => command.args(["-f", "-i", "-c", &source]),
                    _ => command.args(["--noprofile", "--norc", "-i", "-c", &source]),
                };
                command
                    .env_clear()
                    .envs(self.environment())
                    .stdin(Stdio::null())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .status()?;
                Ok(session::children_cpu()?.saturating_sub(before))
            };
            let base = cost("")?;
            differences.push(cost(line)?.saturating_sub(base));
        }
        Ok(median(differences))
    }

    /// A peer's fix of `gti status` on demand, and what its alias adds to the start of bash.
    fn peer(&self, name: &str, program: &Path) -> Result<(Duration, Duration)> {
        let mut costs = Vec::new();
        for _ in 0..ROUNDS {
            let before = session::children_cpu()?;
            let mut command = Command::new(program);
            command
                .env_clear()
                .envs(self.environment())
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            match name {
                "thefuck" => command.args(["gti", "status", "THEFUCK_ARGUMENT_PLACEHOLDER"]).envs([
                    ("TF_SHELL", "bash"),
                    ("TF_ALIAS", "fuck"),
                    ("THEFUCK_REQUIRE_CONFIRMATION", "false"),
                ]),
                _ => command.envs([
                    ("_PR_SHELL", "bash"),
                    ("_PR_MODE", "echo"),
                    ("_PR_LAST_COMMAND", "gti status"),
                ]),
            };
            command.status()?;
            costs.push(session::children_cpu()?.saturating_sub(before));
        }
        let line = match name {
            "thefuck" => format!("eval \"$({} --alias)\"\n", program.display()),
            _ => format!("eval \"$({} bash --alias)\"\n", program.display()),
        };
        Ok((median(costs), self.added("bash", &self.directory.join("peer"), &line)?))
    }
}

fn median(mut values: Vec<Duration>) -> Duration {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn show(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

fn machine() -> String {
    let model = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = model
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("", |rest| rest.trim_start_matches(['\t', ' ', ':']));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores")
}
