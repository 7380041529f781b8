//! How much of an output is sent: in tokens, because that is what a model's window is measured in.

mod choose;
mod lines;

pub use lines::tokens;

/// What there is room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Of the output, in tokens.
    pub tokens: u32,
    /// Of the output, the last ones.
    pub lines: usize,
    /// At most [`Room::MAX_BYTES`].
    pub bytes: usize,
}

impl Room {
    pub const MAX_BYTES: usize = 32 * 1024;

    /// Default for an unknown model.
    const WINDOW: u32 = 4_096;

    /// For a window of so many tokens; `None`: not known, taken for 4,096. `lines` and `bytes` are the
    /// user's limits.
    #[must_use]
    pub fn new(context: Option<u32>, lines: usize, bytes: usize) -> Self {
        let tokens = match context {
            Some(32_768..) => 8_000,
            Some(8_192..) => 3_000,
            // of a very small window a third
            Some(context @ ..Self::WINDOW) => context / 3,
            _ => 1_500,
        };
        Self { tokens, lines, bytes: bytes.min(Self::MAX_BYTES) }
    }

    /// Of each of so many texts besides the output: together at most a third of the window.
    #[must_use]
    pub fn of_each(count: usize, context: Option<u32>) -> Self {
        const MOST: u32 = 400;
        let count = u32::try_from(count.max(1)).unwrap_or(u32::MAX);
        Self { tokens: MOST.min(context.unwrap_or(Self::WINDOW) / 3 / count), lines: usize::MAX, bytes: 4096 }
    }
}

/// What of an output is sent: its last lines, without escape sequences, progress and repetitions. Where
/// these are too long, the ones that name an error, some of the first and most of the last, with marks
/// where lines were left out.
#[must_use]
pub fn fit(output: &str, room: &Room) -> String {
    let lines = lines::condensed(output);
    choose::chosen(&lines, room)
}

#[cfg(test)]
mod tests;
