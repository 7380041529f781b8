//! Languages of code blocks: which of them are shells, by the names that people write behind a fence.

use syntax::Dialect;

/// What a block of shell code holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shell {
    pub dialect: Dialect,
    /// Commands stand behind a prompt (`$ `); the other lines are what they have printed.
    pub is_transcript: bool,
}

/// Returns the shell of a language; `None` for other languages.
pub fn shell(language: &str) -> Option<Shell> {
    let (dialect, is_transcript) = match language {
        "console" | "shell-session" | "terminal" => (Dialect::Bash, true),
        // the word for any shell; most such code is written for bash
        "sh" | "shell" => (Dialect::Bash, false),
        name => (name.parse().ok()?, false),
    };
    Some(Shell { dialect, is_transcript })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_shells_are_known_and_other_languages_are_not() {
        let lines = |dialect| Some(Shell { dialect, is_transcript: false });
        assert_eq!(shell("console"), Some(Shell { dialect: Dialect::Bash, is_transcript: true }));
        assert_eq!(shell("sh"), lines(Dialect::Bash));
        assert_eq!(shell("fish"), lines(Dialect::Fish));
        for other in ["", "python", "toml", "text"] {
            assert_eq!(shell(other), None, "{other}");
        }
    }
}
