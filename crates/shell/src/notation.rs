//! Formats keys, given as the bytes that a terminal sends, in each shell's notation.
//!
//! ASCII only. Each text equals what the shell prints for the key, so that the two can be compared.

/// Formats keys for readline: `\C-i`, `\e/`.
pub fn readline(keys: &[u8]) -> String {
    each(keys, |byte| match byte {
        0x1b => "\\e".into(),
        0x7f => "\\C-?".into(),
        0..=0x1f => format!("\\C-{}", char::from(byte | 0x40).to_ascii_lowercase()),
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        _ => char::from(byte).into(),
    })
}

/// Formats keys for zsh's `bindkey`: `^I`, `^[/`.
pub fn zle(keys: &[u8]) -> String {
    each(keys, |byte| match byte {
        0..=0x1f | 0x7f => format!("^{}", char::from(byte ^ 0x40)),
        b'^' | b'\\' => format!("\\{}", char::from(byte)),
        _ => char::from(byte).into(),
    })
}

/// Formats keys for fish before 4, as a word with escapes: `\t`, `\e/`, `''` for none.
pub fn fish(keys: &[u8]) -> String {
    if keys.is_empty() {
        return "''".into();
    }
    each(keys, |byte| match byte {
        b'\t' => "\\t".into(),
        0x1b => "\\e".into(),
        0x7f => "\\x7f".into(),
        0..=0x1f => format!("\\c{}", char::from(byte | 0x40).to_ascii_lowercase()),
        b'/' => "/".into(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).into(),
        _ => format!("\\{}", char::from(byte)),
    })
}

/// Keys that send more than Escape and a character, with their names in fish 4.
const NAMED: &[(&[u8], &str)] = &[
    (b"\x1b[C", "right"),
    (b"\x1b[Z", "shift-tab"),
    (b"\x1bOP", "f1"),
    (b"\x1bOQ", "f2"),
    (b"\x1bOR", "f3"),
    (b"\x1bOS", "f4"),
    (b"\x1b[15~", "f5"),
    (b"\x1b[17~", "f6"),
    (b"\x1b[18~", "f7"),
    (b"\x1b[19~", "f8"),
    (b"\x1b[20~", "f9"),
    (b"\x1b[21~", "f10"),
    (b"\x1b[23~", "f11"),
    (b"\x1b[24~", "f12"),
];

/// Formats keys for fish 4 and later, which names them: `tab`, `alt-/`, `ctrl-x,ctrl-t`.
pub fn fish_names(keys: &[u8]) -> String {
    let mut names = Vec::new();
    let mut rest = keys;
    while let Some((&byte, behind)) = rest.split_first() {
        let named = NAMED.iter().find_map(|(bytes, name)| Some((*name, rest.strip_prefix(*bytes)?)));
        let (name, left) = match (named, byte, behind) {
            (Some((name, left)), ..) => (name.to_owned(), left),
            (None, 0x1b, [next, left @ ..]) if next.is_ascii_graphic() => {
                (format!("alt-{}", plain(*next)), left)
            }
            (None, 0x1b, _) => ("escape".to_owned(), behind),
            (None, b'\t', _) => ("tab".to_owned(), behind),
            (None, 0..=0x1f, _) => (format!("ctrl-{}", char::from(byte | 0x40).to_ascii_lowercase()), behind),
            _ => (plain(byte), behind),
        };
        names.push(name);
        rest = left;
    }
    names.join(",")
}

/// Formats a character for fish 4, where the characters that join names have names themselves.
fn plain(byte: u8) -> String {
    match byte {
        b' ' => "space".into(),
        b',' => "comma".into(),
        b'-' => "minus".into(),
        _ => char::from(byte).into(),
    }
}

fn each(keys: &[u8], one: impl Fn(u8) -> String) -> String {
    keys.iter().map(|byte| one(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_as_each_shell_writes_them() {
        for (keys, bash, zsh, fish3, fish4) in [
            (&b"\t"[..], r"\C-i", "^I", r"\t", "tab"),
            (b"\x1b/", r"\e/", "^[/", r"\e/", "alt-/"),
            (b"\x06", r"\C-f", "^F", r"\cf", "ctrl-f"),
            (b"\x1bl", r"\el", "^[l", r"\el", "alt-l"),
            (b"\x1bL", r"\eL", "^[L", r"\eL", "alt-L"),
            (b"\x18\x14", r"\C-x\C-t", "^X^T", r"\cx\ct", "ctrl-x,ctrl-t"),
            (b"\x1b\x1b", r"\e\e", "^[^[", r"\e\e", "escape,escape"),
            (b"\x1b[15~", r"\e[15~", "^[[15~", r"\e\[15\~", "f5"),
            (b"\x1b[Z\x1b-", r"\e[Z\e-", "^[[Z^[-", r"\e\[Z\e\-", "shift-tab,alt-minus"),
            (b"\x1b\\\x1b^", r"\e\\\e^", r"^[\\^[\^", r"\e\\\e\^", r"alt-\,alt-^"),
            (b"\x1b\"\x1b'", r#"\e\"\e'"#, "^[\"^['", r#"\e\"\e\'"#, "alt-\",alt-'"),
            (b"\x1f\x1d ", r"\C-_\C-] ", "^_^] ", r"\c_\c]\ ", "ctrl-_,ctrl-],space"),
            (b"", "", "", "''", ""),
        ] {
            assert_eq!(
                [&*readline(keys), &*zle(keys), &*fish(keys), &*fish_names(keys)],
                [bash, zsh, fish3, fish4]
            );
        }
    }
}
