//! The sessions: what each shell has run. In memory only; they end with their shells.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

pub use protocol::daemon::RecordState as Record;
use protocol::daemon::SessionState;
use syntax::Dialect;

use crate::caller::Caller;
use crate::request::Request;

/// Records kept in each session.
const MAX_RECORDS: usize = 100;
/// Sessions kept; the one idle for longest gives way.
const MAX_SESSIONS: usize = 256;
/// Bytes of a command that are kept in its record.
const MAX_COMMAND: usize = 4096;

/// A suggestion that was sent to the shell.
#[derive(Debug, Clone)]
pub struct Fix {
    pub command: String,
    pub because: String,
}

/// One shell.
#[derive(Debug)]
pub struct Session {
    pub caller: Arc<Caller>,
    pub pid: u32,
    pub tty: Option<String>,
    pub records: VecDeque<Record>,
    /// The shell's history when it asked last, one line each.
    pub history: String,
    /// The last failure, with its output if that is known.
    pub failure: Option<Request>,
    pub last_fix: Option<Fix>,
    /// What `PreExec` has said of the command that now runs.
    pub warnings: Vec<String>,
    seen: Instant,
}

#[derive(Debug, Default)]
pub struct Sessions {
    by_id: BTreeMap<String, Session>,
}

/// Returns the name of a shell's session.
#[must_use]
pub fn id(shell: &str, pid: u32) -> String {
    format!("{shell}-{pid}")
}

impl Sessions {
    /// Returns the session of a shell, which begins now if it is new.
    pub fn open(&mut self, caller: Arc<Caller>, pid: u32, tty: Option<String>) -> (String, &mut Session) {
        let id = id(caller.dialect.name(), pid);
        if self.by_id.len() >= MAX_SESSIONS && !self.by_id.contains_key(&id) {
            let oldest = self.by_id.iter().min_by_key(|(_, session)| session.seen);
            if let Some(oldest) = oldest.map(|(id, _)| id.clone()) {
                self.by_id.remove(&oldest);
            }
        }
        let session = self.by_id.entry(id.clone()).or_insert_with(|| Session {
            caller: Arc::clone(&caller),
            pid,
            tty: tty.clone(),
            records: VecDeque::new(),
            history: String::new(),
            failure: None,
            last_fix: None,
            warnings: Vec::new(),
            seen: Instant::now(),
        });
        session.seen = Instant::now();
        session.caller = caller;
        session.tty = tty.or_else(|| session.tty.take());
        (id, session)
    }

    pub fn get_mut(&mut self, id: &str) -> Option<&mut Session> {
        let session = self.by_id.get_mut(id)?;
        session.seen = Instant::now();
        Some(session)
    }

    pub fn of_shell(&self, dialect: Dialect, pid: u32) -> Option<&Session> {
        self.by_id.get(&id(dialect.name(), pid))
    }

    /// Returns the named session, or else the one with the newest failure.
    pub fn named_or_last(&self, id: Option<&str>) -> Option<(&str, &Session)> {
        match id {
            Some(id) => self.by_id.get_key_value(id).map(|(id, session)| (id.as_str(), session)),
            None => self
                .by_id
                .iter()
                .filter(|(_, session)| session.failure.is_some())
                .max_by_key(|(_, session)| session.records.back().map(|record| record.ended_at))
                .map(|(id, session)| (id.as_str(), session)),
        }
    }

    pub fn end(&mut self, id: &str) {
        self.by_id.remove(id);
    }

    /// Ends the sessions of a process that has ended.
    pub fn end_shell(&mut self, pid: u32) {
        self.by_id.retain(|_, session| session.pid != pid);
    }

    /// Lists the sessions; `redact` is applied to the text of commands.
    pub fn states(&self, redact: impl Fn(&str, &Session) -> String) -> Vec<SessionState> {
        self.by_id
            .iter()
            .map(|(id, session)| SessionState {
                session_id: id.clone(),
                shell_type: session.caller.dialect.name().to_owned(),
                pid: session.pid,
                tty: session.tty.clone(),
                cwd: session.records.back().map(|record| record.cwd.clone()),
                last_status: session.records.back().and_then(|record| record.exit_code),
                last_command: session.records.back().map(|record| redact(&record.command, session)),
                idle_ms: u64::try_from(session.seen.elapsed().as_millis()).unwrap_or(u64::MAX),
                records: session.records.len(),
            })
            .collect()
    }
}

impl Session {
    pub fn record(&mut self, mut record: Record) {
        let end = record.command.floor_char_boundary(MAX_COMMAND);
        record.command.truncate(end);
        record.warnings.append(&mut self.warnings);
        if self.records.len() >= MAX_RECORDS {
            self.records.pop_front();
        }
        self.records.push_back(record);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller() -> Arc<Caller> {
        Caller::unknown(Dialect::Bash).into()
    }

    fn record(command: &str) -> Record {
        Record {
            command: command.into(),
            exit_code: Some(1),
            cwd: "/".into(),
            ended_at: 0,
            duration_ms: None,
            was_blocked: false,
            warnings: Vec::new(),
        }
    }

    #[test]
    fn a_session_keeps_its_last_hundred_records() {
        let mut sessions = Sessions::default();
        let (id, session) = sessions.open(caller(), 7, None);
        assert_eq!(id, "bash-7");
        (0..150).for_each(|n| session.record(record(&n.to_string())));
        assert_eq!(session.records.len(), 100);
        assert_eq!(session.records.front().map(|record| record.command.as_str()), Some("50"));
        session.record(record(&"é".repeat(5000)));
        assert!(session.records.back().is_some_and(|record| record.command.len() <= MAX_COMMAND));
    }

    #[test]
    fn the_session_idle_for_longest_gives_way() {
        let mut sessions = Sessions::default();
        for pid in 0..300 {
            sessions.open(caller(), pid, None);
        }
        assert_eq!(sessions.by_id.len(), MAX_SESSIONS);
        assert!(!sessions.by_id.contains_key("bash-0") && sessions.by_id.contains_key("bash-299"));
        sessions.end_shell(299);
        assert!(!sessions.by_id.contains_key("bash-299"));
    }
}
