//! `darn do`: carries out a task step by step in a persistent shell; each step is confirmed.

use llm::prompt::task::Exchange;
use serde::{Deserialize, Serialize};

use super::asking;
use super::circumstances::Format;
use super::prelude::*;
use crate::model::{self, Memory};
use crate::tasks::course::told;
use crate::tasks::lines::Lines;
use crate::tasks::person::Person;
use crate::tasks::task::{Finish, Task};
use crate::tasks::terminal::Terminal;
use crate::tasks::work::Ran;
use crate::tasks::workspace::{User, Workspace};

/// Exit status of a task that the person has left: that of a program ended by Ctrl-C.
const CANCELLED: u8 = 130;
/// Largest file of a saved task, in bytes.
const MAX_SAVED: u64 = 4 << 20;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Nothing runs before you confirm it. Without TASK it takes one request after the other."
)]
pub struct Arguments {
    /// What is to be done, in any language
    #[arg(value_name = "TASK")]
    words: Vec<String>,
    /// Show the steps and run nothing
    #[arg(long)]
    plan: bool,
    /// Go on with the last task, in a new shell in its directory
    #[arg(long, conflicts_with_all = ["words", "plan"])]
    resume: bool,
    /// Write the steps that succeeded to a script
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// plain: for people; json: one event a line out, one answer a line in
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

/// What `--resume` needs; everything in it is redacted.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Saved {
    task: String,
    directory: PathBuf,
    number: u64,
    past: Vec<SavedExchange>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedExchange {
    action: String,
    told: String,
    output: Option<String>,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let settings = config::for_command(context)?.settings;
    if !settings.llm.enabled {
        return Err(asking::describe(&model::Failed::Off));
    }
    if arguments.format == Format::Plain && !context::is_interactive() {
        return Err(Error::new(ErrorKind::Usage, "there is no terminal to confirm the steps at")
            .hinted("programs use: darn do --format json"));
    }
    let word = settings.policy.confirm_word();
    let mut person: Box<dyn Person> = match arguments.format {
        Format::Plain => {
            Box::new(Terminal::new(Style::of_stderr(&context.caller), word, settings.task.mouse))
        }
        Format::Json => Box::new(Lines::new(word)),
    };
    let saved = if arguments.resume { Some(saved()?) } else { None };
    let mut workspace = Workspace::start(&context.caller, &settings, User::Model).map_err(|error| {
        Error::new(ErrorKind::Usage, format!("cannot start the shell of the task: {error}"))
            .hinted("`darn config set task.shell /bin/bash` chooses another one")
    })?;
    let mut past = Vec::new();
    let mut number = next_number();
    let mut request = arguments.words.join(" ");
    if let Some(saved) = saved {
        past = restore(&saved, context, &settings);
        (number, request) = (saved.number, saved.task.clone());
        let is_there = workspace.enter(&saved.directory);
        let place = dirs::display(&saved.directory);
        let steps = match told::steps(&past) {
            1 => "1 step".to_owned(),
            count => format!("{count} steps"),
        };
        person.note(&format!(
            "resumed after {steps}{}; variables, functions and jobs of the former shell are lost",
            if is_there { format!(" in {place}") } else { format!(", but {place} is gone") }
        ));
    }
    let is_session = request.trim().is_empty();
    let mut ran = Vec::new();
    loop {
        if request.trim().is_empty() {
            match person.ask("what is to be done?") {
                Some(text) if !text.trim().is_empty() => request = text,
                _ => break Ok(ExitCode::SUCCESS),
            }
        }
        let keep = |task: &Task<'_>| keep(task);
        let mut task = Task {
            text: std::mem::take(&mut request),
            settings: &settings,
            workspace: &mut workspace,
            person: person.as_mut(),
            number,
            is_plan: arguments.plan,
            past: std::mem::take(&mut past),
            ran: Vec::new(),
            keep: &keep,
        };
        let finish = task.carry_out(&mut |text, past, request| {
            asking::ask(
                &settings,
                &context.caller,
                Memory::Left,
                |asker| model::next_action(text, past, request, asker),
                |_| {},
            )
        });
        ran.append(&mut task.ran);
        if let Some(file) = &arguments.save {
            save(file, &ran, workspace.dialect())?;
        }
        match finish? {
            _ if is_session => number = next_number(),
            Finish::Done => break Ok(ExitCode::SUCCESS),
            Finish::GivenUp => break Ok(ExitCode::from(1)),
            Finish::Cancelled => break Ok(ExitCode::from(CANCELLED)),
        }
    }
}

/// Carries out one task in the shell of a chat.
///
/// # Errors
/// The provider cannot be reached, or the shell is lost.
pub fn in_shell(
    text: &str,
    workspace: &mut Workspace,
    context: &Context,
    settings: &Settings,
) -> Result<(), Error> {
    let (style, word) = (Style::of_stderr(&context.caller), settings.policy.confirm_word());
    let mut person = Terminal::new(style, word, settings.task.mouse);
    let mut task = Task {
        text: text.to_owned(),
        settings,
        workspace,
        person: &mut person,
        number: next_number(),
        is_plan: false,
        past: Vec::new(),
        ran: Vec::new(),
        keep: &keep,
    };
    task.carry_out(&mut |text, past, request| {
        asking::ask(
            settings,
            &context.caller,
            Memory::Left,
            |asker| model::next_action(text, past, request, asker),
            |_| {},
        )
    })
    .map(drop)
}

fn file() -> Option<PathBuf> {
    Some(dirs::state()?.join("task.json"))
}

/// Saves what `--resume` needs; that fails silently: the task itself goes on.
fn keep(task: &Task<'_>) {
    let Some(file) = file() else { return };
    let mut redactor = model::redactor(&task.workspace.caller(), task.settings);
    let mut redacted = |text: &str| redactor.redact(text.to_owned()).get().clone();
    let text = redacted(&task.text);
    let past = task.past.iter().map(|one| SavedExchange {
        action: redacted(&one.action),
        told: one.told.clone(),
        output: one.output.as_ref().map(|output| output.get().clone()),
    });
    let saved = Saved {
        directory: task.workspace.caller().directory.clone(),
        number: task.number,
        past: past.collect(),
        task: text,
    };
    if let Ok(bytes) = serde_json::to_vec(&saved)
        && let Err(error) = crate::files::replace(&file, &bytes, 0o600)
    {
        crate::log::note(&format!("the task cannot be saved: {error}"));
    }
}

fn saved() -> Result<Saved, Error> {
    let bytes = file().and_then(|file| crate::files::read(&file, MAX_SAVED).ok().flatten());
    bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).ok_or_else(|| {
        Error::new(ErrorKind::Negative, "there is no task to go on with").hinted("darn do TASK")
    })
}

/// Redacts the saved texts once more: the file may have been changed.
fn restore(saved: &Saved, context: &Context, settings: &Settings) -> Vec<Exchange> {
    let mut redactor = model::redactor(&context.caller, settings);
    let exchange = |one: &SavedExchange| Exchange {
        action: one.action.clone(),
        told: one.told.clone(),
        output: one.output.clone().map(|output| redactor.redact(output)),
    };
    saved.past.iter().map(exchange).collect()
}

/// Counts the tasks, for the audit log.
fn next_number() -> u64 {
    let Some(file) = dirs::state().map(|state| state.join("tasks")) else { return 1 };
    let last = crate::files::read(&file, 32).ok().flatten();
    let last = last.and_then(|bytes| String::from_utf8(bytes).ok()?.trim().parse::<u64>().ok());
    let number = last.unwrap_or(0) + 1;
    let _ = crate::files::replace(&file, format!("{number}\n").as_bytes(), 0o600);
    number
}

/// Writes the steps that succeeded as a script.
fn save(file: &Path, ran: &[Ran], dialect: syntax::Dialect) -> Result<(), Error> {
    let shell = if dialect == syntax::Dialect::Posix { "sh" } else { dialect.name() };
    let steps = ran.iter().filter(|ran| ran.status == Some(0)).map(|ran| format!("{}\n", ran.command));
    let text = format!("#!/usr/bin/env {shell}\n{}", steps.collect::<String>());
    crate::files::replace(file, text.as_bytes(), 0o755).map_err(|error| {
        let what = format!("cannot write {}: {}", file.display(), crate::files::reason(&error));
        Error::new(ErrorKind::Negative, what).hinted("name a file in a directory that you may write to")
    })
}
