//! `darn try [SHELL]`: a new interactive shell with darn on top of the user's own rc files.
//! No file of the user is touched.

use std::process::{Command, ExitCode};

use crate::error::{Error, ErrorKind};
use crate::ui;

pub fn run(name: Option<&str>) -> Result<ExitCode, Error> {
    let from_env = std::env::var("SHELL").unwrap_or_default();
    let wanted = name.unwrap_or(if from_env.is_empty() { "bash" } else { &from_env });
    let spec = super::init::spec(wanted)?;
    let script = spec.script(&super::init::program());
    let program = if wanted.contains('/') { wanted } else { spec.name };
    let mut command = Command::new(program);
    command.env_remove(crate::env::SESSION); // of the shell that called, not of this one
    let directory = std::env::temp_dir().join(format!("darn-try-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    match spec.name {
        "bash" => {
            let file = directory.join("rc");
            std::fs::write(&file, format!("[ -r ~/.bashrc ] && . ~/.bashrc\n{script}"))?;
            command.arg("--rcfile").arg(&file).arg("-i");
        }
        "zsh" => {
            std::fs::write(directory.join(".zshrc"), format!("ZDOTDIR=$HOME; [[ -r ~/.zshrc ]] && . ~/.zshrc\n{script}"))?;
            command.env("ZDOTDIR", &directory).arg("-i");
        }
        "fish" => {
            let file = directory.join("init.fish");
            std::fs::write(&file, script)?;
            command.arg("-i").arg("-C").arg(format!("source {}", file.display()));
        }
        _ => {
            let file = directory.join("rc");
            std::fs::write(&file, script)?;
            command.env("ENV", &file).arg("-i");
        }
    }
    ui::print(&format!("darn is loaded in this {}; `exit` leaves it. Try: gti status\n", spec.name));
    let status = command.status().map_err(|error| {
        Error::new(ErrorKind::Usage, format!("cannot start {program}: {error}")).hinted("name an installed shell: darn try bash")
    });
    let _ = std::fs::remove_dir_all(&directory);
    let code = status?.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Ok(ExitCode::from(code))
}
