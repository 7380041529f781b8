//! The only place that opens a connection.
//!
//! A request goes through these steps: key, encoding, a second check of its bytes, connection to a checked
//! address, and then the answer as it arrives, all within one [`Patience`]. Cancelling closes the socket at
//! once, so that the server stops too.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use redact::Redacted;
use redact::Redactor;

use crate::key::{ExposeSecret as _, Key, KeySource};
use crate::prompt::Prompt;
use crate::providers::Provider;
use crate::wire::{Completion, Decoder, Fault, Field, Finish, Quirks, Request};
use crate::{Error, Phase};

mod agent;
mod breaker;
mod exchange;
mod retry;

pub use agent::is_loopback_name;
pub use breaker::Breaker;
pub use retry::RETRIES;

use exchange::{Answer, Exchange};

/// Addresses that may be connected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    Any,
    /// This machine only, judged by the resolved address.
    Loopback,
}

/// Timeouts of each phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For each of name lookup, connection and TLS.
    pub connect: Duration,
    /// From the request to the first byte of the answer.
    pub answer: Duration,
    /// The same for a server on this machine, which may load the model first.
    pub load: Duration,
    /// Between bytes.
    pub idle: Duration,
    /// For everything, retries included.
    pub whole: Duration,
}

impl Patience {
    /// Returns the usual phases within `whole`.
    pub const fn within(whole: Duration) -> Self {
        Self {
            connect: Duration::from_secs(3),
            answer: Duration::from_secs(15),
            load: Duration::from_secs(60),
            idle: Duration::from_secs(20),
            whole,
        }
    }
}

/// Progress of a request.
#[derive(Debug)]
pub enum Event<'a> {
    /// These bytes are about to be sent; the key is not in them.
    Sending(&'a Provider, &'a Request),
    /// Text of the answer. It must not run before the answer is complete.
    Text(&'a str),
    /// The request is repeated after this delay.
    Retry(&'a Error, Duration),
}

/// Options of a request.
#[expect(missing_debug_implementations, reason = "a function has nothing to show")]
pub struct Call<'a> {
    pub patience: Patience,
    /// Cancellation flag; the socket is closed within 50 ms.
    pub cancelled: &'a AtomicBool,
    pub on_event: &'a mut dyn FnMut(Event<'_>),
}

/// Sends requests to providers. It remembers which fields they refused and whether they were reachable.
#[derive(Debug)]
pub struct Client {
    network: Network,
    breaker: Mutex<Breaker>,
    /// Fields that a base URL refuses for a model.
    refused: Mutex<HashMap<(String, String), Vec<Field>>>,
}

/// A failed attempt.
struct Failed {
    error: Error,
    fault: Option<Box<Fault>>,
    can_retry: bool,
}

impl Client {
    /// Creates a client; `breaker` is what an earlier process learnt about failing providers.
    pub fn new(network: Network, breaker: Breaker) -> Self {
        Self { network, breaker: Mutex::new(breaker), refused: Mutex::default() }
    }

    /// Returns what this process learnt about failing providers, to save for the next.
    pub fn breaker(&self) -> Breaker {
        locked(&self.breaker).clone()
    }

    /// Sends the request to one provider.
    ///
    /// # Errors
    /// The reason why there is no answer. An answer that broke off after some text is a [`Completion`] with
    /// [`Finish::Cut`].
    pub fn ask(
        &self,
        prompt: &Redacted<Prompt>,
        redactor: &Redactor,
        provider: &Provider,
        call: &mut Call<'_>,
    ) -> Result<Completion, Error> {
        let end = Instant::now() + call.patience.whole;
        locked(&self.breaker).check(&provider.base_url, provider.host(), breaker::now())?;
        let key = key(provider)?;
        let result = self.attempts(prompt.get(), redactor, provider, key.as_ref(), end, call);
        locked(&self.breaker).note(&provider.base_url, result.as_ref().err(), breaker::now());
        result
    }

    /// Tries providers in turn, the next if one is unreachable or cannot answer now; returns the index of the
    /// one that answered.
    ///
    /// # Errors
    /// The first provider's, if the others did no better.
    pub fn ask_any(
        &self,
        prompt: &Redacted<Prompt>,
        redactor: &Redactor,
        providers: &[Provider],
        call: &mut Call<'_>,
    ) -> Result<(usize, Completion), Error> {
        let end = Instant::now() + call.patience.whole;
        let mut first = None;
        for (at, provider) in providers.iter().enumerate() {
            // split the remaining time: a silent provider must leave some for the next
            let left = u32::try_from(providers.len() - at).unwrap_or(u32::MAX);
            let whole = end.saturating_duration_since(Instant::now()) / left;
            let patience = Patience { whole, ..call.patience };
            let mut call = Call { patience, cancelled: call.cancelled, on_event: &mut *call.on_event };
            match self.ask(prompt, redactor, provider, &mut call) {
                Ok(completion) => return Ok((at, completion)),
                Err(error) if error.is_of_the_provider() => {
                    first.get_or_insert(error);
                }
                Err(error) => return Err(first.unwrap_or(error)),
            }
        }
        Err(first.unwrap_or_else(|| Error::Settings {
            what: "no provider is set".to_owned(),
            hint: "Set `llm.provider`.".to_owned(),
        }))
    }

    /// Lists the models of a provider.
    ///
    /// # Errors
    /// The same as for [`Client::ask`].
    pub fn models(
        &self,
        provider: &Provider,
        patience: Patience,
        cancelled: &AtomicBool,
    ) -> Result<Vec<String>, Error> {
        let key = key(provider)?;
        let end = Instant::now() + patience.whole;
        let exchange = self.exchange(provider, key.as_ref(), patience, end, cancelled);
        let mut answer = exchange.get(&provider.url(provider.wire.models_path()))?;
        let body = answer.whole()?;
        if answer.status != 200 {
            let fault = Fault::of_response(answer.status, &body);
            return Err(Error::of_fault(&fault, answer.retry_after, exposed(key.as_ref())));
        }
        Ok(provider.wire.models(&body))
    }

    fn attempts(
        &self,
        prompt: &Prompt,
        redactor: &Redactor,
        provider: &Provider,
        key: Option<&Key>,
        end: Instant,
        call: &mut Call<'_>,
    ) -> Result<Completion, Error> {
        let mut retries = 0;
        loop {
            let quirks = self.quirks(provider);
            let request = provider.wire.encode(prompt, &provider.model, &quirks);
            redactor.check(&request.body).map_err(|leak| Error::Leak { kind: leak.kind.to_string() })?;
            (call.on_event)(Event::Sending(provider, &request));
            let failed = match self.attempt(&request, provider, key, end, call) {
                Ok(completion) => return Ok(completion),
                Err(failed) => failed,
            };
            if failed.fault.as_ref().is_some_and(|fault| self.learn(provider, &quirks, fault)) {
                continue;
            }
            let wait = retry::wait(retries, &failed.error);
            let Some(wait) = wait.filter(|wait| failed.can_retry && Instant::now() + *wait < end) else {
                return Err(failed.error);
            };
            retries += 1;
            (call.on_event)(Event::Retry(&failed.error, wait));
            retry::pause(wait, call.cancelled)?;
        }
    }

    fn attempt(
        &self,
        request: &Request,
        provider: &Provider,
        key: Option<&Key>,
        end: Instant,
        call: &mut Call<'_>,
    ) -> Result<Completion, Failed> {
        let exchange = self.exchange(provider, key, call.patience, end, call.cancelled);
        let mut answer = exchange.post(&provider.url(request.path), request).map_err(|error| {
            let can_retry =
                matches!(error, Error::Unreachable { .. }) && !agent::is_loopback_name(provider.host());
            Failed { error, fault: None, can_retry }
        })?;
        if (300..400).contains(&answer.status) {
            let to = answer.location.take().unwrap_or_else(|| "somewhere".to_owned());
            return Err(last(Error::Redirected { host: provider.host().to_owned(), to }));
        }
        if answer.status != 200 {
            let body = answer.whole().unwrap_or_default();
            let fault = Fault::of_response(answer.status, &body);
            let error = Error::of_fault(&fault, answer.retry_after, exposed(key));
            return Err(Failed { error, can_retry: retry::is_passing(&fault), fault: Some(Box::new(fault)) });
        }
        streamed(provider, &mut answer, exposed(key), call.on_event).map_err(last)
    }

    fn exchange<'a>(
        &self,
        provider: &'a Provider,
        key: Option<&'a Key>,
        patience: Patience,
        end: Instant,
        cancelled: &'a AtomicBool,
    ) -> Exchange<'a> {
        Exchange { provider, key, network: self.network, patience, end, cancelled }
    }

    /// Returns the server's quirks, from its row and from what it has refused.
    fn quirks(&self, provider: &Provider) -> Quirks {
        let refused = locked(&self.refused);
        let fields = refused.get(&place(provider)).into_iter().flatten();
        fields.fold(provider.quirks.clone(), |quirks, field| quirks.without(*field))
    }

    /// Returns whether a refusal names an optional field: the request is then repeated without it.
    fn learn(&self, provider: &Provider, quirks: &Quirks, fault: &Fault) -> bool {
        if !matches!(fault.status, Some(400 | 422)) {
            return false;
        }
        let mut refused = locked(&self.refused);
        let fields = refused.entry(place(provider)).or_default();
        let Some(field) = quirks.refused(&fault.message).filter(|field| !fields.contains(field)) else {
            return false;
        };
        fields.push(field);
        true
    }
}

/// Reads an answer to its end.
fn streamed(
    provider: &Provider,
    answer: &mut Answer<'_>,
    key: Option<&str>,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<Completion, Error> {
    let mut on_text = |text: &str| on_event(Event::Text(text));
    let of_fault = |fault: Fault| Error::of_fault(&fault, None, key);
    let mut decoder = Decoder::new(provider.wire);
    loop {
        match answer.next() {
            Ok(Some(bytes)) => decoder.feed(&bytes, &mut on_text).map_err(of_fault)?,
            Ok(None) => break,
            // the connection broke; the decoder knows whether the answer was complete
            Err(Error::Unreachable { .. }) => break,
            Err(error) => return Err(error),
        }
    }
    let completion = decoder.end(&mut on_text).map_err(of_fault)?;
    if completion.finish == Finish::Cut && completion.text.is_empty() && completion.calls.is_empty() {
        return Err(Error::Cut);
    }
    Ok(completion)
}

fn last(error: Error) -> Failed {
    Failed { error, fault: None, can_retry: false }
}

fn place(provider: &Provider) -> (String, String) {
    (provider.base_url.clone(), provider.model.clone())
}

/// Returns the first available key.
///
/// # Errors
/// The provider needs a key and there is no usable one.
pub fn key(provider: &Provider) -> Result<Option<Key>, Error> {
    for source in &provider.keys {
        if let Some(key) = source.read()? {
            return Ok(Some(key));
        }
    }
    if !provider.needs_key {
        return Ok(None);
    }
    let variable = provider.keys.iter().find_map(|source| match source {
        KeySource::Environment(name) => Some(name.clone()),
        KeySource::Command(_) | KeySource::File(_) => None,
    });
    Err(Error::NoKey { provider: provider.name.clone(), variable })
}

fn exposed(key: Option<&Key>) -> Option<&str> {
    key.map(|key| key.expose_secret())
}

fn is_set(cancelled: &AtomicBool) -> bool {
    cancelled.load(Ordering::Relaxed)
}

/// Locks a mutex, ignoring poison: a panic elsewhere does not corrupt this data.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Returns the error for a phase that timed out, to the millisecond.
fn late(phase: Phase, after: Duration) -> Error {
    let millis = after.as_micros().div_ceil(1000);
    Error::TimedOut { phase, after: Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX)) }
}
