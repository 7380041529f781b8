//! `darn completions SHELL`: made from the command line as clap knows it.

use std::process::ExitCode;

use clap_complete::{Generator, Shell};
use clap_complete_nushell::Nushell;

use crate::error::{Error, ErrorKind};
use crate::{cli, ui};

pub fn run(name: &str) -> Result<ExitCode, Error> {
    let text = match name.rsplit('/').next().unwrap_or(name) {
        "bash" => script(Shell::Bash),
        "zsh" => script(Shell::Zsh),
        "fish" => script(Shell::Fish),
        "elvish" => script(Shell::Elvish),
        "powershell" | "pwsh" => script(Shell::PowerShell),
        "nushell" | "nu" => script(Nushell),
        other => {
            return Err(Error::new(ErrorKind::Usage, format!("no completions for the shell `{other}`"))
                .hinted("darn has them for: bash, zsh, fish, elvish, nushell, powershell"));
        }
    };
    ui::print(&text);
    Ok(ExitCode::SUCCESS)
}

fn script(generator: impl Generator) -> String {
    let mut out = Vec::new();
    clap_complete::generate(generator, &mut cli::command(), "darn", &mut out);
    String::from_utf8_lossy(&out).into_owned()
}
