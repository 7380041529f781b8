//! darn and its peers, each judging many command lines at once.

use std::io::Write as _;

use facts::FakeWorld;
use policy::{Level, Policy};

use super::super::{advisers, peers};
use super::rows::Row;
use crate::prelude::*;

/// Decides whether command lines deserve a second look.
pub struct Judge {
    pub name: &'static str,
    pub program: PathBuf,
    pub judge: fn(&Judge, &[Row]) -> Result<Judged>,
    /// Returns a new process that judges one command line.
    pub cold: fn(&Judge, &str) -> Command,
    /// Returns the standard input of that process.
    pub input: fn(&str) -> String,
}

/// A judge's results, row by row.
pub struct Judged {
    pub flagged: Vec<bool>,
    /// Mean time per row as measured by the judge, without its start.
    pub mean: Duration,
}

pub fn all() -> Result<Vec<Judge>> {
    Ok(vec![
        Judge {
            name: "darn",
            program: advisers::darn()?,
            judge: ask_darn,
            cold: |judge, command| {
                let mut check = Command::new(&judge.program);
                check.args(["check", "--command", command]);
                check
            },
            input: |_| String::new(),
        },
        Judge {
            name: "cc-safety-net",
            program: peers::cc_safety_net()?,
            judge: ask_cc_safety_net,
            cold: |judge, _| {
                let mut hook = Command::new(&judge.program);
                hook.args(["hook", "--coding-cli"]);
                hook
            },
            input: hook,
        },
        Judge {
            name: "dcg 0.4.1",
            program: peers::dcg()?,
            judge: ask_dcg,
            cold: |judge, _| Command::new(&judge.program),
            input: hook,
        },
    ])
}

/// Returns the machine that darn sees.
pub fn world() -> FakeWorld {
    FakeWorld {
        home: Some("/home/me".into()),
        directory: Some("/home/me/project".into()),
        ..FakeWorld::default()
    }
}

/// Creates an ordinary project, for judges that examine their directory; without user settings.
pub fn scene() -> Result<PathBuf> {
    let scene = crate::root().join("target/bench/policy");
    std::fs::create_dir_all(scene.join("home/project/.git"))?;
    Ok(scene.join("home/project"))
}

/// Judges the rows in this process; times are measured separately in a release build.
fn ask_darn(_: &Judge, rows: &[Row]) -> Result<Judged> {
    let (policy, world) = (Policy::default(), world());
    let start = Instant::now();
    let flagged =
        rows.iter().map(|row| policy.assess(&row.command, row.shell, &world).level >= Level::Warn).collect();
    Ok(Judged { flagged, mean: mean(start.elapsed(), rows) })
}

/// Calls `checkCommand` of its API for each row and measures the time itself.
const CC_SAFETY_NET: &str = include_str!("judges/cc_safety_net.mjs");

fn ask_cc_safety_net(judge: &Judge, rows: &[Row]) -> Result<Judged> {
    let packages = judge.program.ancestors().nth(2).context("node_modules/.bin/cc-safety-net")?;
    let scene = scene()?;
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", CC_SAFETY_NET, "--"]);
    node.args([&packages.join("cc-safety-net/dist/api.js"), &scene]);
    let commands: Vec<&str> = rows.iter().map(|row| row.command.as_str()).collect();
    let answer = answer(&mut node, serde_json::to_vec(&commands)?)?;
    let answer: serde_json::Value = serde_json::from_str(&answer)?;
    let kinds = answer["kinds"].as_array().context("no kinds")?;
    ensure!(kinds.len() == rows.len(), "{} answers to {} rows", kinds.len(), rows.len());
    let elapsed = Duration::from_secs_f64(answer["elapsed"].as_f64().context("no time")? / 1e3);
    Ok(Judged { flagged: kinds.iter().map(|kind| kind != "allow").collect(), mean: mean(elapsed, rows) })
}

/// Uses its batch mode with the default packs; the time includes its start.
fn ask_dcg(judge: &Judge, rows: &[Row]) -> Result<Judged> {
    let lines: String = rows.iter().map(|row| hook(&row.command) + "\n").collect();
    let start = Instant::now();
    let mut batch = Command::new(&judge.program);
    let answers = answer(batch.args(["hook", "--batch", "--continue-on-error"]), lines.into_bytes())?;
    let elapsed = start.elapsed();
    let mut flagged = vec![false; rows.len()];
    ensure!(answers.lines().count() == rows.len(), "{} answers", answers.lines().count());
    for line in answers.lines() {
        let answer: serde_json::Value = serde_json::from_str(line)?;
        let place = answer["index"].as_u64().and_then(|place| flagged.get_mut(usize::try_from(place).ok()?));
        *place.context("no such row")? = answer["decision"] == "deny";
    }
    Ok(Judged { flagged, mean: mean(elapsed, rows) })
}

/// Runs a judge in the scene and returns what it prints for this input.
fn answer(judge: &mut Command, input: Vec<u8>) -> Result<String> {
    let scene = scene()?;
    judge.env("HOME", scene.parent().context("a home")?).current_dir(&scene);
    let mut child = judge.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().context("an input")?;
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let done = child.wait_with_output()?;
    let is_written = writer.join().is_ok_and(|written| written.is_ok());
    ensure!(is_written && done.status.success(), "failed: {judge:?}");
    Ok(String::from_utf8(done.stdout)?)
}

fn mean(elapsed: Duration, rows: &[Row]) -> Duration {
    elapsed / u32::try_from(rows.len().max(1)).unwrap_or(u32::MAX)
}

/// Returns the input of an agent's hook before a command runs.
fn hook(command: &str) -> String {
    serde_json::json!({
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": { "command": command },
    })
    .to_string()
}
