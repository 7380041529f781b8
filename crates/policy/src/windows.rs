//! Names and words as Windows has them.

pub mod names;

/// Returns whether it is a command of `cmd.exe` that deletes.
pub fn is_delete(name: &str) -> bool {
    matches!(name, "del" | "erase" | "rd" | "rmdir")
}

/// Returns the name of a program without its extension.
pub fn program(name: &str) -> &str {
    [".exe", ".com", ".bat", ".cmd"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

/// Splits a command line of Windows into words, without their quotes.
pub fn words(text: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut quoted = false;
    for letter in text.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            letter if letter.is_whitespace() && !quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}
