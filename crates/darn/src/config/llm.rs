//! Language model settings, `[llm]`.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::Confidence;

use super::value::{Bytes, ConfidenceWord, Lines, Seconds, Within, section, words};

section! { Llm {
    enabled: bool = false,
    /// openrouter, anthropic, openai, ollama, or the NAME of an [llm.providers.NAME]
    provider: String = PROVIDER.into(),
    /// other providers have their own defaults
    model: String = MODEL.into(),
    /// seconds, whole request
    #[serde(with = "Seconds")]
    timeout: Duration = Duration::from_secs(10),
    /// providers to try when the first is unreachable
    fallback: Vec<String> = Vec::new(),
    #[serde(with = "ConfidenceWord")]
    min_confidence: Confidence = Confidence::Medium,
    auto_prompt: bool = true,
    temperature: Within<f64, 0, 2> = Within(0.1),
    /// for a repair; `darn ask` uses at least 400
    max_tokens: Within<u32, 1, 100_000> = Within(256),
    enable_cache: bool = true,
    cache_size: Lines = Within(100),
    /// number of alternative commands
    alternatives: Within<usize, 1, 9> = Within(3),
    /// any, loopback (refuse every other address)
    network: Network = Network::Any,
    privacy: Privacy = Privacy::default(),
    context: Context = Context::default(),
    /// [llm.providers.NAME]
    /// base_url = ""
    /// wire = "openai"         # openai, anthropic, ollama
    /// model = ""
    /// api_key_env = ""        # or api_key_cmd, or api_key_file
    /// context_window = 8192   # context size of the model in tokens; Ollama loads the model with this size
    /// extra_body = ""         # extra fields for each request, as JSON: '{"reasoning_effort": "low"}'
    providers: BTreeMap<String, Provider> = BTreeMap::new(),
} }

const PROVIDER: &str = "openrouter";
const MODEL: &str = "anthropic/claude-sonnet-4.5";

words! { Network { Any, Loopback, } }

section! { Privacy {
    minimal_context: bool = true,
    max_output_lines: Lines = Within(10),
    max_output_bytes: Bytes = Within(4096),
    anonymize_paths: bool = false,
} }

section! { Context {
    history_lines: Lines = Within(0),
    git: bool = false,
    listing: bool = false,
    versions: bool = false,
} }

// A user-defined provider, or the overrides of a built-in one.
section! { Provider {
    base_url: Option<String> = None,
    wire: Option<Wire> = None,
    model: Option<String> = None,
    api_key_env: Option<String> = None,
    api_key_cmd: Option<String> = None,
    api_key_file: Option<String> = None,
    context_window: Option<Within<u32, 512, 10_000_000>> = None,
    extra_body: Option<String> = None,
} }

words! { Wire { #[serde(rename = "openai")] OpenAi, Anthropic, Ollama, } }

impl Llm {
    /// Returns whether to offer a model after a diagnosis with this confidence.
    pub fn offers(&self, confidence: Confidence) -> bool {
        self.enabled && self.auto_prompt && confidence >= self.min_confidence
    }
}

#[cfg(feature = "llm")]
impl Llm {
    /// Returns the model; `None`: the provider's default. Ours belongs to our default provider.
    pub fn model(&self) -> Option<&str> {
        let is_ours = self.model == MODEL && self.provider != PROVIDER;
        Some(self.model.as_str()).filter(|model| !model.is_empty() && !is_ours)
    }

    /// Uses another model of the provider.
    #[cfg(feature = "llm")]
    pub fn choose_model(&mut self, name: &str) {
        name.clone_into(&mut self.model);
    }

    /// Returns the display name: the model, or the provider if it chooses the model.
    pub fn name(&self) -> &str {
        let own = self.providers.get(&self.provider).and_then(|provider| provider.model.as_deref());
        self.model().or(own).filter(|model| !model.is_empty()).unwrap_or(&self.provider)
    }

    /// Returns the number of cached answers.
    pub fn cache_size(&self) -> usize {
        if self.enable_cache { self.cache_size.0 } else { 0 }
    }
}
