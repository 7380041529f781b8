//! JSON as far as names need it: objects, lists, strings. Invalid JSON has no names: the program that reads
//! it fails for that reason.

/// Maximum nesting; project files have less.
const MAX_DEPTH: u8 = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Json {
    Object(Vec<(String, Self)>),
    List(Vec<Self>),
    Text(String),
    /// Number, `true`, `false`, `null`.
    Other,
}

impl Json {
    /// Parses exactly one value, else `None`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut rest = text.trim_start_matches('\u{feff}');
        let value = value(&mut rest, MAX_DEPTH)?;
        rest.trim_start().is_empty().then_some(value)
    }

    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Returns the keys of an object; none for other values.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        let Self::Object(fields) = self else { return Vec::new() };
        fields.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Returns the strings of a list, or the one string.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        match self {
            Self::List(values) => values.iter().filter_map(|value| value.text().map(str::to_owned)).collect(),
            Self::Text(text) => vec![text.clone()],
            _ => Vec::new(),
        }
    }

    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

fn value(rest: &mut &str, depth: u8) -> Option<Json> {
    let depth = depth.checked_sub(1)?;
    *rest = rest.trim_start();
    match rest.chars().next()? {
        '{' => {
            let mut fields = Vec::new();
            let mut more = open(rest, '{', '}');
            while more {
                *rest = rest.trim_start();
                let key = string(rest)?;
                take(rest, ':')?;
                fields.push((key, value(rest, depth)?));
                more = another(rest, '}')?;
            }
            Some(Json::Object(fields))
        }
        '[' => {
            let mut values = Vec::new();
            let mut more = open(rest, '[', ']');
            while more {
                values.push(value(rest, depth)?);
                more = another(rest, ']')?;
            }
            Some(Json::List(values))
        }
        '"' => string(rest).map(Json::Text),
        _ => {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '+' | '-' | '.'))?;
            let word = rest.get(..end).filter(|word| !word.is_empty())?;
            *rest = rest.get(word.len()..)?;
            Some(Json::Other)
        }
    }
}

/// Consumes the opening bracket, and the closing one if nothing is between them.
fn open(rest: &mut &str, opening: char, closing: char) -> bool {
    take(rest, opening).is_some() && take(rest, closing).is_none()
}

/// Consumes what follows a member: returns true for a comma, false at the end.
fn another(rest: &mut &str, closing: char) -> Option<bool> {
    if take(rest, ',').is_some() { Some(true) } else { take(rest, closing).map(|()| false) }
}

fn take(rest: &mut &str, wanted: char) -> Option<()> {
    *rest = rest.trim_start().strip_prefix(wanted)?;
    Some(())
}

fn string(rest: &mut &str) -> Option<String> {
    let text = rest.strip_prefix('"')?;
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                *rest = text.get(at + 1..)?;
                return Some(value);
            }
            '\\' => value.extend(chars.next().map(|(_, c)| c)),
            '\n' => return None,
            c => value.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_an_object() {
        let text = r#"{"files": ["scripts"], "scripts": {"a\"b": "x", "c": {"d": 1}}, "n": -1.5e3}"#;
        let json = Json::parse(text).unwrap();
        assert_eq!(json.get("scripts").unwrap().keys(), ["a\"b", "c"]);
        assert_eq!(json.get("files").unwrap().texts(), ["scripts"]);
    }

    #[test]
    fn what_is_broken_has_no_names() {
        for text in ["", "{", r#"{"a": 1,}"#, r#"{"a" 1}"#, r#"{"a": "b}"#, r#"{"a": 1} x"#, "[1, 2"] {
            assert_eq!(Json::parse(text), None, "{text}");
        }
        assert_eq!(Json::parse(&"[".repeat(100_000)), None);
    }
}
