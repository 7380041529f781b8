//! `darn completions SHELL`: generates shell completions from clap's command line.

use clap_complete::{Generator, Shell};
use clap_complete_nushell::Nushell;

use super::prelude::*;

pub fn run(name: &str, command: clap::Command) -> Result<ExitCode, Error> {
    let text = match name.rsplit('/').next().unwrap_or(name) {
        "bash" => script(Shell::Bash, command),
        "zsh" => script(Shell::Zsh, command),
        "fish" => script(Shell::Fish, command),
        "elvish" => script(Shell::Elvish, command),
        "powershell" | "pwsh" => script(Shell::PowerShell, command),
        "nushell" | "nu" => script(Nushell, command),
        other => {
            return Err(Error::new(ErrorKind::Usage, format!("no completions for the shell `{other}`"))
                .hinted("supported: bash, zsh, fish, elvish, nushell, powershell"));
        }
    };
    ui::print(&text);
    Ok(ExitCode::SUCCESS)
}

fn script(generator: impl Generator, mut command: clap::Command) -> String {
    let mut out = Vec::new();
    clap_complete::generate(generator, &mut command, "darn", &mut out);
    String::from_utf8_lossy(&out).into_owned()
}
