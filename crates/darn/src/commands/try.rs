//! `darn try [SHELL]`: a new interactive shell with darn on top of the user's own rc files.
//! No file of the user is touched: the script lies in a directory of its own while the shell runs.

use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use shell::shells::ShellSpec;
use syntax::Dialect;

use crate::cli::Context;
use crate::error::{Error, ErrorKind};
use crate::ui;

pub fn run(context: &Context, name: Option<&str>) -> Result<ExitCode, Error> {
    let from_env = std::env::var("SHELL").unwrap_or_default();
    let wanted = name.unwrap_or(if from_env.is_empty() { "bash" } else { &from_env });
    let spec = super::init::spec(wanted)?;
    let program = if wanted.contains('/') || spec.programs.contains(&wanted) { wanted } else { spec.name };
    let place = Place::new()?;
    let script = super::init::script(context, spec)?;
    let mut command = command(program, spec, &script, &place)?;
    let base = program.rsplit('/').next().unwrap_or(program);
    ui::print(&format!("darn is loaded in this {base}; `exit` leaves it. Try: gti status\n"));
    let status = command.status().map_err(|error| {
        Error::new(ErrorKind::Usage, format!("cannot start {program}: {error}"))
            .hinted("name an installed shell: darn try bash")
    })?;
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

/// The shell, told to read its usual files and then ours.
fn command(program: &str, spec: &ShellSpec, script: &str, place: &Place) -> Result<Command, Error> {
    let base = program.rsplit('/').next().unwrap_or(program);
    let mut command = Command::new(program);
    for name in [crate::env::SESSION, crate::env::FAILED, crate::env::FAILED_STATUS] {
        command.env_remove(name); // of the shell that called, not of this one
    }
    match spec.dialect {
        Dialect::Bash => {
            let rc = place.file("rc", &format!("if [ -r ~/.bashrc ]; then . ~/.bashrc; fi\n{script}"))?;
            command.arg("--rcfile").arg(rc).arg("-i");
        }
        Dialect::Zsh => {
            let (set, directory) = match std::env::var("ZDOTDIR") {
                Ok(own) if !own.is_empty() => {
                    (format!("ZDOTDIR={}", syntax::quote(&own, Dialect::Zsh)), "$ZDOTDIR")
                }
                _ => ("unset ZDOTDIR".to_owned(), "$HOME"),
            };
            let read =
                |name| format!("{set}\nif [[ -r {directory}/{name} ]]; then . {directory}/{name}; fi\n");
            // zsh looks for each of its files anew: ours stay in force until the last is read.
            let ours = syntax::quote(&place.path().to_string_lossy(), Dialect::Zsh).into_owned();
            place.file(".zshenv", &format!("{}ZDOTDIR={ours}\n", read(".zshenv")))?;
            place.file(".zshrc", &format!("{}{script}", read(".zshrc")))?;
            command.env("ZDOTDIR", place.path()).arg("-i");
        }
        Dialect::Fish => {
            let rc = place.file("init.fish", script)?;
            command
                .arg("-i")
                .arg("-C")
                .arg(format!("source {}", syntax::quote(&rc.to_string_lossy(), Dialect::Fish)));
        }
        _ if base == "yash" => {
            let rc = place.file("rc", &format!("if [ -r ~/.yashrc ]; then . ~/.yashrc; fi\n{script}"))?;
            command.arg(format!("--rcfile={}", rc.display())).arg("-i");
        }
        _ => {
            let own = std::env::var("ENV").unwrap_or_default();
            let own = if own.is_empty() && base == "mksh" {
                "~/.mkshrc".to_owned()
            } else {
                syntax::quote(&own, Dialect::Posix).into_owned()
            };
            let rc = place.file("rc", &format!("unset ENV\nif [ -r {own} ]; then . {own}; fi\n{script}"))?;
            command.env("ENV", rc);
            if base == "busybox" {
                command.arg("sh");
            }
            command.arg("-i");
        }
    }
    Ok(command)
}

/// A directory that only this user can read; gone when dropped.
#[derive(Debug)]
struct Place(PathBuf);

impl Place {
    fn new() -> Result<Self, Error> {
        let base = std::env::temp_dir();
        // Another user may have made a directory of the same name: only a new one is ours.
        for attempt in 0..100 {
            let path = base.join(format!("darn-try-{}-{attempt}", std::process::id()));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(Error::new(
                        ErrorKind::Internal,
                        format!("cannot make {}: {error}", path.display()),
                    )
                    .hinted("set TMPDIR to a directory you can write to"));
                }
            }
        }
        Err(Error::new(ErrorKind::Internal, "no free name for a directory in TMPDIR"))
    }

    fn path(&self) -> &Path {
        &self.0
    }

    fn file(&self, name: &str, text: &str) -> Result<PathBuf, Error> {
        let path = self.0.join(name);
        std::fs::write(&path, text)?;
        Ok(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
