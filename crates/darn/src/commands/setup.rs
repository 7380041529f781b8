//! `darn setup`: adds the line that loads darn to the startup files, after showing the change and asking.

use std::collections::BTreeSet;

use shell::shells;
use shell::spec::ShellSpec;

use super::prelude::*;
use crate::files;
use crate::startup::{self, Startup, block, diff};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without SHELL: your login shell, and other installed shells that have a startup file.\n\
    `darn uninstall` restores the files to the byte."
)]
pub struct Arguments {
    /// bash, zsh, fish or sh
    #[arg(value_name = "SHELL")]
    shells: Vec<String>,
    /// Do not ask for confirmation
    #[arg(long, short)]
    yes: bool,
}

/// One file and its change.
struct Change {
    startup: Startup,
    old: Option<Vec<u8>>,
    new: Vec<u8>,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let program = startup::program(&context.caller);
    let files = find_startup_files(context, &arguments.shells)?.into_iter();
    let changes = files.map(|startup| plan(startup, &program)).collect::<Result<Vec<_>, _>>()?;
    let (done, changes): (Vec<_>, Vec<_>) =
        changes.into_iter().partition(|change| change.old.as_ref() == Some(&change.new));
    for change in &done {
        context.note(&format!(
            "{} already loads darn: {}",
            change.startup.spec.name,
            dirs::display(&change.startup.path)
        ));
    }
    if changes.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    for change in &changes {
        ui::print(&display_change(change));
    }
    let question = match changes.as_slice() {
        [one] => format!("Change {}?", dirs::display(&one.startup.path)),
        _ => format!("Change these {} files?", changes.len()),
    };
    if !ui::ask::may_change(context, arguments.yes, &question, "darn setup --yes") {
        return Ok(ExitCode::from(1));
    }
    for change in &changes {
        apply(context, change)?;
        context.note(&format!("changed {}", dirs::display(&change.startup.path)));
    }
    for change in &changes {
        if let Some(caveat) = startup::caveat(change.startup.spec) {
            context.note(&format!("note: {caveat}"));
        }
    }
    context.note("Open a new shell and mistype something: gti status");
    Ok(ExitCode::SUCCESS)
}

/// Returns the startup files of the named shells, or of those that the user probably means.
fn find_startup_files(context: &Context, names: &[String]) -> Result<Vec<Startup>, Error> {
    let found = |spec: &'static ShellSpec| {
        startup::file(spec).map_err(|no| {
            Error::new(ErrorKind::Negative, format!("cannot set up {}: {}", spec.name, no.why))
                .hinted(no.hint)
        })
    };
    let mut specs = names.iter().map(|name| super::init::spec(name)).collect::<Result<Vec<_>, _>>()?;
    if specs.is_empty() {
        let login = startup::login_shell(&context.caller).and_then(|shell| shells::find(&shell));
        specs.extend(login);
        let others = shells::ALL.iter().copied().filter(|spec| {
            startup::is_installed(spec, &context.caller)
                && startup::file(spec).is_ok_and(|file| is_used(&file))
        });
        specs.extend(others);
    }
    if specs.is_empty() {
        return Err(Error::new(ErrorKind::Negative, "cannot tell which shell you use")
            .hinted("name it: darn setup bash (or zsh, fish, sh)"));
    }
    let mut seen = BTreeSet::new();
    specs.retain(|spec| seen.insert(spec.name));
    specs.into_iter().map(found).collect()
}

/// Returns whether the user has used this shell: its file exists or, for fish, its directory.
fn is_used(startup: &Startup) -> bool {
    let path = &startup.path;
    path.is_file() || path.parent().is_some_and(|parent| parent.ends_with("conf.d") && parent.is_dir())
}

fn plan(startup: Startup, program: &str) -> Result<Change, Error> {
    let path = &startup.path;
    let old = files::read_to_change(path).map_err(|error| {
        Error::new(
            ErrorKind::Negative,
            format!("cannot read {}: {}", dirs::display(path), files::reason(&error)),
        )
        .hinted(by_hand(&startup, program))
    })?;
    let missing =
        path.parent().map_or(0, |parent| parent.ancestors().take_while(|above| !above.exists()).count());
    let lines = startup::lines(startup.spec, program);
    let new = block::put(old.as_deref(), &lines, missing).map_err(|block::Unfinished { line }| {
        Error::new(
            ErrorKind::Negative,
            format!("{}: darn's block at line {line} has no end marker", dirs::display(path)),
        )
        .hinted(format!("delete it by hand, or add its last line: {}", block::END))
    })?;
    Ok(Change { startup, old, new })
}

fn by_hand(startup: &Startup, program: &str) -> String {
    let lines = startup::lines(startup.spec, program);
    format!(
        "nothing was changed; these lines load darn from any startup file of {}:\n{lines}",
        startup.spec.name
    )
}

fn display_change(change: &Change) -> String {
    let path = dirs::display(&change.startup.path);
    let link = match change.startup.path.canonicalize() {
        Ok(real) if change.startup.path.is_symlink() => format!(" (a link to {})", dirs::display(&real)),
        _ => String::new(),
    };
    let new = if change.old.is_none() { ", a new file" } else { "" };
    format!("{path}{link}{new}:\n{}\n", diff::diff(change.old.as_deref().unwrap_or_default(), &change.new))
}

fn apply(context: &Context, change: &Change) -> Result<(), Error> {
    let path = &change.startup.path;
    write(change).map_err(|error| {
        Error::new(
            ErrorKind::Negative,
            format!("cannot change {}: {}", dirs::display(path), files::reason(&error)),
        )
        .hinted(by_hand(&change.startup, &startup::program(&context.caller)))
    })
}

fn write(change: &Change) -> std::io::Result<()> {
    let path = &change.startup.path;
    // the file may have been edited while the question was shown
    if files::read_to_change(path)? != change.old {
        return Err(std::io::Error::other("it has changed in the meantime; run `darn setup` again"));
    }
    if let Some(old) = &change.old {
        backup(path, old)?;
    } else if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    files::replace(path, &change.new, 0o644)
}

/// Saves a copy of the original file as a last resort.
fn backup(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let (Some(state), Some(name)) = (dirs::state(), path.file_name()) else { return Ok(()) };
    let directory = state.join("backup");
    files::create_private_directory(&directory)?;
    files::replace(&directory.join(name), bytes, 0o600)
}
