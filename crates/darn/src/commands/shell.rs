//! `darn shell`: runs the user's shell inside the relay, which captures the output of every command. If
//! anything fails before the shell starts, the user gets a plain shell.

use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitStatus};

use rustix::process::Pid;
use shell::relay::channel::Channel;
use shell::relay::desk::{Answers, Desk};
use shell::relay::dispositions;
use shell::relay::foreground::{IsPrivate, Trace};
use shell::relay::server::Server;
use shell::relay::{Help, Prepared, Relay};
use signal_hook::consts::SIGHUP;

use super::hook;
use super::prelude::*;
use crate::config::CaptureMode;
use crate::rc::{self, PrivateDirectory, Start};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Start it as a login shell
    #[arg(short, long)]
    login: bool,
    /// The shell (default: yours)
    #[arg(long, value_name = "PATH")]
    shell: Option<OsString>,
    /// Arguments for the shell, after --
    #[arg(last = true)]
    arguments: Vec<OsString>,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    match start(context, arguments) {
        // the terminal may be gone, and with it the reader of any message
        Ok((relay, _place)) => Ok(end_like(relay.run().unwrap_or_else(|_| ExitStatus::from_raw(SIGHUP)))),
        Err(error) => {
            // a missing terminal is reported below
            if context::is_interactive() && error.kind() != std::io::ErrorKind::NotFound {
                context.note(&format!("starting the shell without the relay: {error}"));
            }
            let error = command(context, arguments).env(env::TTY, "none").exec();
            let shell = program(context, arguments);
            Err(Error::new(ErrorKind::Usage, format!("cannot start {}: {error}", shell.to_string_lossy()))
                .hinted("name an installed shell: darn shell --shell /bin/bash"))
        }
    }
}

/// Prepares the shell, its relay and its startup files.
fn start(context: &Context, arguments: &Arguments) -> std::io::Result<(Relay, Option<PrivateDirectory>)> {
    if arguments.shell.is_none() && is_shell_of_relay(&context.caller) {
        return Err(std::io::Error::other("SHELL points back to darn"));
    }
    let prepared = Prepared::new()?;
    let nonce = context::nonce()?;
    let config::Settings { capture, keys, .. } =
        config::load(context.config.as_deref(), &context.caller.nowhere()).settings;
    let is_wanted = capture.mode != CaptureMode::None;
    let help = if is_wanted { help(&nonce, &keys).unwrap_or_default() } else { Help::default() };
    let mut command = command(context, arguments);
    command.env(env::TTY, prepared.name());
    if is_wanted {
        command.env(env::NONCE, &nonce);
    } else {
        command.env_remove(env::NONCE); // without it, the hooks print no marks and nothing is recorded
    }
    match &help.server {
        Some(server) => command.env(env::RELAY, server.path()),
        None => command.env_remove(env::RELAY),
    };
    let place = help.server.as_ref().and_then(|_| load(&mut command, context, arguments));
    let relay = prepared.start(command, &nonce, is_private(&capture), help)?;
    Ok((relay, place))
}

/// Judges lines and process arguments, which may contain anything: a panic here must not affect the terminal.
fn is_private(capture: &config::Capture) -> IsPrivate {
    let private = capture.private();
    Box::new(move |trace| {
        let judge = || match trace {
            Trace::Process(words) => private.is_process(words),
            Trace::Ending(name) => private.is_ending(name),
            Trace::Line(line) => private.is_in_drawn(&String::from_utf8_lossy(line)),
        };
        catch_unwind(AssertUnwindSafe(judge)).unwrap_or(true)
    })
}

fn program(context: &Context, arguments: &Arguments) -> OsString {
    let usual =
        || context.caller.variable("SHELL").filter(|_| !is_shell_of_relay(&context.caller)).map(Into::into);
    arguments.shell.clone().or_else(usual).unwrap_or_else(|| "/bin/sh".into())
}

/// Returns whether the relay has started this very process as the user's shell: a login shell that is a
/// script calling `darn shell`. Without this check, relays would start relays endlessly.
fn is_shell_of_relay(caller: &Caller) -> bool {
    let there = caller.raw(env::TTY).and_then(|path| rustix::fs::stat(path).ok()).map(|stat| stat.st_rdev);
    shell::processes::leads_session() && there.is_some() && context::input_device() == there
}

fn command(context: &Context, arguments: &Arguments) -> Command {
    let program = program(context, arguments);
    let mut command = Command::new(&program);
    for name in env::of_hooks() {
        command.env_remove(name); // they describe the calling shell, not this one
    }
    if arguments.login {
        let path = PathBuf::from(&program);
        let name = path.file_name().map(|name| name.to_os_string()).unwrap_or(program);
        let mut first = OsString::from("-");
        first.push(name);
        command.arg0(first);
    }
    command.args(&arguments.arguments);
    dispositions::inherit(&mut command);
    command
}

/// Makes the shell load the hooks if its own startup files do not. A shell with arguments is left unchanged:
/// they may select its startup files.
fn load(command: &mut Command, context: &Context, arguments: &Arguments) -> Option<PrivateDirectory> {
    if !arguments.arguments.is_empty() || context.caller.raw(env::DISABLE).is_some() {
        return None;
    }
    let program = program(context, arguments);
    let program = Path::new(&program).file_name()?.to_str()?;
    let spec = shell::shells::find(program)?;
    let start = if arguments.login { Start::Login } else { Start::Usual };
    let place = PrivateDirectory::at(path("rc")?).ok()?;
    let script = spec.loader(&super::init::program());
    rc::add(command, (program, spec.dialect), start, &script, &place, &context.caller).ok()?;
    Some(place)
}

/// Returns a path for this relay in a directory that only this user can enter.
fn path(extension: &str) -> Option<PathBuf> {
    let directory = dirs::runtime().or_else(dirs::state)?;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&directory).ok()?;
    Some(directory.join(format!("relay-{}", std::process::id())).with_extension(extension))
}

/// Removes files left by killed relays.
fn sweep(directory: &Path) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number =
            name.to_str().and_then(|name| name.strip_prefix("relay-")?.split('.').next()?.parse().ok());
        let Some(pid) = number.and_then(Pid::from_raw) else { continue };
        // this process has reused the process id
        let is_gone = pid == rustix::process::getpid()
            || rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH);
        // it may run in another container
        let answers = UnixStream::connect(entry.path().with_extension("")).is_ok();
        if is_gone && !answers && std::fs::remove_file(entry.path()).is_err() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Creates the socket for processes and hooks inside the relay; they also work without it.
fn help(nonce: &str, keys: &config::Keys) -> Option<Help> {
    let path = path("")?;
    sweep(path.parent()?);
    let server = Server::at(path.clone()).ok()?;
    let answers = Answers { failed: hook::inside, elsewhere: hook::elsewhere::say, key: keys.bytes().list };
    let desk = Channel::at(&path, nonce).ok().map(|channel| Desk::new(channel, answers));
    Some(Help { server: Some(server), desk })
}

/// Exits as the shell did: with its status, or by the same signal.
fn end_like(status: ExitStatus) -> ExitCode {
    if let Some(signal) = status.signal() {
        // a second core dump would be useless
        let none = rustix::process::Rlimit { current: Some(0), maximum: Some(0) };
        let _ = rustix::process::setrlimit(rustix::process::Resource::Core, none);
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        return ExitCode::from(u8::try_from(128 + signal).unwrap_or(1));
    }
    ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
