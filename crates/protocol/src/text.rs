//! Text that may be handed to a shell.

/// Maximum length of a text handed to a shell; users do not read longer ones before pressing Enter.
pub const MAX_BYTES: usize = 32 * 1024;

/// Text that is safe to hand to a shell: not empty, at most [`MAX_BYTES`], no control character except
/// newline and tab (an escape sequence would act on the terminal when shown).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SafeText(String);

/// Why a text is not handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    Empty,
    TooLong,
    Control,
}

impl SafeText {
    /// # Errors
    /// The text is not fit for a shell.
    pub fn new(text: &str) -> Result<Self, Unfit> {
        if text.trim().is_empty() {
            return Err(Unfit::Empty);
        }
        if text.len() > MAX_BYTES {
            return Err(Unfit::TooLong);
        }
        if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
            return Err(Unfit::Control);
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_text_is_fit() {
        assert!(SafeText::new("for i in 1 2; do\n\techo \"$i\"\ndone").is_ok());
        assert!(SafeText::new("echo žluťoučký").is_ok());
        for (text, why) in [
            ("", Unfit::Empty),
            (" \n", Unfit::Empty),
            ("echo \0", Unfit::Control),
            ("echo \u{1b}[2J", Unfit::Control),
            ("echo \u{7}", Unfit::Control),
            ("echo \r", Unfit::Control),
            ("echo \u{9b}2J", Unfit::Control),
            ("echo \u{7f}", Unfit::Control),
        ] {
            assert_eq!(SafeText::new(text), Err(why), "{text:?}");
        }
        assert!(SafeText::new(&"x".repeat(MAX_BYTES)).is_ok());
        assert_eq!(SafeText::new(&"x".repeat(MAX_BYTES + 1)), Err(Unfit::TooLong));
    }
}
