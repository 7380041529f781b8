//! Each provider whose key is in the environment is asked one repair: does it answer, how fast, and
//! with what? Nothing of this is in CI: it costs money and depends on others.

use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

/// Provider, the variable of its key, the host that the user agrees to by running this.
const PROVIDERS: [(&str, &str); 8] = [
    ("openrouter", "OPENROUTER_API_KEY"),
    ("anthropic", "ANTHROPIC_API_KEY"),
    ("openai", "OPENAI_API_KEY"),
    ("groq", "GROQ_API_KEY"),
    ("mistral", "MISTRAL_API_KEY"),
    ("deepseek", "DEEPSEEK_API_KEY"),
    ("gemini", "GEMINI_API_KEY"),
    ("ollama", "OLLAMA_HOST"),
];

/// A failure that no rule mends.
const COMMAND: &str = "tar xf backup.tar";
const OUTPUT: &str = "tar: This does not look like a tar archive\ntar: Skipping to next header\n\
    tar: Exiting with failure status due to previous errors\n(file says: backup.tar: Zip archive data)\n";

pub fn run() -> Result<()> {
    let build = Command::new(crate::cargo()).args(["build", "--release", "--quiet"]).status()?;
    ensure!(build.success(), "cargo build --release failed");
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), Into::into);
    let darn = target.join("release/darn");
    let present: Vec<_> =
        PROVIDERS.iter().filter(|(_, variable)| std::env::var_os(variable).is_some()).collect();
    if present.is_empty() {
        let names: Vec<_> = PROVIDERS.iter().map(|(_, variable)| *variable).collect();
        bail!("no key is in the environment: set one of {}", names.join(", "));
    }
    println!(
        "| provider | model | seconds | status | first suggestion | verdict |\n|---|---|---|---|---|---|"
    );
    for (provider, _) in present {
        let home = std::env::temp_dir().join(format!("darn-live-{}-{provider}", std::process::id()));
        let result = ask(&darn, provider, &home);
        let _ = std::fs::remove_dir_all(&home);
        println!("{}", result?);
    }
    Ok(())
}

fn ask(darn: &std::path::Path, provider: &str, home: &std::path::Path) -> Result<String> {
    std::fs::create_dir_all(home.join("config/darn"))?;
    std::fs::write(home.join("output"), OUTPUT)?;
    std::fs::write(
        home.join("config/darn/config.toml"),
        format!("[llm]\nenabled = true\nprovider = \"{provider}\"\ntimeout = 30\n"),
    )?;
    let call = |arguments: &[&str]| {
        let mut command = Command::new(darn);
        command.args(arguments).current_dir(home).stdin(Stdio::null());
        command.env("XDG_CONFIG_HOME", home.join("config")).env("XDG_STATE_HOME", home.join("state"));
        command.output().context("darn cannot be started")
    };
    let doctor = call(&["doctor", "--format", "json"])?;
    let findings: Value = serde_json::from_slice(&doctor.stdout)?;
    let model =
        findings["findings"].as_array().into_iter().flatten().find(|finding| finding["check"] == "model");
    let text = model.and_then(|finding| finding["text"].as_str()).unwrap_or_default();
    let (model, host) = text.split_once(" at ").unwrap_or((text, ""));
    let host = host.split([':', ';', ' ']).next().unwrap_or_default();
    // whoever runs this agrees
    std::fs::create_dir_all(home.join("state/darn"))?;
    std::fs::write(home.join("state/darn/providers-agreed"), format!("{host} {model}\n"))?;
    let since = Instant::now();
    let said = call(&[
        "fix",
        "--llm",
        "--format",
        "json",
        "--command",
        COMMAND,
        "--status",
        "2",
        "--output",
        "output",
    ])?;
    let seconds = since.elapsed().as_secs_f32();
    let answer: Value = serde_json::from_slice(&said.stdout).unwrap_or_default();
    let of_model = |one: &&Value| one["origin"].as_str().is_some_and(|origin| origin.starts_with("llm:"));
    let first =
        answer["suggestions"].as_array().into_iter().flatten().find(of_model).cloned().unwrap_or_default();
    let error = String::from_utf8_lossy(&said.stderr).lines().next().unwrap_or_default().to_owned();
    let told = first["command"].as_str().map_or(error, |command| format!("`{command}`"));
    let verdict = first["verdict"]["level"].as_str().unwrap_or("-");
    let status = said.status.code().unwrap_or(-1);
    Ok(format!("| {provider} | {model} | {seconds:.1} | {status} | {told} | {verdict} |"))
}
