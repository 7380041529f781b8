//! `darn init SHELL`: print the integration script.

use std::process::ExitCode;

use shell::shells::{self, Options, ShellSpec};

use crate::cli::Context;
use crate::error::{Error, ErrorKind};
use crate::{config, ui};

pub fn run(context: &Context, name: &str) -> Result<ExitCode, Error> {
    ui::print(&script(context, spec(name)?)?);
    Ok(ExitCode::SUCCESS)
}

/// The script for a shell, with this program and the keys of the configuration in it.
pub fn script(context: &Context, spec: &ShellSpec) -> Result<String, Error> {
    // Runs at every start of a shell: what is wrong in the usual file is for the log.
    let keys = match context.config {
        Some(_) => config::for_command(context)?.settings.keys,
        None => config::for_hook(None).keys,
    };
    let (accept, list) = keys.bytes();
    let esc_esc = keys.esc_esc == "if-free";
    Ok(spec.script(&Options { darn: program(), accept, list, esc_esc }))
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
fn program() -> String {
    std::env::current_exe().map_or_else(|_| "darn".into(), |path| path.to_string_lossy().into_owned())
}
