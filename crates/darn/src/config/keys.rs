//! Key names in the configuration, and the bytes a terminal sends for them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Valid names of keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("format" = "keys"))]
pub struct KeyNames(pub String);

impl TryFrom<String> for KeyNames {
    type Error = String;

    fn try_from(names: String) -> Result<Self, String> {
        bytes(&names).map(|_| Self(names))
    }
}

impl KeyNames {
    /// Returns the bytes of the key sequence, empty for `""`.
    pub fn bytes(&self) -> Vec<u8> {
        bytes(&self.0).unwrap_or_default()
    }
}

/// Returns the bytes of a key sequence, empty for `""`.
///
/// # Errors
/// The unknown name, or why a key cannot be used.
pub fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    for key in text.split_ascii_whitespace() {
        out.extend(one(key)?);
    }
    Ok(out)
}

fn one(key: &str) -> Result<Vec<u8>, String> {
    let lower = key.to_ascii_lowercase();
    if let Some(letter) = lower.strip_prefix("ctrl-") {
        return control(letter).ok_or_else(|| format!("no terminal sends `{key}`"))?.map(|byte| vec![byte]);
    }
    // after Alt, the letter's case matters: Alt-A is Alt-Shift-a
    if lower.starts_with("alt-") {
        let mut characters = key.chars().skip("alt-".len());
        return match (characters.next(), characters.next()) {
            (Some(c), None) if c.is_ascii_graphic() => Ok(format!("\u{1b}{c}").into_bytes()),
            _ => Err(format!("`{key}`: Alt takes one character, as in alt-/")),
        };
    }
    let known: &[u8] = match lower.as_str() {
        "tab" => b"\t",
        "esc" | "escape" => b"\x1b",
        "space" => b" ",
        "right" => b"\x1b[C",
        "shift-tab" => b"\x1b[Z",
        "f1" => b"\x1bOP",
        "f2" => b"\x1bOQ",
        "f3" => b"\x1bOR",
        "f4" => b"\x1bOS",
        "f5" => b"\x1b[15~",
        "f6" => b"\x1b[17~",
        "f7" => b"\x1b[18~",
        "f8" => b"\x1b[19~",
        "f9" => b"\x1b[20~",
        "f10" => b"\x1b[21~",
        "f11" => b"\x1b[23~",
        "f12" => b"\x1b[24~",
        "enter" | "return" => return Err("Enter runs the line, and accepting must not".into()),
        _ => return Err(format!("`{key}` is not a key that darn knows")),
    };
    Ok(known.to_vec())
}

/// Returns the byte of Ctrl with a letter, or an error for those that the terminal reserves.
fn control(letter: &str) -> Option<Result<u8, String>> {
    let byte = match letter.as_bytes() {
        [c @ b'a'..=b'z'] => c - b'a' + 1,
        b"space" | b"@" => 0,
        b"/" | b"_" => 0x1f,
        b"]" => 0x1d,
        b"\\" => 0x1c,
        _ => return None,
    };
    let taken = match letter {
        "c" => Some("interrupts"),
        "d" => Some("ends the input"),
        "j" | "m" => Some("is Enter, and accepting must not run the line"),
        "s" | "q" => Some("stops and starts the terminal's output"),
        "z" => Some("suspends"),
        "\\" => Some("quits programs"),
        "space" | "@" => Some("sends NUL, which no shell can bind"),
        _ => None,
    };
    Some(taken.map_or(Ok(byte), |why| Err(format!("ctrl-{letter} {why}"))))
}

/// Returns the display name: `Tab`, `Ctrl-X Ctrl-T`, `Alt-/`. After Alt, the case matters.
pub fn display(text: &str) -> String {
    let capital = |part: &str| {
        let mut characters = part.chars();
        characters.next().map(|first| first.to_ascii_uppercase().to_string() + characters.as_str())
    };
    let key = |key: &str| {
        let lower = key.to_ascii_lowercase();
        match lower.strip_prefix("alt-") {
            Some(_) => format!("Alt-{}", key.chars().skip("alt-".len()).collect::<String>()),
            None => lower.split('-').filter_map(capital).collect::<Vec<_>>().join("-"),
        }
    };
    text.split_ascii_whitespace().map(key).collect::<Vec<_>>().join(" ")
}

/// Returns whether the key is Escape followed by another key, which a vi user may also type separately.
pub fn is_alt(bytes: &[u8]) -> bool {
    match bytes {
        [0x1b, b'[' | b'O', _, ..] => false,
        [0x1b, ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_names_that_people_read() {
        for (name, shown) in [
            ("tab", "Tab"),
            ("alt-/", "Alt-/"),
            ("Alt-l", "Alt-l"),
            ("alt--", "Alt--"),
            ("ctrl-x CTRL-T", "Ctrl-X Ctrl-T"),
            ("f5", "F5"),
            ("shift-tab", "Shift-Tab"),
            ("", ""),
        ] {
            assert_eq!(display(name), shown);
        }
    }

    #[test]
    fn keys_have_their_bytes() {
        assert_eq!(bytes("tab").unwrap(), b"\t");
        assert_eq!(bytes("alt-/").unwrap(), b"\x1b/");
        assert_eq!(bytes("Alt-A").unwrap(), b"\x1bA");
        assert_eq!(bytes("ctrl-x ctrl-t").unwrap(), b"\x18\x14");
        assert_eq!(bytes("esc esc").unwrap(), b"\x1b\x1b");
        assert_eq!(bytes("").unwrap(), b"");
    }

    #[test]
    fn keys_that_cannot_be_used_say_why() {
        for (key, why) in [
            ("ctrl-c", "interrupts"),
            ("enter", "must not"),
            ("hyper-x", "not a key"),
            ("ctrl-é", "no terminal"),
            ("alt-", "one character"),
        ] {
            let error = bytes(key).unwrap_err();
            assert!(error.contains(why), "{key}: {error}");
        }
    }
}
