//! `darn ask TEXT…`: turns plain language into commands for this shell. Nothing runs.

use super::asking;
use super::circumstances::{Circumstances, Format};
use super::fix::suggestions_json;
use super::prelude::*;
use crate::model::{self, Memory};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// What you want to do, in any language, or the start of a command
    #[arg(required = true, value_name = "TEXT")]
    words: Vec<String>,
    /// The target shell: bash, zsh, fish, sh (default: your shell)
    #[arg(long, value_name = "SHELL")]
    shell: Option<String>,
    /// Ignore cached answers
    #[arg(long)]
    again: bool,
    /// plain: one command per line; json: everything
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let settings = config::for_command(context)?.settings;
    let wish = arguments.words.join(" ");
    if wish.trim().is_empty() {
        return Err(Error::new(ErrorKind::Usage, "the request is empty")
            .hinted("say what you want to do: darn ask list the largest files here"));
    }
    let request = Circumstances::of_session(context, arguments.shell.as_deref())?;
    let memory = if arguments.again { Memory::Left } else { Memory::Counts };
    let answered =
        asking::ask(&settings, &context.caller, memory, |asker| model::wish(&wish, &request, asker), |_| {})?;
    asking::warn(&answered);
    match arguments.format {
        Format::Plain => {
            for suggestion in &answered.suggestions {
                ui::print(&format!("{}\n", ui::neutral(&suggestion.text)));
            }
            // in a pipeline it would mix with another program's output
            if let Some(why) =
                answered.why.as_deref().filter(|_| !context.quiet && context.style().is_terminal)
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
