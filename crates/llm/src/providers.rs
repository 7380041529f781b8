//! Providers: each is a row in `providers.toml` or a table `[llm.providers.NAME]` in the user's settings.

use std::path::PathBuf;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::Error;
use crate::key::KeySource;
use crate::wire::{Limit, Quirks, Structure, Wire};

/// A provider that can be asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Provider {
    pub name: String,
    /// Base URL without a trailing slash; may have a query (Azure).
    pub base_url: String,
    pub wire: Wire,
    /// Model name; empty for servers with a single model, where it does not matter.
    pub model: String,
    /// Sources of the key, in order.
    pub keys: Vec<KeySource>,
    pub needs_key: bool,
    /// Context window in tokens; `None`: unknown.
    pub window: Option<u32>,
    pub quirks: Quirks,
}

/// The user's settings for a provider, built-in or their own.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub base_url: Option<String>,
    pub wire: Option<Wire>,
    pub model: Option<String>,
    pub api_key_env: Option<String>,
    pub api_key_cmd: Option<String>,
    pub api_key_file: Option<PathBuf>,
    pub context_window: Option<u32>,
    /// Extra fields of each request.
    pub extra: Map<String, Value>,
}

/// A row of `providers.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Row {
    name: String,
    base_url: String,
    /// Variable with the key.
    key: String,
    model: String,
    /// Context window of that model, in tokens; 0: depends on the server.
    window: u32,
    wire: Wire,
    /// Whether no key is needed.
    is_local: bool,
    limit: Limit,
    structure: Structure,
    omits_usage: bool,
    extra: Map<String, Value>,
}

#[derive(Debug, Default, Deserialize)]
struct Table {
    provider: Vec<Row>,
}

static TABLE: LazyLock<Table> =
    LazyLock::new(|| toml::from_str(include_str!("providers.toml")).unwrap_or_default());

/// Returns the names of the built-in providers.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.provider.iter().map(|row| row.name.as_str())
}

impl Provider {
    /// Returns the provider of that name with the user's settings; `ollama_host` is `$OLLAMA_HOST`.
    ///
    /// # Errors
    /// The name is unknown and the settings have no `base_url` for it, or that is not an address.
    pub fn named(name: &str, settings: &Settings, ollama_host: Option<&str>) -> Result<Self, Error> {
        let row = TABLE.provider.iter().find(|row| row.name == name);
        let host = ollama_host.filter(|host| name == "ollama" && !host.trim().is_empty()).map(ollama_url);
        let base_url = settings.base_url.clone().or(host).or(row.map(|row| row.base_url.clone()));
        let Some(base_url) = base_url else {
            return Err(Error::Settings {
                what: format!("unknown provider {name}"),
                hint: format!(
                    "Set `base_url` in [llm.providers.{name}], or use one of: {}.",
                    names().collect::<Vec<_>>().join(", ")
                ),
            });
        };
        let wire = settings.wire.or(row.map(|row| row.wire)).unwrap_or_default();
        let command = settings.api_key_cmd.clone().map(KeySource::Command);
        let variable = settings.api_key_env.clone().or(row.map(|row| row.key.clone()));
        let file = settings.api_key_file.clone().map(KeySource::File);
        let keys: Vec<_> =
            [command, variable.map(KeySource::Environment), file].into_iter().flatten().collect();
        let says_key = settings.api_key_cmd.is_some()
            || settings.api_key_env.is_some()
            || settings.api_key_file.is_some();
        let mut quirks =
            Quirks { num_ctx: settings.context_window, ..row.map(Row::quirks).unwrap_or_default() };
        quirks.extra.extend(settings.extra.clone());
        Ok(Self {
            name: name.to_owned(),
            base_url: normal(&base_url, wire)?,
            wire,
            model: settings.model.clone().or(row.map(|row| row.model.clone())).unwrap_or_default(),
            keys,
            window: settings.window().or_else(|| own_window(row?, settings)),
            needs_key: says_key || row.is_some_and(|row| !row.is_local && settings.base_url.is_none()),
            quirks,
        })
    }

    /// Returns the URL of an API path.
    pub fn url(&self, path: &str) -> String {
        match self.base_url.split_once('?') {
            Some((base, query)) => format!("{base}{path}?{query}"),
            None => format!("{}{path}", self.base_url),
        }
    }

    /// Returns host and port, for display.
    pub fn host(&self) -> &str {
        let rest = self.base_url.split_once("://").map_or(self.base_url.as_str(), |(_, rest)| rest);
        rest.split(['/', '?']).next().unwrap_or(rest)
    }

    /// Returns the header with the key.
    pub fn key_header(&self, key: &str) -> (&'static str, String) {
        let host = self.host().split(':').next().unwrap_or_default();
        if self.wire == Wire::Anthropic {
            ("x-api-key", key.to_owned())
        } else if host.ends_with(".azure.com") {
            ("api-key", key.to_owned())
        } else {
            ("authorization", format!("Bearer {key}"))
        }
    }
}

impl Row {
    fn quirks(&self) -> Quirks {
        Quirks {
            limit: self.limit,
            structure: self.structure,
            sends_usage: !self.omits_usage,
            extra: self.extra.clone(),
            ..Quirks::default()
        }
    }
}

impl Settings {
    /// Returns the context window from the settings, which may also be Ollama's `options.num_ctx`.
    fn window(&self) -> Option<u32> {
        let field = || u32::try_from(self.extra.get("options")?.get("num_ctx")?.as_u64()?).ok();
        self.context_window.or_else(field)
    }
}

/// Returns the table's value, unless server or model was overridden.
fn own_window(row: &Row, settings: &Settings) -> Option<u32> {
    let is_own =
        settings.base_url.is_none() && settings.model.as_deref().is_none_or(|model| model == row.model);
    Some(row.window).filter(|window| is_own && *window > 0)
}

/// Normalises a user's URL to the part before the API paths.
fn normal(url: &str, wire: Wire) -> Result<String, Error> {
    let url = url.trim();
    let invalid = |why: &str| Error::Settings {
        what: format!("`base_url` {why}"),
        hint: "It looks like https://host/v1 or http://127.0.0.1:8080/v1.".to_owned(),
    };
    let (base, query) = url.split_once('?').map_or((url, None), |(base, query)| (base, Some(query)));
    let Some((scheme, rest)) = base.split_once("://") else {
        return Err(invalid("has no http:// or https://"));
    };
    if !matches!(scheme, "http" | "https") {
        return Err(invalid("has no http:// or https://"));
    }
    let rest = rest.trim_end_matches('/');
    let host = rest.split('/').next().unwrap_or_default();
    if host.is_empty() {
        return Err(invalid("has no host"));
    }
    if host.contains('@') {
        // it would be stored and shown as part of the address
        return Err(invalid("has a user name or password in it; keys go into `api_key_…`"));
    }
    let rest = match wire {
        Wire::OpenAi if rest == host => format!("{rest}/v1"),
        Wire::OpenAi => rest.trim_end_matches("/chat/completions").to_owned(),
        Wire::Anthropic => rest.trim_end_matches("/messages").trim_end_matches("/v1").to_owned(),
        Wire::Ollama => {
            rest.trim_end_matches("/chat").trim_end_matches("/api").trim_end_matches("/v1").to_owned()
        }
    };
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    Ok(format!("{scheme}://{rest}{query}"))
}

/// Parses `$OLLAMA_HOST`, which is also the listening address of Ollama's server: `0.0.0.0`, `:11435`, a host
/// alone.
fn ollama_url(host: &str) -> String {
    let host = host.trim().trim_matches(['"', '\'']).trim_end_matches('/');
    let (scheme, rest, port) = match host.split_once("://") {
        Some(("https", rest)) => ("https", rest, 443),
        Some((_, rest)) => ("http", rest, 80),
        None => ("http", host, 11434),
    };
    let (address, path) =
        rest.split_once('/').map_or((rest, String::new()), |(host, path)| (host, format!("/{path}")));
    let (name, port) = match address.rsplit_once(':') {
        Some((name, number)) if !name.ends_with(':') && number.parse::<u16>().is_ok() => {
            (name, number.to_owned())
        }
        _ => (address, port.to_string()),
    };
    let name = match name {
        "" | "0.0.0.0" => "127.0.0.1",
        "[::]" | "::" => "[::1]",
        name => name,
    };
    format!("{scheme}://{name}:{port}{path}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, settings: &Settings) -> Provider {
        Provider::named(name, settings, None).unwrap()
    }

    #[test]
    fn every_row_has_a_valid_address() {
        assert!(
            names().eq(include_str!("providers.toml")
                .lines()
                .filter_map(|line| { Some(line.strip_prefix("name = \"")?.trim_end_matches('"')) }))
        );
        for name in names() {
            let provider = named(name, &Settings::default());
            let (scheme, _) = provider.base_url.split_once("://").unwrap();
            assert_eq!(scheme == "http", provider.host().starts_with("127.0.0.1:"), "{name}");
            assert_eq!(provider.needs_key, scheme == "https", "{name}");
            assert_eq!(provider.keys.len(), 1, "{name}");
        }
    }

    #[test]
    fn a_window_is_that_of_the_model() {
        let own = named("anthropic", &Settings::default());
        assert_eq!((own.window, own.quirks.num_ctx), (Some(200_000), None));
        let other = Settings { model: Some("claude-x".into()), ..Settings::default() };
        assert_eq!(named("anthropic", &other).window, None);
        assert_eq!(named("ollama", &Settings::default()).window, None);
        let said = Settings { context_window: Some(8192), ..other };
        let ollama = named("ollama", &said);
        assert_eq!((ollama.window, ollama.quirks.num_ctx), (Some(8192), Some(8192)));
    }

    #[test]
    fn addresses_are_made_normal() {
        let url = |wire, base: &str, path: &str| {
            let settings = Settings { base_url: Some(base.into()), wire: Some(wire), ..Settings::default() };
            named("mine", &settings).url(path)
        };
        for base in
            ["http://h:1", "http://h:1/", "http://h:1/v1", "http://h:1/v1/", "http://h:1/v1/chat/completions"]
        {
            assert_eq!(
                url(Wire::OpenAi, base, "/chat/completions"),
                "http://h:1/v1/chat/completions",
                "{base}"
            );
        }
        for base in ["https://h", "https://h/v1", "https://h/v1/messages"] {
            assert_eq!(url(Wire::Anthropic, base, "/v1/messages"), "https://h/v1/messages", "{base}");
        }
        for base in ["http://h:1", "http://h:1/v1", "http://h:1/api", "http://h:1/api/chat"] {
            assert_eq!(url(Wire::Ollama, base, "/api/chat"), "http://h:1/api/chat", "{base}");
        }
        assert_eq!(
            url(
                Wire::OpenAi,
                "https://n.openai.azure.com/openai/deployments/d?api-version=2024-10-21",
                "/chat/completions"
            ),
            "https://n.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21"
        );
    }

    #[test]
    fn addresses_that_are_none_are_refused() {
        for base in ["h:1", "ftp://h", "https://", "https://me:sk-1@h/v1", "/v1", ""] {
            let settings = Settings { base_url: Some(base.into()), ..Settings::default() };
            let error = Provider::named("mine", &settings, None).unwrap_err();
            assert!(matches!(error, Error::Settings { .. }), "{base}: {error:?}");
            assert!(!error.to_string().contains("sk-1"));
        }
        assert!(Provider::named("mine", &Settings::default(), None).is_err());
    }

    #[test]
    fn ollamas_variable_is_read_as_ollama_reads_it() {
        for (host, url) in [
            ("127.0.0.1:11435", "http://127.0.0.1:11435"),
            ("0.0.0.0", "http://127.0.0.1:11434"),
            ("0.0.0.0:80", "http://127.0.0.1:80"),
            (":1234", "http://127.0.0.1:1234"),
            ("[::]:1234", "http://[::1]:1234"),
            ("gpu.lan", "http://gpu.lan:11434"),
            ("https://gpu.lan", "https://gpu.lan:443"),
            ("http://gpu.lan/ollama/", "http://gpu.lan:80/ollama"),
        ] {
            let provider = Provider::named("ollama", &Settings::default(), Some(host)).unwrap();
            assert_eq!(provider.base_url, url, "{host}");
        }
    }

    #[test]
    fn keys_are_looked_for_in_order() {
        let settings = Settings {
            api_key_cmd: Some("pass show x".into()),
            api_key_file: Some("/k".into()),
            ..Settings::default()
        };
        assert_eq!(
            named("groq", &settings).keys,
            [
                KeySource::Command("pass show x".into()),
                KeySource::Environment("GROQ_API_KEY".into()),
                KeySource::File("/k".into())
            ]
        );
    }

    #[test]
    fn the_key_travels_in_the_header_of_the_api() {
        assert_eq!(
            named("openai", &Settings::default()).key_header("k"),
            ("authorization", "Bearer k".into())
        );
        assert_eq!(named("anthropic", &Settings::default()).key_header("k"), ("x-api-key", "k".into()));
        let azure =
            Settings { base_url: Some("https://n.openai.azure.com/openai/v1".into()), ..Settings::default() };
        assert_eq!(named("azure", &azure).key_header("k"), ("api-key", "k".into()));
    }
}
