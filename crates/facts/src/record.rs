//! A finished command, as recorded by the hook.

use syntax::Dialect;

/// What is known about a finished command line.
#[derive(Debug, Clone)]
pub struct CommandRecord {
    /// The text the user entered, as typed.
    pub text: String,
    pub dialect: Dialect,
    /// Working directory in which it ran, absolute.
    pub cwd: String,
    /// Directory in which the line was entered, absolute: a `cd` on the line may have left it. Empty: unknown.
    pub entered_in: String,
    /// Exit status as the shell reports it (POSIX §2.8.2; 128 + n for signal n); negative: unknown.
    pub status: i32,
    /// Its output, if captured.
    pub output: Option<Output>,
}

/// Captured output, without escape sequences, at most [`Output::MAX_BYTES`].
#[derive(Debug, Clone, Default)]
pub struct Output {
    text: String,
}

impl Output {
    /// Maximum size; longer output is cut in the middle, because its first and last lines matter most.
    pub const MAX_BYTES: usize = 64 * 1024;
    const HEAD_BYTES: usize = 16 * 1024;

    /// Converts raw bytes: replaces invalid UTF-8, removes escape sequences, applies carriage returns as a
    /// terminal does, and drops the middle of a large output.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let text = if bytes.len() <= Self::MAX_BYTES {
            String::from_utf8_lossy(bytes).into_owned()
        } else {
            let tail = bytes.len() - (Self::MAX_BYTES - Self::HEAD_BYTES);
            let head = String::from_utf8_lossy(bytes.get(..Self::HEAD_BYTES).unwrap_or_default());
            let tail = String::from_utf8_lossy(bytes.get(tail..).unwrap_or_default());
            format!("{head}\n{tail}")
        };
        Self { text: crate::plain::strip(&text) }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the output is blank.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}
