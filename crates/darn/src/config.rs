//! Configuration: the defaults, the user's file, and a project's file, which may only restrict.
//!
//! The hook reads it after every failed command: without a file the cost is one failed `open`, and a file
//! without problems is deserialized straight into [`Settings`].

use std::path::{Path, PathBuf};

use crate::caller::Caller;
use crate::error::{Error, ErrorKind};
use crate::{dirs, env, files, log};

pub mod keys;
pub mod llm;
mod project;
mod read;
pub mod schema;
mod settings;
pub mod value;
mod write;

pub use read::{Parsed, Problem, Severity, parse};
pub use settings::{Capture, CaptureMode, EscEsc, GuardLevel, Keys, Legend, Settings};
#[cfg(feature = "llm")]
pub use settings::{ChatKeys, ShellAttach, TaskConfirm};
pub use write::{set, unknown, unset};

/// Name of a project's configuration file.
pub const PROJECT_FILE: &str = ".darn.toml";

/// Maximum size of a configuration file.
const MAX_BYTES: u64 = 1 << 20;

/// Number of parent directories searched for a project file.
const MAX_LEVELS: usize = 32;

/// The configuration of this machine.
#[derive(Debug, Default)]
pub struct Config {
    pub settings: Settings,
    pub problems: Vec<Problem>,
    /// Without the project's file.
    pub own: Settings,
    /// The files that were read.
    pub files: Vec<PathBuf>,
}

/// Returns the user's file: the one given on the command line or by `DARN_CONFIG`, or the default one.
pub fn path(explicit: Option<&Path>, caller: &Caller) -> Option<PathBuf> {
    explicit
        .map(Path::to_path_buf)
        .or_else(|| caller.raw(env::CONFIG).map(PathBuf::from))
        .or_else(|| Some(dirs::config()?.join("config.toml")))
}

/// Reads the configuration for the caller's directory, without project files if that is unknown. Never fails:
/// problems are listed, everything valid applies.
pub fn load(explicit: Option<&Path>, caller: &Caller) -> Config {
    let mut config = Config::default();
    if let Some(parsed) = path(explicit, caller).and_then(|file| config.read(&file)) {
        config.own = parsed.settings;
    }
    config.settings = config.own.clone();
    let above = caller.directory.ancestors().filter(|above| above.is_absolute()).take(MAX_LEVELS);
    for file in above.map(|above| above.join(PROJECT_FILE)) {
        if let Some(parsed) = config.read(&file) {
            for path in &parsed.paths {
                if let Err(why) = project::tighten(&mut config.settings, path, &parsed.settings) {
                    config.problem(&file, Severity::Warning, format!("{path}: {why}"));
                }
            }
            config.settings.policy.project = Some(file);
            break; // the nearest file wins, as in other tools
        }
    }
    config
}

impl Config {
    /// Parses a file; `None` if it is missing or unreadable.
    fn read(&mut self, file: &Path) -> Option<Parsed> {
        match files::read(file, MAX_BYTES) {
            Ok(bytes) => {
                let mut parsed = parse(file, &bytes?);
                self.problems.append(&mut parsed.problems);
                self.files.push(file.to_owned());
                Some(parsed)
            }
            Err(error) => {
                let message = format!("cannot be read: {}", files::reason(&error));
                self.problem(file, Severity::Error, message);
                None
            }
        }
    }

    /// Adds a problem of a whole file.
    fn problem(&mut self, file: &Path, severity: Severity, message: String) {
        self.problems.push(Problem { file: file.to_owned(), line: 0, severity, message });
    }
}

/// Loads the settings for the hook, which cannot report errors: problems go to the log.
pub fn for_hook(caller: &Caller) -> Settings {
    let config = load(None, caller);
    for problem in &config.problems {
        log::note(&problem.to_string());
    }
    config.settings
}

/// Loads the configuration for a command: problems are reported on stderr, and a file named with `--config`
/// must exist.
///
/// # Errors
/// The file named on the command line does not exist.
pub fn for_command(context: &crate::context::Context) -> Result<Config, Error> {
    if let Some(file) = &context.config
        && !file.exists()
    {
        return Err(Error::new(
            ErrorKind::Config,
            format!("there is no configuration file {}", file.display()),
        ));
    }
    let config = load(context.config.as_deref(), &context.caller);
    if !context.quiet {
        for problem in &config.problems {
            crate::ui::warning(&problem.to_string());
        }
    }
    Ok(config)
}
