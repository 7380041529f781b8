//! Asks a language model what the rules do not know: turns a failure or a request into vetted suggestions.
//! Everything sent is redacted, consented to and stored for `darn last-request`.
//!
//! ```text
//! question   prompt of the llm crate, with its data in a fence
//! redact     secrets replaced with a number per value
//! remembered the same question was answered before: nothing is sent
//! consent    once per host and model, unless on this machine
//! client     the request's bytes are stored, checked again and sent
//! reply      parsed and vetted; asks once more, with the errors, if nothing is left
//! ```

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Answer, Explanation, Suggestion};
use llm::client::{Call, Client, Event, Network, Patience};
use llm::prompt::chat::Said;
use llm::prompt::task::Exchange;
use llm::prompt::{Prompt, Shape};
use llm::providers::Provider;
use llm::reply::action::Action;
use llm::vet::{self, Vetted};
use llm::wire::{Completion, Finish, Usage, Wire};
use llm::{Asked, reply};
use policy::Policy;
use policy::lists::Day;
use redact::Redacted;
use redact::{Identity, Redactor};
use serde::{Deserialize, Serialize};

use crate::caller::Caller;
use crate::config::llm::Llm;
use crate::config::{self, Settings};
use crate::request::Request;
use crate::{audit, log, ui};

mod answers;
mod breaker;
pub mod consent;
mod context;
mod kept;
pub mod sent;

use consent::ShownProvider;
use context::PromptBuilder;
use sent::Sent;

/// Time for a whole answer of a task or a conversation.
const CONVERSATION: std::time::Duration = std::time::Duration::from_secs(300);

/// Settings and callbacks of a request.
pub struct Asker<'a> {
    pub settings: &'a Settings,
    pub today: Day,
    /// Cancellation flag.
    pub cancelled: &'a AtomicBool,
    /// Receives the text of an explanation as it arrives.
    pub on_text: &'a mut dyn FnMut(&str),
    pub memory: Memory,
}

/// How the answer cache is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    Counts,
    /// Bypasses the cache: the user did not like the answer.
    Left,
    /// Uses only the cache; sends no request.
    Alone,
}

/// The result of a request.
#[derive(Debug)]
pub struct Answered {
    /// Vetted suggestions, best first.
    pub suggestions: Vec<Suggestion>,
    /// One line from the model, verbatim.
    pub why: Option<String>,
    pub provider: String,
    pub model: String,
    /// Whether the answer is from the cache, so that nothing was sent.
    pub is_remembered: bool,
    /// Whether the server counted fewer tokens than the prompt has, so that it did not read all of it.
    pub was_cut: bool,
}

/// An answer in a conversation.
#[derive(Debug)]
pub struct Spoken {
    /// Markdown; hostile like any answer.
    pub text: String,
    /// Turns that were replaced by a summary.
    pub summed_up: usize,
    /// See [`Answered::was_cut`].
    pub was_cut: bool,
    /// As the server counted, if it did.
    pub usage: Option<Usage>,
}

impl Answered {
    /// Returns the message for an answer without suggestions.
    pub fn nothing(&self) -> String {
        let why = self.why.as_deref().map(|why| format!(": {}", ui::one_line(why))).unwrap_or_default();
        let who = if self.model.is_empty() { &self.provider } else { &self.model };
        format!("{} proposed nothing that works here{why}", ui::one_line(who))
    }
}

/// The reason why no model was asked, or why the request failed.
#[derive(Debug)]
pub enum Failed {
    /// `llm.enabled` is false.
    Off,
    /// The user has not consented to this provider yet.
    Unknown(ShownProvider),
    /// The request cannot be saved, so it is not sent.
    Unkept(std::io::Error),
    Model(llm::Error),
}

impl From<llm::Error> for Failed {
    fn from(error: llm::Error) -> Self {
        Self::Model(error)
    }
}

impl Failed {
    /// Returns one line for the problem and one for the remedy.
    pub fn told(&self) -> (String, String) {
        match self {
            Self::Off => (
                "language models are off (`llm.enabled = false`)".into(),
                "run `darn config set llm.enabled true`; `llm.provider` chooses the provider".into(),
            ),
            Self::Unknown(place) => (
                format!("you have not yet allowed sending data to {}", place.host),
                "run `darn fix --llm` at a terminal: it shows what is sent, and asks once".into(),
            ),
            Self::Unkept(error) => (
                format!("not sent: could not save a copy of the request: {}", crate::files::reason(error)),
                "`darn last-request` needs the copy: free some space in the state directory".into(),
            ),
            Self::Model(error) => (error.to_string(), error.hint()),
        }
    }
}

/// A cached reply.
#[derive(Serialize, Deserialize)]
struct Remembered {
    text: String,
    calls: Vec<(String, String)>,
}

/// Returns the first provider as shown in the consent prompt.
///
/// # Errors
/// The configured provider does not exist.
pub fn first(settings: &Llm, caller: &Caller) -> Result<ShownProvider, Failed> {
    Ok(place(&provider(settings, &settings.provider, caller)?))
}

/// Checks that the provider's key is available.
///
/// # Errors
/// The key is missing or unusable.
pub fn key(settings: &Llm, caller: &Caller) -> Result<(), Failed> {
    Ok(llm::client::key(&provider(settings, &settings.provider, caller)?).map(|_| ())?)
}

/// Asks for a fix of the failed command. `answer` is the offline answer.
pub fn repair(request: &Request, answer: &Answer, asker: &mut Asker<'_>) -> Result<Answered, Failed> {
    let mut inquiry = Inquiry::new(request, "repair", Some(&request.text), asker)?;
    let prompt = inquiry.question.repair(answer, &mut inquiry.redactor);
    inquiry.commands(prompt)
}

/// Asks for the command that the text describes or begins.
pub fn wish(wish: &str, request: &Request, asker: &mut Asker<'_>) -> Result<Answered, Failed> {
    let mut inquiry = Inquiry::new(request, "ask", None, asker)?;
    let prompt = inquiry.question.wish(wish, &mut inquiry.redactor);
    inquiry.commands(prompt)
}

/// Asks why the command failed; passes the text to `on_text` as it arrives. `known` is the offline
/// explanation.
pub fn explain(request: &Request, known: &Explanation, asker: &mut Asker<'_>) -> Result<(), Failed> {
    let mut inquiry = Inquiry::new(request, "explain", Some(&request.text), asker)?;
    let prompt = inquiry.question.explain(known, &mut inquiry.redactor);
    let prompt = inquiry.redactor.redact(prompt);
    let providers = std::mem::take(&mut inquiry.providers);
    inquiry.send(&prompt, &providers).map(drop)
}

/// Asks for the next action of a task; `None`: the reply contains no action. `past`: what was done so far.
pub fn next_action(
    task: &str,
    past: &[Exchange],
    request: &Request,
    asker: &mut Asker<'_>,
) -> Result<Option<Action>, Failed> {
    let mut inquiry = Inquiry::new(request, "task", None, asker)?;
    let prompt = inquiry.question.next_action(task, past, &mut inquiry.redactor);
    let prompt = inquiry.redactor.redact(prompt);
    let providers = std::mem::take(&mut inquiry.providers);
    let (_, completion) = inquiry.send(&prompt, &providers)?;
    Ok(reply::action::read(&completion))
}

/// Asks the last question of a conversation; passes the answer to `on_text` as it arrives.
pub fn converse(said: &[Said], request: &Request, asker: &mut Asker<'_>) -> Result<Spoken, Failed> {
    let mut inquiry = Inquiry::new(request, "chat", None, asker)?;
    let (prompt, summed_up) = inquiry.question.converse(said, &mut inquiry.redactor);
    let prompt = inquiry.redactor.redact(prompt);
    let providers = std::mem::take(&mut inquiry.providers);
    let (_, completion) = inquiry.send(&prompt, &providers)?;
    if completion.finish == Finish::Cut {
        let said = "the stream ended before the answer did".to_owned();
        return Err(llm::Error::Server { status: None, said }.into());
    }
    let was_cut = completion.usage.is_some_and(|usage| usage.misses_some_of(prompt.get()));
    Ok(Spoken { text: completion.text, summed_up, was_cut, usage: completion.usage })
}

/// Returns the smallest context window of the configured providers, in tokens; `None`: unknown.
///
/// # Errors
/// A provider does not exist.
pub fn window(settings: &Llm, caller: &Caller) -> Result<Option<u32>, Failed> {
    let names = std::iter::once(&settings.provider).chain(&settings.fallback);
    let windows = names.map(|name| Ok(provider(settings, name, caller)?.window));
    Ok(windows.collect::<Result<Vec<_>, Failed>>()?.into_iter().min().flatten())
}

/// Returns the redactor for outgoing text.
pub fn redactor(caller: &Caller, settings: &Settings) -> Redactor {
    let mut redactor = crate::secrets::redactor(caller);
    if settings.llm.privacy.anonymize_paths {
        let user =
            ["USER", "LOGNAME"].iter().find_map(|name| caller.variable(name)).unwrap_or_default().to_owned();
        let home = crate::dirs::home().map(|home| home.to_string_lossy().into_owned()).unwrap_or_default();
        let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
        redactor.anonymize(Identity { user, host, home });
    }
    redactor
}

/// A request in progress.
struct Inquiry<'a, 's> {
    question: PromptBuilder<'a>,
    redactor: Redactor,
    /// The first provider and its fallbacks.
    providers: Vec<Provider>,
    /// For the audit log.
    purpose: &'static str,
    failed: Option<&'a str>,
    asker: &'a mut Asker<'s>,
}

impl<'a, 's> Inquiry<'a, 's> {
    fn new(
        request: &'a Request,
        purpose: &'static str,
        failed: Option<&'a str>,
        asker: &'a mut Asker<'s>,
    ) -> Result<Self, Failed> {
        let (settings, caller) = (asker.settings, &request.caller);
        let names = std::iter::once(&settings.llm.provider).chain(&settings.llm.fallback);
        let providers = names.map(|name| provider(&settings.llm, name, caller));
        let providers = providers.collect::<Result<Vec<_>, _>>()?;
        // one prompt must fit the windows of all; unknown if any of them is unknown
        let window = providers.iter().map(|provider| provider.window).min().flatten();
        let question = PromptBuilder::new(request, settings, window);
        Ok(Self { question, redactor: redactor(caller, settings), providers, purpose, failed, asker })
    }

    fn commands(mut self, prompt: Prompt) -> Result<Answered, Failed> {
        let settings = &self.asker.settings.llm;
        let providers = std::mem::take(&mut self.providers);
        let Some(first) = providers.first() else { return Err(Failed::Off) };
        let size = settings.cache_size();
        let policy = crate::policy::load(self.asker.settings, self.asker.today).policy;
        let prompt = self.redactor.redact(prompt);
        let key = answers::key(&[&first.base_url, &first.model, &self.question.essence(&prompt)]);
        if self.asker.memory != Memory::Left
            && size > 0
            && let Some(completion) = remembered(&key)
        {
            let (vetted, why) = self.vetted(&completion, first, &policy);
            if !vetted.suggestions.is_empty() {
                return Ok(answered(vetted, why, first, true));
            }
        }
        if self.asker.memory == Memory::Alone {
            return Err(Failed::Off);
        }
        let (at, mut completion) = self.send(&prompt, &providers)?;
        let provider = providers.get(at).unwrap_or(first);
        let (mut vetted, mut why) = self.vetted(&completion, provider, &policy);
        let may_do_better = vetted.dropped.iter().any(llm::dropped::Dropped::is_worth_asking_again);
        if vetted.suggestions.is_empty() && may_do_better {
            let again = prompt.get().clone().again(&completion.text, &vetted.dropped);
            let again = self.redactor.redact(again);
            (_, completion) = self.send(&again, std::slice::from_ref(provider))?;
            (vetted, why) = self.vetted(&completion, provider, &policy);
        }
        let was_cut = completion.usage.is_some_and(|usage| usage.misses_some_of(prompt.get()));
        if at == 0 && !was_cut && !vetted.suggestions.is_empty() {
            self.remember(&key, completion, size);
        }
        Ok(Answered { was_cut, ..answered(vetted, why, provider, false) })
    }

    fn vetted(
        &self,
        completion: &Completion,
        provider: &Provider,
        policy: &Policy,
    ) -> (Vetted, Option<String>) {
        let asked = Asked {
            failed: self.failed,
            dialect: self.question.caller().dialect,
            output: self.question.output.as_deref(),
            alternatives: self.asker.settings.llm.alternatives.0,
            provider: &provider.name,
            model: &provider.model,
        };
        let world = &self.question.world;
        world.restart(crate::request::Waiting::Asker.patience());
        let reply = reply::read(completion, &asked, world);
        let mut vetted = vet::suggestions(&reply, &asked, world, policy);
        for suggestion in &mut vetted.suggestions {
            crate::impact::add(
                &mut suggestion.verdict,
                self.question.caller(),
                crate::impact::PER_SUGGESTION,
            );
        }
        (vetted, reply.why)
    }

    /// Sends the request, if the user has consented; also returns which provider answered.
    fn send(
        &mut self,
        prompt: &Redacted<Prompt>,
        providers: &[Provider],
    ) -> Result<(usize, Completion), Failed> {
        let settings = &self.asker.settings.llm;
        if !settings.enabled {
            return Err(Failed::Off);
        }
        // under `network = "loopback"` nothing leaves this machine: the client refuses all other hosts
        let network = match settings.network {
            config::llm::Network::Any => Network::Any,
            config::llm::Network::Loopback => Network::Loopback,
        };
        let unknown = providers.iter().map(place).find(consent::is_needed);
        if let Some(place) = unknown.filter(|_| network == Network::Any) {
            return Err(Failed::Unknown(place));
        }
        let client = Client::new(network, breaker::load());
        let shows_text = prompt.get().shape == Shape::Text;
        let mut unkept = None;
        let (cancelled, caller) = (self.asker.cancelled, self.question.caller());
        let mut on_event = |event: Event<'_>| match event {
            Event::Sending(provider, request) => {
                let headers =
                    request.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
                let sent = Sent {
                    time: format!("{:.3}", jiff::Timestamp::now()),
                    provider: provider.name.clone(),
                    model: provider.model.clone(),
                    url: provider.url(request.path),
                    headers,
                    redactions: String::from_utf8_lossy(&request.body).matches("[REDACTED:").count(),
                };
                match sent::keep(&sent, &request.body) {
                    Ok(()) => audit::record_sent(
                        &audit::entry::Sent {
                            purpose: self.purpose,
                            provider: &provider.name,
                            model: &provider.model,
                            host: provider.host(),
                            bytes: request.body.len(),
                            redactions: sent.redactions,
                        },
                        caller,
                    ),
                    Err(error) => {
                        unkept = Some(error);
                        cancelled.store(true, Ordering::Relaxed);
                    }
                }
            }
            Event::Text(text) if shows_text => (self.asker.on_text)(text),
            Event::Text(_) => {} // an incomplete command is useless
            Event::Retry(error, _) => log::note(&format!("model: {error}; once more")),
        };
        let whole = if matches!(self.purpose, "chat" | "task") { CONVERSATION } else { settings.timeout };
        let mut call = Call { patience: Patience::within(whole), cancelled, on_event: &mut on_event };
        let result = client.ask_any(prompt, &self.redactor, providers, &mut call);
        breaker::keep(&client.breaker());
        match unkept {
            Some(error) => Err(Failed::Unkept(error)),
            None => Ok(result?),
        }
    }

    fn remember(&mut self, key: &str, completion: Completion, size: usize) {
        let remembered = Remembered { text: completion.text, calls: completion.calls };
        if let Ok(text) = serde_json::to_string(&remembered) {
            answers::keep(key, &self.redactor.redact(text), size);
        }
    }
}

fn remembered(key: &str) -> Option<Completion> {
    let Remembered { text, calls } = serde_json::from_str(&answers::find(key)?).ok()?;
    Some(Completion { text, calls, finish: Finish::Stop, usage: None })
}

fn answered(vetted: Vetted, why: Option<String>, provider: &Provider, is_remembered: bool) -> Answered {
    Answered {
        suggestions: vetted.suggestions,
        why,
        provider: provider.name.clone(),
        model: provider.model.clone(),
        is_remembered,
        was_cut: false,
    }
}

fn place(provider: &Provider) -> ShownProvider {
    ShownProvider { host: provider.host().to_owned(), model: provider.model.clone() }
}

fn provider(settings: &Llm, name: &str, caller: &Caller) -> Result<Provider, Failed> {
    let said = settings.providers.get(name).cloned().unwrap_or_default();
    let model = settings.model().filter(|_| name == settings.provider);
    let text = |text: Option<String>| text.filter(|text| !text.is_empty());
    let extra = text(said.extra_body).unwrap_or_else(|| "{}".into());
    let extra = serde_json::from_str(&extra).map_err(|error| llm::Error::Settings {
        what: format!("`extra_body` of {name} is not a JSON object: {error}"),
        hint: r#"It looks like '{"reasoning_effort": "low"}'."#.into(),
    })?;
    let said = llm::providers::Settings {
        base_url: text(said.base_url),
        wire: said.wire.map(|wire| match wire {
            config::llm::Wire::OpenAi => Wire::OpenAi,
            config::llm::Wire::Anthropic => Wire::Anthropic,
            config::llm::Wire::Ollama => Wire::Ollama,
        }),
        model: model.map(str::to_owned).or(text(said.model)),
        api_key_env: text(said.api_key_env),
        api_key_cmd: text(said.api_key_cmd),
        api_key_file: text(said.api_key_file).map(PathBuf::from),
        context_window: said.context_window.map(|window| window.0),
        extra,
    };
    Ok(Provider::named(name, &said, caller.variable("OLLAMA_HOST"))?)
}
