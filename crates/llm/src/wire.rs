//! The dialects in which models are spoken to: a prompt to the bytes of a request, bytes to events.
//! No I/O.

/// Why a reply ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    Stop,
    /// `max_tokens` was reached.
    Length,
    /// The model, or a filter before it, will not answer.
    Refusal,
    /// It wants a tool to run.
    Tool,
    /// The stream ended without an end: nothing of it may be run.
    Cut,
}

/// What a whole reply was.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// The visible text, without thoughts that the wire marks as such.
    pub text: String,
    /// Calls of tools, assembled: name, arguments as JSON text.
    pub calls: Vec<(String, String)>,
    pub finish: Finish,
    pub usage: Option<Usage>,
}

/// In tokens, as the server counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    pub prompt: u32,
    pub reply: u32,
}
