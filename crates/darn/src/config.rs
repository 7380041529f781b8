//! Configuration: the defaults, the user's file, and a project's file, which may only restrict.
//!
//! The hook reads it after every failed command, so it parses as little as possible: the defaults are Rust
//! values (a test compares them with `default.toml`), and without a file the cost is one failed `open`.

use std::path::{Path, PathBuf};

use engine::Confidence;
use policy::Private;

use crate::caller::Caller;
use crate::error::{Error, ErrorKind};
use crate::{dirs, env, files, log};

pub mod keys;
pub mod llm;
mod read;
pub mod schema;
mod write;

pub use llm::Llm;
pub use read::{Problem, Severity, Value, parse, parse_value};
pub use write::{set, unknown, unset};

/// The text that `darn config default` prints.
pub const DEFAULT: &str = include_str!("config/default.toml");

/// Name of a project's configuration file.
pub const PROJECT_FILE: &str = ".darn.toml";

/// Maximum size of a configuration file.
const MAX_BYTES: u64 = 1 << 20;

/// Number of parent directories searched for a project file.
const MAX_LEVELS: usize = 32;

/// What the user wants to see, `[suggest]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggest {
    pub enabled: bool,
    pub limit: usize,
    pub min_confidence: Confidence,
    pub ghost_text: bool,
    pub causes: bool,
    pub legend: Legend,
    pub program_silence: Vec<String>,
}

/// Whether hints explain their keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Legend {
    /// Until the user has shown that they know the keys.
    Auto,
    Always,
    Never,
}

impl Legend {
    fn named(name: &str) -> Self {
        match name {
            "always" => Self::Always,
            "never" => Self::Never,
            _ => Self::Auto,
        }
    }
}

impl Suggest {
    /// Returns whether darn is silent about failures of this program.
    #[must_use]
    pub fn is_silenced(&self, program: Option<&str>) -> bool {
        let name = program.map(|program| program.rsplit('/').next().unwrap_or(program));
        name.is_some_and(|name| self.program_silence.iter().any(|silent| silent == name))
    }
}

/// Line editor keys by name, `[keys]`; [`keys::bytes`] maps them to bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    pub accept: String,
    pub list: String,
    pub esc_esc: String,
    pub ask: String,
    pub model: String,
    pub explain: String,
}

impl Keys {
    /// Returns the byte sequences of `accept` and `list`, empty if unset. A key bound to both accepts; `darn
    /// doctor` reports the conflict.
    #[must_use]
    pub fn bytes(&self) -> (Vec<u8>, Vec<u8>) {
        let bytes = |name: &str| keys::bytes(name).unwrap_or_default(); // validated when read
        let (accept, list) = (bytes(&self.accept), bytes(&self.list));
        let is_same = accept == list;
        (accept, if is_same { Vec::new() } else { list })
    }

    /// Like [`Self::bytes`] for `model` and `ask`; also empty if the key equals one of the others.
    #[must_use]
    pub fn asking(&self) -> (Vec<u8>, Vec<u8>) {
        let (accept, list) = self.bytes();
        let free = |name: &str| {
            Some(keys::bytes(name).unwrap_or_default()).filter(|key| *key != accept && *key != list)
        };
        let model = free(&self.model).unwrap_or_default();
        let ask = free(&self.ask).filter(|key| *key != model).unwrap_or_default();
        (model, ask)
    }

    /// Like [`Self::asking`] for `explain`.
    #[must_use]
    pub fn explaining(&self) -> Vec<u8> {
        let (accept, list) = self.bytes();
        let (model, ask) = self.asking();
        let key = keys::bytes(&self.explain).unwrap_or_default();
        if [accept, list, model, ask].contains(&key) { Vec::new() } else { key }
    }
}

/// Commands that run without confirmation, and commands that are refused: `[policy] allow` and `block`, as
/// written; [`policy::lists`] parses them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lists {
    pub allow: Vec<String>,
    pub block: Vec<String>,
    /// Entries added by a project file, and that file.
    pub project_block: Vec<String>,
    pub project: Option<PathBuf>,
}

/// What the Enter guard may do, `[policy] level`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GuardLevel {
    Off,
    /// Warns, but stops nothing.
    Passive,
    /// Asks for confirmation, or refuses.
    Active,
}

/// The Enter guard, `[policy]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guard {
    pub level: GuardLevel,
    /// The word that confirms a dangerous command.
    pub confirm_word: String,
}

impl Guard {
    fn level(name: &str) -> GuardLevel {
        match name {
            "off" => GuardLevel::Off,
            "active" => GuardLevel::Active,
            _ => GuardLevel::Passive,
        }
    }
}

/// How darn may obtain the output of commands, `[capture] mode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureMode {
    None,
    /// Asks the relay or the terminal after a failure.
    Auto,
    /// If neither is available, zsh redirects standard error to a file.
    StderrFile,
}

/// The output of commands, `[capture]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    pub mode: CaptureMode,
    /// Commands whose output is never read, in addition to the built-in list; in the format of the table of
    /// [`policy::Private`].
    pub never: Vec<String>,
    /// Maximum number of lines, from the end of an output, that are shown or sent to a model ...
    pub max_lines: usize,
    /// ... and their maximum size. Rules match the whole captured output.
    pub max_bytes: usize,
}

impl Capture {
    fn mode(name: &str) -> CaptureMode {
        match name {
            "none" => CaptureMode::None,
            "stderr-file" => CaptureMode::StderrFile,
            _ => CaptureMode::Auto,
        }
    }

    /// Returns the commands whose output is private.
    #[must_use]
    pub fn private(&self) -> Private {
        Private::with(&self.never)
    }
}

fn confidence(name: &str) -> Confidence {
    match name {
        "high" => Confidence::High,
        "low" => Confidence::Low,
        _ => Confidence::Medium,
    }
}

/// The settings in effect in this version.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    pub suggest: Suggest,
    pub keys: Keys,
    pub lists: Lists,
    pub guard: Guard,
    pub capture: Capture,
    pub llm: Llm,
    /// Directories of shared rule files, `[rules] sources`.
    pub rule_sources: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            suggest: Suggest {
                enabled: true,
                limit: 3,
                min_confidence: Confidence::Medium,
                ghost_text: true,
                causes: true,
                legend: Legend::Auto,
                program_silence: Vec::new(),
            },
            keys: Keys {
                accept: "tab".into(),
                list: "alt-/".into(),
                esc_esc: "if-free".into(),
                ask: "ctrl-x ctrl-t".into(),
                model: "alt-?".into(),
                explain: String::new(),
            },
            lists: Lists::default(),
            guard: Guard { level: GuardLevel::Passive, confirm_word: "yes".into() },
            capture: Capture {
                mode: CaptureMode::Auto,
                never: Vec::new(),
                max_lines: 100,
                max_bytes: 10 * 1024,
            },
            llm: Llm::default(),
            rule_sources: Vec::new(),
        }
    }
}

impl Settings {
    /// Applies a validated value of the user's file; skips settings that have no effect yet.
    fn apply(&mut self, path: &str, value: Value) {
        let Self { suggest, keys, guard, lists, capture, llm, rule_sources } = self;
        match (path, value) {
            ("suggest.enabled", Value::Bool(value)) => suggest.enabled = value,
            ("suggest.limit", Value::Integer(value)) => suggest.limit = usize::try_from(value).unwrap_or(1),
            ("suggest.min_confidence", Value::Text(value)) => {
                suggest.min_confidence = confidence(&value);
            }
            ("suggest.ghost_text", Value::Bool(value)) => suggest.ghost_text = value,
            ("suggest.causes", Value::Bool(value)) => suggest.causes = value,
            ("suggest.legend", Value::Text(value)) => suggest.legend = Legend::named(&value),
            ("suggest.program_silence", Value::List(value)) => suggest.program_silence = value,
            ("keys.accept", Value::Text(value)) => keys.accept = value,
            ("keys.list", Value::Text(value)) => keys.list = value,
            ("keys.esc_esc", Value::Text(value)) => keys.esc_esc = value,
            ("keys.ask", Value::Text(value)) => keys.ask = value,
            ("keys.model", Value::Text(value)) => keys.model = value,
            ("keys.explain", Value::Text(value)) => keys.explain = value,
            ("policy.allow", Value::List(value)) => lists.allow = value,
            ("policy.block", Value::List(value)) => lists.block = value,
            ("policy.level", Value::Text(value)) => guard.level = Guard::level(&value),
            ("policy.confirm_word", Value::Text(value)) if !value.trim().is_empty() => {
                guard.confirm_word = value.trim().to_owned();
            }
            ("capture.mode", Value::Text(value)) => capture.mode = Capture::mode(&value),
            ("capture.never", Value::List(value)) => capture.never = value,
            ("capture.max_lines", Value::Integer(value)) => capture.max_lines = count(value),
            ("capture.max_bytes", Value::Integer(value)) => capture.max_bytes = count(value),
            ("rules.sources", Value::List(value)) => *rule_sources = value,
            (path, value) => {
                if let Some(path) = path.strip_prefix("llm.") {
                    llm.apply(path, value);
                }
            }
        }
    }

    /// Applies a project file's setting, which may only restrict: less output, never more.
    fn tighten(&mut self, path: &str, value: Value) -> Result<(), &'static str> {
        match (path, value) {
            ("suggest.enabled", Value::Bool(false)) => self.suggest.enabled = false,
            ("suggest.ghost_text", Value::Bool(false)) => self.suggest.ghost_text = false,
            ("suggest.causes", Value::Bool(false)) => self.suggest.causes = false,
            ("suggest.program_silence", Value::List(more)) => self.suggest.program_silence.extend(more),
            ("capture.mode", Value::Text(mode)) if mode == "none" => self.capture.mode = CaptureMode::None,
            ("capture.never", Value::List(more)) => self.capture.never.extend(more),
            ("capture.max_lines", Value::Integer(most)) => {
                self.capture.max_lines = self.capture.max_lines.min(count(most));
            }
            ("capture.max_bytes", Value::Integer(most)) => {
                self.capture.max_bytes = self.capture.max_bytes.min(count(most));
            }
            ("policy.block", Value::List(more)) => self.lists.project_block.extend(more),
            ("policy.allow", _) => return Err("a project file cannot allow commands; ignored"),
            ("policy.level", Value::Text(level)) if Guard::level(&level) >= self.guard.level => {
                self.guard.level = Guard::level(&level);
            }
            ("policy.level", _) => return Err("a project file can only raise it; ignored"),
            (path, value) if path.strip_prefix("llm.").is_some_and(|path| self.llm.tighten(path, &value)) => {
            }
            _ => return Err("a project file can only make darn quieter; ignored"),
        }
        Ok(())
    }
}

/// Converts a validated number.
fn count(value: i64) -> usize {
    usize::try_from(value).unwrap_or(0)
}

/// The configuration of this machine.
#[derive(Debug, Default)]
pub struct Config {
    pub settings: Settings,
    pub problems: Vec<Problem>,
    /// Every value set in the user's own file.
    pub values: Vec<(String, Value)>,
    /// The files that were read.
    pub files: Vec<PathBuf>,
}

/// Returns the user's file: the one given on the command line or by `DARN_CONFIG`, or the default one.
#[must_use]
pub fn path(explicit: Option<&Path>, caller: &Caller) -> Option<PathBuf> {
    explicit
        .map(Path::to_path_buf)
        .or_else(|| caller.raw(env::CONFIG).map(PathBuf::from))
        .or_else(|| Some(dirs::config()?.join("config.toml")))
}

/// Reads the configuration for the caller's directory, without project files if that is unknown. Never fails:
/// problems are listed, everything valid applies.
#[must_use]
pub fn load(explicit: Option<&Path>, caller: &Caller) -> Config {
    let mut config = Config::default();
    if let Some(file) = path(explicit, caller)
        && let Some(parsed) = read_file(&file, &mut config)
    {
        for (path, value) in &parsed {
            config.settings.apply(path, value.clone());
        }
        config.values = parsed;
    }
    let above = caller.directory.ancestors().filter(|above| above.is_absolute()).take(MAX_LEVELS);
    for directory in above {
        let file = directory.join(PROJECT_FILE);
        let before = config.files.len();
        for (path, value) in read_file(&file, &mut config).into_iter().flatten() {
            if let Err(why) = config.settings.tighten(&path, value) {
                let message = format!("{path}: {why}");
                config.problems.push(Problem {
                    file: file.clone(),
                    line: 0,
                    severity: Severity::Warning,
                    message,
                });
            }
        }
        if config.files.len() > before {
            config.settings.lists.project = Some(file);
            break; // the nearest file wins, as in other tools
        }
    }
    config
}

/// Returns the values of one file; `None` if it is missing or unreadable.
fn read_file(file: &Path, config: &mut Config) -> Option<Vec<(String, Value)>> {
    match files::read(file, MAX_BYTES) {
        Ok(None) => None,
        Ok(Some(bytes)) => {
            let parsed = parse(file, &bytes);
            config.problems.extend(parsed.problems);
            config.files.push(file.to_owned());
            Some(parsed.values)
        }
        Err(error) => {
            let message = format!("cannot be read: {}", files::reason(&error));
            config.problems.push(Problem {
                file: file.to_owned(),
                line: 0,
                severity: Severity::Error,
                message,
            });
            None
        }
    }
}

/// Loads the settings for the hook, which cannot report errors: problems go to the log.
#[must_use]
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

/// Returns every setting with its default value, from `default.toml`.
#[must_use]
pub fn defaults() -> Vec<(String, Value)> {
    parse(Path::new("default.toml"), DEFAULT.as_bytes()).values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_toml_and_the_code_agree() {
        let parsed = parse(Path::new("default.toml"), DEFAULT.as_bytes());
        assert_eq!(parsed.problems, []);
        let mut settings = Settings::default();
        for (path, value) in &parsed.values {
            settings.apply(path, value.clone());
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn default_toml_holds_every_setting() {
        let parsed = parse(Path::new("default.toml"), DEFAULT.as_bytes());
        for setting in schema::ALL {
            let name = setting.path.rsplit('.').next().unwrap();
            let is_there = if setting.path.contains('*') {
                DEFAULT.contains(&format!("# {name} = ")) || DEFAULT.contains(name)
            } else {
                parsed.values.iter().any(|(path, _)| path == setting.path)
            };
            assert!(is_there, "{} is not in default.toml", setting.path);
        }
    }

    #[test]
    fn a_project_may_only_tighten() {
        let mut settings = Settings::default();
        settings.suggest.program_silence = vec!["make".into()];
        settings.tighten("suggest.program_silence", Value::List(vec!["cargo".into()])).unwrap();
        settings.tighten("suggest.enabled", Value::Bool(false)).unwrap();
        settings.tighten("policy.block", Value::List(vec!["terraform apply".into()])).unwrap();
        settings.capture.never = vec!["mytool".into()];
        settings.tighten("capture.never", Value::List(vec!["ours show".into()])).unwrap();
        assert_eq!(settings.capture.never, ["mytool", "ours show"]);
        settings.tighten("capture.max_lines", Value::Integer(5)).unwrap();
        settings.tighten("capture.max_bytes", Value::Integer(1 << 20)).unwrap();
        assert_eq!((settings.capture.max_lines, settings.capture.max_bytes), (5, 10 * 1024));
        assert!(settings.tighten("policy.allow", Value::List(vec!["rm **".into()])).is_err());
        let project_block = vec!["terraform apply".into()];
        assert_eq!(settings.lists, Lists { project_block, ..Lists::default() });
        assert!(settings.tighten("suggest.enabled", Value::Bool(true)).is_err());
        assert!(settings.tighten("keys.accept", Value::Text("esc".into())).is_err());
        settings.tighten("policy.level", Value::Text("active".into())).unwrap();
        assert!(settings.tighten("policy.level", Value::Text("off".into())).is_err());
        assert_eq!(settings.guard.level, GuardLevel::Active);
        assert!(settings.tighten("rules.sources", Value::List(vec!["/tmp".into()])).is_err());
        assert_eq!(settings.suggest.program_silence, ["make", "cargo"]);
        assert!(!settings.suggest.enabled);
    }
}
