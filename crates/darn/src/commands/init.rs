//! `darn init SHELL`: print the integration script.

use std::process::ExitCode;

use shell::shells::{self, Level, ModelKeys, Options, Rest, ShellSpec};

use crate::config::{CaptureMode, GuardLevel};
use crate::context::Context;
use crate::error::{Error, ErrorKind};
use crate::{config, dirs, files, ui};

mod rest;

pub fn run(context: &Context, name: &str, keep: bool) -> Result<ExitCode, Error> {
    let spec = spec(name)?;
    let script = script(context, spec)?;
    ui::print(&script);
    if keep {
        // where that fails, the next start runs darn again: slower by a millisecond, nothing else
        let _ = store(context, spec, &script);
    }
    Ok(ExitCode::SUCCESS)
}

/// `darn init SHELL --wrap`: what starts `darn shell` from a startup file.
pub fn wrap(name: &str) -> Result<ExitCode, Error> {
    let spec = spec(name)?;
    if spec.wrap.is_empty() {
        return Err(Error::new(ErrorKind::Usage, format!("{} cannot start the relay itself", spec.name))
            .hinted("let the terminal start it: darn shell --shell PATH"));
    }
    ui::print(&spec.wrapper(&program()));
    Ok(ExitCode::SUCCESS)
}

/// Keeps the script in the cache. It begins with a test that it is younger than the program and
/// the configuration it was made from; else sourcing it fails, and the startup file runs darn.
fn store(context: &Context, spec: &ShellSpec, script: &str) -> Option<()> {
    let file = dirs::cache()?.join(format!("init.{}", spec.name));
    let word = |path: &std::path::Path| Some(syntax::quote(path.to_str()?, spec.dialect).into_owned());
    let (kept, program) = (word(&file)?, word(&std::env::current_exe().ok()?)?);
    let config = config::path(context.config.as_deref())?;
    let unchanged = if config.exists() {
        let config = word(&config)?;
        format!("-e {config} && ! {config} -nt {kept}")
    } else {
        format!("! -e {}", word(&config)?)
    };
    // The guard's words come from the user's policy too; its directory is younger where one has gone.
    let mut unchanged = unchanged;
    for policy in
        crate::policy::directory().into_iter().filter(|path| path.exists()).chain(crate::policy::files())
    {
        unchanged += &format!(" && ! {} -nt {kept}", word(&policy)?);
    }
    let text = format!(
        "[[ -x {program} && ! {program} -nt {kept} && {unchanged} ]] || \\return 1\n{script}\ntrue\n"
    );
    files::create_private_directory(file.parent()?).ok()?;
    files::replace(&file, text.as_bytes(), 0o600).ok()
}

/// The script for a shell, with this program, and the keys and the guard of the configuration.
pub fn script(context: &Context, spec: &ShellSpec) -> Result<String, Error> {
    // hooks write only where darn has a directory; without one nothing is remembered
    let _ = dirs::cache().map(|cache| files::create_private_directory(&cache));
    // Runs at every start of a shell: what is wrong in the usual file is for the log.
    let settings = match context.config {
        Some(_) => config::for_command(context)?.settings,
        None => config::for_hook(None),
    };
    let (accept, list) = settings.keys.bytes();
    let explain = settings.keys.explaining();
    let esc_esc = settings.keys.esc_esc == "if-free";
    let level = match settings.guard.level {
        GuardLevel::Off => Level::Off,
        GuardLevel::Passive => Level::Passive,
        GuardLevel::Active => Level::Active,
    };
    let is_guarded = spec.guard.iter().any(|(guarded, _)| *guarded == level);
    let rest = if is_guarded { rest::of(spec, &settings) } else { Rest::default() };
    let stderr_file =
        (settings.capture.mode == CaptureMode::StderrFile).then(|| settings.capture.private().rows());
    let model = (cfg!(feature = "llm") && settings.llm.enabled).then(|| {
        let (failure, wish) = settings.keys.asking();
        ModelKeys { failure, wish }
    });
    Ok(spec.script(&Options {
        darn: program(),
        accept,
        list,
        explain,
        esc_esc,
        level,
        rest,
        stderr_file,
        model,
    }))
}

/// The shell of that name, or an error that lists those there are.
pub fn spec(name: &str) -> Result<&'static ShellSpec, Error> {
    shells::find(name).ok_or_else(|| {
        let known: Vec<_> = shells::ALL.iter().map(|spec| spec.name).collect();
        Error::new(ErrorKind::Usage, format!("no integration for the shell `{name}`"))
            .hinted(format!("supported: {}", known.join(", ")))
    })
}

/// How the scripts call this program: by its absolute path.
pub fn program() -> String {
    std::env::current_exe().map_or_else(|_| "darn".into(), |path| path.to_string_lossy().into_owned())
}
