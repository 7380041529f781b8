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
    let nearest = Peer::pay_respects();
    if let Err(error) = &nearest {
        println!("| pay-respects | not measured: {error:#} | | | | | | |");
    }
    for shell in ["bash", "zsh", "fish"] {
        let success = median(bed.per_line(shell, &[":"; SUCCESSES], || Ok(()))?);
        let forks = bed.forks(shell)?;
        // consecutive failures differ, so that each draws its hint
        let failing: Vec<&str> =
            ["gti status", "sl --heko", "mkidr x", "gerp x y"].into_iter().cycle().take(FAILURES).collect();
        // beside each other: the machine may be slower a minute later
        let mut theirs = Vec::new();
        let failure = median(bed.per_line(shell, &failing, || {
            if let Ok(peer) = &nearest {
                theirs.push(bed.fix(peer)?);
            }
            Ok(())
        })?);
        let lines: Vec<String> = std::iter::once(bed.line(shell))
            .chain(nearest.as_ref().ok().map(|peer| peer.line(shell)))
            .collect();
        let mut starts = bed.start(shell, &lines, &[])?.into_iter();
        let start = starts.next().unwrap_or_default();
        let first_line = bed.start(shell, &lines[..1], &[":"])?.first().map_or(start, |first| *first);
        let first_line = first_line.saturating_sub(start);
        let (known, new) = bed.filter(shell)?;
        println!(
            "| darn, {shell} | {} | {forks} | {} | {} | {} | {known} µs | {new} µs |",
            show(success),
            show(failure),
            show(start),
            show(first_line)
        );
        if let (false, Some(their_start)) = (theirs.is_empty(), starts.next()) {
            let theirs = median(theirs);
            let ratio = failure.as_secs_f64() / theirs.as_secs_f64();
            println!(
                "| pay-respects, {shell} | – | – | {} (on demand; darn takes {ratio:.2} of it) | {} | – | – | – |",
                show(theirs),
                show(their_start)
            );
        }
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
    match Peer::thefuck().and_then(|peer| {
        let fixes = (0..ROUNDS).map(|_| bed.fix(&peer)).collect::<Result<Vec<_>>>()?;
        Ok((median(fixes), bed.start("bash", &[peer.line("bash")], &[])?))
    }) {
        Ok((fix, starts)) => {
            let start = starts.first().copied().unwrap_or_default();
            println!("| thefuck, bash | – | – | {} (on demand) | {} | – | – | – |", show(fix), show(start));
        }
        Err(error) => println!("| thefuck | not measured: {error:#} | | | | | | |"),
    }
    Ok(())
}

/// Another command corrector.
struct Peer {
    program: PathBuf,
    arguments: &'static [&'static str],
    variables: &'static [(&'static str, &'static str)],
    /// How its alias is printed; `SHELL` stands for the shell.
    alias: &'static str,
}

impl Peer {
    fn pay_respects() -> Result<Self> {
        Ok(Self {
            program: peers::pay_respects()?,
            arguments: &[],
            variables: &[("_PR_SHELL", "bash"), ("_PR_MODE", "echo"), ("_PR_LAST_COMMAND", "gti status")],
            alias: "SHELL --alias",
        })
    }

    fn thefuck() -> Result<Self> {
        Ok(Self {
            program: peers::thefuck()?,
            arguments: &["gti", "status", "THEFUCK_ARGUMENT_PLACEHOLDER"],
            variables: &[
                ("TF_SHELL", "bash"),
                ("TF_ALIAS", "fuck"),
                ("THEFUCK_REQUIRE_CONFIRMATION", "false"),
            ],
            alias: "--alias",
        })
    }

    /// Returns its line in a startup file.
    fn line(&self, shell: &str) -> String {
        let call = format!("{} {}", self.program.display(), self.alias.replace("SHELL", shell));
        if shell == "fish" { format!("{call} | source\n") } else { format!("eval \"$({call})\"\n") }
    }
}

/// The measurements of this benchmark.
impl Bed {
    /// Measures in each round what darn adds to each of the lines; `beside` measures something else in the round.
    fn per_line(
        &self,
        shell: &str,
        lines: &[&str],
        mut beside: impl FnMut() -> Result<()>,
    ) -> Result<Vec<Duration>> {
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
            beside()?;
        }
        Ok(differences)
    }

    /// Measures what a peer takes to fix `gti status`.
    fn fix(&self, peer: &Peer) -> Result<Duration> {
        const RUNS: u32 = 5;
        let before = session::children_cpu()?;
        for _ in 0..RUNS {
            Command::new(&peer.program)
                .args(peer.arguments)
                .env_clear()
                .envs(self.environment(None))
                .envs(peer.variables.iter().copied())
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()?;
        }
        Ok(session::children_cpu()?.saturating_sub(before) / RUNS)
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

    /// Measures what each of the lines in the startup file adds to a shell's start and to the first `typed` lines.
    fn start(&self, shell: &str, lines: &[String], typed: &[&str]) -> Result<Vec<Duration>> {
        let environment = self.environment(None);
        let mut differences = vec![Vec::new(); lines.len()];
        for _ in 0..STARTS {
            let base = session::cpu(&self.argv(shell, "")?, &environment, typed)?;
            for (line, differences) in lines.iter().zip(&mut differences) {
                let cost = session::cpu(&self.argv(shell, line)?, &environment, typed)?;
                differences.push(cost.saturating_sub(base));
            }
        }
        Ok(differences.into_iter().map(median).collect())
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
