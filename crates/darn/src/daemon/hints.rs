//! Answers to hooks: what `darn hook SHELL failed …` would draw and print.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt as _;
use std::sync::Arc;

use protocol::relay::PlacedRequest;
use protocol::{Call, HookRequest};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use syntax::Dialect;

use super::sessions::{Fix, Record};
use super::work::{Shared, Shell};
use crate::caller::{Caller, Terminal};
use crate::commands::hook::failure::Failure;
use crate::commands::hook::hint::{self, Response};
use crate::service::Service;
use crate::ui::style::Style;
use crate::ui::tty;
use crate::{context, dirs};

/// Lines of history that are remembered, as many as a shell sends that is not known.
const MAX_LINES: usize = 300;

/// Answers a hook and then records what it has answered. `send`: the answer, and the shell that asked.
pub fn answer(shared: &Shared, placed: PlacedRequest, send: &mut impl FnMut(Option<Vec<u8>>, Option<Shell>)) {
    let PlacedRequest { request, directory, environment, continues, .. } = placed;
    let HookRequest { dialect, columns, call: Call::Failed(mut line) } = request else { return };
    let caller = Caller {
        directory,
        variables: Arc::new(context::variables(environment)),
        columns,
        ..Caller::unknown(dialect)
    };
    let pid = shell_of(&caller);
    let terminal = pid.and_then(terminal_of);
    let (Some(pid), Some((terminal, device))) = (pid, terminal) else { return };
    if !dirs::are_those_of(&caller) {
        return;
    }
    if continues {
        let sessions = shared.sessions();
        let known = sessions.of_shell(dialect, pid).map(|session| &session.history);
        let Some(history) = known.and_then(|known| joined(known, &line.session.history)) else { return };
        line.session.history = history;
    }
    let history = line.session.history.clone();
    let style = Style::for_stream(&device, &caller);
    let terminal = Terminal { name: terminal, columns: u16::try_from(style.columns).unwrap_or(0) };
    let failure = Failure::new(line, Caller { terminal: Some(terminal.clone()), ..caller });
    let settings = failure.settings();
    let service = Service::new(&settings, context::today());
    let response = if !service.comments_on(&failure.request) {
        Some(Response::silent())
    } else if style.is_terminal && tty::has_lines_waiting(&device) {
        Some(Response::pending())
    } else {
        hint::respond(&failure, &service, &settings, &style)
    };
    let Some(response) = response else { return };
    drop(device);
    let has_builtins = matches!(dialect, Dialect::Bash | Dialect::Zsh);
    send(Some(encode(&response, &style)), Some(Shell { pid, has_builtins }));
    hint::note(&failure, &response);
    remember(shared, &failure, &response, history, pid, terminal.name);
}

/// Returns the end of a history and what follows it; `None`: `more` does not begin with the last entry known, so
/// the user has edited the history.
fn joined(known: &str, more: &str) -> Option<String> {
    let (known, more): (Vec<&str>, Vec<&str>) = (known.lines().collect(), more.lines().collect());
    // an entry may have several lines
    let end = more.iter().position(|line| Some(line) == known.last())? + 1;
    let (again, new) = more.split_at_checked(end)?;
    let whole = known.ends_with(again).then(|| [known.as_slice(), new].concat())?;
    let from = whole.len().saturating_sub(MAX_LINES);
    Some(whole.get(from..)?.join("\n") + "\n")
}

/// Formats an answer. Instead of the blanks that put the hint on a line of its own, it begins with a carriage
/// return: bash and zsh read a FIFO byte by byte.
fn encode(response: &Response, style: &Style) -> Vec<u8> {
    let own_line = if style.cursor { "\r" } else { "" };
    let drawn = response.line.as_ref().map(|line| format!("{own_line}{line}\n")).unwrap_or_default();
    [drawn.as_bytes(), &[super::END_OF_DRAWN], &response.reply.encode()].concat()
}

fn remember(shared: &Shared, failure: &Failure, response: &Response, history: String, pid: u32, tty: String) {
    let request = &failure.request;
    if request.text.starts_with([' ', '\t']) {
        return;
    }
    let mut sessions = shared.sessions();
    let (_, session) = sessions.open(Arc::clone(&request.caller), pid, Some(tty));
    session.record(Record {
        command: request.text.clone(),
        exit_code: Some(request.status),
        cwd: request.caller.directory.display().to_string(),
        ended_at: super::answer::now(),
        duration_ms: failure.duration_ms,
        was_blocked: false,
        warnings: Vec::new(),
    });
    session.history = history;
    session.failure = Some(request.clone());
    session.last_fix = response
        .proposed
        .as_ref()
        .map(|first| Fix { command: first.text.clone(), because: first.because.clone() });
    // a shell that has ended since is no longer watched
    if has_ended(pid) {
        sessions.end_shell(pid);
    }
}

/// Returns whether a process has ended, even if its parent does not know yet (pidfd_open(2)).
fn has_ended(pid: u32) -> bool {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return true };
    match pidfd_open(pid, PidfdFlags::empty()) {
        Ok(process) => {
            let mut ends = [PollFd::new(&process, PollFlags::IN)];
            poll(&mut ends, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
        }
        Err(error) => error == Errno::SRCH,
    }
}

/// Returns the process id of the shell.
fn shell_of(caller: &Caller) -> Option<u32> {
    caller.session().get(2)?.parse().ok()
}

/// Opens the terminal of a process without becoming its session; closed as soon as the answer is known.
fn terminal_of(pid: u32) -> Option<(String, File)> {
    [2, 0, 1].iter().find_map(|stream| {
        let path = std::fs::read_link(format!("/proc/{pid}/fd/{stream}")).ok()?;
        let name = path.to_str().filter(|name| name.starts_with("/dev/"))?.to_owned();
        let flags = i32::try_from((OFlags::NOCTTY | OFlags::NONBLOCK).bits()).ok()?;
        let device = OpenOptions::new().read(true).custom_flags(flags).open(&path).ok()?;
        rustix::termios::isatty(&device).then_some((name, device))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_no_one_has_waited_for_has_ended() {
        assert!(!has_ended(std::process::id()));
        let mut child =
            std::process::Command::new("cat").stdin(std::process::Stdio::piped()).spawn().unwrap();
        assert!(!has_ended(child.id()));
        drop(child.stdin.take());
        let process = pidfd_open(Pid::from_child(&child), PidfdFlags::empty()).unwrap();
        poll(&mut [PollFd::new(&process, PollFlags::IN)], None).unwrap();
        assert!(has_ended(child.id()));
        child.wait().unwrap();
        assert!(has_ended(child.id()));
    }

    #[test]
    fn a_history_is_continued_from_its_last_entry_only() {
        let known = "ls\nfor i in 1; do\n  x\n";
        assert_eq!(
            joined(known, "for i in 1; do\n  x\ngti\n").as_deref(),
            Some("ls\nfor i in 1; do\n  x\ngti\n")
        );
        assert_eq!(joined(known, "  x\n").as_deref(), Some(known));
        assert_eq!(joined(known, "ls\ngti\n"), None);
        assert_eq!(joined(known, "y\n  x\ngti\n"), None);
        assert_eq!(joined("", "ls\n"), None);
        let long: String = (0..400).map(|n| format!("{n}\n")).collect();
        assert_eq!(joined(&long, "399\nx\n").map(|whole| whole.lines().count()), Some(MAX_LINES));
    }
}
