//! Language model settings, `[llm]`.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::Confidence;

use super::{Value, confidence, count};

#[derive(Debug, Clone, PartialEq)]
pub struct Llm {
    pub enabled: bool,
    /// A built-in provider, or a key of `providers`.
    pub provider: String,
    /// The model; `None`: the provider's default.
    pub model: Option<String>,
    /// Timeout of a whole fix request.
    pub timeout: Duration,
    /// Providers to try when the first cannot be reached.
    pub fallback: Vec<String>,
    pub min_confidence: Confidence,
    /// Whether darn offers to ask a model after a failure without a suggestion.
    pub auto_prompt: bool,
    /// 0.0–2.0.
    pub temperature: f32,
    /// Maximum length of a reply, in tokens.
    pub max_tokens: u32,
    /// Number of cached answers; 0 disables the cache.
    pub cache_size: usize,
    pub alternatives: usize,
    /// Refuses all addresses other than this machine's.
    pub is_loopback_only: bool,
    pub privacy: Privacy,
    pub context: Context,
    pub providers: BTreeMap<String, Provider>,
}

/// What may be sent, `[llm.privacy]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Privacy {
    /// Sends only the command and the last lines of its output.
    pub is_minimal: bool,
    pub max_output_lines: usize,
    pub max_output_bytes: usize,
    pub anonymize_paths: bool,
}

/// What else is sent unless minimal, `[llm.context]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    pub history_lines: usize,
    pub git: bool,
    pub listing: bool,
    pub versions: bool,
}

/// A user-defined provider, `[llm.providers.NAME]`, or the overrides of a built-in one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Provider {
    pub base_url: Option<String>,
    pub wire: Option<String>,
    pub model: Option<String>,
    pub api_key_env: Option<String>,
    pub api_key_cmd: Option<String>,
    pub api_key_file: Option<String>,
    /// Context window of the model, in tokens.
    pub context_window: Option<u32>,
    /// Extra fields of each request: a JSON object.
    pub extra_body: Option<String>,
}

/// The provider of the model in [`super::DEFAULT`].
const PROVIDER: &str = "openrouter";
const MODEL: &str = "anthropic/claude-sonnet-4.5";

impl Default for Llm {
    fn default() -> Self {
        Self {
            enabled: false,
            provider: PROVIDER.into(),
            model: Some(MODEL.into()),
            timeout: Duration::from_secs(10),
            fallback: Vec::new(),
            min_confidence: Confidence::Medium,
            auto_prompt: true,
            temperature: 0.1,
            max_tokens: 256,
            cache_size: 100,
            alternatives: 3,
            is_loopback_only: false,
            privacy: Privacy {
                is_minimal: true,
                max_output_lines: 10,
                max_output_bytes: 4096,
                anonymize_paths: false,
            },
            context: Context::default(),
            providers: BTreeMap::new(),
        }
    }
}

impl Llm {
    /// Returns whether to offer a model after a diagnosis with this confidence.
    #[must_use]
    pub fn offers(&self, confidence: Confidence) -> bool {
        self.enabled && self.auto_prompt && confidence >= self.min_confidence
    }

    /// Returns the display name: the model, or the provider if it chooses the model.
    #[cfg(feature = "llm")]
    #[must_use]
    pub fn name(&self) -> &str {
        let own = self.providers.get(&self.provider).and_then(|provider| provider.model.as_deref());
        self.model.as_deref().or(own).unwrap_or(&self.provider)
    }

    /// Applies a validated value of the user's file.
    #[expect(clippy::cast_possible_truncation, reason = "0.0–2.0 was checked")]
    pub(super) fn apply(&mut self, path: &str, value: Value) {
        let Self { privacy, context, .. } = self;
        match (path, value) {
            ("enabled", Value::Bool(value)) => self.enabled = value,
            ("provider", Value::Text(value)) => {
                if value != PROVIDER && self.model.as_deref() == Some(MODEL) {
                    self.model = None; // it belonged to the previous provider
                }
                self.provider = value;
            }
            ("model", Value::Text(value)) => self.model = Some(value).filter(|value| !value.is_empty()),
            ("timeout", Value::Integer(value)) => {
                self.timeout = Duration::from_secs(u64::try_from(value).unwrap_or(1));
            }
            ("fallback", Value::List(value)) => self.fallback = value,
            ("min_confidence", Value::Text(value)) => self.min_confidence = confidence(&value),
            ("auto_prompt", Value::Bool(value)) => self.auto_prompt = value,
            ("temperature", Value::Number(value)) => self.temperature = value as f32,
            ("temperature", Value::Integer(value)) => self.temperature = f32::from(value as i8),
            ("max_tokens", Value::Integer(value)) => self.max_tokens = u32::try_from(value).unwrap_or(256),
            ("enable_cache", Value::Bool(false)) => self.cache_size = 0,
            ("cache_size", Value::Integer(value)) if self.cache_size > 0 => self.cache_size = count(value),
            ("alternatives", Value::Integer(value)) => self.alternatives = count(value),
            ("network", Value::Text(value)) => self.is_loopback_only = value == "loopback",
            ("privacy.minimal_context", Value::Bool(value)) => privacy.is_minimal = value,
            ("privacy.max_output_lines", Value::Integer(value)) => privacy.max_output_lines = count(value),
            ("privacy.max_output_bytes", Value::Integer(value)) => privacy.max_output_bytes = count(value),
            ("privacy.anonymize_paths", Value::Bool(value)) => privacy.anonymize_paths = value,
            ("context.history_lines", Value::Integer(value)) => context.history_lines = count(value),
            ("context.git", Value::Bool(value)) => context.git = value,
            ("context.listing", Value::Bool(value)) => context.listing = value,
            ("context.versions", Value::Bool(value)) => context.versions = value,
            (path, value) => self.apply_to_provider(path, value),
        }
    }

    /// Applies `providers.NAME.KEY`; the name may contain dots.
    fn apply_to_provider(&mut self, path: &str, value: Value) {
        let Some((name, key)) = path.strip_prefix("providers.").and_then(|rest| rest.rsplit_once('.')) else {
            return;
        };
        let provider = self.providers.entry(name.to_owned()).or_default();
        let value = match value {
            Value::Integer(value) if key == "context_window" => {
                provider.context_window = u32::try_from(value).ok();
                return;
            }
            Value::Text(value) => value,
            _ => return,
        };
        let place = match key {
            "base_url" => &mut provider.base_url,
            "wire" => &mut provider.wire,
            "model" => &mut provider.model,
            "api_key_env" => &mut provider.api_key_env,
            "api_key_cmd" => &mut provider.api_key_cmd,
            "api_key_file" => &mut provider.api_key_file,
            "extra_body" => &mut provider.extra_body,
            _ => return,
        };
        *place = Some(value).filter(|value| !value.is_empty());
    }

    /// Applies a project file's setting, which may only send less. Returns false if it is not allowed.
    pub(super) fn tighten(&mut self, path: &str, value: &Value) -> bool {
        let Self { privacy, .. } = self;
        match (path, value) {
            ("enabled", Value::Bool(false)) => self.enabled = false,
            ("auto_prompt", Value::Bool(false)) => self.auto_prompt = false,
            ("network", Value::Text(value)) if value == "loopback" => self.is_loopback_only = true,
            ("privacy.minimal_context", Value::Bool(true)) => privacy.is_minimal = true,
            ("privacy.anonymize_paths", Value::Bool(true)) => privacy.anonymize_paths = true,
            ("privacy.max_output_lines", Value::Integer(most)) => {
                privacy.max_output_lines = privacy.max_output_lines.min(count(*most));
            }
            ("privacy.max_output_bytes", Value::Integer(most)) => {
                privacy.max_output_bytes = privacy.max_output_bytes.min(count(*most));
            }
            _ => return false,
        }
        true
    }
}
