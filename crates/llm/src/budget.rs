//! Limits the output that is sent, in tokens, the unit of a model's context window.

mod choose;
mod lines;

pub use lines::tokens;

/// Limits for an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Maximum number of tokens.
    pub tokens: u32,
    /// Maximum number of lines, counted from the end.
    pub lines: usize,
    /// Maximum number of bytes, at most [`Room::MAX_BYTES`].
    pub bytes: usize,
}

impl Room {
    pub const MAX_BYTES: usize = 32 * 1024;

    /// Default for an unknown model.
    const WINDOW: u32 = 4_096;

    /// Computes the limits for a context window of this many tokens; `None` (unknown) counts as 4,096.
    /// `lines` and `bytes` are the user's limits.
    pub fn new(context: Option<u32>, lines: usize, bytes: usize) -> Self {
        let tokens = match context {
            Some(32_768..) => 8_000,
            Some(8_192..) => 3_000,
            // a third of a very small window
            Some(context @ ..Self::WINDOW) => context / 3,
            _ => 1_500,
        };
        Self { tokens, lines, bytes: bytes.min(Self::MAX_BYTES) }
    }

    /// Computes the limits for each of `count` texts besides the output; together they take at most a third
    /// of the window.
    pub fn of_each(count: usize, context: Option<u32>) -> Self {
        const MOST: u32 = 400;
        let count = u32::try_from(count.max(1)).unwrap_or(u32::MAX);
        Self { tokens: MOST.min(context.unwrap_or(Self::WINDOW) / 3 / count), lines: usize::MAX, bytes: 4096 }
    }
}

/// Returns the part of an output to send: its last lines, without escape sequences, progress and repetitions.
/// If they are too long, keeps lines that name an error, some of the first and most of the last, with marks
/// for omitted lines.
pub fn fit(output: &str, room: &Room) -> String {
    let lines = lines::condensed(output);
    choose::chosen(&lines, room)
}

#[cfg(test)]
mod tests;
