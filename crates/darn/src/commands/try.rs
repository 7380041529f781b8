//! `darn try [SHELL]`: starts an interactive shell with darn on top of the user's rc files, without changing
//! them: the script is in a temporary directory while the shell runs.

use std::os::unix::process::ExitStatusExt as _;
use std::process::Command;

use super::prelude::*;
use crate::rc::{self, PrivateDirectory, Start};

pub fn run(context: &Context, name: Option<&str>) -> Result<ExitCode, Error> {
    let wanted = name.or(context.caller.variable("SHELL")).unwrap_or("bash");
    let spec = super::init::spec(wanted)?;
    let program = if wanted.contains('/') || spec.programs.contains(&wanted) { wanted } else { spec.name };
    let place = place()?;
    let script = super::init::script(context, spec)?;
    let mut command = Command::new(program);
    for name in env::of_hooks() {
        command.env_remove(name); // they describe the calling shell, not this one
    }
    let base = program.rsplit('/').next().unwrap_or(program);
    rc::add(&mut command, (base, spec.dialect), Start::Usual, &script, &place, &context.caller)?;
    command.arg("-i");
    ui::print(&format!("darn is loaded in this {base}; type `exit` to leave. Try: gti status\n"));
    let status = command.status().map_err(|error| {
        Error::new(ErrorKind::Usage, format!("cannot start {program}: {error}"))
            .hinted("name an installed shell: darn try bash")
    })?;
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

/// Creates a directory for the startup files.
fn place() -> Result<PrivateDirectory, Error> {
    let base = std::env::temp_dir();
    PrivateDirectory::within(&base, "darn-try").map_err(|error| {
        Error::new(ErrorKind::Internal, format!("cannot create a directory in {}: {error}", base.display()))
            .hinted("set TMPDIR to a directory you can write to")
    })
}
