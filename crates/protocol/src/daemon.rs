//! The messages of the daemon, version 1: one a line, in one of two encodings. `docs/protocol.md` describes them
//! for users.
//!
//! A line that begins with `{` is JSON, internally tagged by `type`; any other is tab-separated fields
//! ([`fields`]). The reply has the encoding of its request.

use serde::{Deserialize, Serialize};

pub mod fields;
mod json;

/// The version of this protocol.
pub const VERSION: u32 = 1;
/// Maximum length of a message in bytes, without its newline.
pub const MAX_MESSAGE: usize = 1 << 20;

/// How a message is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Json,
    Fields,
}

/// What a client asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum Request {
    /// Says which version the client speaks.
    Hello {
        version: u32,
    },
    /// Begins the session of a shell; later messages of this connection belong to it.
    SessionStart {
        shell_type: String,
        pid: u32,
        tty: Option<String>,
    },
    /// A command is about to run.
    PreExec {
        command: String,
        cwd: String,
    },
    /// A command has ended.
    PostCmd {
        exit_code: i32,
        duration_ms: Option<u64>,
        command: String,
        cwd: String,
        output: Option<String>,
    },
    /// A key was pressed that may be darn's.
    KeyBind {
        key: String,
        context: KeyContext,
    },
    /// Asks for one diagnosis, by a model too if the user has enabled one.
    DiagnosisRequest {
        session_id: String,
        /// Milliseconds since the epoch.
        timestamp: Option<u64>,
        command: String,
        exit_code: i32,
        stderr_output: Option<String>,
        /// PowerShell's, with the keys of `darn diagnose --error-record`.
        error_record: Option<serde_json::Value>,
        cwd: String,
    },
    /// The last suggestion of a session: of this connection's, unless another is named.
    GetLastFix {
        session_id: Option<String>,
    },
    /// The last failure of a session: of this connection's, or else the newest of all, unless one is named.
    GetLast {
        session_id: Option<String>,
    },
    /// The commands of a session, oldest first.
    GetRecords {
        session_id: Option<String>,
    },
    GetSessions,
    Ping,
    SessionEnd,
    /// The daemon finishes its work and ends.
    Stop,
}

/// What the line editor shows when a key is pressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyContext {
    EmptyLine,
    Line { text: String },
    AfterFailure,
}

/// What the daemon answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum Reply {
    /// `version`: the newest that both speak. `release`: the daemon's version of darn.
    Welcome {
        version: u32,
        release: String,
    },
    Ok,
    LastFix {
        fix: Option<String>,
        explanation: Option<String>,
    },
    Last {
        failure: Option<LastFailure>,
    },
    Records {
        records: Vec<RecordState>,
    },
    Sessions {
        daemon: DaemonState,
        sessions: Vec<SessionState>,
    },
    Error {
        code: ErrorCode,
        message: String,
        hint: Option<String>,
    },
    PreExecResponse {
        allow: bool,
        warnings: Vec<String>,
        /// A command line that does the same with less risk.
        transform: Option<String>,
        require_confirm: bool,
        blocked_reason: Option<String>,
    },
    PostCmdResponse {
        suggestion: Option<SuggestedFix>,
    },
    KeyBindResponse {
        action: KeyAction,
        output: Option<String>,
    },
    DiagnosisResponse {
        request_id: String,
        message: String,
        suggestion: Option<String>,
        /// 0.0 to 1.0.
        confidence: Option<f64>,
        processing_time_ms: u64,
        error: Option<String>,
    },
    Pong,
}

/// A command that may replace the failed one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SuggestedFix {
    pub corrected_command: String,
    pub explanation: String,
    /// 0.0 to 1.0.
    pub confidence: f64,
}

/// A failure for other programs: everything in it is redacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastFailure {
    pub session_id: String,
    pub command: String,
    pub exit_code: i32,
    pub cwd: String,
    /// Milliseconds since the epoch.
    pub ended_at: u64,
    pub kind: String,
    /// What went wrong, in one line.
    pub explanation: String,
    /// Name of the cause, if it was recognised.
    pub cause: Option<String>,
    /// The end of the output, if it is known.
    pub output: Option<String>,
    pub suggestions: Vec<Suggested>,
}

/// One suggestion, with the words of `darn fix --format json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggested {
    pub command: String,
    pub because: String,
    pub origin: String,
    pub applicability: String,
    pub level: String,
}

/// One command of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordState {
    pub command: String,
    /// `None`: it was blocked.
    pub exit_code: Option<i32>,
    pub cwd: String,
    /// Milliseconds since the epoch.
    pub ended_at: u64,
    pub duration_ms: Option<u64>,
    pub was_blocked: bool,
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DaemonState {
    pub version: u32,
    pub release: String,
    pub pid: u32,
    pub uptime_ms: u64,
    /// Messages answered by workers.
    pub requests: u64,
    /// Resident memory.
    pub memory_kib: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionState {
    pub session_id: String,
    pub shell_type: String,
    pub pid: u32,
    pub tty: Option<String>,
    pub cwd: Option<String>,
    pub last_status: Option<i32>,
    pub last_command: Option<String>,
    pub idle_ms: u64,
    pub records: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    UnknownRequest,
    /// A field is missing or has the wrong type.
    BadMessage,
    TooLong,
    NoSession,
    NotAllowed,
    /// Too many messages wait.
    Busy,
    Version,
    Internal,
}

/// What the shell does with `output`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyAction {
    Insert,
    Replace,
    Show,
    None,
}

impl Reply {
    /// Returns an error reply.
    #[must_use]
    pub fn error(code: ErrorCode, message: impl Into<String>, hint: Option<&str>) -> Self {
        Self::Error { code, message: message.into(), hint: hint.map(str::to_owned) }
    }

    /// Formats the reply as one line, with its newline.
    #[must_use]
    pub fn encode(&self, encoding: Encoding) -> Vec<u8> {
        match encoding {
            Encoding::Json => json::line(self),
            Encoding::Fields => fields::reply(self),
        }
    }
}

impl Request {
    /// Formats the request as one line of JSON, with its newline.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        json::line(self)
    }
}

/// Parses a line without its newline. Also returns the encoding for the reply. `Err`: the reply.
pub fn decode_request(line: &[u8]) -> (Encoding, Result<Request, Box<Reply>>) {
    if line.trim_ascii_start().first() == Some(&b'{') {
        return (Encoding::Json, json::request(line));
    }
    (Encoding::Fields, fields::request(&String::from_utf8_lossy(line)))
}

/// Parses a reply in JSON, without its newline.
#[must_use]
pub fn decode_reply(line: &[u8]) -> Option<Reply> {
    serde_json::from_slice(line).ok()
}

#[cfg(test)]
mod tests;
