//! Ollama's chat API (<https://github.com/ollama/ollama/blob/main/docs/api.md>).

use serde_json::{Map, Value, json};

use super::assembly::Assembly;
use super::openai::{array, call, conversation, fields};
use super::{Fault, Finish, Quirks, Structure, schema};
use crate::budget;
use crate::prompt::{Prompt, Turn};

/// Rounding of the context size in tokens, because Ollama reloads the model for every new size.
const STEP: u32 = 2048;

pub fn body(prompt: &Prompt, _: &str, quirks: &Quirks) -> Map<String, Value> {
    let mut options = json!({ "num_ctx": quirks.num_ctx.unwrap_or_else(|| context(prompt)), "num_predict": prompt.max_tokens });
    if quirks.sends_temperature {
        options["temperature"] = prompt.temperature.into();
    }
    let mut body = fields(json!({ "stream": true, "think": false, "options": options }));
    if let Some(schema) = schema::of(prompt.shape) {
        match quirks.structure {
            Structure::Schema => body.insert("format".into(), schema.schema),
            Structure::Json => body.insert("format".into(), "json".into()),
            Structure::Words => None,
        };
    }
    body.insert("messages".into(), conversation(prompt));
    body
}

/// Returns the number of tokens for prompt and reply. With its default of 4096, Ollama would silently cut
/// the front of a longer prompt.
fn context(prompt: &Prompt) -> u32 {
    let texts = prompt.turns.iter().map(Turn::text);
    let tokens: u32 = texts.map(|text| budget::tokens(&text)).sum();
    let tokens = budget::tokens(&prompt.system).saturating_add(tokens).saturating_add(prompt.max_tokens);
    tokens.next_multiple_of(STEP).max(2 * STEP)
}

pub fn event(event: &Value, reply: &mut Assembly) -> Result<(), Fault> {
    let message = &event["message"];
    reply.text(message["content"].as_str().unwrap_or_default())?;
    for part in array(&message["tool_calls"]) {
        // calls arrive complete and without an index
        call(part, None, reply)?;
    }
    if event["done"] == true {
        reply.finish = Some(match event["done_reason"].as_str() {
            None | Some("stop" | "load" | "unload") => Finish::Stop,
            Some("length") => Finish::Length,
            Some(_) => Finish::Cut,
        });
        reply.usage(&event["prompt_eval_count"], &event["eval_count"]);
    }
    Ok(())
}
