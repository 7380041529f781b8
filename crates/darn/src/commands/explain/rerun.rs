//! `darn explain --rerun`: runs the failed command again to see its output, only if it is known to be
//! read-only and the user confirms.

use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Stdio};
use std::time::Instant;

use ::policy::Level;
use ::shell::processes::read_within;
use facts::readers;
use syntax::{Dialect, Script};

use crate::commands::prelude::*;
use crate::service::judge::Line;

/// Timeout of the second run; a read-only command has reported its error by then.
const PATIENCE: Duration = Duration::from_secs(10);
/// Maximum size of the captured output.
const MAX_OUTPUT: usize = 1024 * 1024;

/// Adds output and status of a second run to the request, if the user agrees to one.
pub fn learn(request: &mut Request, settings: &Settings) -> Result<(), Error> {
    let shell = refusal(request, settings).map_or_else(|| shell(request.caller.dialect), Err);
    let (program, options) = shell.map_err(|why| {
        Error::new(ErrorKind::Negative, format!("the command is not run again: {why}"))
            .hinted("run it yourself and pass its output: --output FILE")
    })?;
    if !ui::ask::is_possible() {
        return Err(Error::new(
            ErrorKind::Negative,
            "--rerun asks before it runs a command, but there is no terminal",
        )
        .hinted("--output FILE takes the command's output"));
    }
    ui::note(&format!("This command only reads: {}", ui::one_line(&request.text)));
    if !ui::ask::yes("Run it again to see what it prints?") {
        return Err(Error::new(ErrorKind::Negative, "nothing was run")
            .hinted("`darn explain` without --rerun uses what is already known"));
    }
    let run = run(program, options, &request.text)
        .map_err(|error| Error::new(ErrorKind::Negative, format!("cannot run {program}: {error}")))?;
    let Some((output, status)) = run else {
        return Err(Error::new(ErrorKind::Negative, "the command did not finish within 10 seconds")
            .hinted("run it yourself and pass its output: --output FILE"));
    };
    if status == 0 {
        ui::note("This time it succeeded.");
    }
    request.output = Some(output);
    request.status = status;
    Ok(())
}

/// Returns why the command must not run again.
fn refusal(request: &Request, settings: &Settings) -> Option<&'static str> {
    let script = Script::parse(&request.text, request.caller.dialect);
    if !readers::only_reads(&script) {
        return Some("only commands known to be read-only are");
    }
    if settings.capture.private().is_in(&request.text, request.caller.dialect, &request.caller.aliases) {
        return Some("it may print secrets");
    }
    let is_other = |name: &str| {
        let mut aliases = request.caller.aliases.lines().filter_map(|line| line.split_once('='));
        let is_alias = aliases.any(|(alias, value)| alias == name && value.split(' ').next() != Some(name));
        is_alias || request.caller.functions.lines().any(|function| function == name)
    };
    if script.commands.iter().filter_map(syntax::Command::program_name).any(is_other) {
        return Some("one of its names is an alias or a function here");
    }
    let judge = Service::new(settings, context::today()).judge();
    let line = Line::plain(request.text.as_bytes(), &request.caller);
    (judge.judge(&line).level > Level::Allow).then_some("`darn check` does not allow it outright")
}

/// Returns the shell for the line, with options that disable its startup files.
fn shell(dialect: Dialect) -> Result<(&'static str, &'static [&'static str]), &'static str> {
    match dialect {
        Dialect::Bash => Ok(("bash", &["--norc", "--noprofile", "-c"])),
        Dialect::Zsh => Ok(("zsh", &["-f", "-c"])),
        Dialect::Fish => Ok(("fish", &["--no-config", "-c"])),
        Dialect::Posix => Ok(("sh", &["-c"])),
        Dialect::PowerShell | Dialect::Nu => Err("this works only in bash, zsh, fish and sh"),
    }
}

/// Returns the combined output, and the status as a shell reports it; `None` if the command did not end in time.
fn run(program: &str, options: &[&str], text: &str) -> std::io::Result<Option<(Vec<u8>, i32)>> {
    let (reader, writer) = std::io::pipe()?;
    let mut command = Command::new(program);
    command.args(options).arg(text).env_remove("BASH_ENV").env_remove("ENV");
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn()?;
    drop(command); // closes its ends of the pipe
    let Some(output) = read_within(reader, Instant::now() + PATIENCE, MAX_OUTPUT) else {
        let _ = child.kill();
        let _ = child.wait();
        return Ok(None);
    };
    let status = child.wait()?;
    let status = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    Ok(status.map(|status| (output, status)))
}
