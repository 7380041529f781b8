//! Anthropic's Messages API (<https://docs.anthropic.com/en/api/messages-streaming>).

use serde_json::{Map, Value, json};

use super::assembly::{Assembly, Part};
use super::openai::{array, fields, turns};
use super::{Fault, Finish, Quirks, Structure, schema};
use crate::prompt::Prompt;

pub fn body(prompt: &Prompt, _: &str, quirks: &Quirks) -> Map<String, Value> {
    let mut body = fields(json!({ "stream": true, "max_tokens": prompt.max_tokens }));
    if quirks.sends_temperature {
        // the range is 0 to 1 here
        body.insert("temperature".into(), prompt.temperature.min(1.0).into());
    }
    if !prompt.system.is_empty() {
        body.insert("system".into(), prompt.system.as_str().into());
    }
    if let Some(schema) = schema::of(prompt.shape)
        && quirks.structure == Structure::Schema
    {
        let tool = json!({
            "name": schema.name,
            "description": schema.description,
            "input_schema": schema.schema,
        });
        body.insert("tools".into(), json!([tool]));
        // there is only one tool, and llama.cpp does not accept its name
        body.insert("tool_choice".into(), json!({ "type": "any" }));
    }
    body.insert("messages".into(), turns(prompt).collect());
    body
}

/// Reads an event, whose type is in its data and repeated in its name.
pub fn event(name: &str, event: &Value, reply: &mut Assembly) -> Result<(), Fault> {
    let index = event["index"].as_u64();
    match event["type"].as_str().unwrap_or(name) {
        "message_start" => usage(&event["message"], reply),
        "content_block_start" => block(&event["content_block"], index, reply)?,
        "content_block_delta" => {
            let delta = &event["delta"];
            match delta["type"].as_str() {
                Some("text_delta") => reply.text(delta["text"].as_str().unwrap_or_default())?,
                Some("input_json_delta") => {
                    let arguments = delta["partial_json"].as_str().unwrap_or_default();
                    reply.call(Part { index, arguments, ..Part::default() })?;
                }
                _ => {}
            }
        }
        "message_delta" => {
            stop(&event["delta"]["stop_reason"], reply);
            usage(event, reply);
        }
        // the whole reply in one object
        "message" => {
            for (at, content) in array(&event["content"]).enumerate() {
                block(content, Some(at as u64), reply)?;
            }
            stop(&event["stop_reason"], reply);
            reply.finish.get_or_insert(Finish::Stop);
            usage(event, reply);
        }
        _ => {}
    }
    Ok(())
}

/// Reads a content block, or its beginning. Thoughts are skipped.
fn block(block: &Value, index: Option<u64>, reply: &mut Assembly) -> Result<(), Fault> {
    match block["type"].as_str() {
        Some("text") => reply.text(block["text"].as_str().unwrap_or_default()),
        Some("tool_use") => {
            let input = block["input"].as_object().filter(|input| !input.is_empty());
            let arguments = input.map(|_| block["input"].to_string()).unwrap_or_default();
            let id = block["id"].as_str().unwrap_or_default();
            let name = block["name"].as_str().unwrap_or_default();
            reply.call(Part { index, id, name, arguments: &arguments })
        }
        _ => Ok(()),
    }
}

fn stop(reason: &Value, reply: &mut Assembly) {
    if let Some(reason) = reason.as_str() {
        reply.finish = Some(match reason {
            "end_turn" | "stop_sequence" => Finish::Stop,
            "max_tokens" | "model_context_window_exceeded" => Finish::Length,
            "tool_use" => Finish::Tool,
            "refusal" => Finish::Refusal,
            _ => Finish::Cut,
        });
    }
}

/// Adds up the prompt tokens; tokens read from or written to the cache are counted separately.
fn usage(message: &Value, reply: &mut Assembly) {
    let usage = &message["usage"];
    let parts = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"];
    let parts: Vec<u64> = parts.iter().filter_map(|part| usage[*part].as_u64()).collect();
    let prompt = if parts.is_empty() { Value::Null } else { parts.iter().sum::<u64>().into() };
    reply.usage(&prompt, &usage["output_tokens"]);
}
