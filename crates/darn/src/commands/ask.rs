//! `darn ask TEXT…`: plain language to commands for this shell. Nothing runs.

use std::process::ExitCode;

use super::asking;
use super::circumstances::{Circumstances, Format};
use super::fix::suggestions_json;
use crate::context::Context;
use crate::error::{Error, ErrorKind};
use crate::model::{self, Memory};
use crate::{config, ui};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// What the command is to do, in any language; or half a command
    #[arg(required = true, value_name = "TEXT")]
    words: Vec<String>,
    /// The shell it is for: bash, zsh, fish, sh; yours, if nothing tells
    #[arg(long, value_name = "SHELL")]
    shell: Option<String>,
    /// Do not take an answer that was given before
    #[arg(long)]
    again: bool,
    /// plain: one command a line; json: everything
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let settings = config::for_command(context)?.settings;
    let wish = arguments.words.join(" ");
    if wish.trim().is_empty() {
        return Err(Error::new(ErrorKind::Usage, "the request is empty")
            .hinted("say what the command is to do: darn ask list the largest files here"));
    }
    let request = Circumstances::of_session(arguments.shell.as_deref())?;
    let memory = if arguments.again { Memory::Left } else { Memory::Counts };
    let answered = asking::ask(&settings, memory, |asker| model::wish(&wish, &request, asker), |_| {})?;
    asking::warn(&answered);
    match arguments.format {
        Format::Plain => {
            for suggestion in &answered.suggestions {
                ui::print(&format!("{}\n", ui::neutral(&suggestion.text)));
            }
            // (behind a pipe it would come amid what another program prints)
            if let Some(why) = answered
                .why
                .as_deref()
                .filter(|_| !context.quiet && rustix::termios::isatty(std::io::stdout()))
            {
                ui::note(&ui::one_line(why));
            }
        }
        Format::Json => ui::print(&format!(
            "{}\n",
            serde_json::json!({
                "suggestions": suggestions_json(&answered.suggestions),
                "why": answered.why,
                "model": answered.model,
            })
        )),
    }
    if answered.suggestions.is_empty() {
        context.note(&format!("darn: {}", answered.nothing()));
    }
    Ok(ExitCode::from(u8::from(answered.suggestions.is_empty())))
}
