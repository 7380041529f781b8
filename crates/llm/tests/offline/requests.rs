//! Encoding of a prompt on each wire.

use llm::prompt::{Prompt, Role, Shape, Turn};
use llm::providers::{Provider, Settings};
use llm::wire::{Field, Quirks, Usage, Wire};
use serde_json::{Value, json};

fn prompt(shape: Shape) -> Prompt {
    let turn = |role, text: &str| Turn::new(role, text);
    Prompt {
        system: "You mend commands.".into(),
        turns: vec![turn(Role::User, "gti"), turn(Role::Model, "git"), turn(Role::User, "gti status")],
        shape,
        max_tokens: 256,
        temperature: 0.1,
    }
}

fn body(wire: Wire, shape: Shape, model: &str, quirks: &Quirks) -> Value {
    serde_json::from_slice(&wire.encode(&prompt(shape), model, quirks).body).unwrap()
}

fn provider(name: &str) -> Provider {
    Provider::named(name, &Settings::default(), None).unwrap()
}

fn of(name: &str, model: &str) -> Value {
    let provider = provider(name);
    body(provider.wire, Shape::Commands, model, &provider.quirks)
}

#[test]
fn openai() {
    let body = body(Wire::OpenAi, Shape::Commands, "m", &Quirks::default());
    assert_eq!(body["messages"][0], json!({ "role": "system", "content": "You mend commands." }));
    assert_eq!(body["messages"][2], json!({ "role": "assistant", "content": "git" }));
    assert_eq!(body["messages"].as_array().unwrap().len(), 4);
    assert_eq!(body["model"], "m");
    assert_eq!((&body["stream"], &body["max_tokens"]), (&json!(true), &json!(256)));
    assert_eq!(body["temperature"].to_string(), "0.1");
    let schema = &body["response_format"]["json_schema"]["schema"];
    let mut keys: Vec<_> = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["alternatives", "fix", "needs", "risk", "why"]);
}

#[test]
fn anthropic() {
    let request = Wire::Anthropic.encode(&prompt(Shape::Commands), "m", &Quirks::default());
    assert!(request.headers.contains(&("anthropic-version", "2023-06-01".into())));
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    assert_eq!(body["system"], "You mend commands.");
    assert_eq!(body["messages"].as_array().unwrap().len(), 3);
    assert_eq!(body["tool_choice"], json!({ "type": "any" }));
    assert!(body["tools"][0]["input_schema"]["properties"]["fix"].is_object());
}

#[test]
fn ollama() {
    let body = body(Wire::Ollama, Shape::Commands, "m", &Quirks::default());
    assert_eq!(body["think"], false);
    assert_eq!(body["options"], json!({ "num_ctx": 4096, "num_predict": 256, "temperature": 0.1 }));
    assert!(body["format"]["properties"]["fix"].is_object());
    let mut long = prompt(Shape::Text);
    long.system = "x".repeat(22_000);
    let body: Value =
        serde_json::from_slice(&Wire::Ollama.encode(&long, "m", &Quirks::default()).body).unwrap();
    assert_eq!(body["options"]["num_ctx"], 12_288);
    // the user's setting wins, whatever the prompt needs: the model may be loaded with it already
    let said = Settings { context_window: Some(8192), ..Settings::default() };
    let quirks = Provider::named("ollama", &said, None).unwrap().quirks;
    let body: Value = serde_json::from_slice(&Wire::Ollama.encode(&long, "m", &quirks).body).unwrap();
    assert_eq!(body["options"]["num_ctx"], 8192);
}

#[test]
fn words_need_no_form() {
    for wire in [Wire::OpenAi, Wire::Anthropic, Wire::Ollama] {
        let body = body(wire, Shape::Text, "m", &Quirks::default());
        for field in ["response_format", "tools", "tool_choice", "format"] {
            assert!(body[field].is_null(), "{wire:?}: {field}");
        }
    }
}

#[test]
fn providers_get_what_they_take() {
    assert_eq!(of("openrouter", "x/y")["provider"], json!({ "data_collection": "deny" }));
    assert!(of("mistral", "m")["stream_options"].is_null());
    assert_eq!(of("deepseek", "deepseek-chat")["response_format"], json!({ "type": "json_object" }));
    assert!(of("llama.cpp", "")["model"].is_null());
    let thinks = of("openai", "o4-mini");
    assert!(thinks["temperature"].is_null() && thinks["max_tokens"].is_null());
    assert_eq!(thinks["max_completion_tokens"], 2256);
    assert_eq!(of("openai", "gpt-4.1-mini")["max_completion_tokens"], 256);
}

#[test]
fn own_fields_are_added_and_win() {
    let extra = json!({ "grammar": "root ::= \"ls\"", "options": { "num_ctx": 8192 } });
    let settings = Settings { extra: extra.as_object().unwrap().clone(), ..Settings::default() };
    let provider = Provider::named("ollama", &settings, None).unwrap();
    let body = body(Wire::Ollama, Shape::Text, "m", &provider.quirks);
    assert_eq!(body["grammar"], "root ::= \"ls\"");
    assert_eq!(body["options"]["num_ctx"], 8192);
    assert_eq!(body["options"]["num_predict"], 256);
    assert_eq!(provider.window, Some(8192));
}

#[test]
fn a_refused_field_is_left_out() {
    let quirks = Quirks::default();
    let cases = [
        ("This response_format type is unavailable now", Field::Structure, "response_format"),
        (
            "Invalid parameter: 'response_format' of type 'json_schema' is not supported",
            Field::Structure,
            "response_format",
        ),
        (
            "Unsupported value: 'temperature' does not support 0.1 with this model.",
            Field::Temperature,
            "temperature",
        ),
        ("extra_forbidden: stream_options", Field::Usage, "stream_options"),
        ("Unsupported parameter: 'max_tokens' is not supported with this model.", Field::Limit, "max_tokens"),
    ];
    for (message, field, name) in cases {
        assert_eq!(quirks.refused(message), Some(field), "{message}");
        let without = quirks.clone().without(field);
        assert!(!body(Wire::OpenAi, Shape::Commands, "m", &quirks)[name].is_null());
        assert!(body(Wire::OpenAi, Shape::Commands, "m", &without)[name].is_null(), "{message}");
    }
    assert_eq!(quirks.refused("the request exceeds the available context size"), None);
    assert_eq!(quirks.refused("max_tokens is too large: 256"), None);
}

#[test]
fn a_cut_prompt_is_noticed() {
    let mut long = prompt(Shape::Text);
    long.turns[2] = Turn::new(Role::User, "error: cannot open the file\n".repeat(1000));
    let read = |prompt| Usage { prompt, reply: 1 }.misses_some_of(&long);
    assert!(read(2048));
    assert!(!read(6000));
    // a server that counts no tokens reports nothing
    assert!(!read(0));
}
