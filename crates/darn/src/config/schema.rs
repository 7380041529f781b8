//! The JSON Schema of the configuration file, and what is derived from it: the names of settings, what a wrong
//! value should have been, and the text of the defaults. The hook needs it only for files with problems.

use std::sync::LazyLock;

use engine::spell;
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::Value;
use toml::de::DeValue;
use toml_edit::TableLike;

use super::{Settings, keys};

/// The schema of the whole file.
pub static ROOT: LazyLock<Value> = LazyLock::new(|| {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let settings = settings.with_transform(RecursiveTransform(tidy));
    settings.into_generator().into_root_schema_for::<Settings>().into()
});

/// Removes `null`, which TOML does not have, and the defaults of sections, which repeat those of the settings.
fn tidy(schema: &mut Schema) {
    if let Some(types @ Value::Array(_)) = schema.get_mut("type") {
        *types = types[0].take();
    }
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    if schema.get("default").is_some_and(|default| default.is_null() || default.is_object()) {
        schema.remove("default");
    }
}

/// Finds a setting or section by its path, including user-defined names.
pub fn find(path: &str) -> Option<&'static Value> {
    path.split('.').try_fold(&*ROOT, child)
}

/// Finds a setting or section in a section.
pub fn child<'a>(section: &'a Value, name: &str) -> Option<&'a Value> {
    let user_defined = || section.get("additionalProperties").filter(|any| any.is_object());
    section["properties"].get(name).or_else(user_defined)
}

pub fn is_section(schema: &Value) -> bool {
    schema["type"] == "object"
}

/// Returns the setting or section that a misspelt name most likely means.
pub fn nearest(path: &str) -> Option<String> {
    let (above, name) = path.rsplit_once('.').unwrap_or(("", path));
    // right section, wrong name
    let section = if above.is_empty() { Some(&*ROOT) } else { find(above) };
    let siblings = section.and_then(|section| section["properties"].as_object()).into_iter();
    if let Some(near) = spell::nearest(name, siblings.flat_map(|all| all.keys()).map(String::as_str)).first()
    {
        return Some(format!("{above}.{}", near.name).trim_start_matches('.').to_owned());
    }
    // right name, wrong section; then any similar full path
    let all = Settings::default().values();
    let mut paths = all.iter().map(|(path, _)| path.as_str());
    let same_name = paths.clone().find(|path| path.rsplit('.').next() == Some(name));
    same_name.or_else(|| Some(spell::nearest(path, &mut paths).first()?.name)).map(str::to_owned)
}

/// Describes the value that a setting takes.
pub fn expected(setting: &Value) -> String {
    let range = || format!("from {} to {}", setting["minimum"], setting["maximum"]);
    match (setting["type"].as_str(), words(setting)) {
        (Some("boolean"), _) => "true or false".into(),
        (Some("integer"), _) => format!("a whole number {}", range()),
        (Some("number"), _) => format!("a number {}", range()),
        (Some("array"), _) => "a list of strings, such as [\"make\", \"cargo\"]".into(),
        _ if setting["format"] == "keys" => {
            "keys, such as \"tab\", \"alt-/\", \"ctrl-x ctrl-t\" or \"\" for none".into()
        }
        (_, words) if words.is_empty() => "text in quotes".into(),
        (_, words) => format!("one of \"{}\"", words.join("\", \"")),
    }
}

/// Returns the words that a setting allows, empty if it allows more.
fn words(setting: &Value) -> Vec<&str> {
    setting["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Explains why a setting does not take this value.
pub fn mismatch(setting: &Value, value: &DeValue<'_>) -> String {
    let expected = expected(setting);
    let found = match value {
        DeValue::String(text) => {
            if let (true, Err(why)) = (setting["format"] == "keys", keys::bytes(text)) {
                return format!("{why}; expected {expected}");
            }
            if let Some(near) = spell::nearest(text, words(setting)).first() {
                return format!("expected {expected}, found \"{text}\"; did you mean \"{}\"?", near.name);
            }
            format!("\"{}\"", text.chars().take(40).collect::<String>())
        }
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date".into(),
        DeValue::Array(_) => "a list".into(),
        DeValue::Table(_) => "a section".into(),
    };
    format!("expected {expected}, found {found}")
}

impl Settings {
    /// Returns the path and value of every setting, in the order in which they are defined. An empty table
    /// stands for settings below a name that the user chooses.
    pub fn values(&self) -> Vec<(String, toml_edit::Value)> {
        fn flatten(above: &str, section: &dyn TableLike, out: &mut Vec<(String, toml_edit::Value)>) {
            for (name, item) in section.iter() {
                let path = format!("{above}{name}");
                match item.as_table_like().filter(|section| !section.is_empty()) {
                    Some(section) => flatten(&format!("{path}."), section, out),
                    None => out.extend(item.as_value().map(|value| (path, value.clone()))),
                }
            }
        }
        let mut out = Vec::new();
        let document = toml_edit::ser::to_document(self).unwrap_or_default(); // a test serializes it
        flatten("", document.as_table(), &mut out);
        out
    }
}

/// Returns the text that `darn config default` prints: every setting with its default and documentation.
pub fn default_text() -> String {
    let about = |schema: &'static Value| schema["description"].as_str().unwrap_or("").lines();
    let comment = |schema| about(schema).map(|line| format!("# {line}\n")).collect::<String>();
    let mut out = comment(&ROOT);
    let mut last = String::new();
    for (path, value) in Settings::default().values() {
        let (section, name) = path.rsplit_once('.').unwrap_or_default();
        let (Some(of_section), Some(of_setting)) = (find(section), find(&path)) else { continue };
        if value.is_inline_table() {
            out.push_str(&format!("\n{}", comment(of_setting)));
            continue;
        }
        if section != last {
            out.push_str(&format!("\n{}[{section}]\n", comment(of_section)));
            section.clone_into(&mut last);
        }
        let mut line = format!("{name} = {value}");
        for text in about(of_setting) {
            out.push_str(&format!("{line:<25} # {text}\n"));
            line.clear();
        }
        if !line.is_empty() {
            out.push_str(&format!("{line}\n"));
        }
    }
    out
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
        assert_eq!(nearest("llm.providers.mine.modle").as_deref(), Some("llm.providers.mine.model"));
        assert_eq!(nearest("completely.else"), None);
    }

    #[test]
    fn names_the_user_chooses_are_known() {
        assert!(find("llm.providers.mine.wire").is_some_and(|setting| !is_section(setting)));
        assert!(find("llm.providers.mine.wired").is_none());
        assert!(find("llm.providers.mine").is_some_and(is_section));
    }

    #[test]
    fn every_setting_is_a_section_or_has_a_value_that_can_be_described() {
        fn check(path: &str, schema: &Value) {
            for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
                let is_text = schema["type"] == "string";
                assert!(
                    is_section(schema) || is_text || expected(schema) != "text in quotes",
                    "{path}.{name}"
                );
                check(&format!("{path}.{name}"), schema);
            }
        }
        check("", &ROOT);
        check("llm.providers.*", find("llm.providers.*").unwrap());
        assert!(!ROOT.to_string().contains("null"), "TOML has none");
    }

    #[test]
    fn the_json_schema_holds_ranges_and_documentation() {
        let limit = find("suggest.limit").unwrap();
        assert_eq!((&limit["minimum"], &limit["maximum"]), (&1.into(), &9.into()));
        assert!(limit["description"].as_str().unwrap().starts_with("entries shown"));
        assert_eq!(find("llm.providers.mine.model").unwrap()["type"], "string");
        assert_eq!(find("suggest").unwrap()["additionalProperties"], false);
    }

    #[test]
    fn the_default_text_is_complete() {
        let text = default_text();
        let parsed = crate::config::parse(std::path::Path::new("default.toml"), text.as_bytes());
        assert_eq!((parsed.problems, parsed.settings), (vec![], Settings::default()));
        assert_eq!(parsed.paths.len() + 1, Settings::default().values().len(), "all but the providers");
        for name in find("llm.providers.*").unwrap()["properties"].as_object().unwrap().keys() {
            assert!(text.contains(name), "{name} is not in the text about providers");
        }
    }
}
