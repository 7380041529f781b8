//! `darn chat`: shell commands and questions in one place; the output of a failed command goes with the next question.

use std::io::{IsTerminal as _, Read as _};

use super::asking;
use super::circumstances::Circumstances;
use super::prelude::*;
use super::task;
use crate::chat::Capture;
use crate::chat::repl::{self, Repl};
use crate::model;

/// Most bytes of standard input that go with a question.
const MAX_INPUT: u64 = 1 << 20;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A line that is a command runs in the shell; anything else is a question. /help lists the rest."
)]
pub struct Arguments {
    /// Ask one question, print the answer and end; standard input goes with it
    #[arg(long, value_name = "TEXT")]
    once: Option<String>,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let settings = config::for_command(context)?.settings;
    if !settings.llm.enabled {
        return Err(asking::describe(&model::Failed::Off));
    }
    let failed = last_failure(context, &settings);
    if let Some(text) = &arguments.once {
        let request = Circumstances::of_session(context, None)?;
        repl::once(text, input()?, failed, &request.caller, &settings)?;
        return Ok(ExitCode::SUCCESS);
    }
    if !context::is_interactive() {
        return Err(Error::new(ErrorKind::Usage, "there is no terminal to chat at")
            .hinted("one question: darn chat --once TEXT"));
    }
    let carry_out = |text: &str, workspace: &mut crate::tasks::workspace::Workspace| {
        task::in_shell(text, workspace, context, &settings)
    };
    let repl = Repl::start(&context.caller, settings.clone(), failed, &carry_out);
    let mut repl = repl.map_err(|error| {
        Error::new(ErrorKind::Usage, format!("cannot start the shell of the chat: {error}"))
            .hinted("`darn config set task.shell /bin/bash` chooses another one")
    })?;
    repl.run()?;
    Ok(ExitCode::SUCCESS)
}

/// Returns what failed last in the calling shell, if its output is known.
fn last_failure(context: &Context, settings: &Settings) -> Option<Capture> {
    let request = Circumstances::default().last_failure(context, None, settings).ok()?;
    let output = request.output?;
    let directory = request.caller.directory.clone();
    Some(Capture::of_terminal(&request.text, directory, request.status, &output))
}

/// Reads standard input, if it is not a terminal.
fn input() -> Result<Option<String>, Error> {
    let input = context::input();
    if input.is_terminal() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    input.take(MAX_INPUT).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Some(text).filter(|text| !text.trim().is_empty()))
}
