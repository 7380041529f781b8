//! Command line arguments; parsing has no side effects.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind as ClapKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands;
use crate::context::{Context, Options};
use crate::error::{Error, ErrorKind};

mod help;

/// Fixes the command that just failed, in the shell you already use
#[derive(Debug, Parser)]
#[command(name = "darn", version, disable_help_subcommand = true)]
struct Arguments {
    #[command(flatten)]
    options: Options,
    /// Mend what failed in your other shells, or in session ID; needs the daemon
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "")]
    session: Option<String>,
    #[command(subcommand)]
    command: Option<Subcommands>,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    /// Open a new shell with darn loaded, without installing it
    #[command(after_help = "None of your files are changed; type `exit` to leave the shell.")]
    Try {
        /// bash, zsh, fish or sh (default: your shell)
        shell: Option<String>,
    },
    /// Run your shell so that darn can see what commands print
    Shell(commands::shell::Arguments),
    /// Add darn to the startup files of your shells, after asking
    Setup(commands::setup::Arguments),
    /// Remove every trace of darn, after asking
    Uninstall(commands::uninstall::Arguments),
    /// Check the installation and suggest fixes
    Doctor(commands::doctor::Arguments),
    /// Show, check and change the configuration
    Config(commands::config::Arguments),
    /// Suggest commands for a given failure
    Fix(commands::fix::Arguments),
    /// Explain what went wrong and why, for the last or a given failure
    Explain(commands::explain::Arguments),
    /// Print the last failure, redacted, for editors and agents
    Last(commands::last::Arguments),
    /// Rate the last suggestion; the rating stays on this machine
    Feedback(commands::feedback::Arguments),
    /// Keep one process that answers for all shells
    Daemon(commands::daemon::Arguments),
    /// Diagnose one failure, for integration into other programs
    Diagnose(commands::diagnose::Arguments),
    /// Turn plain language into commands for this shell; nothing runs
    #[cfg(feature = "llm")]
    Ask(commands::ask::Arguments),
    /// Ask about what just failed, in a line that also runs commands
    #[cfg(feature = "llm")]
    Chat(commands::chat::Arguments),
    /// Carry out a task step by step in one shell, each step confirmed
    #[cfg(feature = "llm")]
    Do(commands::task::Arguments),
    /// Show the last request sent to a provider, byte for byte
    #[cfg(feature = "llm")]
    LastRequest,
    /// Judge command lines before they run
    Check(commands::check::Arguments),
    /// Show and verify the audit log: what was proposed, judged, run
    Log(commands::log::Arguments),
    /// List, show and test the rules, built-in and your own
    Rules(commands::rules::Arguments),
    /// List, show and test the rules for dangerous commands
    Policy(commands::policy::Arguments),
    /// Redact secrets from standard input
    Redact(commands::redact::Arguments),
    /// List and test what counts as a secret, built-in and your own
    Secrets(commands::secrets::Arguments),
    /// Print the integration script for a shell
    Init {
        /// bash, zsh, fish or sh
        shell: String,
        /// Also cache it in a file, so that the next start need not run darn
        #[arg(long)]
        keep: bool,
        /// Print the line that starts `darn shell` instead
        #[arg(long, conflicts_with = "keep")]
        wrap: bool,
    },
    /// Print shell completions for darn
    Completions {
        /// bash, zsh, fish, elvish, nushell or powershell
        shell: String,
    },
    /// Print help for darn or one of its commands
    Help {
        /// A command, such as fix or config set
        command: Vec<OsString>,
    },
    /// Write the manual pages to a directory, or the main one to standard output
    #[command(hide = true)]
    Man { directory: Option<PathBuf> },
}

/// Parses the arguments and runs the subcommand.
pub fn dispatch(arguments: Vec<OsString>) -> Result<ExitCode, Error> {
    let mut command = command();
    let parsed = command.try_get_matches_from_mut(&arguments);
    let arguments = match parsed.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        Err(error) => return not_run(&error, &command, &arguments),
    };
    let context = &Context::new(arguments.options);
    match arguments.command {
        None => match &arguments.session {
            Some(id) => commands::others::run(context, id),
            None => Ok(ExitCode::from(1)),
        },
        Some(Subcommands::Fix(arguments)) => commands::fix::run(context, &arguments),
        Some(Subcommands::Explain(arguments)) => commands::explain::run(context, &arguments),
        Some(Subcommands::Last(arguments)) => commands::last::run(context, &arguments),
        Some(Subcommands::Feedback(arguments)) => commands::feedback::run(context, &arguments),
        Some(Subcommands::Daemon(arguments)) => commands::daemon::run(context, &arguments),
        Some(Subcommands::Diagnose(arguments)) => commands::diagnose::run(context, &arguments),
        #[cfg(feature = "llm")]
        Some(Subcommands::Ask(arguments)) => commands::ask::run(context, &arguments),
        #[cfg(feature = "llm")]
        Some(Subcommands::Chat(arguments)) => commands::chat::run(context, &arguments),
        #[cfg(feature = "llm")]
        Some(Subcommands::Do(arguments)) => commands::task::run(context, &arguments),
        #[cfg(feature = "llm")]
        Some(Subcommands::LastRequest) => commands::last_request::run(context),
        Some(Subcommands::Check(arguments)) => commands::check::run(context, &arguments),
        Some(Subcommands::Log(arguments)) => commands::log::run(context, &arguments),
        Some(Subcommands::Policy(arguments)) => commands::policy::run(context, &arguments),
        Some(Subcommands::Redact(arguments)) => commands::redact::run(context, &arguments),
        Some(Subcommands::Secrets(arguments)) => commands::secrets::run(context, &arguments),
        Some(Subcommands::Rules(arguments)) => commands::rules::run(context, &arguments),
        Some(Subcommands::Init { shell, wrap: true, .. }) => commands::init::wrap(&shell),
        Some(Subcommands::Init { shell, keep, .. }) => commands::init::run(context, &shell, keep),
        Some(Subcommands::Try { shell }) => commands::r#try::run(context, shell.as_deref()),
        Some(Subcommands::Shell(arguments)) => commands::shell::run(context, &arguments),
        Some(Subcommands::Setup(arguments)) => commands::setup::run(context, &arguments),
        Some(Subcommands::Uninstall(arguments)) => commands::uninstall::run(context, &arguments),
        Some(Subcommands::Doctor(arguments)) => commands::doctor::run(context, &arguments),
        Some(Subcommands::Config(arguments)) => commands::config::run(context, arguments),
        Some(Subcommands::Help { command }) => {
            let words = std::iter::once("darn".into()).chain(command).chain(["--help".into()]);
            dispatch(words.collect())
        }
        Some(Subcommands::Completions { shell }) => commands::completions::run(&shell, command),
        Some(Subcommands::Man { directory }) => commands::man::run(directory.as_deref(), command),
    }
}

/// Returns darn's command line as data, for completions and manual pages.
fn command() -> clap::Command {
    help::attach(Arguments::command())
}

/// Prints help, the version, or a usage error in darn's error format.
fn not_run(error: &clap::Error, command: &clap::Command, arguments: &[OsString]) -> Result<ExitCode, Error> {
    if matches!(error.kind(), ClapKind::DisplayHelp | ClapKind::DisplayVersion) {
        let _ = error.print();
        return Ok(ExitCode::SUCCESS);
    }
    // for a missing subcommand, the help is the best answer
    if error.kind() == ClapKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return Ok(ExitCode::from(2));
    }
    let told = usage(&error.to_string());
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else {
        return Err(told);
    };
    Err(Error { hints: subcommand_hints(typed, command, arguments), ..told })
}

/// Converts clap's text: `error: what`, then paragraphs with tips and the usage line.
fn usage(text: &str) -> Error {
    let mut paragraphs = text.split("\n\n");
    let what = paragraphs.next().unwrap_or("").trim_start_matches("error: ");
    let what = what.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let mut error = Error::new(ErrorKind::Usage, what);
    for line in text.lines().map(str::trim) {
        if let Some(tip) = line.strip_prefix("tip: ") {
            error = error.hinted(tip);
        } else if let Some(usage) = line.strip_prefix("Usage: ") {
            error = error.hinted(format!("usage: {usage}"));
        }
    }
    error
}

/// Suggests the closest subcommand, by the edit distance used for suggestions, and the full list.
fn subcommand_hints(typed: &str, command: &clap::Command, arguments: &[OsString]) -> Vec<String> {
    let mut above = command;
    let mut path = command.get_name().to_owned();
    for word in arguments.iter().skip(1) {
        if let Some(below) = above.find_subcommand(word) {
            above = below;
            path = format!("{path} {}", below.get_name());
        }
    }
    let visible = above.get_subcommands().filter(|command| !command.is_hide_set());
    let near = engine::spell::nearest(typed, visible.map(clap::Command::get_name));
    let guess = near.first().map(|near| format!("did you mean `{path} {}`?", near.name));
    guess.into_iter().chain([format!("`{path} --help` lists the commands")]).collect()
}
