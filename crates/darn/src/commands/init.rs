//! `darn init SHELL`: print the integration script.

use std::process::ExitCode;

use shell::shells::{self, ShellSpec};

use crate::error::{Error, ErrorKind};
use crate::ui;

pub fn run(name: &str) -> Result<ExitCode, Error> {
    ui::print(&spec(name)?.script(&program()));
    Ok(ExitCode::SUCCESS)
}

/// The shell of that name, or an error that lists those there are.
pub fn spec(name: &str) -> Result<&'static ShellSpec, Error> {
    shells::find(name).ok_or_else(|| {
        let known: Vec<_> = shells::ALL.iter().map(|spec| spec.name).collect();
        Error::new(ErrorKind::Usage, format!("no integration for the shell `{name}`"))
            .hinted(format!("darn knows: {}", known.join(", ")))
    })
}

/// How the scripts call this program: by its absolute path.
pub fn program() -> String {
    std::env::current_exe().map_or_else(|_| "darn".into(), |path| path.to_string_lossy().into_owned())
}
