//! All settings and their types. The defaults are in `default.toml`; a test keeps the two in sync.

use engine::spell;

/// Type of a setting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Bool,
    Integer {
        min: i64,
        max: i64,
    },
    Number {
        min: f64,
        max: f64,
    },
    Text,
    OneOf(&'static [&'static str]),
    List,
    /// Key names, see [`super::keys`].
    Keys,
}

/// One setting. A `*` in the path matches a user-defined name.
#[derive(Debug)]
pub struct Setting {
    pub path: &'static str,
    pub kind: Kind,
}

const fn integer(min: i64, max: i64) -> Kind {
    Kind::Integer { min, max }
}

const CONFIDENCE: Kind = Kind::OneOf(&["high", "medium", "low"]);
const BYTES: Kind = integer(0, 1 << 20);
const LINES: Kind = integer(0, 100_000);
const SECONDS: Kind = integer(1, 3600);

macro_rules! settings {
    ($($path:literal $kind:expr,)*) => { &[$(Setting { path: $path, kind: $kind }),*] };
}

/// Every setting, in the order of `default.toml`.
pub const ALL: &[Setting] = settings! {
    "suggest.enabled" Kind::Bool,
    "suggest.limit" integer(1, 9),
    "suggest.min_confidence" CONFIDENCE,
    "suggest.ghost_text" Kind::Bool,
    "suggest.causes" Kind::Bool,
    "suggest.legend" Kind::OneOf(&["auto", "always", "never"]),
    "suggest.program_silence" Kind::List,
    "keys.accept" Kind::Keys,
    "keys.list" Kind::Keys,
    "keys.esc_esc" Kind::OneOf(&["if-free", "off"]),
    "keys.ask" Kind::Keys,
    "keys.model" Kind::Keys,
    "keys.explain" Kind::Keys,
    "policy.level" Kind::OneOf(&["off", "passive", "active"]),
    "policy.confirm_word" Kind::Text,
    "policy.allow" Kind::List,
    "policy.block" Kind::List,
    "capture.mode" Kind::OneOf(&["auto", "none", "stderr-file"]),
    "capture.never" Kind::List,
    "capture.max_lines" LINES,
    "capture.max_bytes" BYTES,
    "llm.enabled" Kind::Bool,
    "llm.provider" Kind::Text,
    "llm.model" Kind::Text,
    "llm.timeout" SECONDS,
    "llm.fallback" Kind::List,
    "llm.min_confidence" CONFIDENCE,
    "llm.auto_prompt" Kind::Bool,
    "llm.temperature" Kind::Number { min: 0.0, max: 2.0 },
    "llm.max_tokens" integer(1, 100_000),
    "llm.enable_cache" Kind::Bool,
    "llm.cache_size" integer(0, 100_000),
    "llm.alternatives" integer(1, 9),
    "llm.network" Kind::OneOf(&["any", "loopback"]),
    "llm.privacy.minimal_context" Kind::Bool,
    "llm.privacy.max_output_lines" LINES,
    "llm.privacy.max_output_bytes" BYTES,
    "llm.privacy.anonymize_paths" Kind::Bool,
    "llm.context.history_lines" LINES,
    "llm.context.git" Kind::Bool,
    "llm.context.listing" Kind::Bool,
    "llm.context.versions" Kind::Bool,
    "llm.providers.*.base_url" Kind::Text,
    "llm.providers.*.wire" Kind::OneOf(&["openai", "anthropic", "ollama"]),
    "llm.providers.*.model" Kind::Text,
    "llm.providers.*.api_key_env" Kind::Text,
    "llm.providers.*.api_key_cmd" Kind::Text,
    "llm.providers.*.api_key_file" Kind::Text,
    "llm.providers.*.context_window" integer(512, 10_000_000),
    "llm.providers.*.extra_body" Kind::Text,
    "daemon.autostart" Kind::Bool,
    "daemon.hook_timeout_ms" integer(1, 1000),
    "daemon.idle_exit_minutes" integer(0, 100_000),
    "chat.shell_attach" Kind::OneOf(&["off", "failures", "always"]),
    "chat.attach_lines" LINES,
    "chat.attach_bytes" BYTES,
    "chat.keep_failures" integer(0, 100),
    "task.max_steps" integer(1, 1000),
    "task.max_retries" integer(0, 100),
    "task.step_timeout" SECONDS,
    "task.confirm" Kind::OneOf(&["every", "shape"]),
    "task.shell" Kind::Text,
    "task.rc" Kind::Bool,
    "learn.enabled" Kind::Bool,
    "learn.share" Kind::OneOf(&["off", "opt-in"]),
    "rules.sources" Kind::List,
    "store.url" Kind::Text,
};

/// Finds a setting by its path, including user-defined names.
#[must_use]
pub fn find(path: &str) -> Option<&'static Setting> {
    ALL.iter().find(|setting| matches(setting.path, path))
}

/// Returns whether `path` is a section, such as `llm.privacy`.
#[must_use]
pub fn is_section(path: &str) -> bool {
    let depth = path.split('.').count();
    ALL.iter().any(|setting| {
        let above: Vec<_> = setting.path.split('.').take(depth).collect();
        setting.path.split('.').count() > depth && matches(&above.join("."), path)
    })
}

fn matches(pattern: &str, path: &str) -> bool {
    let (mut pattern, mut path) = (pattern.split('.'), path.split('.'));
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a == b || a == "*" => {}
            _ => return false,
        }
    }
}

/// Returns the setting or section that a misspelt name most likely means.
#[must_use]
pub fn nearest(path: &str) -> Option<String> {
    let (above, name) = path.rsplit_once('.').unwrap_or(("", path));
    // right section, wrong name
    let siblings: Vec<&str> = ALL
        .iter()
        .filter_map(|setting| {
            let rest = if above.is_empty() {
                setting.path
            } else {
                setting.path.strip_prefix(above)?.strip_prefix('.')?
            };
            rest.split('.').next().filter(|name| *name != "*")
        })
        .collect();
    if let Some(near) = spell::nearest(name, siblings).first() {
        return Some(if above.is_empty() { near.name.to_owned() } else { format!("{above}.{}", near.name) });
    }
    // right name, wrong section; then any similar full path
    let same_name = ALL.iter().find(|setting| setting.path.rsplit('.').next() == Some(name));
    let whole = || {
        spell::nearest(path, ALL.iter().map(|setting| setting.path)).first().map(|near| near.name.to_owned())
    };
    same_name.map(|setting| setting.path.to_owned()).or_else(whole)
}

impl Kind {
    /// Describes the expected value, for messages.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::Bool => "true or false".into(),
            Self::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Self::Number { min, max } => format!("a number from {min} to {max}"),
            Self::Text => "text in quotes".into(),
            Self::OneOf(words) => {
                let words: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
                format!("one of {}", words.join(", "))
            }
            Self::List => "a list of strings, such as [\"make\", \"cargo\"]".into(),
            Self::Keys => "keys, such as \"tab\", \"alt-/\", \"ctrl-x ctrl-t\" or \"\" for none".into(),
        }
    }

    /// Returns the JSON Schema of this type.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        use serde_json::json;
        match self {
            Self::Bool => json!({"type": "boolean"}),
            Self::Integer { min, max } => json!({"type": "integer", "minimum": min, "maximum": max}),
            Self::Number { min, max } => json!({"type": "number", "minimum": min, "maximum": max}),
            Self::Text | Self::Keys => json!({"type": "string"}),
            Self::OneOf(words) => json!({"enum": words}),
            Self::List => json!({"type": "array", "items": {"type": "string"}}),
        }
    }
}

/// Returns the JSON Schema of the configuration file, for editors.
#[must_use]
pub fn json() -> serde_json::Value {
    let mut root = serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "darn's config.toml",
    });
    for setting in ALL {
        let mut at = &mut root;
        for part in setting.path.split('.') {
            let (key, name) =
                if part == "*" { ("additionalProperties", None) } else { ("properties", Some(part)) };
            if at.get("type").is_none() {
                at["type"] = "object".into();
                at["additionalProperties"] = false.into();
            }
            at = match name {
                Some(name) => &mut at[key][name],
                None => {
                    if !at[key].is_object() {
                        at[key] = serde_json::json!({});
                    }
                    &mut at[key]
                }
            };
        }
        *at = setting.kind.json();
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_finds_its_setting() {
        assert_eq!(nearest("suggest.limt").as_deref(), Some("suggest.limit"));
        assert_eq!(nearest("sugest").as_deref(), Some("suggest"));
        assert_eq!(nearest("limit").as_deref(), Some("suggest.limit"));
        assert_eq!(nearest("llm.privcy").as_deref(), Some("llm.privacy"));
        assert_eq!(nearest("completely.else"), None);
    }

    #[test]
    fn names_the_user_chooses_are_known() {
        assert!(find("llm.providers.mine.wire").is_some());
        assert!(find("llm.providers.mine.wired").is_none());
        assert!(is_section("llm.providers.mine") && is_section("llm") && !is_section("llm.model"));
    }

    #[test]
    fn the_json_schema_holds_every_setting() {
        let schema = json();
        assert_eq!(schema["properties"]["suggest"]["properties"]["limit"]["maximum"], 9);
        let providers = &schema["properties"]["llm"]["properties"]["providers"];
        assert_eq!(providers["additionalProperties"]["properties"]["model"]["type"], "string");
        assert_eq!(schema["properties"]["suggest"]["additionalProperties"], false);
    }
}
