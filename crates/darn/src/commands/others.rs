//! `darn --session`: what failed in the user's other shells, as the daemon knows it. The integration scripts show
//! it as a list (`hook/others.rs`); elsewhere it is printed.

use std::time::{SystemTime, UNIX_EPOCH};

use protocol::daemon::{LastFailure, Reply, Request as Message, SessionState};

use super::daemon::{age, ask};
use super::prelude::*;

/// Failures shown, newest first.
const MAX_SHOWN: usize = 9;
/// What stands in the place of a secret, up to its kind.
const REDACTED: &str = "[REDACTED:";

/// The last failure of another shell.
#[derive(Debug)]
pub struct OtherFailure {
    /// The terminal of the shell, if it has one.
    tty: Option<String>,
    pub failure: LastFailure,
}

pub fn run(context: &Context, id: &str) -> Result<ExitCode, Error> {
    let failures = find(&context.caller, id)?;
    for other in &failures {
        let fix = other.failure.suggestions.first().map(|fix| format!("  → {}", fix.command));
        let line = format!("{}{}", other.describe(), fix.unwrap_or_default());
        ui::print(&format!("{}\n", ui::one_line(&line)));
    }
    Ok(ExitCode::SUCCESS)
}

/// Asks the daemon for the failures of the other shells, newest first; `id` names one of them.
///
/// # Errors
/// No daemon runs or answers, there is no such session, or nothing has failed.
pub fn find(caller: &Caller, id: &str) -> Result<Vec<OtherFailure>, Error> {
    let Reply::Sessions { sessions, .. } = ask(caller, &Message::GetSessions)? else {
        return Err(nothing("the daemon does not list its sessions"));
    };
    let own = caller.session().last().and_then(|pid| pid.parse().ok()).unwrap_or(0);
    let is_wanted = |session: &SessionState| match id {
        "" => session.pid != own,
        id => session.session_id == id || session.pid.to_string() == id,
    };
    let wanted: Vec<_> = sessions.into_iter().filter(is_wanted).collect();
    if wanted.is_empty() && !id.is_empty() {
        return Err(nothing(&format!("there is no session {id}")));
    }
    let mut failures = Vec::new();
    for session in wanted {
        let message = Message::GetLast { session_id: Some(session.session_id) };
        if let Ok(Reply::Last { failure: Some(failure) }) = ask(caller, &message) {
            failures.push(OtherFailure { tty: session.tty, failure });
        }
    }
    if failures.is_empty() {
        return Err(nothing("nothing has failed in your other shells"));
    }
    failures.sort_by_key(|other| std::cmp::Reverse(other.failure.ended_at));
    failures.truncate(MAX_SHOWN);
    Ok(failures)
}

fn nothing(what: &str) -> Error {
    Error::new(ErrorKind::Negative, what).hinted("`darn daemon status` lists the sessions")
}

impl OtherFailure {
    /// Formats which shell it was, how long ago, and the command with its status.
    pub fn describe(&self) -> String {
        let LastFailure { session_id, command, exit_code, ended_at, .. } = &self.failure;
        let tty = self.tty.as_deref().map(|tty| format!(" on {}", tty.trim_start_matches("/dev/")));
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let ago = age(u64::try_from(now).unwrap_or(u64::MAX).saturating_sub(*ended_at));
        format!("{session_id}{}, {ago} ago: {exit_code}  {command}", tty.unwrap_or_default())
    }

    /// Returns the failure as if it had happened in the calling shell, in the directory of the other one. `None`:
    /// a secret was removed from its text, which can be mended only where it is known.
    pub fn to_request(&self, caller: &Caller) -> Option<Request> {
        let LastFailure { command, exit_code, cwd, output, .. } = &self.failure;
        if command.contains(REDACTED) {
            return None;
        }
        let caller = Arc::new(Caller { directory: cwd.into(), ..caller.clone() });
        let output = output.as_ref().map(|output| output.clone().into_bytes());
        Some(Request { text: command.clone(), status: *exit_code, output, caller })
    }
}
