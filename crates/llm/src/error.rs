//! Errors of a request, grouped by the caller's next step.

use std::time::Duration;

use crate::wire::{Fault, FaultKind};

/// Each error has one line that says what went wrong ([`std::fmt::Display`]) and one that says what to do
/// ([`Error::hint`]). Server texts in it are redacted, short and on one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    // another provider may do better
    #[error("{host} cannot be reached: {why}")]
    Unreachable { host: String, why: String },
    #[error("cannot verify the identity of {host}: {why}")]
    Untrusted { host: String, why: String },
    #[error("{phase} {}", seconds(*.after))]
    TimedOut { phase: Phase, after: Duration },
    #[error("the model server is overloaded{}", behind(.said))]
    Overloaded { said: String, retry_after: Option<Duration> },
    #[error("rate limit reached{}", behind(.said))]
    RateLimited { said: String, retry_after: Option<Duration> },
    #[error("{host} failed several times; paused for {}", seconds(*.rest))]
    Resting { host: String, rest: Duration },
    #[error("the model server {}{}", .status.map_or_else(|| "failed during the reply".to_owned(), |s| format!("returned {s}")), behind(.said))]
    Server { status: Option<u16>, said: String },
    #[error("the reply ended without any text")]
    Cut,

    // the settings need a change
    #[error("no key for {provider}")]
    NoKey { provider: String, variable: Option<String> },
    #[error("{why}")]
    KeyUnusable { why: String, hint: String },
    #[error("the key was refused{}", behind(.said))]
    WrongKey { said: String },
    #[error("the account has no credit{}", behind(.said))]
    Account { said: String },
    #[error("the provider does not know the model{}", behind(.said))]
    ModelUnknown { said: String },
    #[error("{host} was not asked: {why}")]
    RefusedAddress { host: String, why: String, hint: String },
    #[error("{host} redirects to {to}, which was not followed")]
    Redirected { host: String, to: String },
    #[error("the answer is not from a model server ({what}){}", behind(.said))]
    NotAnApi { what: String, said: String },
    #[error("{what}")]
    Settings { what: String, hint: String },

    // the prompt needs a change
    #[error("{}{}", too_long(.tokens.as_ref()), behind(.said))]
    TooLong { said: String, tokens: Option<(u64, u64)> },
    #[error("nothing was sent: the request still contained a secret ({kind})")]
    Leak { kind: String },
    #[error("the provider's content filter stopped the reply{}", behind(.said))]
    Filtered { said: String },
    #[error("the reply is too long and was discarded")]
    TooLarge,

    // no further step
    #[error("cancelled")]
    Cancelled,
}

/// The phase that timed out; shown with its duration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Connection,
    Answer,
    /// The next bytes of an answer.
    More,
    End,
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Connection => "no connection within",
            Self::Answer => "no answer within",
            Self::More => "the answer stalled for",
            Self::End => "the answer did not finish within",
        })
    }
}

impl Error {
    /// Returns one line that says what to do.
    pub fn hint(&self) -> String {
        let fixed = match self {
            Self::Unreachable { .. } => "Is the server running, is the network up, is `base_url` right?",
            Self::Untrusted { .. } => {
                "Is it an https address? If your company has its own certificates, set SSL_CERT_FILE."
            }
            Self::TimedOut { .. } => "Try again, or set a longer `llm.timeout`.",
            Self::Overloaded { .. } | Self::Cut => {
                "Try again later, or name another provider in `llm.fallback`."
            }
            Self::RateLimited { .. } => "Wait, or name another provider in `llm.fallback`.",
            Self::Resting { .. } => "Try again then; offline suggestions still work.",
            Self::Server { .. } => "Try again; if the error persists, check `model` and `base_url`.",
            Self::NoKey { provider, variable } => {
                let variable = variable.as_ref().map(|name| format!("Set {name}, or ")).unwrap_or_default();
                return format!("{variable}`api_key_cmd` in [llm.providers.{provider}].");
            }
            Self::KeyUnusable { hint, .. }
            | Self::Settings { hint, .. }
            | Self::RefusedAddress { hint, .. } => return hint.clone(),
            Self::WrongKey { .. } => "Check the key and its permissions.",
            Self::Account { .. } => "Add credit there, or choose another provider.",
            Self::ModelUnknown { .. } => "Set `llm.model` to a model that the provider has.",
            Self::Redirected { .. } => "Set `base_url` to the address of the server.",
            Self::NotAnApi { .. } => "Is `base_url` right? Or does the network show a login page?",
            Self::TooLong { .. } => {
                "Lower `llm.privacy.max_output_bytes`, or use a model with a larger context."
            }
            Self::Leak { .. } => "Check it with `darn redact`; `darn secrets list` lists what is found.",
            Self::Filtered { .. } => "Rephrase the request, or choose another model.",
            Self::TooLarge => "Ask for less, or choose another model.",
            Self::Cancelled => "",
        };
        fixed.to_owned()
    }

    /// Returns whether another provider may answer instead.
    pub const fn is_of_the_provider(&self) -> bool {
        matches!(
            self,
            Self::Unreachable { .. }
                | Self::Untrusted { .. }
                | Self::TimedOut { .. }
                | Self::Overloaded { .. }
                | Self::RateLimited { .. }
                | Self::Resting { .. }
                | Self::Server { .. }
                | Self::Cut
        )
    }

    /// Converts a server's message for display: removes the key that was sent and redacts secrets.
    pub fn of_fault(fault: &Fault, retry_after: Option<Duration>, key: Option<&str>) -> Self {
        let said = short(&fault.message, key);
        match fault.kind {
            FaultKind::Filtered => return Self::Filtered { said },
            FaultKind::TooLarge => return Self::TooLarge,
            FaultKind::Malformed => return Self::NotAnApi { what: "broken JSON".into(), said },
            FaultKind::NotAnApi if fault.status.is_none_or(|status| status < 400) => {
                let is_page = fault.message.trim_start().starts_with('<');
                let what = if is_page { "an HTML page" } else { "not JSON" };
                return Self::NotAnApi { what: what.into(), said };
            }
            FaultKind::NotAnApi | FaultKind::Said => {}
        }
        let code = fault.code.to_ascii_lowercase();
        let text = fault.message.to_ascii_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| code.contains(word) || text.contains(word));
        let too_long =
            has(&["context_length", "exceed_context", "context size", "context length", "context window"])
                || has(&["prompt is too long", "too many tokens", "maximum context"]);
        match fault.status {
            Some(401) => Self::WrongKey { said },
            Some(403) if has(&["key", "auth", "permission", "forbidden"]) => Self::WrongKey { said },
            Some(402) => Self::Account { said },
            _ if has(&["insufficient_quota", "insufficient credit", "billing", "credit balance"]) => {
                Self::Account { said }
            }
            Some(413) => Self::TooLong { said, tokens: fault.tokens },
            None | Some(400 | 422 | 500) if too_long => Self::TooLong { said, tokens: fault.tokens },
            Some(400 | 404 | 422)
                if has(&["model"])
                    && has(&["not found", "not_found", "not exist", "unknown", "valid model"]) =>
            {
                Self::ModelUnknown { said }
            }
            Some(400) if has(&["api key not valid", "invalid api key", "api_key_invalid"]) => {
                Self::WrongKey { said }
            }
            Some(429) => Self::RateLimited { said, retry_after },
            None if has(&["rate limit", "rate_limit"]) => Self::RateLimited { said, retry_after },
            Some(503 | 529) => Self::Overloaded { said, retry_after },
            None | Some(500..) if has(&["overloaded"]) => Self::Overloaded { said, retry_after },
            status => Self::Server { status, said },
        }
    }
}

/// Maximum length of a server's message, in bytes.
const MAX_SAID: usize = 200;

/// Cleans and shortens a server's message. The key is removed first, because a truncated key would not be
/// recognised.
fn short(message: &str, key: Option<&str>) -> String {
    let message = match key {
        Some(key) if !key.is_empty() => message.replace(key, "[REDACTED:key]"),
        _ => message.to_owned(),
    };
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|c| !c.is_control()).collect();
    redact::redact(&line).cut(MAX_SAID).get().clone()
}

fn behind(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(": {said}") }
}

fn too_long(tokens: Option<&(u64, u64)>) -> String {
    match tokens {
        Some((prompt, context)) => {
            format!("the prompt has {prompt} tokens, the model's context only {context}")
        }
        None => "the prompt is too long for the model's context".to_owned(),
    }
}

fn seconds(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{} s", time.as_secs())
    }
}
