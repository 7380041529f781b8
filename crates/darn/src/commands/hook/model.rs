//! Asks a model about a failure while the user goes on typing.
//!
//! There are two processes: the one the key calls returns at once, the one it starts asks. Neither leaves a
//! file behind, whether the shell or that process ends first.

use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Instant;

use protocol::late::LateHint;
use protocol::{Call, FailedLine, HookRequest, ModelStart};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, Mode, OFlags, mkfifoat, open};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use syntax::Dialect;

use super::failure::Failure;
use super::{record, send};
use crate::commands::prelude::*;
use crate::service::completed::{Completed, News};
use crate::service::failed::text_for_key;
use crate::ui::{hint, offer};
use crate::{files, log};

/// Poll interval for the shell's liveness.
const LOOK: Duration = Duration::from_millis(20);
/// How long to wait for the shell to open the FIFO: at once, or never; fish only after a signal, when it is
/// idle.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts the process that asks.
pub fn start(line: FailedLine, caller: &Caller) -> ExitCode {
    let settings = config::for_hook(caller);
    match started(line, caller, &settings) {
        Ok((start, fifo)) => {
            let code = send(&HookReply::ModelStart(start));
            std::mem::forget(fifo); // the other process owns it now
            code
        }
        Err(error) => not_asked(&error),
    }
}

/// Asks, and hands the answer to the shell if it is still there and listening.
pub fn ask(failure: &Failure, fifo: PathBuf) -> ExitCode {
    match answer_through(failure, Fifo { path: fifo }) {
        Ok(()) => send(&HookReply::SILENT),
        Err(error) => not_asked(&error),
    }
}

fn not_asked(error: &std::io::Error) -> ExitCode {
    log::note(&format!("model: {}", files::reason(error)));
    send(&HookReply::NOTHING)
}

fn started(line: FailedLine, caller: &Caller, settings: &Settings) -> std::io::Result<(ModelStart, Fifo)> {
    if !settings.llm.enabled {
        return Err(std::io::Error::other("`llm.enabled` is false"));
    }
    let directory = dirs::runtime()
        .or_else(dirs::state)
        .ok_or_else(|| std::io::Error::other("there is no home directory"))?;
    files::create_private_directory(&directory)?;
    let path = directory.join(format!("model.{}", std::process::id()));
    mkfifoat(CWD, &path, Mode::RUSR | Mode::WUSR)?;
    let fifo = Fifo { path };
    let pid = spawn(line, caller, &fifo)?.id();
    let style = Style::of_stderr(caller);
    let when = if caller.dialect == Dialect::Bash { "Enter shows the answer" } else { "keep typing" };
    let line = offer::asking(settings.llm.name(), when, &style);
    // zsh shows it as a message of its own
    let line = if caller.dialect == Dialect::Zsh { line } else { style.dim(&line) };
    Ok((ModelStart { pid, fifo: fifo.path.clone(), line }, fifo))
}

fn spawn(line: FailedLine, caller: &Caller, fifo: &Fifo) -> std::io::Result<Child> {
    let call = Call::AskModel { failed: line, fifo: fifo.path.clone() };
    let request = HookRequest { dialect: caller.dialect, columns: caller.columns, call };
    let call = request.to_process().ok_or_else(|| std::io::Error::other("a text has a NUL"))?;
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("hook").args(call.arguments).envs(call.variables);
    // in its own process group, so that keys typed at the terminal do not signal it
    command.stdin(Stdio::null()).stdout(Stdio::null()).process_group(0).spawn()
}

/// A named FIFO, removed when dropped.
struct Fifo {
    path: PathBuf,
}

impl Drop for Fifo {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn answer_through(failure: &Failure, fifo: Fifo) -> std::io::Result<()> {
    let ended = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&ended))?;
    }
    let shell = failure.request.caller.session().last().and_then(|pid| Pid::from_raw(pid.parse().ok()?));
    let (send, receive) = mpsc::channel();
    let question = failure.clone();
    std::thread::spawn(move || send.send(answer(&question).encode()));
    let mut since = Instant::now();
    let is_signalled = failure.request.caller.dialect == Dialect::Fish;
    let mut place = AnswerPipe::Closed(fifo);
    let mut answer = None;
    loop {
        match receive.recv_timeout(LOOK) {
            Ok(bytes) => {
                (answer, since) = (Some(bytes), Instant::now());
                if let Some(shell) = shell.filter(|_| is_signalled) {
                    let _ = kill_process(shell, Signal::URG);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) if answer.is_none() => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(LOOK),
        }
        place = place.look();
        let is_alone = shell.is_some_and(|shell| test_kill_process(shell).is_err());
        let is_due = matches!(place, AnswerPipe::Closed(_)) && (answer.is_some() || !is_signalled);
        let is_late = is_due && since.elapsed() > PATIENCE;
        if is_alone || is_late || ended.load(Ordering::Relaxed) || place.is_left() {
            return Ok(()); // a pending request ends with this process
        }
        if let (AnswerPipe::Open(pipe), Some(answer)) = (&place, &answer) {
            return std::fs::File::from(pipe.try_clone()?).write_all(answer);
        }
    }
}

/// The FIFO, before and after the shell has opened it.
enum AnswerPipe {
    Closed(Fifo),
    Open(OwnedFd),
}

impl AnswerPipe {
    /// Opens it if the shell has; its name is then no longer needed.
    fn look(self) -> Self {
        match self {
            Self::Closed(fifo) => match open(&fifo.path, OFlags::WRONLY | OFlags::NONBLOCK, Mode::empty()) {
                Ok(pipe) => Self::Open(pipe),
                Err(_) => Self::Closed(fifo),
            },
            open @ Self::Open(_) => open,
        }
    }

    /// Returns whether the shell has closed it.
    fn is_left(&self) -> bool {
        let Self::Open(pipe) = self else { return false };
        let mut fds = [PollFd::new(pipe, PollFlags::empty())];
        let polled = poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
        polled.is_ok() && fds.iter().any(|fd| fd.revents().contains(PollFlags::ERR))
    }
}

/// Waits for the model.
fn answer(failure: &Failure) -> LateHint {
    let settings = failure.settings();
    let service = Service::new(&settings, context::today());
    let completed =
        failure.with_output(&settings, Moment::Later, |output| service.complete(&failure.request, &output));
    let Completed { suggestions, news } = &completed;
    if let Some(first) = suggestions.first() {
        record(EventKind::Proposed, first, &failure.request);
    }
    LateHint {
        count: suggestions.len(),
        is_plain: service.is_plain(failure.request.caller.dialect),
        line: line(news, suggestions.len(), failure, &settings),
        text: text_for_key(suggestions),
    }
}

fn line(news: &News, count: usize, failure: &Failure, settings: &Settings) -> String {
    let style = Style::of_stderr(&failure.request.caller);
    let status = failure.request.status;
    match news {
        News::Suggestion(None) => String::new(),
        News::Suggestion(Some(first)) => hint::line(first, count, status, &failure.keys(settings), &style),
        News::Nothing(what) => style.dim(&offer::no_answer(what, "", status, &style)),
        News::Failed(failed) => {
            let (what, remedy) = failed.told();
            style.dim(&offer::no_answer(&what, &remedy, status, &style))
        }
    }
}
