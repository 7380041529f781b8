//! `darn explain`: what went wrong and why, for the last failure or a given one.

use engine::{Answer, Explanation};
use serde_json::{Value, json};

use super::circumstances::{Circumstances, Format, line, too_long};
use super::fix::failure_json;
use super::prelude::*;
use crate::capture::Excerpt;
use crate::service::mend;

mod rerun;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The failed command, after -- (default: the last failure in this shell)
    #[arg(last = true, value_name = "COMMAND")]
    words: Vec<OsString>,
    /// The failed command line as one text, as typed
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "words")]
    command: Option<OsString>,
    /// Its exit status
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    status: Option<i32>,
    #[command(flatten)]
    circumstances: Circumstances,
    /// Run the command again, after asking, to see its output; only for read-only commands
    #[arg(long)]
    rerun: bool,
    /// Let the model explain it, too
    #[cfg(feature = "llm")]
    #[arg(long)]
    llm: bool,
}

/// Placeholder for an unknown exit status.
const NOT_KNOWN: i32 = -1;

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let config = config::for_command(context)?;
    let mut request = request(context, arguments, &config.settings)?;
    if arguments.rerun && request.output.is_none() {
        rerun::learn(&mut request, &config.settings)?;
    }
    let service = Service::new(&config.settings, context::today());
    let (answer, explanation) = service.explain(&request).ok_or_else(too_long)?;
    match arguments.circumstances.format {
        Format::Plain => {
            let style = context.style();
            let style = Style { attributes: style.cursor && style.attributes, ..style };
            let is_told = explanation.cause.is_some() || !answer.diagnosis.suggestions.is_empty();
            if request.status == NOT_KNOWN && request.output.is_none() && !is_told {
                // nothing says that it failed
                let (parts, verdict) = service.take_apart(&request.text, &request.caller);
                ui::print(&(ui::anatomy::lines(&parts, &verdict, &style).join("\n") + "\n"));
            } else {
                ui::print(&ui::explanation::draw(&request, &answer, &explanation, &style));
            }
        }
        Format::Json => {
            let excerpt =
                request.output.as_ref().map(|output| Excerpt::new(output, &config.settings.capture));
            ui::print(&format!("{}\n", to_json(&answer, &explanation, excerpt.as_ref())));
        }
    }
    #[cfg(feature = "llm")]
    if arguments.llm {
        model_explains(&request, &explanation, &config.settings)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the model's text as it arrives, after what is known offline.
#[cfg(feature = "llm")]
fn model_explains(request: &Request, known: &Explanation, settings: &Settings) -> Result<(), Error> {
    use crate::model::{self, Asker, Memory};
    let ask = |asker: &mut Asker<'_>| model::explain(request, known, asker);
    let mut has_begun = false;
    let show = |text: &str| {
        let before = if std::mem::replace(&mut has_begun, true) { "" } else { "\n" };
        ui::print(&format!("{before}{}", ui::neutral(text)));
    };
    let result = super::asking::ask(settings, &request.caller, Memory::Counts, ask, show);
    if has_begun {
        ui::print("\n");
    }
    result
}

/// Returns the command from the arguments, or else from the integration script.
fn request(context: &Context, arguments: &Arguments, settings: &Settings) -> Result<Request, Error> {
    let given = match (&arguments.command, arguments.words.as_slice()) {
        (Some(text), _) => Some(text.to_string_lossy().into_owned()),
        (None, []) => None,
        // a single word is a line as typed; several words were already parsed by this shell
        (None, [word]) => Some(word.to_string_lossy().into_owned()),
        (None, words) => Some(line(words, syntax::Dialect::Posix)),
    };
    if let Some(text) = given {
        let circumstances = &arguments.circumstances;
        let mut request = circumstances.request(context, text, arguments.status.unwrap_or(NOT_KNOWN))?;
        circumstances.in_session(&mut request);
        if arguments.status.is_none()
            && let Some(status) = mend::start_status(&request)
        {
            request.status = status;
        }
        return Ok(request);
    }
    arguments.circumstances.last_failure(context, arguments.status, settings)
}

fn to_json(answer: &Answer, explanation: &Explanation, output: Option<&Excerpt>) -> Value {
    let output = output.map(|excerpt| json!({"text": excerpt.text, "omitted_lines": excerpt.omitted}));
    let quotes = explanation.quotes.iter();
    let quotes = quotes.map(|quote| json!({"source": quote.source, "lines": quote.lines}));
    let suggestions = answer.diagnosis.suggestions.iter();
    let suggestions = suggestions.map(|known| json!({"command": known.text, "because": known.because}));
    json!({
        "failure": answer.failure.as_ref().map(failure_json),
        "cause": explanation.cause,
        "what": explanation.what,
        "why": explanation.why,
        "suggestions": suggestions.collect::<Value>(),
        "quotes": quotes.collect::<Value>(),
        "output": output,
    })
}
