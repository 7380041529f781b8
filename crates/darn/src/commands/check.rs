//! `darn check`: judges command lines before they run.

use std::io::{BufRead, Read as _};
use std::os::unix::ffi::OsStrExt as _;

use policy::Coverage;

use super::circumstances::{Format, dialect, line};
use super::prelude::*;
use crate::audit;
use crate::service::judge::{Judge, Line, only_warned};
use crate::ui::verdict;

/// Longest input judged; beyond it the verdict reports partial coverage.
const MAX_LINE: u64 = 1024 * 1024;

#[derive(Debug, clap::Args)]
#[command(after_help = "Without a command line, reads lines from standard input.\n\
    Exit status: 0 allow, 10 warn, 11 confirm, 12 deny; the worst of several lines.")]
pub struct Arguments {
    /// The command line, as it would be typed
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "words")]
    command: Option<OsString>,
    /// The same as separate words, after --
    #[arg(last = true, value_name = "WORDS")]
    words: Vec<OsString>,
    /// The shell that would run it: bash, zsh, fish, sh (default: bash)
    #[arg(long, value_name = "SHELL", default_value = "bash", hide_default_value = true)]
    shell: String,
    /// passive: warn at most; active: as the policy says
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t)]
    level: AtMost,
    /// plain: text for people; json: one object per line
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum AtMost {
    Passive,
    #[default]
    Active,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let settings = crate::config::for_command(context)?.settings;
    let check = Check {
        judge: Service::new(&settings, context::today()).judge(),
        caller: context.caller.speaking(dialect(&arguments.shell)?),
        at_most: arguments.level,
        format: arguments.format,
        style: context.style(),
    };
    let level = if let Some(text) = &arguments.command {
        check.single(text.as_bytes())
    } else if arguments.words.is_empty() {
        check.lines(&mut context::input())?
    } else {
        check.single(line(&arguments.words, check.caller.dialect).as_bytes())
    };
    Ok(ExitCode::from(match level {
        Level::Allow => 0,
        Level::Warn => 10,
        Level::Confirm => 11,
        Level::Deny => 12,
    }))
}

struct Check {
    judge: Judge,
    caller: Caller,
    at_most: AtMost,
    format: Format,
    style: Style,
}

impl Check {
    /// Judges one command line that is about to run, and records it. Streams are not recorded: one may be a
    /// benchmark and would push everything else out of the log.
    fn single(&self, text: &[u8]) -> Level {
        let verdict = self.one(text, Coverage::Full);
        if verdict.level > Level::Allow {
            audit::record(&audit::Event {
                what: audit::EventKind::Judged,
                command: &String::from_utf8_lossy(text),
                caller: &self.caller,
                verdict: &verdict,
                origin: "check",
                failed: None,
                task: None,
            });
        }
        verdict.level
    }

    /// Judges each line and answers before reading the next, as the sender may wait for the answer.
    fn lines(&self, input: &mut impl BufRead) -> Result<Level, Error> {
        let mut worst = Level::Allow;
        let mut line = Vec::new();
        while input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? > 0 {
            let is_whole = line.pop_if(|last| *last == b'\n').is_some();
            let is_cut = !is_whole && line.len() as u64 == MAX_LINE && input.skip_until(b'\n')? > 1;
            let read = if is_cut { Coverage::Partial } else { Coverage::Full };
            worst = worst.max(self.one(&line, read).level);
            line.clear();
        }
        Ok(worst)
    }

    /// Judges one command line and prints the verdict. `read`: whether the line was read completely.
    fn one(&self, text: &[u8], read: Coverage) -> Verdict {
        let mut verdict = self.judge.judge(&Line::plain(text, &self.caller));
        if read == Coverage::Partial {
            verdict.coverage = Coverage::Partial;
        }
        if self.at_most == AtMost::Passive {
            verdict = only_warned(verdict);
        }
        match self.format {
            Format::Json => ui::print(&format!("{}\n", json(&verdict))),
            Format::Plain => {
                ui::print(&verdict::plain(&String::from_utf8_lossy(text), &verdict, &self.style))
            }
        }
        verdict
    }
}

/// Formats the JSON object of CONTRACT §2, with its keys in that order.
fn json(verdict: &Verdict) -> String {
    #[derive(serde::Serialize)]
    struct Object<'a> {
        level: &'a str,
        reasons: Vec<serde_json::Value>,
        coverage: &'a str,
        instead: Option<&'a str>,
        impact: Option<&'a str>,
    }
    let object = Object {
        level: verdict.level.name(),
        reasons: super::fix::reasons_json(verdict),
        coverage: match verdict.coverage {
            Coverage::Full => "full",
            Coverage::Partial => "partial",
        },
        instead: verdict.instead.as_deref(),
        impact: verdict.impact.as_deref(),
    };
    serde_json::to_string(&object).unwrap_or_default()
}
