//! Has darn carry out a task, and answers for the person.

use std::io::{BufRead as _, BufReader, Write as _};

use serde_json::Value;

use super::case::{Case, plain};
use super::{Place, tree};
use crate::live;
use crate::prelude::*;

/// darn with its own home, configuration and state.
pub struct Doing {
    darn: PathBuf,
    home: PathBuf,
    /// As `darn doctor` names it, with its host.
    pub model: String,
}

/// What was done.
#[derive(Debug)]
pub struct Done {
    pub files: tree::Files,
    /// Output of each step.
    pub outputs: Vec<String>,
    /// A step failed or was refused, or the task was not done.
    pub has_failed: bool,
    pub steps: usize,
    pub seconds: f32,
}

impl Doing {
    /// Running the bench is the consent to send its tasks to the provider.
    pub fn new(darn: &Path, place: &Place, settings: &toml::Table) -> Result<Self> {
        let home = place.base.join("home");
        std::fs::create_dir_all(home.join("config/darn"))?;
        std::fs::create_dir_all(home.join("state/darn"))?;
        std::fs::write(home.join("config/darn/config.toml"), toml::to_string(settings)?)?;
        let mut doing = Self { darn: darn.to_owned(), home, model: String::new() };
        let doctor = doing.command(&["doctor", "--format", "json"], &doing.home).output()?;
        let model = live::configured_model(&doctor.stdout)?;
        ensure!(!model.is_bad, "the model cannot be asked: {}", model.text);
        live::agree(&model, &doing.home.join("state/darn"))?;
        doing.model = model.named();
        Ok(doing)
    }

    fn command(&self, arguments: &[&str], directory: &Path) -> Command {
        let mut command = Command::new(&self.darn);
        command.args(arguments).current_dir(directory).stdin(Stdio::null());
        for name in ["DARN_CONFIG", "DARN_SESSION", "DARN_SOCKET", "XDG_RUNTIME_DIR"] {
            command.env_remove(name);
        }
        command.env("HOME", &self.home).env("SHELL", "/bin/bash").env("LC_ALL", "C.UTF-8");
        command.env("XDG_CONFIG_HOME", self.home.join("config"));
        command.env("XDG_STATE_HOME", self.home.join("state"));
        command
    }

    /// Carries out a task in a copy of its tree.
    pub fn carry_out(&self, case: &Case, place: &Place) -> Result<Done> {
        let work = place.fill(case)?;
        let since = Instant::now();
        let mut command = self.command(&["do", "--format", "json", &case.query], work);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().context("darn cannot be started")?;
        let mut input = child.stdin.take().context("a pipe")?;
        let output = child.stdout.take().context("a pipe")?;
        let mut done = Done {
            files: tree::Files::new(),
            outputs: Vec::new(),
            has_failed: false,
            steps: 0,
            seconds: 0.0,
        };
        for line in BufReader::new(output).lines() {
            let event: Value = serde_json::from_str(&line?).context("darn's event")?;
            if let Some(answer) = done.answer(&event, case, work) {
                // a task that has ended reads no more
                let _ = writeln!(input, "{answer}");
            }
        }
        let status = child.wait()?;
        // configuration or provider: no answer of the model, and no figure
        ensure!(!matches!(status.code(), Some(3 | 4)), "{}: the model cannot be asked", case.query);
        done.has_failed |= !status.success();
        done.seconds = since.elapsed().as_secs_f32();
        done.files = tree::read(work)?;
        Ok(done)
    }
}

impl Done {
    /// Notes an event and answers it.
    fn answer(&mut self, event: &Value, case: &Case, work: &Path) -> Option<&'static str> {
        match event["event"].as_str()? {
            "step" => {
                self.steps += 1;
                let answer = match event["needs"].as_str()? {
                    "run" => "r",
                    "edit" => "s",
                    // the confirm word: only where the task is to lose something
                    _ if case.loses => "yes",
                    _ => "s",
                };
                self.has_failed |= answer == "s";
                Some(answer)
            }
            "question" if event["text"].as_str()?.ends_with("(y/n)") => Some("y"),
            "question" => Some("i Decide yourself."),
            "input" => Some("i "),
            "result" => {
                self.has_failed |= event["status"] != 0;
                self.outputs.push(plain(event["output"].as_str().unwrap_or_default(), work));
                None
            }
            _ => None,
        }
    }
}
