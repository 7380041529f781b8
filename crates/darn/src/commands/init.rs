//! `darn init SHELL`: prints the integration script.

use std::path::PathBuf;

use shell::shells;
use shell::spec::{Level, ModelKeys, Options, Rest, ShellSpec};

use super::prelude::*;
use crate::config::{CaptureMode, EscEsc, GuardLevel};
use crate::files;

mod part;
mod rest;

pub fn run(context: &Context, name: &str, keep: bool) -> Result<ExitCode, Error> {
    let spec = spec(name)?;
    let options = options(context, spec)?;
    ui::print(&spec.script(&options));
    if keep {
        // if that fails, the next start runs darn again, which takes a millisecond
        let _ = store(context, spec, options);
    }
    Ok(ExitCode::SUCCESS)
}

/// `darn init SHELL --wrap`: prints the startup line that starts `darn shell`.
pub fn wrap(name: &str) -> Result<ExitCode, Error> {
    let spec = spec(name)?;
    if spec.wrap.is_empty() {
        return Err(Error::new(ErrorKind::Usage, format!("{} cannot start the relay itself", spec.name))
            .hinted("let the terminal start it: darn shell --shell PATH"));
    }
    ui::print(&spec.wrapper(&program()));
    Ok(ExitCode::SUCCESS)
}

/// Stores the script in the cache, together with the test that it is newer than the program, the configuration
/// and the policy files that it was generated from (removing one changes its directory). If it is not, sourcing
/// it fails, and the startup file runs darn.
fn store(context: &Context, spec: &ShellSpec, mut options: Options) -> Option<()> {
    let file = dirs::cache()?.join(format!("init.{}", spec.name));
    let program = std::env::current_exe().ok()?;
    let sources = config::path(context.config.as_deref(), &context.caller).into_iter();
    let sources = sources.chain(crate::policy::directory()).chain(crate::policy::files());
    let (mut present, missing): (Vec<_>, Vec<_>) = sources.partition(|path| path.exists());
    if let Some(body) = spec.body(&options) {
        options.body_file = Some(part::file("start", spec, &body)?);
        present.extend(options.body_file.iter().map(PathBuf::from));
    }
    let text = spec.stored(&spec.script(&options), &file, &program, &present, &missing)?;
    files::create_private_directory(file.parent()?).ok()?;
    files::replace(&file, text.as_bytes(), 0o600).ok()
}

/// Returns the script for a shell, with this program's path, the keys and the guard.
pub fn script(context: &Context, spec: &ShellSpec) -> Result<String, Error> {
    Ok(spec.script(&options(context, spec)?))
}

fn options(context: &Context, spec: &ShellSpec) -> Result<Options, Error> {
    // hooks write only if darn's directories exist; if creating one fails, nothing is stored
    let _ = dirs::cache().map(|cache| files::create_private_directory(&cache));
    // this runs at every shell start, so errors in the default file go to the log
    let settings = match context.config {
        Some(_) => config::for_command(context)?.settings,
        None => config::for_hook(&context.caller.nowhere()),
    };
    let keys = settings.keys.bytes();
    let esc_esc = settings.keys.esc_esc == EscEsc::IfFree;
    let level = match settings.policy.level {
        GuardLevel::Off => Level::Off,
        GuardLevel::Passive => Level::Passive,
        GuardLevel::Active => Level::Active,
    };
    let is_guarded = spec.guard.iter().any(|(guarded, _)| *guarded == level);
    let rest = if is_guarded { rest::prepare(spec, &settings) } else { Rest::default() };
    let stderr_file =
        (settings.capture.mode == CaptureMode::StderrFile).then(|| settings.capture.private().rows());
    let model = (cfg!(feature = "llm") && settings.llm.enabled)
        .then_some(ModelKeys { failure: keys.model, wish: keys.ask });
    let failed_file = (!spec.failed.is_empty()).then(|| part::file("failed", spec, spec.failed)).flatten();
    Ok(Options {
        darn: program(),
        accept: keys.accept,
        list: keys.list,
        explain: keys.explain,
        esc_esc,
        level,
        rest,
        body_file: None,
        failed_file,
        stderr_file,
        patience_ms: settings.daemon.hook_timeout_ms.0,
        model,
    })
}

/// Returns the shell of that name, or an error that lists the supported ones.
pub fn spec(name: &str) -> Result<&'static ShellSpec, Error> {
    shells::find(name).ok_or_else(|| {
        let known: Vec<_> = shells::ALL.iter().map(|spec| spec.name).collect();
        Error::new(ErrorKind::Usage, format!("no integration for the shell `{name}`"))
            .hinted(format!("supported: {}", known.join(", ")))
    })
}

/// Returns how the scripts call this program: by its absolute path.
pub fn program() -> String {
    std::env::current_exe().map_or_else(|_| "darn".into(), |path| path.to_string_lossy().into_owned())
}
