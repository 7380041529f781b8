//! Which language model is configured, and whether it answers.

use super::{Finding, settings};
use crate::commands::asking;
use crate::commands::prelude::*;
use crate::model::{self, Memory, consent};

/// Reports the settings without sending anything.
pub fn provider(context: &Context) -> Vec<Finding> {
    let settings = settings(context);
    if !settings.llm.enabled {
        return vec![Finding::ok("language models are off (`llm.enabled = false`)")];
    }
    let place = match model::first(&settings.llm, &context.caller).map_err(|failed| failed.told()) {
        Ok(place) => place,
        Err((what, hint)) => return vec![Finding::bad(what, hint)],
    };
    let name = if place.model.is_empty() { "its model" } else { &place.model };
    let text = format!("{} at {}", ui::one_line(name), ui::one_line(&place.host));
    if let Err(failed) = model::key(&settings.llm, &context.caller) {
        let (what, hint) = failed.told();
        return vec![Finding::bad(format!("{text}: {what}"), hint)];
    }
    if consent::is_needed(&place) {
        return vec![Finding::warn(format!("{text}: not allowed yet"), "`darn fix --llm` asks once")];
    }
    vec![Finding::ok(format!("{text}; `darn doctor --provider` tests it"))]
}

/// Sends one small request, if the user asked for it.
pub fn check_answer(context: &Context) -> Vec<Finding> {
    let settings = settings(context);
    let since = std::time::Instant::now();
    let request =
        Request { text: String::new(), status: 0, output: None, caller: Arc::clone(&context.caller) };
    let question = |asker: &mut model::Asker<'_>| model::wish("list the files here", &request, asker);
    vec![match asking::ask(&settings, &context.caller, Memory::Left, question, |_| {}) {
        Ok(answered) => {
            let seconds = since.elapsed().as_secs_f32();
            let text = format!("{} answered in {seconds:.1} s", ui::one_line(&answered.model));
            match answered.suggestions.first() {
                Some(first) => Finding::ok(format!("{text}: `{}` to list files", ui::one_line(&first.text))),
                None => {
                    let text = format!("{text}, but proposed no command that works here");
                    Finding::warn(text, "try a larger model: `llm.model`")
                }
            }
        }
        Err(error) => {
            let remedy = error.hints.first().cloned().unwrap_or_default();
            Finding::bad(format!("{:#}", error.source), remedy)
        }
    }]
}
