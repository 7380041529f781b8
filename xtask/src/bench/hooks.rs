//! Cost of the hooks: a prompt after success, a failure up to the hint, and the start of a shell. Measures
//! the CPU time of the shell and all its children, minus that of the same shell without darn. Runs with and
//! without alternate, and the median counts.

use super::bed::{Bed, NAMES};
use super::session;
use super::{machine, peers};
use crate::prelude::*;

const ROUNDS: usize = 7;
const SUCCESSES: usize = 300;
const FAILURES: usize = 40;
const STARTS: usize = 15;

pub fn run() -> Result<()> {
    let bed = Bed::new("hooks")?;
    println!(
        "CPU time, user + system; medians of {ROUNDS} interleaved rounds; {NAMES} more names on PATH; {}",
        machine()
    );
    println!();
    println!("The filter of the Enter guard: wall time, median of everyday lines, known to it | new to it.");
    println!();
    println!(
        "| | prompt after success | forks | failure up to the hint | shell start added | first line added | filter, known | new |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for shell in ["bash", "zsh", "fish"] {
        let success = bed.per_line(shell, &[":"; SUCCESSES])?;
        let forks = bed.forks(shell)?;
        // consecutive failures differ, so that each draws its hint
        let failing: Vec<&str> =
            ["gti status", "sl --heko", "mkidr x", "gerp x y"].into_iter().cycle().take(FAILURES).collect();
        let failure = bed.per_line(shell, &failing)?;
        let start = bed.start(shell, &bed.line(shell), &[])?;
        let first_line = bed.start(shell, &bed.line(shell), &[":"])?.saturating_sub(start);
        let (known, new) = bed.filter(shell)?;
        println!(
            "| darn, {shell} | {} | {forks} | {} | {} | {} | {known} µs | {new} µs |",
            show(success),
            show(failure),
            show(start),
            show(first_line)
        );
    }
    println!();
    println!(
        "| Enter to hint, wall time | p50, p90 with the daemon | without | Enter to prompt, without darn |"
    );
    println!("|---|---|---|---|");
    for shell in ["bash", "zsh", "fish"] {
        let [with, without, bare] = bed.delays(shell)?;
        println!("| {shell} | {} | {} | {} |", quantiles(with), quantiles(without), quantiles(bare));
    }
    println!();
    let everywhere: &[&str] = &["bash", "zsh", "fish"];
    for (name, program, shells) in
        [("pay-respects", peers::pay_respects(), everywhere), ("thefuck", peers::thefuck(), &["bash"])]
    {
        match program.and_then(|program| bed.peer(name, &program, shells)) {
            Ok((fix, starts)) => {
                for (shell, start) in shells.iter().zip(starts) {
                    let fix = show(fix);
                    println!("| {name}, {shell} | – | – | {fix} (on demand) | {} | – | – | – |", show(start));
                }
            }
            Err(error) => println!("| {name} | not measured: {error:#} | | | | | | |"),
        }
    }
    Ok(())
}

/// The measurements of this benchmark.
impl Bed {
    /// Measures what darn adds to each of the lines.
    fn per_line(&self, shell: &str, lines: &[&str]) -> Result<Duration> {
        let (with, without) = (self.argv(shell, &self.line(shell))?, self.argv(shell, "")?);
        let environment = self.environment(None);
        let count = u32::try_from(lines.len())?;
        let mut differences = Vec::new();
        for _ in 0..ROUNDS {
            // without the shell's own start
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

    /// Measures the time from Enter to the hint, with and without a daemon, and to the prompt of a shell without
    /// darn, in interleaved rounds.
    fn delays(&self, shell: &str) -> Result<[Vec<Duration>; 3]> {
        let daemon = self.daemon()?;
        let argv = self.argv(shell, &self.line(shell))?;
        let lines: Vec<&str> =
            ["gti status", "sl --heko", "mkidr x", "gerp x y"].into_iter().cycle().take(FAILURES).collect();
        let bare = self.argv(shell, "")?;
        let measure = |argv: &[String], socket: &Path, mark: &str| {
            session::delays(argv, &self.environment(Some(socket)), &lines, mark, 2)
        };
        let absent = self.directory.join("absent/darn.sock");
        let mut delays = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            let [with, without, alone] = &mut delays;
            with.extend(measure(&argv, &daemon.socket, "✗")?);
            without.extend(measure(&argv, &absent, "✗")?);
            alone.extend(measure(&bare, &absent, session::PROMPT)?);
        }
        Ok(delays)
    }

    fn forks(&self, shell: &str) -> Result<usize> {
        let environment = self.environment(None);
        let count = |argv: &[String], lines: &[&str]| {
            session::forks(argv, &environment, lines, &self.directory.join("strace"))
        };
        let argv = self.argv(shell, &self.line(shell))?;
        Ok(count(&argv, &[":"; 20])?.saturating_sub(count(&argv, &[])?))
    }

    /// Measures what a line in the startup file adds to a shell's start and to the first `lines`.
    fn start(&self, shell: &str, line: &str, lines: &[&str]) -> Result<Duration> {
        let environment = self.environment(None);
        let mut differences = Vec::new();
        for _ in 0..STARTS {
            let base = session::cpu(&self.argv(shell, "")?, &environment, lines)?;
            let cost = session::cpu(&self.argv(shell, line)?, &environment, lines)?;
            differences.push(cost.saturating_sub(base));
        }
        Ok(median(differences))
    }

    /// Measures, in microseconds, how long the Enter guard's filter delays an everyday line: a known one, and
    /// one with a new word.
    fn filter(&self, shell: &str) -> Result<(f64, f64)> {
        let home = self.directory.join("active");
        std::fs::create_dir_all(home.join(".config/darn"))?;
        std::fs::write(home.join(".config/darn/config.toml"), "[policy]\nlevel = 'active'\n")?;
        let run = |program: &str, arguments: &[&str]| -> Result<String> {
            let mut command = Command::new(program);
            command.args(arguments).env_clear().envs([("PATH", self.path.as_str()), ("TERM", "xterm")]);
            let output = command.env("HOME", &home).stdin(Stdio::null()).stderr(Stdio::null()).output()?;
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let init = run(&self.darn.display().to_string(), &["init", shell])?;
        let lines = LINES.map(|line| format!("'{line}'")).join(" ");
        let (file, options) = (self.directory.join(format!("filter.{shell}")), options(shell));
        std::fs::write(&file, init + &loops(shell).replace("LINES", &lines))?;
        let out = run(shell, &[options, &["-i", "-c", &format!(". {}", file.display())]].concat())?;
        let nanoseconds: Vec<f64> = out.lines().filter_map(|line| line.parse().ok()).collect();
        anyhow::ensure!(nanoseconds.len() == 2 * LINES.len(), "{shell}: {out:?}");
        let middle = |which: usize| {
            let mut costs: Vec<_> = nanoseconds.iter().skip(which).step_by(2).copied().collect();
            costs.sort_by(f64::total_cmp);
            costs.get(costs.len() / 2).map_or(0.0, |cost| (cost / 100.0).round() / 10.0)
        };
        Ok((middle(0), middle(1)))
    }

    /// Measures a peer's fix of `gti status` on demand, and what its alias adds to the start of each shell.
    fn peer(&self, name: &str, program: &Path, shells: &[&str]) -> Result<(Duration, Vec<Duration>)> {
        let mut costs = Vec::new();
        for _ in 0..ROUNDS {
            let before = session::children_cpu()?;
            let mut command = Command::new(program);
            command
                .env_clear()
                .envs(self.environment(None))
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
        let program = program.display();
        let line = |shell: &str| match (name, shell) {
            ("thefuck", _) => format!("eval \"$({program} --alias)\"\n"),
            (_, "fish") => format!("{program} fish --alias | source\n"),
            _ => format!("eval \"$({program} {shell} --alias)\"\n"),
        };
        let starts = shells.iter().map(|shell| self.start(shell, &line(shell), &[]));
        Ok((median(costs), starts.collect::<Result<_>>()?))
    }
}

/// Everyday lines, without single quotes.
const LINES: [&str; 9] = [
    "ls -la",
    "git status",
    "cd src && make -j2 test",
    "for f in *.txt; do echo \"$f\"; done",
    "grep -n word README.md | sort | uniq -c | sort -rn | head -20 > counts.txt",
    "cargo build",
    "vim notes.txt",
    "mkdir -p a/b && cd a/b",
    "grep -rn \"some text\" src",
];

fn options(shell: &str) -> &'static [&'static str] {
    match shell {
        "bash" => &["--norc", "--noprofile"],
        "zsh" => &["-f"],
        _ => &["--no-config"],
    }
}

/// Returns a script that measures the filter on each of LINES.
fn loops(shell: &str) -> &'static str {
    match shell {
        "fish" => include_str!("hooks/filter.fish"),
        _ => include_str!("hooks/filter.sh"),
    }
}

/// Formats the median and the ninth decile.
fn quantiles(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |tenths: usize| times.get(times.len() * tenths / 10).copied().unwrap_or_default();
    format!("{}, {}", show(at(5)), show(at(9)))
}

fn median(mut values: Vec<Duration>) -> Duration {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn show(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
