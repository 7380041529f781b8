//! OpenAI's Chat Completions API, which others implement more or less
//! (<https://platform.openai.com/docs/api-reference/chat>).

use serde_json::{Map, Value, json};

use super::assembly::{Assembly, Part};
use super::{Fault, FaultKind, Finish, Limit, Quirks, Structure, schema};
use crate::prompt::{Prompt, Role};

pub fn body(prompt: &Prompt, model: &str, quirks: &Quirks) -> Map<String, Value> {
    let mut body = fields(json!({ "stream": true }));
    if quirks.sends_usage {
        body.insert("stream_options".into(), json!({ "include_usage": true }));
    }
    let reasons = reasons(model);
    let limit = match quirks.limit {
        Limit::MaxTokens => "max_tokens",
        Limit::MaxCompletionTokens => "max_completion_tokens",
    };
    let thoughts = if reasons { THOUGHTS } else { 0 };
    body.insert(limit.into(), prompt.max_tokens.saturating_add(thoughts).into());
    if quirks.sends_temperature && !is_without_temperature(model) {
        body.insert("temperature".into(), prompt.temperature.into());
    }
    if let Some(schema) = schema::of(prompt.shape) {
        let format = match quirks.structure {
            Structure::Schema => Some(json!({
                "type": "json_schema",
                "json_schema": { "name": schema.name, "strict": true, "schema": schema.schema },
            })),
            Structure::Json => Some(json!({ "type": "json_object" })),
            Structure::Words => None,
        };
        body.extend(format.map(|format| ("response_format".to_owned(), format)));
    }
    body.insert("messages".into(), conversation(prompt));
    body
}

/// Returns the members of a JSON object.
pub fn fields(object: Value) -> Map<String, Value> {
    if let Value::Object(fields) = object { fields } else { Map::new() }
}

/// Encodes the system text and the turns.
pub fn conversation(prompt: &Prompt) -> Value {
    let system = json!({ "role": "system", "content": prompt.system });
    std::iter::once(system).chain(turns(prompt)).collect()
}

/// Encodes the turns without the system text, in the form common to all three protocols.
pub fn turns(prompt: &Prompt) -> impl Iterator<Item = Value> {
    prompt.turns.iter().map(|turn| {
        let role = match turn.role {
            Role::User => "user",
            Role::Model => "assistant",
        };
        json!({ "role": role, "content": turn.text() })
    })
}

/// Extra tokens for the thoughts of a reasoning model, which count as part of the reply.
const THOUGHTS: u32 = 2000;

/// Returns whether the name is that of a reasoning model: `openai/o4-mini`, `deepseek-reasoner`, `qwq:32b`.
fn reasons(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    let thinks = ["reason", "think", "qwq", "magistral", "gpt-oss", "gemini-2.5", "gemini-3", "-r1", "qwen3"];
    is_without_temperature(model) || name.starts_with("r1") || thinks.iter().any(|word| name.contains(word))
}

/// Returns whether an OpenAI model rejects a temperature: o1, o3 …, gpt-5 except its chat variant.
fn is_without_temperature(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    let is_o = name.strip_prefix('o').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    is_o || (name.starts_with("gpt-5") && !name.contains("chat"))
}

pub fn event(event: &Value, reply: &mut Assembly) -> Result<(), Fault> {
    for choice in array(&event["choices"]).filter(|choice| choice["index"].as_u64().unwrap_or(0) == 0) {
        let is_whole = choice["message"].is_object();
        let message = if is_whole { &choice["message"] } else { &choice["delta"] };
        content(&message["content"], reply)?;
        reply.refusal(message["refusal"].as_str().unwrap_or_default())?;
        for (at, call) in array(&message["tool_calls"]).enumerate() {
            let whole_index = is_whole.then_some(at as u64);
            self::call(call, call["index"].as_u64().or(whole_index), reply)?;
        }
        match choice["finish_reason"].as_str().filter(|reason| !reason.is_empty()) {
            Some(reason) => reply.finish = Some(finish(reason, event)?),
            None if is_whole => {
                reply.finish.get_or_insert(Finish::Stop);
            }
            None => {}
        }
    }
    reply.usage(&event["usage"]["prompt_tokens"], &event["usage"]["completion_tokens"]);
    Ok(())
}

/// Reads a text, or a list of parts, where only those of type `text` count.
fn content(content: &Value, reply: &mut Assembly) -> Result<(), Fault> {
    reply.text(content.as_str().unwrap_or_default())?;
    for part in array(content).filter(|part| part["type"] == "text") {
        reply.text(part["text"].as_str().unwrap_or_default())?;
    }
    Ok(())
}

/// Reads a call or a part of one. The arguments are text, or an object if the server parsed them.
pub fn call(call: &Value, index: Option<u64>, reply: &mut Assembly) -> Result<(), Fault> {
    let function = &call["function"];
    let arguments = match &function["arguments"] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        object => object.to_string(),
    };
    let id = call["id"].as_str().unwrap_or_default();
    let name = function["name"].as_str().unwrap_or_default();
    reply.call(Part { index, id, name, arguments: &arguments })
}

fn finish(reason: &str, event: &Value) -> Result<Finish, Fault> {
    Ok(match reason.to_ascii_lowercase().as_str() {
        "stop" | "eos" | "end_turn" | "stop_sequence" => Finish::Stop,
        "length" | "max_tokens" | "model_length" => Finish::Length,
        "tool_calls" | "function_call" => Finish::Tool,
        "refusal" => Finish::Refusal,
        "content_filter" | "safety" => return Err(Fault::of(FaultKind::Filtered)),
        "error" => return Err(Fault::said(&event.to_string())),
        // do not trust an unknown reason: DeepSeek's `insufficient_system_resource`
        _ => Finish::Cut,
    })
}

pub fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
