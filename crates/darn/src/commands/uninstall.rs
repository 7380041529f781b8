//! `darn uninstall`: removes every trace of darn, after showing the changes and asking. It restores the
//! startup files to the exact bytes before `darn setup`.

use super::prelude::*;
use crate::files;
use crate::startup::{self, block, diff};

#[derive(Debug, clap::Args)]
#[command(after_help = "The program itself stays; the last line says how to remove it.")]
pub struct Arguments {
    /// Do not ask for confirmation
    #[arg(long, short)]
    yes: bool,
    /// Keep your configuration and rules
    #[arg(long)]
    keep_config: bool,
}

/// A startup file that contains darn's block.
struct Block {
    path: PathBuf,
    old: Vec<u8>,
    taken: block::Taken,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let mut problems = Vec::new();
    let blocks = blocks(&mut problems);
    let exists = |path: &Option<PathBuf>| path.as_deref().is_some_and(|path| path.symlink_metadata().is_ok());
    let directories: Vec<PathBuf> =
        [dirs::state(), dirs::cache(), dirs::runtime()].into_iter().filter(exists).flatten().collect();
    let config = Some(dirs::config()).filter(|path| exists(path) && !arguments.keep_config).flatten();

    for block in &blocks {
        let fate = if block.taken.made.is_some() { " (deleted: darn created it)" } else { "" };
        ui::print(&format!(
            "{}{fate}:\n{}\n",
            dirs::display(&block.path),
            diff::diff(&block.old, &block.taken.bytes)
        ));
    }
    for directory in directories.iter().chain(&config) {
        ui::print(&format!("{}: deleted with everything in it\n", dirs::display(directory)));
    }
    let is_nothing = blocks.is_empty() && directories.is_empty() && config.is_none();
    if is_nothing {
        context.note("there is no trace of darn in your startup files and directories");
    } else if !ui::ask::may_change(context, arguments.yes, "Remove all this?", "darn uninstall --yes") {
        return Ok(ExitCode::from(1));
    }
    for block in &blocks {
        match restore(block) {
            Ok(()) => context.note(&format!("restored {}", dirs::display(&block.path))),
            Err(error) => problems.push(format!("{}: {}", dirs::display(&block.path), files::reason(&error))),
        }
    }
    let delete_config = config.filter(|path| {
        arguments.yes
            || ui::ask::yes(&format!(
                "Really delete your own configuration and rules in {}?",
                dirs::display(path)
            ))
    });
    let socket = crate::daemon::find(&context.caller);
    if socket.is_some_and(|socket| directories.iter().any(|directory| socket.starts_with(directory))) {
        let _ = super::daemon::end(context);
    }
    for directory in directories.iter().chain(&delete_config) {
        match delete(directory) {
            Ok(()) => context.note(&format!("deleted {}", dirs::display(directory))),
            Err(error) => problems.push(format!("{}: {}", dirs::display(directory), files::reason(&error))),
        }
    }
    problems.extend(own_lines());
    if !problems.is_empty() {
        return Err(Error::new(
            ErrorKind::Negative,
            format!("not everything could be removed:\n{}", problems.join("\n")),
        )
        .hinted("fix or remove these by hand, then run `darn uninstall` again"));
    }
    if !is_nothing {
        context.note("Open shells keep darn until you close them.");
    }
    context.note(&farewell());
    Ok(ExitCode::SUCCESS)
}

fn blocks(problems: &mut Vec<String>) -> Vec<Block> {
    let mut found = Vec::new();
    for path in startup::all_files() {
        let place = dirs::display(&path);
        match files::read_to_change(&path) {
            Ok(None) => {}
            Ok(Some(old)) => match block::take(&old) {
                Ok(None) => {}
                Ok(Some(taken)) => found.push(Block { path, old, taken }),
                Err(block::Unfinished { line }) => {
                    problems.push(format!("{place}: darn's block at line {line} has no end marker"));
                }
            },
            Err(error) => problems.push(format!("{place}: {}", files::reason(&error))),
        }
    }
    found
}

fn restore(block: &Block) -> std::io::Result<()> {
    if files::read_to_change(&block.path)?.as_ref() != Some(&block.old) {
        return Err(std::io::Error::other("it has changed in the meantime"));
    }
    let Some(directories) = block.taken.made else {
        return files::replace(&block.path, &block.taken.bytes, 0o644);
    };
    std::fs::remove_file(&block.path)?;
    for directory in block.path.ancestors().skip(1).take(directories) {
        if std::fs::remove_dir(directory).is_err() {
            break; // not empty, so it is in use
        }
    }
    Ok(())
}

/// Deletes a directory or, if it is a link, only the link.
fn delete(path: &Path) -> std::io::Result<()> {
    if path.symlink_metadata()?.is_symlink() {
        std::fs::remove_file(path)
    } else {
        std::fs::remove_dir_all(path)
    }
}

/// Finds lines that load darn but were added by the user, which are only listed.
fn own_lines() -> Vec<String> {
    let mut found = Vec::new();
    for path in startup::all_files() {
        let Ok(Some(bytes)) = files::read_to_change(&path) else { continue };
        for (number, line) in String::from_utf8_lossy(&bytes).lines().enumerate() {
            if line.contains("darn init ") && !line.trim_start().starts_with('#') {
                found.push(format!("{}:{}: a line of your own loads darn", dirs::display(&path), number + 1));
            }
        }
    }
    found
}

/// Describes how to remove the program itself.
fn farewell() -> String {
    let Ok(program) = std::env::current_exe() else { return "The program itself is still there.".into() };
    let by_cargo = program.parent().is_some_and(|directory| directory.ends_with(".cargo/bin"));
    let command =
        if by_cargo { "cargo uninstall darnit".into() } else { format!("rm {}", program.display()) };
    format!("To remove the program itself: {command}")
}
