//! A real server and a real model: both APIs of llama.cpp, and a proxy with Ollama's API. The model is small
//! and knows little: its answers are forced with a grammar, or only their form is checked.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::server::{CONTEXT, Served, llama};
use crate::stage::{KEY, answer, client, patience, prompt, provider, question};
use llm::Error;
use llm::client::{Call, Event};
use llm::key::KeySource;
use llm::prompt::{Role, Shape, Turn};
use llm::providers::Provider;
use llm::wire::{Finish, Wire};
use redact::Redactor;
use serde_json::{Value, json};

/// Starting the server takes seconds, so all checks share one.
#[test]
fn llama_cpp() {
    let served = Served::llama(KEY);
    for wire in [Wire::OpenAi, Wire::Anthropic] {
        it_streams(&provider(wire, &served.url, json!({})));
        it_sends_one_object(&provider(wire, &served.url, json!({ "stream": false })));
        the_limit_cuts(&provider(wire, &served.url, json!({})));
        the_key_is_wrong(&provider(wire, &served.url, json!({})));
        the_prompt_is_too_long(&provider(wire, &served.url, json!({})));
        models_are_listed(&provider(wire, &served.url, json!({})));
    }
    a_form_is_kept(&provider(Wire::OpenAi, &served.url, json!({})));
    a_form_that_is_a_tool_is_text(&provider(Wire::Anthropic, &served.url, json!({})));
    said_as_the_grammar_wants(&served);
    a_tool_is_called(&served);
    a_cancelled_task_ends(&served);
}

#[test]
fn ollama() {
    let llama = Served::llama(KEY);
    let served = Served::ollama(&llama, KEY);
    let provider =
        Provider { model: "local/smollm2".into(), ..provider(Wire::Ollama, &served.url, json!({})) };
    it_streams(&provider);
    a_form_is_kept(&provider);
    let names = client().models(&provider, patience(), &AtomicBool::new(false)).unwrap();
    assert!(names.iter().any(|name| name.contains("smollm2")), "{names:?}");
    let unknown = Provider { model: "local/unheard-of".into(), ..provider };
    let completion = answer(&unknown, "list files");
    // llama.cpp accepts any model name
    assert!(completion.is_ok() || matches!(completion, Err(Error::ModelUnknown { .. })), "{completion:?}");
}

#[test]
fn a_server_that_dies_at_its_start_is_reported_at_once() {
    let start = Instant::now();
    let problem = Served::start(llama(Path::new("/nonexistent.gguf"), KEY), "serving at ").err().unwrap();
    assert!(problem.contains("has died: exit status: 1"), "{problem}");
    assert!(problem.contains("nonexistent.gguf"), "{problem}");
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn a_server_that_dies_later_ends_the_test_at_once() {
    let dying = ["models::a_test_whose_server_dies", "--exact", "--ignored"];
    let start = Instant::now();
    let output = std::process::Command::new(std::env::current_exe().unwrap()).args(dying).output().unwrap();
    assert_eq!(output.status.code(), Some(101));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("has died: signal: 4 (SIGILL)") && text.contains("| its last words"), "{text}");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
#[ignore = "it ends its process; the test above runs it"]
fn a_test_whose_server_dies() {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "echo serving at http://127.0.0.1:9; echo its last words; kill -ILL $$"]);
    let _served = Served::start(command, "serving at ").unwrap_or_else(|problem| panic!("{problem}"));
    std::thread::sleep(Duration::from_secs(60));
}

fn it_streams(provider: &Provider) {
    let client = client();
    let (result, asked) = question(&client, "Count: one, two, three").ask(std::slice::from_ref(provider));
    let (_, completion) = result.unwrap();
    assert!(asked.texts.len() > 3, "{asked:?}");
    assert_eq!(asked.texts.concat(), completion.text);
    assert!(matches!(completion.finish, Finish::Stop | Finish::Length), "{completion:?}");
    let usage = completion.usage.expect("it counts");
    assert!(usage.prompt > 3 && usage.reply > 3, "{usage:?}");
}

fn it_sends_one_object(provider: &Provider) {
    let client = client();
    let (result, asked) = question(&client, "Count: one, two, three").ask(std::slice::from_ref(provider));
    let (_, completion) = result.unwrap();
    assert_eq!(asked.texts, [completion.text.as_str()]);
    assert!(completion.usage.is_some() && completion.finish != Finish::Cut, "{completion:?}");
}

fn a_form_is_kept(provider: &Provider) {
    let client = client();
    let mut question = question(&client, "bash: gti: command not found\nThe command was: gti status");
    question.prompt.shape = Shape::Commands;
    question.prompt.max_tokens = 300;
    let (_, completion) = question.ask(std::slice::from_ref(provider)).0.unwrap();
    let is_whole = completion.finish == Finish::Stop;
    let reply: Option<Value> = serde_json::from_str(&completion.text).ok();
    // a model of this size may generate text until the limit
    assert!(!is_whole || reply.is_some_and(|reply| reply["why"].is_string()), "{completion:?}");
    assert!(completion.text.starts_with('{') && completion.calls.is_empty(), "{completion:?}");
}

fn the_limit_cuts(provider: &Provider) {
    let client = client();
    let mut question = question(&client, "Write a long story about the sea.");
    question.prompt.max_tokens = 5;
    let (_, completion) = question.ask(std::slice::from_ref(provider)).0.unwrap();
    assert_eq!(completion.finish, Finish::Length);
}

fn the_key_is_wrong(provider: &Provider) {
    let provider =
        Provider { keys: vec![KeySource::Command("echo sk-of-another".into())], ..provider.clone() };
    let error = answer(&provider, "list files").unwrap_err();
    assert!(matches!(error, Error::WrongKey { .. }), "{error:?}");
    assert!(!format!("{error:?}").contains("sk-of-another"));
}

fn the_prompt_is_too_long(provider: &Provider) {
    match answer(provider, &"error: cannot open file\n".repeat(CONTEXT)).unwrap_err() {
        Error::TooLong { tokens, .. } => {
            let (prompt, context) = tokens.expect("the error should contain the lengths");
            assert!(prompt > context && context == CONTEXT as u64, "{prompt} {context}");
        }
        error => panic!("{error:?}"),
    }
}

fn models_are_listed(provider: &Provider) {
    let names = client().models(provider, patience(), &AtomicBool::new(false)).unwrap();
    assert_eq!(names, ["smollm2"]);
}

/// Forces arbitrary replies from a real server, verbatim.
fn said_as_the_grammar_wants(served: &Served) {
    let replies = [
        "<think>\nrm -rf .git?\n</think>\n```bash\ngit status\n```\nThis fixes it.",
        "{\"fix\": \"cat Grüße.txt\", \"why\": \"日本語 🎉\"}",
        "git commit -m \u{201c}x\u{201d}\u{a0}&& ls",
    ];
    for reply in replies {
        let escaped = reply.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let provider =
            provider(Wire::OpenAi, &served.url, json!({ "grammar": format!("root ::= \"{escaped}\"") }));
        let completion = answer(&provider, "gti status").unwrap();
        assert_eq!((completion.text.as_str(), completion.finish), (reply, Finish::Stop));
    }
}

/// Turns after which even a small model calls this tool.
fn turns(tool: &str, arguments: fn(&str) -> Value) -> Vec<Turn> {
    let call = |command: &str| {
        let call = json!({ "name": tool, "arguments": arguments(command) });
        format!("<tool_call>\n{call}\n</tool_call>")
    };
    let mut turns = Vec::new();
    for command in ["ls", "pwd", "git log", "df -h"] {
        turns.push(Turn::new(Role::User, format!("Run: {command}")));
        turns.push(Turn::new(Role::Model, call(command)));
    }
    turns.push(Turn::new(Role::User, "Run: git status"));
    turns
}

fn a_tool_is_called(served: &Served) {
    let parameters = json!({
        "type": "object",
        "properties": { "command": { "type": "string" }, "why": { "type": "string" } },
        "required": ["command", "why"],
    });
    let openai = json!({
        "tools": [{ "type": "function", "function": { "name": "run_command", "parameters": parameters } }],
    });
    let anthropic = json!({ "tools": [{ "name": "run_command", "input_schema": parameters }] });
    for (wire, extra) in [(Wire::OpenAi, openai), (Wire::Anthropic, anthropic)] {
        let client = client();
        let mut question = question(&client, "");
        question.prompt.turns = turns("run_command", |command| json!({ "command": command, "why": "so" }));
        let (_, completion) = question.ask(&[provider(wire, &served.url, extra)]).0.unwrap();
        let (name, arguments) =
            completion.calls.first().unwrap_or_else(|| panic!("{wire:?}: {completion:?}"));
        assert_eq!((name.as_str(), completion.finish), ("run_command", Finish::Tool), "{wire:?}");
        let arguments: Value = serde_json::from_str(arguments).unwrap();
        assert!(arguments["command"].as_str().unwrap().starts_with("git"), "{arguments}");
    }
}

/// If only tools have a schema, the answer is the arguments of a tool call, which are passed on as text.
fn a_form_that_is_a_tool_is_text(provider: &Provider) {
    let client = client();
    let mut question = question(&client, "");
    question.prompt.shape = Shape::Commands;
    question.prompt.turns = turns(
        "suggest_command",
        |command| json!({ "alternatives": [], "fix": command, "needs": [], "risk": "none", "why": "so" }),
    );
    let (result, asked) = question.ask(std::slice::from_ref(provider));
    let (_, completion) = result.unwrap();
    assert_eq!((completion.calls.len(), completion.finish), (0, Finish::Stop), "{completion:?}");
    let reply: Value = serde_json::from_str(&completion.text).unwrap();
    assert!(reply["fix"].is_string(), "{reply}");
    assert!(asked.texts.len() > 1 && asked.texts.concat() == completion.text, "{asked:?}");
}

/// Closing the socket cancels the task, according to the server's log.
fn a_cancelled_task_ends(served: &Served) {
    let provider = provider(Wire::OpenAi, &served.url, json!({ "ignore_eos": true }));
    let mut long = prompt("Write a long story about the sea.", Shape::Text);
    long.max_tokens = 1500;
    let mut redactor = Redactor::default();
    let prompt = redactor.redact(long);
    let cancelled = AtomicBool::new(false);
    let mut begun = None;
    let mut on_event = |event: Event<'_>| {
        if matches!(event, Event::Text(_)) {
            begun.get_or_insert_with(Instant::now);
            cancelled.store(true, Ordering::Relaxed);
        }
    };
    let mut call = Call { patience: patience(), cancelled: &cancelled, on_event: &mut on_event };
    let result = client().ask(&prompt, &redactor, &provider, &mut call);
    assert_eq!(result, Err(Error::Cancelled));
    let took = begun.expect("it began").elapsed();
    assert!(took < Duration::from_secs(2), "{took:?}");
    served.wait_for("cancel task");
}
