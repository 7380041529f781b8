//! Arguments of programs that are secrets.

use std::borrow::Cow;

type Text = Cow<'static, str>;
type List = Cow<'static, [Text]>;

/// An argument that is a secret: `[[argument]]` in `data/secrets/*.toml`.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Argument {
    pub kind: Text,
    pub programs: List,
    /// Options with the secret in the same word: `-pX`, `/p:X`.
    pub attached: List,
    /// Options with the secret in the next word: `-p X`.
    pub next: List,
    /// Number of the operand that is the secret, from 1, after the program or the word it `needs`; 0: none.
    pub operand: usize,
    /// The secret begins after this text in the value: `user:X`, `pass:X`.
    pub behind: Text,
    /// The value is secret only if it contains `behind`; otherwise from its beginning.
    pub only_behind: bool,
    /// A word required between the program and the option (`login`); empty: none.
    pub needs: Text,
    /// Whether the options after the first operand belong to another program.
    pub only_before_operands: bool,
    pub examples: List,
    pub near_misses: List,
}

impl Argument {
    /// Returns the text by which the entry is found in its file.
    pub(super) fn place(&self) -> &str {
        self.programs.first().map_or("", |program| program)
    }
}
