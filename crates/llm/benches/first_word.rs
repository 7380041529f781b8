//! `first_word BASE_URL [--body]`: sends one request and prints the answer as it arrives, or only prints the body of
//! the request. The key is in `$FIRST_WORD_KEY`. Built by `cargo xtask bench llm`.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::io::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use llm::client::{Breaker, Call, Client, Event, Network, Patience};
use llm::prompt::{Prompt, Role, Shape, Turn};
use llm::providers::{Provider, Settings};
use redact::Redactor;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let prompt = Prompt {
        system: "You mend commands.".to_owned(),
        turns: vec![Turn::new(Role::User, "bash: gti: command not found. The command was: gti status")],
        shape: Shape::Text,
        max_tokens: 2,
        temperature: 0.0,
    };
    let settings = Settings { base_url: Some(words[0].clone()), ..Settings::default() };
    let mut provider = Provider::named("here", &settings, None).unwrap();
    if words.len() > 1 {
        let request = provider.wire.encode(&prompt, &provider.model, &provider.quirks);
        print!("{}", String::from_utf8(request.body).unwrap());
        return;
    }
    provider.keys = vec![llm::key::KeySource::Environment("FIRST_WORD_KEY".to_owned())];
    let mut redactor = Redactor::default();
    let prompt = redactor.redact(prompt);
    let mut on_event = |event: Event<'_>| {
        if let Event::Text(text) = event {
            print!("{text}");
            std::io::stdout().flush().unwrap();
        }
    };
    let patience = Patience::within(Duration::from_secs(60));
    let mut call = Call { patience, cancelled: &AtomicBool::new(false), on_event: &mut on_event };
    let client = Client::new(Network::Loopback, Breaker::default());
    client.ask(&prompt, &redactor, &provider, &mut call).unwrap();
}
