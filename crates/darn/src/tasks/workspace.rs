//! The shell of a task or a chat. It runs only what a person has confirmed.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::termios::Winsize;
use shell::session::{Event, Session, Start, Stop as Signal, family};
use syntax::Dialect;

use super::keeper::Keeper;
use super::person::{Audience, Outcome};
use super::step::Step;
use crate::act::Confirmed;
use crate::caller::Caller;
use crate::config::Settings;
use crate::rc::PrivateDirectory;
use crate::{context, dirs, env};

/// How long a command may take to end after each signal.
const GRACE: Duration = Duration::from_secs(2);
/// How often the person is told that a silent command still runs.
const TICK: Duration = Duration::from_secs(1);
/// Size of the terminal for the commands of a model, unless a person sees them.
const SIZE: Winsize = Winsize { ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 };
/// What a new shell does not have.
const LOST: &str = "a new one is in the same directory, and variables, functions and jobs are lost";
/// Variables with which programs print everything and ask nothing.
const QUIET: [(&str, &str); 9] = [
    ("PAGER", "cat"),
    ("GIT_PAGER", "cat"),
    ("GH_PAGER", "cat"),
    ("MANPAGER", "cat"),
    ("SYSTEMD_PAGER", ""),
    ("LESS", "FRX"),
    ("DEBIAN_FRONTEND", "noninteractive"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("TERM", "xterm-256color"),
];

/// Who uses the shell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum User {
    /// A model, whose commands must not wait for a person without need.
    Model,
    /// A person at a terminal of this size.
    Person(Winsize),
}

/// A persistent shell and what describes it to the rules and the policy.
#[derive(Debug)]
pub struct Workspace {
    /// `None` only while the shell is restarted.
    session: Option<Session>,
    caller: Caller,
    /// Time for a command; `None`: as long as it takes.
    limit: Option<Duration>,
    /// Ends after the session, which has then ended by itself.
    _keeper: Keeper,
    _place: PrivateDirectory,
}

impl Workspace {
    /// Starts the shell of the settings, or the user's, in the caller's directory.
    ///
    /// # Errors
    /// There is no such shell, or it does not start.
    pub fn start(caller: &Caller, settings: &Settings, user: User) -> io::Result<Self> {
        let (quiet, size, limit) = match user {
            User::Model => (&QUIET[..], SIZE, Some(Duration::from_secs(settings.task.step_timeout.0))),
            User::Person(size) => (&[][..], size, None),
        };
        let (program, dialect) = shell_of(caller, settings);
        let nonce = context::nonce()?;
        let base =
            dirs::runtime().or_else(dirs::state).ok_or_else(|| io::Error::other("no place for files"))?;
        crate::files::create_private_directory(&base)?;
        let place = PrivateDirectory::at(base.join(format!("task-{}", std::process::id())))?;
        let hidden: Vec<&str> = env::of_hooks().collect();
        let mut environment: Vec<_> = context::environment()
            .filter(|(name, _)| name.to_str().is_none_or(|name| !hidden.contains(&name)))
            .filter(|(name, _)| quiet.iter().all(|(variable, _)| name != variable))
            .collect();
        environment.extend(quiet.iter().map(|(name, value)| ((*name).into(), (*value).into())));
        let keeper = Keeper::start(&nonce, settings.task.mouse && context::is_interactive())?;
        let session = Session::start(Start {
            program: &program,
            dialect,
            reads_startup_files: settings.task.rc,
            directory: &caller.directory,
            environment: &environment,
            size,
            place: place.path(),
            nonce: &nonce,
        })?;
        // programs that darn itself asks are of the session too, so that they end with it
        environment.push((family::VARIABLE.into(), nonce.into()));
        let variables = Arc::new(context::variables(environment));
        let caller = Caller { dialect, variables, ..caller.clone() };
        Ok(Self { session: Some(session), caller, limit, _keeper: keeper, _place: place })
    }

    /// Describes the shell as it is now.
    pub fn caller(&self) -> Arc<Caller> {
        let mut caller = self.caller.clone();
        if let Some(session) = &self.session {
            caller.directory = session.directory().to_owned();
            // programs are looked up where the shell would find them, such as in a virtual environment
            if let Some(path) =
                session.path().filter(|path| caller.variables.get("PATH").is_none_or(|it| it != path))
            {
                Arc::make_mut(&mut caller.variables).insert("PATH".to_owned(), path.to_owned());
            }
        }
        Arc::new(caller)
    }

    pub const fn dialect(&self) -> Dialect {
        self.caller.dialect
    }

    /// Enters a directory; false if that fails.
    pub fn enter(&mut self, directory: &Path) -> bool {
        self.caller.directory = directory.to_owned();
        let line = format!("cd {}", syntax::quote(&directory.to_string_lossy(), self.dialect()));
        let Some(session) = &mut self.session else { return false };
        if session.run(&line).is_err() {
            return false;
        }
        loop {
            match session.next(&[], Some(Instant::now() + GRACE)) {
                Ok(Event::Ended(ended)) => return ended.status == Some(0),
                Ok(Event::Elapsed | Event::ShellEnded(_)) | Err(_) => return false,
                Ok(_) => {}
            }
        }
    }

    /// Runs a step to its end, whatever it takes.
    pub fn run(
        &mut self,
        step: &Step,
        command: Confirmed<&str>,
        audience: &mut dyn Audience,
    ) -> io::Result<Outcome> {
        let Some(mut session) = self.session.take() else { return Err(io::ErrorKind::BrokenPipe.into()) };
        let outcome = run(&mut session, step, command.text(), self.limit, audience);
        let (outcome, session) = match outcome? {
            (outcome, true) => (outcome, session),
            (outcome, false) => (outcome, session.restart()?), // the keeper knows it by the same nonce
        };
        self.session = Some(session);
        Ok(outcome)
    }
}

/// Runs a command; also returns whether the shell is still there.
fn run(
    session: &mut Session,
    step: &Step,
    command: &str,
    limit: Option<Duration>,
    audience: &mut dyn Audience,
) -> io::Result<(Outcome, bool)> {
    let since = Instant::now();
    let outcome = |status, directory: &Path, note: Option<String>| Outcome {
        status,
        directory: directory.to_owned(),
        output: String::new(),
        left_out: 0,
        duration: since.elapsed(),
        note,
    };
    if let Some(size) = audience.size() {
        session.resize(size); // what it prints should fit
    }
    if let Err(refused) = session.run(command) {
        let note = format!("not run: {refused}");
        return Ok((outcome(Some(2), session.directory(), Some(note)), true));
    }
    audience.begins(step);
    let mut until = limit.map(|limit| since + limit);
    let mut signals = [Signal::Interrupt, Signal::Terminate, Signal::Kill].into_iter();
    let mut note = None;
    let mut is_waiting = false;
    loop {
        let watched: Vec<_> = audience.watched().into_iter().collect();
        let until_now = until.filter(|_| !is_waiting);
        let tick = Instant::now() + TICK;
        let event = session.next(&watched, Some(until_now.map_or(tick, |until| until.min(tick))))?;
        drop(watched);
        match event {
            Event::Output(bytes) => audience.output(step, &bytes),
            Event::Waits(wants) => {
                is_waiting = true;
                audience.waits(step, wants, session);
            }
            Event::Resumed => {
                // the time in which the person was awaited does not count
                (is_waiting, until) = (false, limit.map(|limit| Instant::now() + limit));
                audience.resumed();
            }
            Event::Other => {
                if audience.is_gone() {
                    return Err(io::Error::new(io::ErrorKind::Interrupted, "the other side has gone"));
                }
                if audience.interrupts(session) {
                    // each Ctrl-C insists more; a program of another user (`sudo`) may refuse
                    let _ = session.stop(signals.next().unwrap_or(Signal::Kill));
                }
            }
            Event::Elapsed if until_now.is_none_or(|until| Instant::now() < until) => {
                audience.runs_silently(since.elapsed());
            }
            Event::Elapsed => {
                let seconds = limit.unwrap_or_default().as_secs();
                note = Some(format!("stopped after {seconds} s"));
                let Some(signal) = signals.next() else {
                    let lost = format!("not stoppable after {seconds} s; {LOST}");
                    return Ok((outcome(None, session.directory(), Some(lost)), false));
                };
                let _ = session.stop(signal);
                until = Some(Instant::now() + GRACE);
            }
            Event::Ended(ended) => {
                audience.resumed();
                let output = ended.output.to_text();
                let left_out = ended.output.left_out;
                let duration = ended.duration;
                let base = outcome(ended.status, session.directory(), note);
                return Ok((Outcome { output, left_out, duration, ..base }, true));
            }
            Event::ShellEnded(status) => {
                audience.resumed();
                let lost = format!("the shell has ended; {LOST}");
                return Ok((outcome(status, session.directory(), Some(lost)), false));
            }
        }
    }
}

/// Returns the shell of the settings, else the user's if sessions support it, else bash or sh.
fn shell_of(caller: &Caller, settings: &Settings) -> (PathBuf, Dialect) {
    let wanted = Some(settings.task.shell.as_str()).filter(|shell| !shell.is_empty());
    let usual = wanted.or_else(|| caller.variable("SHELL")).unwrap_or("/bin/sh");
    let name = Path::new(usual).file_name().and_then(|name| name.to_str()).unwrap_or("sh");
    match name.parse::<Dialect>() {
        Ok(dialect @ (Dialect::Bash | Dialect::Zsh | Dialect::Fish | Dialect::Posix)) => {
            (usual.into(), dialect)
        }
        _ if name == "dash" || wanted.is_some() => (usual.into(), Dialect::Posix),
        _ if Path::new("/bin/bash").exists() => ("/bin/bash".into(), Dialect::Bash),
        _ => ("/bin/sh".into(), Dialect::Posix),
    }
}
