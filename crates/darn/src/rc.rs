//! Starts a shell that reads its usual startup files and then darn's script, without changing the user's
//! files.

use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::caller::Caller;
use syntax::{Dialect, quote};

/// How a shell starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    Usual,
    Login,
}

/// Makes an interactive shell read the script after its own files. `program` is the last part of its path;
/// the files are in `place` and needed until the first prompt.
///
/// # Errors
/// The files cannot be written.
pub fn add(
    command: &mut Command,
    (program, dialect): (&str, Dialect),
    start: Start,
    script: &str,
    place: &PrivateDirectory,
    caller: &Caller,
) -> io::Result<()> {
    match dialect {
        Dialect::Bash if start == Start::Usual => {
            let rc = place.file("rc", &format!("if [ -r ~/.bashrc ]; then . ~/.bashrc; fi\n{script}"))?;
            command.arg("--rcfile").arg(rc);
        }
        Dialect::Bash => {
            // a login shell accepts no startup file as an argument: before its first prompt it runs
            // `PROMPT_COMMAND` from the environment, unless a file of the user overrides it
            let path = quote(&place.path().join("rc").to_string_lossy(), dialect).into_owned();
            let own = caller.variable("PROMPT_COMMAND").unwrap_or_default();
            let undo = if own.is_empty() {
                format!(
                    "export -n PROMPT_COMMAND\nPROMPT_COMMAND=${{PROMPT_COMMAND/'. {path}'/:}}\nif [[ $PROMPT_COMMAND == : ]]; then unset -v PROMPT_COMMAND; fi"
                )
            } else {
                format!("PROMPT_COMMAND=${{PROMPT_COMMAND/'. {path}'/{}}}", quote(own, dialect))
            };
            place.file("rc", &format!("{undo}\n{script}"))?;
            command.env("PROMPT_COMMAND", format!(". {path}"));
        }
        Dialect::Zsh => {
            // zsh searches for each of its files separately: ours stay in effect until the last one is read
            let ours = quote(&place.path().to_string_lossy(), dialect).into_owned();
            let read = |name| {
                format!("if [[ -r ${{ZDOTDIR:-$HOME}}/{name} ]]; then . ${{ZDOTDIR:-$HOME}}/{name}; fi\n")
            };
            let first = match caller.variable("ZDOTDIR") {
                Some(own) => format!("ZDOTDIR={}\n", quote(own, dialect)),
                None => "unset ZDOTDIR\n".to_owned(),
            };
            let keep = format!("__darn_zdotdir=${{ZDOTDIR-}} ZDOTDIR={ours}\n");
            let back = "if [[ -n $__darn_zdotdir ]]; then ZDOTDIR=$__darn_zdotdir; else unset ZDOTDIR; fi\n";
            place.file(".zshenv", &format!("{first}{}{keep}", read(".zshenv")))?;
            place.file(".zprofile", &format!("{back}{}{keep}", read(".zprofile")))?;
            place.file(".zshrc", &format!("{back}unset __darn_zdotdir\n{}{script}", read(".zshrc")))?;
            command.env("ZDOTDIR", place.path());
        }
        Dialect::Fish => {
            let rc = place.file("init.fish", script)?;
            command.arg("-C").arg(format!("source {}", quote(&rc.to_string_lossy(), dialect)));
        }
        _ if program == "yash" => {
            let rc = place.file("rc", &format!("if [ -r ~/.yashrc ]; then . ~/.yashrc; fi\n{script}"))?;
            command.arg(format!("--rcfile={}", rc.display()));
        }
        _ => {
            let own = caller.variable("ENV").unwrap_or_default();
            let own = if own.is_empty() && program == "mksh" {
                "~/.mkshrc".to_owned()
            } else {
                quote(own, Dialect::Posix).into_owned()
            };
            let rc = place.file("rc", &format!("unset ENV\nif [ -r {own} ]; then . {own}; fi\n{script}"))?;
            command.env("ENV", rc);
            if program == "busybox" {
                command.arg("sh");
            }
        }
    }
    Ok(())
}

/// A directory that only this user can read, deleted on drop.
#[derive(Debug)]
pub struct PrivateDirectory(PathBuf);

impl PrivateDirectory {
    /// Creates one in a directory that others can write to, too.
    ///
    /// # Errors
    /// The directory is full, or this user may not write to it.
    pub fn within(base: &Path, name: &str) -> io::Result<Self> {
        // another user may have created a directory of the same name: only a new one is safe
        for attempt in 0..100 {
            let path = base.join(format!("{name}-{}-{attempt}", std::process::id()));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("no free name for a directory"))
    }

    /// Creates one at a path in a private directory of this user.
    ///
    /// # Errors
    /// The directory cannot be created.
    pub fn at(path: PathBuf) -> io::Result<Self> {
        std::fs::DirBuilder::new().mode(0o700).create(&path)?;
        Ok(Self(path))
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn file(&self, name: &str, text: &str) -> io::Result<PathBuf> {
        let path = self.0.join(name);
        std::fs::write(&path, text)?;
        Ok(path)
    }
}

impl Drop for PrivateDirectory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
