//! Shared parts of the tests of requests: a prompt, a provider at an address, and one question.
#![allow(dead_code)]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use llm::Error;
use llm::client::{Breaker, Call, Client, Event, Network, Patience};
use llm::prompt::{Prompt, Role, Shape, Turn};
use llm::providers::{Provider, Settings};
use llm::wire::{Completion, Wire};
use redact::Redacted;
use redact::Redactor;
use serde_json::{Value, json};

/// The API key of every provider in these tests.
pub const KEY: &str = "testkey-0123456789";

pub fn prompt(text: &str, shape: Shape) -> Prompt {
    Prompt {
        system: "You mend commands.".into(),
        turns: vec![Turn::new(Role::User, text)],
        shape,
        max_tokens: 60,
        temperature: 0.0,
    }
}

/// Creates a provider whose key comes from a command, as a user might configure it.
pub fn provider(wire: Wire, base_url: &str, extra: Value) -> Provider {
    let settings = Settings {
        base_url: Some(base_url.into()),
        wire: Some(wire),
        model: Some("smollm2".into()),
        api_key_cmd: Some(format!("echo {KEY}")),
        extra: extra.as_object().unwrap().clone(),
        ..Settings::default()
    };
    Provider::named("here", &settings, None).unwrap()
}

pub fn openai(base_url: &str) -> Provider {
    provider(Wire::OpenAi, base_url, json!({}))
}

pub fn client() -> Client {
    Client::new(Network::Any, Breaker::default())
}

/// A timeout long enough for a loaded machine; tests of timeouts set their own.
pub fn patience() -> Patience {
    Patience::within(Duration::from_secs(60))
}

/// What happened during a request.
#[derive(Debug, Default)]
pub struct Asked {
    pub texts: Vec<String>,
    pub retries: usize,
    pub bodies: Vec<Value>,
}

/// One question and its answer.
pub struct Question<'a> {
    pub client: &'a Client,
    pub patience: Patience,
    pub cancelled: &'a AtomicBool,
    pub prompt: Prompt,
}

impl Question<'_> {
    pub fn ask(&self, providers: &[Provider]) -> (Result<(usize, Completion), Error>, Asked) {
        let mut redactor = Redactor::default();
        let prompt = redactor.redact(self.prompt.clone());
        self.ask_redacted(&prompt, &redactor, providers)
    }

    pub fn ask_redacted(
        &self,
        prompt: &Redacted<Prompt>,
        redactor: &Redactor,
        providers: &[Provider],
    ) -> (Result<(usize, Completion), Error>, Asked) {
        let mut asked = Asked::default();
        let mut on_event = |event: Event<'_>| match event {
            Event::Sending(_, request) => asked.bodies.push(serde_json::from_slice(&request.body).unwrap()),
            Event::Text(text) => asked.texts.push(text.to_owned()),
            Event::Retry(..) => asked.retries += 1,
        };
        let mut call = Call { patience: self.patience, cancelled: self.cancelled, on_event: &mut on_event };
        let result = self.client.ask_any(prompt, redactor, providers, &mut call);
        (result, asked)
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// Creates a question that is never cancelled.
pub fn question<'a>(client: &'a Client, text: &str) -> Question<'a> {
    Question { client, patience: patience(), cancelled: &NEVER, prompt: prompt(text, Shape::Text) }
}

/// Asks one provider and returns its answer.
pub fn answer(provider: &Provider, text: &str) -> Result<Completion, Error> {
    question(&client(), text).ask(std::slice::from_ref(provider)).0.map(|(_, completion)| completion)
}
