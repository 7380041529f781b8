//! `darn doctor`: checks the installation; each problem comes with a remedy.

use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::circumstances::Format;
use super::prelude::*;

mod capture;
mod daemon;
mod files;
mod log;
#[cfg(feature = "llm")]
mod model;
mod shell;
mod surroundings;

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status 1 if something is broken.")]
pub struct Arguments {
    /// Apply the safe remedies
    #[arg(long)]
    fix: bool,
    /// Send the provider a small request to see whether it answers
    #[cfg(feature = "llm")]
    #[arg(long)]
    provider: bool,
    #[arg(
        long,
        value_enum,
        default_value_t,
        help = "Output format: plain or json",
        hide_possible_values = true
    )]
    #[arg(hide_default_value = true)]
    format: Format,
}

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Ok,
    Warn,
    Bad,
}

/// One line of the report.
#[derive(Debug, Serialize)]
struct Finding {
    /// Name of the check, stable for scripts; filled in by [`run`].
    check: &'static str,
    level: Level,
    text: String,
    remedy: Option<String>,
    #[serde(skip)]
    fix: Option<Fix>,
}

/// A safe remedy, and the message after applying it.
struct Fix {
    done: String,
    apply: Box<dyn Fn() -> std::io::Result<()>>,
}

impl std::fmt::Debug for Fix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fix").field("done", &self.done).finish_non_exhaustive()
    }
}

impl Finding {
    fn ok(text: impl Into<String>) -> Self {
        Self { check: "", level: Level::Ok, text: text.into(), remedy: None, fix: None }
    }

    /// Creates a finding about something that works but could be better.
    fn advised(text: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { remedy: Some(remedy.into()), ..Self::ok(text) }
    }

    fn warn(text: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { level: Level::Warn, ..Self::advised(text, remedy) }
    }

    fn bad(text: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { level: Level::Bad, ..Self::advised(text, remedy) }
    }

    fn fixed_by(
        mut self,
        done: impl Into<String>,
        apply: impl Fn() -> std::io::Result<()> + 'static,
    ) -> Self {
        self.fix = Some(Fix { done: done.into(), apply: Box::new(apply) });
        self
    }
}

/// Examines one aspect of the installation.
type Check = fn(&Context) -> Vec<Finding>;

/// The checks with their names, in the order of the report.
const CHECKS: &[(&str, Check)] = &[
    ("darn", surroundings::version),
    ("shell", shell::shell),
    ("hook", shell::hook),
    ("startup", shell::startup),
    ("keys", shell::keys),
    ("guard", shell::guard),
    ("not-found", shell::not_found_handler),
    ("capture", capture::capture),
    ("daemon", daemon::daemon),
    ("config", files::config),
    ("rules", files::rules),
    ("policy", files::policy),
    ("secrets", files::secrets),
    ("files", files::directories),
    #[cfg(feature = "llm")]
    ("model", model::provider),
    ("log", log::log),
    ("path", surroundings::path),
    ("locale", surroundings::locale),
];

/// Runs only with `--provider`.
#[cfg(feature = "llm")]
const PROVIDER: (&str, Check) = ("model-answers", model::check_answer);

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let checks = CHECKS.iter();
    #[cfg(feature = "llm")]
    let checks = checks.chain(arguments.provider.then_some(&PROVIDER));
    let examine = |(check, examine): &(&'static str, Check)| {
        examine(context).into_iter().map(|finding| Finding { check, ..finding }).collect::<Vec<_>>()
    };
    let mut findings: Vec<Finding> = checks.flat_map(examine).collect();
    if arguments.fix {
        findings.iter_mut().for_each(mend);
    }
    let is_broken = findings.iter().any(|finding| finding.level == Level::Bad);
    if arguments.format == Format::Json {
        let json = serde_json::json!({"findings": findings, "broken": is_broken});
        ui::print(&format!("{json:#}\n"));
    } else {
        let color = context.style().attributes;
        let shown = findings.iter().filter(|finding| !context.quiet || finding.level != Level::Ok);
        ui::print(&shown.map(|finding| line(finding, color)).collect::<String>());
    }
    Ok(if is_broken { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Returns the problems or, without any, that all is well.
fn or_ok(problems: Vec<Finding>, text: impl FnOnce() -> String) -> Vec<Finding> {
    if problems.is_empty() { vec![Finding::ok(text())] } else { problems }
}

/// Returns the settings; the check of the configuration reports its problems.
fn settings(context: &Context) -> Settings {
    config::load(context.config.as_deref(), &context.caller).settings
}

fn mend(finding: &mut Finding) {
    let Some(fix) = finding.fix.take() else { return };
    match (fix.apply)() {
        Ok(()) => {
            finding.level = Level::Ok;
            finding.text = fix.done;
            finding.remedy = None;
        }
        Err(error) => finding.remedy = Some(format!("the fix failed: {}", crate::files::reason(&error))),
    }
}

/// Maximum width of a line with a finding and its remedy; otherwise the remedy goes on the next line.
const COLUMNS: usize = 80;
const INDENT: &str = "ok    ";
const SECOND_LINE: &str = "\n      ";

fn line(finding: &Finding, color: bool) -> String {
    let (word, code) = match finding.level {
        Level::Ok => ("ok", "32"),
        Level::Warn => ("warn", "33"),
        Level::Bad => ("bad", "31"),
    };
    let word = if color { format!("\u{1b}[{code}m{word:<4}\u{1b}[0m") } else { format!("{word:<4}") };
    let clean = |text: &str| text.replace(char::is_control, "\u{fffd}");
    let mut text = format!("{}: {}", finding.check, clean(&finding.text));
    if let Some(remedy) = &finding.remedy {
        let fits = INDENT.len() + text.width() + 2 + remedy.width() <= COLUMNS;
        text += &format!("{}{}", if fits { "; " } else { SECOND_LINE }, clean(remedy));
    }
    format!("{word}  {text}\n")
}
