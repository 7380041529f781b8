//! Answers to the messages of `protocol::daemon`.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use engine::Suggestion;
use policy::Level;
use protocol::daemon::{
    DaemonState, ErrorCode, KeyAction, KeyContext, Reply, Request as Message, SuggestedFix, VERSION,
};
use syntax::Dialect;

use super::sessions::{Fix, Record, Session};
use super::work::{Change, Shared};
use crate::caller::Caller;
use crate::request::{Request, Waiting};
use crate::service::Service;
use crate::service::diagnosis::sureness;
use crate::service::failed::{fit, text_for_key};
use crate::service::judge::Line;
use crate::{config, context};

/// Bytes at the end of an output that a session keeps.
const MAX_OUTPUT: usize = 64 << 10;

/// Answers one message of a client that has started `session`, if any.
pub fn answer(shared: &Shared, session: Option<&str>, message: Message) -> (Reply, Change) {
    let plain = |reply| (reply, Change::None);
    match message {
        Message::Hello { version } => {
            // a newer darn is there: this one finishes its work, and the newer one starts its own
            if version > VERSION {
                shared.is_ending.store(true, Ordering::Relaxed);
            }
            plain(hello(version))
        }
        Message::Ping => plain(Reply::Pong),
        Message::SessionStart { shell_type, pid, tty } => start(shared, &shell_type, pid, tty),
        Message::SessionEnd => match session {
            Some(id) => {
                shared.sessions().end(id);
                (Reply::Ok, Change::Ended)
            }
            None => plain(no_session()),
        },
        Message::PreExec { command, cwd } => plain(before(shared, session, &command, cwd)),
        Message::PostCmd { exit_code, duration_ms, command, cwd, output } => {
            let record = Record {
                command,
                exit_code: Some(exit_code),
                cwd,
                ended_at: now(),
                duration_ms,
                was_blocked: false,
                warnings: Vec::new(),
            };
            plain(after(shared, session, record, output))
        }
        Message::KeyBind { context, .. } => plain(key(shared, session, &context)),
        Message::DiagnosisRequest { session_id, command, exit_code, stderr_output, cwd, .. } => {
            plain(diagnose(shared, session, &session_id, &command, exit_code, stderr_output, cwd))
        }
        Message::GetLastFix { session_id } => {
            let fix =
                with_session(shared, session_id.as_deref().or(session), |session| session.last_fix.clone());
            plain(fix.map_or_else(no_session, |fix| {
                let (fix, explanation) = fix.map(|fix| (fix.command, fix.because)).unzip();
                Reply::LastFix { fix, explanation }
            }))
        }
        Message::GetLast { session_id } => plain(last(shared, session_id.as_deref().or(session))),
        Message::GetRecords { session_id } => plain(records(shared, session_id.as_deref().or(session))),
        Message::GetSessions => plain(sessions(shared)),
        Message::Stop => {
            shared.is_ending.store(true, Ordering::Relaxed);
            plain(Reply::Ok)
        }
    }
}

/// Returns the reply after a panic, which is a bug.
pub fn internal() -> Reply {
    Reply::error(ErrorCode::Internal, "darn failed to answer; this is a bug", None)
}

/// Returns the reply while too many messages wait.
pub fn busy() -> Reply {
    Reply::error(ErrorCode::Busy, "too many messages wait for an answer", Some("try again"))
}

/// Returns the reply to a connection beyond the limit.
pub fn full(limit: usize) -> Reply {
    let text = format!("{limit} connections are open");
    Reply::error(ErrorCode::Busy, &text, Some("close those that are not used"))
}

fn no_session() -> Reply {
    Reply::error(ErrorCode::NoSession, "there is no such session", Some("begin one with SessionStart"))
}

/// Milliseconds since the epoch.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn hello(version: u32) -> Reply {
    if version == 0 {
        return Reply::error(
            ErrorCode::Version,
            "there is no protocol version 0",
            Some("this daemon speaks version 1"),
        );
    }
    Reply::Welcome { version: version.min(VERSION), release: env!("CARGO_PKG_VERSION").to_owned() }
}

fn start(shared: &Shared, shell_type: &str, pid: u32, tty: Option<String>) -> (Reply, Change) {
    let Ok(dialect) = shell_type.parse::<Dialect>() else {
        let reply = Reply::error(
            ErrorCode::BadMessage,
            "shell_type is not a shell that darn knows",
            Some("bash, zsh, fish, sh, pwsh or nu"),
        );
        return (reply, Change::None);
    };
    if !std::path::Path::new(&format!("/proc/{pid}")).exists() {
        let hint = Some("the session ends with this process");
        let reply = Reply::error(ErrorCode::BadMessage, "there is no process with this pid", hint);
        return (reply, Change::None);
    }
    let caller = Caller { variables: variables_of(pid), ..Caller::unknown(dialect) };
    let id = shared.open_session(caller.into(), pid, tty);
    (Reply::Ok, Change::Started(id, pid))
}

/// Returns the environment with which a process of this user was started, or else that of this process.
fn variables_of(pid: u32) -> Arc<std::collections::BTreeMap<String, std::ffi::OsString>> {
    use std::os::unix::ffi::OsStringExt as _;
    let bytes = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    let pairs = bytes.split(|byte| *byte == 0).filter_map(|pair| {
        let at = pair.iter().position(|byte| *byte == b'=')?;
        let text = |bytes: &[u8]| std::ffi::OsString::from_vec(bytes.to_vec());
        Some((text(pair.get(..at)?), text(pair.get(at + 1..)?)))
    });
    let variables = context::variables(pairs);
    Arc::new(if variables.is_empty() { context::variables(context::environment()) } else { variables })
}

/// Calls `call` with the named session, if it exists.
fn with_session<T>(shared: &Shared, id: Option<&str>, call: impl FnOnce(&mut Session) -> T) -> Option<T> {
    shared.sessions().get_mut(id?).map(call)
}

/// Returns the caller of a session's command; without a session, an unknown bash.
fn caller_in(shared: &Shared, session: Option<&str>, cwd: &str) -> Arc<Caller> {
    let known = with_session(shared, session, |session| Arc::clone(&session.caller));
    let caller = known.unwrap_or_else(|| {
        let variables = Arc::new(context::variables(context::environment()));
        Caller { variables, ..Caller::unknown(Dialect::Bash) }.into()
    });
    Caller { directory: cwd.into(), ..Caller::clone(&caller) }.into()
}

fn before(shared: &Shared, session: Option<&str>, command: &str, cwd: String) -> Reply {
    let caller = caller_in(shared, session, &cwd);
    let settings = config::for_hook(&caller);
    let service = Service::new(&settings, context::today());
    let verdict = service.judge().judge(&Line::plain(command.as_bytes(), &caller));
    let reasons: Vec<String> = verdict.reasons.iter().map(|reason| reason.because.clone()).collect();
    let is_denied = verdict.level == Level::Deny;
    with_session(shared, session, |session| {
        session.warnings.clone_from(&reasons);
        if is_denied {
            session.record(Record {
                command: command.to_owned(),
                exit_code: None,
                cwd,
                ended_at: now(),
                duration_ms: None,
                was_blocked: true,
                warnings: Vec::new(),
            });
        }
    });
    Reply::PreExecResponse {
        allow: !is_denied,
        blocked_reason: if is_denied { reasons.first().cloned() } else { None },
        warnings: reasons,
        transform: verdict.instead,
        require_confirm: verdict.level == Level::Confirm,
    }
}

fn after(shared: &Shared, session: Option<&str>, record: Record, output: Option<String>) -> Reply {
    let caller = caller_in(shared, session, &record.cwd);
    let request = Request {
        text: record.command.clone(),
        status: record.exit_code.unwrap_or(-1),
        output: output.map(|output| end_of(output).into_bytes()),
        caller,
    };
    let settings = config::for_hook(&request.caller);
    let service = Service::new(&settings, context::today());
    let answer = service.mend(&request, Waiting::Prompt);
    let has_failed = answer.failure.is_some();
    let suggestions = fit(answer.diagnosis.suggestions);
    let best = suggestions.first().filter(|_| has_failed && text_for_key(&suggestions).is_some());
    with_session(shared, session, |session| {
        let is_private = record.command.starts_with([' ', '\t']);
        if !is_private {
            session.record(record);
            if request.status != 0 {
                session.failure = Some(request.clone());
                session.last_fix = best.map(to_fix);
            }
        }
    });
    Reply::PostCmdResponse {
        suggestion: best.map(|best| SuggestedFix {
            corrected_command: best.text.clone(),
            explanation: best.because.clone(),
            confidence: sureness(best.applicability),
        }),
    }
}

fn to_fix(suggestion: &Suggestion) -> Fix {
    Fix { command: suggestion.text.clone(), because: suggestion.because.clone() }
}

/// Keeps the end of an output, in whole characters.
fn end_of(mut output: String) -> String {
    let from = output.ceil_char_boundary(output.len().saturating_sub(MAX_OUTPUT));
    output.split_off(from)
}

fn key(shared: &Shared, session: Option<&str>, context: &KeyContext) -> Reply {
    let fix = with_session(shared, session, |session| session.last_fix.clone()).flatten();
    let none = Reply::KeyBindResponse { action: KeyAction::None, output: None };
    match (context, fix) {
        (KeyContext::EmptyLine | KeyContext::AfterFailure, Some(fix)) => {
            Reply::KeyBindResponse { action: KeyAction::Insert, output: Some(fix.command) }
        }
        // a line of the user is never overwritten unasked
        _ => none,
    }
}

fn diagnose(
    shared: &Shared,
    session: Option<&str>,
    name: &str,
    command: &str,
    exit_code: i32,
    output: Option<String>,
    cwd: String,
) -> Reply {
    let since = Instant::now();
    let caller = caller_in(shared, session.or(Some(name)), &cwd);
    let output = output.map(|output| end_of(output).into_bytes());
    let request = Request { text: command.to_owned(), status: exit_code, output, caller };
    let settings = config::for_hook(&request.caller);
    let service = Service::new(&settings, context::today());
    let Some(diagnosed) = service.diagnose(&request) else {
        return Reply::error(ErrorCode::TooLong, "the command is longer than 64 KiB", None);
    };
    let number = shared.requests.load(Ordering::Relaxed);
    Reply::DiagnosisResponse {
        request_id: format!("{name}-{number:x}"),
        message: diagnosed.message,
        suggestion: diagnosed.suggestion,
        confidence: Some(diagnosed.confidence),
        processing_time_ms: u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX),
        error: diagnosed.error,
    }
}

fn last(shared: &Shared, id: Option<&str>) -> Reply {
    let found = {
        let sessions = shared.sessions();
        let named = sessions.named_or_last(id);
        if id.is_some() && named.is_none() {
            return no_session();
        }
        named.and_then(|(id, session)| {
            let ended_at = session.records.back().map_or(0, |record| record.ended_at);
            Some((id.to_owned(), session.failure.clone()?, ended_at))
        })
    };
    let failure = found.and_then(|(id, request, ended_at)| {
        let settings = config::for_hook(&request.caller);
        Service::new(&settings, context::today()).last(&request, &id, ended_at)
    });
    Reply::Last { failure }
}

fn records(shared: &Shared, id: Option<&str>) -> Reply {
    let found = with_session(shared, id, |session| {
        let dialect = session.caller.dialect;
        let state = |record: &Record| Record {
            command: redact::redact_command(&record.command, dialect).get().clone(),
            ..record.clone()
        };
        session.records.iter().map(state).collect()
    });
    found.map_or_else(no_session, |records| Reply::Records { records })
}

fn sessions(shared: &Shared) -> Reply {
    let sessions = shared
        .sessions()
        .states(|command, session| redact::redact_command(command, session.caller.dialect).get().clone());
    let elapsed = shared.since.elapsed().as_millis();
    let daemon = DaemonState {
        version: VERSION,
        release: env!("CARGO_PKG_VERSION").to_owned(),
        pid: std::process::id(),
        uptime_ms: u64::try_from(elapsed).unwrap_or(u64::MAX),
        requests: shared.requests.load(Ordering::Relaxed),
        memory_kib: resident(),
    };
    Reply::Sessions { daemon, sessions }
}

/// Returns this process's resident memory in KiB (proc_pid_statm(5)).
pub fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    pages * (rustix::param::page_size() as u64 / 1024)
}
