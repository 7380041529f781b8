//! Asks a model while the user waits: consent, a progress line, Ctrl-C, and readable errors.

use std::sync::atomic::{AtomicBool, Ordering};

use super::prelude::*;
use crate::model::consent::{self, ShownProvider};
use crate::model::{self, Answered, Asker, Failed, Memory};

/// Asks the model, after asking the user for consent if the provider requires it.
///
/// # Errors
/// Describes why there is no answer, and the remedy.
pub fn ask<T: Send>(
    settings: &Settings,
    caller: &Caller,
    memory: Memory,
    question: impl Fn(&mut Asker<'_>) -> Result<T, Failed> + Sync,
    mut show: impl FnMut(&str),
) -> Result<T, Error> {
    let today = crate::context::today();
    let style = Style::of_stderr(caller);
    let cancelled = Arc::new(AtomicBool::new(false));
    let interrupt = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&cancelled));
    let place = model::first(&settings.llm, caller).map_err(|failed| describe(&failed))?;
    let who = if place.model.is_empty() { place.host } else { place.model };
    let result = loop {
        let once = |say: &mut (dyn FnMut(&str) + Send)| {
            question(&mut Asker { settings, today, cancelled: &cancelled, on_text: say, memory })
        };
        match ui::waiting::during(&format!("asking {}", ui::one_line(&who)), &style, once, &mut show) {
            Err(Failed::Unknown(place)) if ui::ask::is_possible() => {
                agree(&place, settings, &style, &cancelled)?
            }
            result => break result,
        }
    };
    if let Ok(id) = interrupt {
        signal_hook::low_level::unregister(id);
    }
    result.map_err(|failed| describe(&failed))
}

/// Warns that the server did not read the whole prompt.
pub fn warn(answered: &Answered) {
    if answered.was_cut {
        ui::warning(&format!("{}: the prompt did not fit its context window", ui::one_line(&answered.model)));
    }
}

/// Converts an error for the user.
pub fn describe(failed: &Failed) -> Error {
    let kind = match failed {
        Failed::Off | Failed::Unknown(_) => ErrorKind::Config,
        Failed::Unkept(_) => ErrorKind::Internal,
        Failed::Model(llm::Error::Cancelled) => ErrorKind::Cancelled,
        Failed::Model(_) => ErrorKind::Remote,
    };
    let (what, hint) = failed.told();
    let error = Error::new(kind, what);
    if hint.is_empty() { error } else { error.hinted(hint) }
}

/// Asks for consent before the first request to a provider.
fn agree(
    place: &ShownProvider,
    settings: &Settings,
    style: &Style,
    cancelled: &AtomicBool,
) -> Result<(), Error> {
    for line in what_is_sent(place, settings) {
        for line in ui::text::wrap(&line, "", style.columns.saturating_sub(1)) {
            ui::note(&line);
        }
    }
    let is_agreed = ui::ask::yes_unless("Agree?", cancelled);
    if cancelled.load(Ordering::Relaxed) {
        return Err(describe(&Failed::Model(llm::Error::Cancelled)));
    }
    if !is_agreed {
        return Err(Error::new(ErrorKind::Negative, format!("{} was not asked", place.host)));
    }
    consent::give(place).map_err(|error| {
        Error::new(ErrorKind::Internal, format!("cannot save your consent: {}", crate::files::reason(&error)))
    })
}

/// Describes what is sent to a provider, for the consent prompt.
pub fn what_is_sent(place: &ShownProvider, settings: &Settings) -> Vec<String> {
    let llm = &settings.llm;
    let mut sent = format!(
        "the command, its exit status, the directory, at most {} lines of its output",
        llm.privacy.max_output_lines.0
    );
    if !llm.privacy.minimal_context {
        sent.push_str(", excerpts from the program's manual");
        let context = &llm.context;
        if context.history_lines.0 > 0 {
            sent.push_str(&format!(", {} lines of history", context.history_lines.0));
        }
        for (is_sent, what) in
            [(context.git, "the git state"), (context.listing, "file names"), (context.versions, "versions")]
        {
            if is_sent {
                sent.push_str(", ");
                sent.push_str(what);
            }
        }
    }
    let model = if place.model.is_empty() { "its model" } else { &place.model };
    vec![
        format!(
            "This is the first request to {}, which would answer with {}.",
            ui::one_line(&place.host),
            ui::one_line(model)
        ),
        format!("It receives {sent}. Secrets are redacted first."),
        "The provider may store it under its terms. `darn last-request` shows exactly what was sent."
            .to_owned(),
    ]
}
