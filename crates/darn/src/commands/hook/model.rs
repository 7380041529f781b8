//! Asks a model about a failure while the user goes on typing; see the protocol in `hook.rs`.
//!
//! There are two processes: the one the key calls returns at once, the one it starts asks. Neither leaves a
//! file behind, whether the shell or that process ends first.

use std::ffi::OsString;
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use engine::{Answer, Diagnosis, Origin, Suggestion};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, Mode, OFlags, mkfifoat, open};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use syntax::Dialect;

use super::request::{Call, What};
use crate::audit::What as Happened;
use crate::config::Settings;
use crate::mend::Request;
use crate::model::{self, Answered, Asker, Failed, Memory};
use crate::ui::{hint, offer, style::Style};
use crate::{dirs, env, files, log};

/// Poll interval for the shell's liveness.
const LOOK: Duration = Duration::from_millis(20);
/// How long to wait for the shell to open the FIFO: at once, or never; fish only after a signal, when it is
/// idle.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a call about a model; `None`: another call.
pub fn run(arguments: &[OsString]) -> Option<ExitCode> {
    let [shell, what, status, text, rest @ ..] = arguments else { return None };
    let done = match (what.to_str()?, rest) {
        ("model", []) => start(arguments),
        ("asks", [fifo]) => {
            let arguments = [shell.clone(), "model".into(), status.clone(), text.clone()];
            asks(&Call::parse(&arguments)?, Path::new(fifo))
        }
        _ => return None,
    };
    if let Err(error) = &done {
        log::note(&format!("model: {}", files::reason(error)));
    }
    Some(ExitCode::from(u8::from(done.is_err())))
}

fn start(arguments: &[OsString]) -> std::io::Result<()> {
    let Some(call) = Call::parse(arguments).filter(|call| call.what == What::Model) else {
        return Err(std::io::Error::other("not a call of ours"));
    };
    let settings = call.settings();
    if !settings.llm.enabled {
        return Err(std::io::Error::other("`llm.enabled` is false"));
    }
    let directory = dirs::runtime()
        .or_else(dirs::state)
        .ok_or_else(|| std::io::Error::other("there is no home directory"))?;
    files::create_private_directory(&directory)?;
    let fifo = directory.join(format!("model.{}", std::process::id()));
    mkfifoat(CWD, &fifo, Mode::RUSR | Mode::WUSR)?;
    let fifo = Fifo { path: fifo };
    let mut command = asking(arguments, &fifo.path)?;
    // in its own process group, so that keys typed at the terminal do not signal it
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).process_group(0).spawn()?;
    let style = Style::of(std::io::stderr(), call.request.caller.columns);
    let whom = settings.llm.name();
    let when =
        if call.request.caller.dialect == Dialect::Bash { "Enter shows the answer" } else { "keep typing" };
    let line = offer::asking(whom, when, &style);
    // zsh shows it as a message of its own
    let line = if call.request.caller.dialect == Dialect::Zsh { line } else { style.dim(&line) };
    let mut out = format!("{} ", child.id()).into_bytes();
    out.extend_from_slice(fifo.path.as_os_str().as_bytes());
    out.extend_from_slice(format!("\n{line}\n").as_bytes());
    std::io::stdout().lock().write_all(&out)?;
    std::mem::forget(fifo); // the other process owns it now
    Ok(())
}

fn asking(arguments: &[OsString], fifo: &Path) -> std::io::Result<Command> {
    let [shell, _, status, text] = arguments else { return Err(std::io::Error::other("not a call of ours")) };
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("hook").arg(shell).arg("asks").arg(status).arg(text).arg(fifo);
    Ok(command)
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

/// Asks, and hands the answer to the shell if it is still there and listening.
fn asks(call: &Call, fifo: &Path) -> std::io::Result<()> {
    let fifo = Fifo { path: fifo.to_owned() };
    let ended = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&ended))?;
    }
    let shell = shell_of_session();
    let (send, receive) = mpsc::channel();
    let question = call.clone();
    std::thread::spawn(move || send.send(answer(&question)));
    let mut since = Instant::now();
    let is_told = call.request.caller.dialect == Dialect::Fish;
    let mut place = Place::Closed(fifo);
    let mut answer = None;
    loop {
        match receive.recv_timeout(LOOK) {
            Ok(bytes) => {
                (answer, since) = (Some(bytes), Instant::now());
                if let Some(shell) = shell.filter(|_| is_told) {
                    let _ = kill_process(shell, Signal::URG);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) if answer.is_none() => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(LOOK),
        }
        place = place.look();
        let is_alone = shell.is_some_and(|shell| test_kill_process(shell).is_err());
        let is_due = matches!(place, Place::Closed(_)) && (answer.is_some() || !is_told);
        let is_late = is_due && since.elapsed() > PATIENCE;
        if is_alone || is_late || ended.load(Ordering::Relaxed) || place.is_left() {
            return Ok(()); // a pending request ends with this process
        }
        if let (Place::Open(pipe), Some(answer)) = (&place, &answer) {
            return std::fs::File::from(pipe.try_clone()?).write_all(answer);
        }
    }
}

/// The FIFO, before and after the shell has opened it.
enum Place {
    Closed(Fifo),
    Open(OwnedFd),
}

impl Place {
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

/// `bash 5.2 4711`
fn shell_of_session() -> Option<Pid> {
    let session = env::get(env::SESSION)?;
    Pid::from_raw(session.to_str()?.rsplit(' ').next()?.parse().ok()?)
}

/// Waits for the model and returns the bytes for the shell.
fn answer(call: &Call) -> Vec<u8> {
    let settings = call.settings();
    let (request, known) = super::known(call, &settings);
    let result = ask(&request, &known, &settings, Memory::Counts);
    let offline = known.failure.map(|_| known.diagnosis).unwrap_or_default();
    told(result, offline, call, &settings)
}

/// Returns a model's earlier suggestions for this failure, without asking.
pub fn remembered(request: &Request, known: &Answer, settings: &Settings) -> Vec<Suggestion> {
    if !settings.llm.enabled {
        return Vec::new();
    }
    ask(request, known, settings, Memory::Alone).map(|answered| answered.suggestions).unwrap_or_default()
}

fn ask(request: &Request, known: &Answer, settings: &Settings, memory: Memory) -> Result<Answered, Failed> {
    let cancelled = AtomicBool::new(false);
    model::repair(
        request,
        known,
        &mut Asker { settings, cancelled: &cancelled, on_text: &mut |_| {}, memory },
    )
}

/// Formats the answer. `offline`: what is known without a model; it stays.
fn told(result: Result<Answered, Failed>, offline: Diagnosis, call: &Call, settings: &Settings) -> Vec<u8> {
    let style = Style::of(std::io::stderr(), call.request.caller.columns);
    let status = call.request.status;
    let (suggestions, line) = match result {
        Ok(answered) if answered.suggestions.is_empty() => {
            (offline.suggestions, style.dim(&offer::no_answer(&answered.nothing(), "", status, &style)))
        }
        Ok(answered) => {
            let name = settings.llm.name();
            let suggestions = llm::vet::merge(offline, answered.why, answered.suggestions).suggestions;
            let suggestions = super::sorted(suggestions);
            let keys = call.keys(settings);
            let line = suggestions.first().map(|first| {
                hint::line(&beside(first, &suggestions, name), suggestions.len(), status, &keys, &style)
            });
            (suggestions, line.unwrap_or_default())
        }
        Err(failed) => {
            let (what, remedy) = failed.told();
            (offline.suggestions, style.dim(&offer::no_answer(&what, &remedy, status, &style)))
        }
    };
    let suggestions = super::sorted(suggestions);
    let plain = if call.request.caller.dialect == Dialect::Zsh && !settings.suggest.ghost_text {
        " plain"
    } else {
        ""
    };
    let mut out = format!("{}{plain}\n{}\n", suggestions.len(), line).into_bytes();
    let first = suggestions.first();
    super::write_free(first, &mut out);
    while out.last() == Some(&b'\n') {
        out.pop();
    }
    out.push(0);
    if let Some(first) = first {
        super::record(Happened::Proposed, first, call);
    }
    out
}

/// Returns the first suggestion as the answer shows it. If it comes from a rule, the model's follow it in the
/// list, and the line says so.
fn beside(first: &Suggestion, all: &[Suggestion], model: &str) -> Suggestion {
    let is_of_model = |suggestion: &&Suggestion| matches!(suggestion.origin, Origin::Llm { .. });
    if is_of_model(&first) {
        return first.clone();
    }
    let because = match all.iter().filter(is_of_model).count() {
        0 => format!("{model} agrees"),
        count => format!("{model} adds {count}"),
    };
    Suggestion { because, ..first.clone() }
}
