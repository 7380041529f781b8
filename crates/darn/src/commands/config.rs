//! `darn config`: show, check and change the configuration.

use clap::Subcommand;
use toml_edit::Value;

use super::prelude::*;
use crate::config::{Severity, schema};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print every setting with its default, as a file to start from
    Default,
    /// Print the path of your configuration file
    Path,
    /// Print the value of a setting, of a section, or of all settings
    Get {
        /// A setting or section, such as suggest.limit or suggest
        key: Option<String>,
    },
    /// Change a setting in your configuration file, keeping comments
    #[command(after_help = "Example: darn config set suggest.program_silence make,terraform")]
    Set {
        /// A setting, such as suggest.limit
        key: String,
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Remove a setting from your configuration file, so that its default applies
    Unset {
        /// A setting, such as suggest.limit
        key: String,
    },
    /// Check your configuration file and the project's
    Check,
    /// Print a JSON Schema of the configuration file, for editors
    Schema,
    /// List the environment variables that darn uses
    Env,
}

pub fn run(context: &Context, arguments: Arguments) -> Result<ExitCode, Error> {
    match arguments.action {
        Action::Default => ui::print(&schema::default_text()),
        Action::Path => ui::print(&format!("{}\n", file(context)?.display())),
        Action::Get { key } => ui::print(&get(context, key.as_deref())?),
        Action::Set { key, value } => {
            let file = file(context)?;
            let value = config::set(&file, &key, &value)?;
            context.note(&format!("{key} = {value} in {}", dirs::display(&file)));
        }
        Action::Unset { key } => {
            let file = file(context)?;
            let place = dirs::display(&file);
            let was_set = config::unset(&file, &key)?;
            let what = if was_set { "is no longer set" } else { "was not set" };
            context.note(&format!("{key} {what} in {place}; the default applies"));
        }
        Action::Check => return check(context),
        Action::Schema => ui::print(&format!("{:#}\n", *schema::ROOT)),
        Action::Env => ui::print(&variables(context)),
    }
    Ok(ExitCode::SUCCESS)
}

fn file(context: &Context) -> Result<PathBuf, Error> {
    config::path(context.config.as_deref(), &context.caller).ok_or_else(|| {
        Error::new(ErrorKind::Config, "no directory for a configuration file: HOME is not set")
            .hinted("set HOME or XDG_CONFIG_HOME, or name a file with --config")
    })
}

/// Lists the settings, one per line, or returns the bare value of one.
fn get(context: &Context, key: Option<&str>) -> Result<String, Error> {
    let mut all = config::for_command(context)?.own.values();
    all.retain(|(_, value)| !value.is_inline_table());
    let section = match key.map(|key| (key, schema::find(key))) {
        None => String::new(),
        Some((key, Some(schema))) if schema::is_section(schema) => format!("{key}."),
        Some((key, Some(_))) => {
            return match all.into_iter().find(|(path, _)| path == key) {
                Some((_, Value::String(text))) => Ok(format!("{}\n", text.value())),
                Some((_, Value::Array(texts))) => {
                    Ok(texts.iter().filter_map(Value::as_str).map(|text| format!("{text}\n")).collect())
                }
                Some((_, value)) => Ok(format!("{value}\n")),
                None => Err(Error::new(ErrorKind::Negative, format!("`{key}` is not set"))),
            };
        }
        Some((key, None)) => return Err(config::unknown(key)),
    };
    let lines = all.iter().filter(|(path, _)| path.starts_with(&section));
    Ok(lines.map(|(path, value)| format!("{path} = {value}\n")).collect())
}

fn check(context: &Context) -> Result<ExitCode, Error> {
    let quiet = Context { quiet: true, ..context.clone() };
    let config = config::for_command(&quiet)?;
    let mut out = String::new();
    for problem in &config.problems {
        let severity = if problem.severity == Severity::Error { "error" } else { "warning" };
        out.push_str(&format!("{severity}: {problem}\n"));
    }
    for file in &config.files {
        if !config.problems.iter().any(|problem| problem.file == *file) {
            out.push_str(&format!("{}: fine\n", dirs::display(file)));
        }
    }
    if config.files.is_empty() && config.problems.is_empty() {
        let place = config::path(context.config.as_deref(), &context.caller).map(|path| dirs::display(&path));
        out = format!(
            "no configuration file ({}); the defaults apply\n",
            place.as_deref().unwrap_or("HOME is not set")
        );
    }
    ui::print(&out);
    let is_broken = config.problems.iter().any(|problem| problem.severity == Severity::Error);
    Ok(if is_broken { ExitCode::from(3) } else { ExitCode::SUCCESS })
}

fn variables(context: &Context) -> String {
    let group = |setter: env::Setter, title: &str| {
        let mut out = format!("{title}\n");
        for variable in env::ALL.iter().filter(|variable| variable.setter == setter) {
            let value = match context.caller.raw(variable.name) {
                Some(value) if setter == env::Setter::User => format!(" (now: {})", value.to_string_lossy()),
                _ => String::new(),
            };
            out.push_str(&format!("  {:<15} {}{value}\n", variable.name, variable.meaning));
        }
        out
    };
    [
        group(env::Setter::User, "Set by you:"),
        group(env::Setter::Hook, "\nSet by the integration scripts for one call:"),
        group(env::Setter::Shell, "\nSet by `darn shell`:"),
    ]
    .concat()
}
