//! Status 126 and 127 for a program named by its path: why the kernel does not start the file.

use super::prelude::*;
use facts::paths;

/// How much of a script's first line the kernel reads.
const MAX_HEAD: usize = 255;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if !matches!(case.status(), 126 | 127) {
        return None;
    }
    let command = case.commands().next()?;
    let word =
        command.words.get(command.program()?).filter(|word| !word.dynamic && word.value.contains('/'))?;
    let path = absolute(case, &paths::expand(&word.value, case.world)?);
    let name = quoted(&word.value);
    match case.world.kind(&path) {
        // it is there for the shell
        PathKind::Missing if case.printed("ermission denied") && !case.printed("bad interpreter") => Some(
            Finding::read(format!("{name} is not marked as executable, or is on a place mounted noexec"))
                .and("`chmod +x` marks it; `bash FILE` runs a script without the mark"),
        ),
        PathKind::Missing => super::missing_path::describe(case, &path),
        PathKind::Directory => Some(Finding::said(format!("{name} is a directory; only files can be run"))),
        PathKind::Other => Some(Finding::said(format!("{name} is not a regular file"))),
        PathKind::File => Some(not_marked(case, &path, &name)),
        PathKind::Executable => super::permission::closed_directory(case, &path)
            .or_else(|| forbidden(case, &path, &name))
            .or_else(|| unfit(case, &path, &name)),
    }
}

fn not_marked(case: &Case<'_>, path: &str, name: &str) -> Finding {
    let mode = case.world.attributes(path).map(|file| users::mode(file.mode));
    let text = case.world.read(path).unwrap_or_default();
    let interpreter = text.lines().next().and_then(|line| line.strip_prefix("#!")).map(str::trim);
    let noted = match interpreter {
        Some(interpreter) => format!("its first line names its interpreter: {}", quoted(interpreter)),
        None if text.contains('\0') => "it is not a text file".to_owned(),
        None => "its first line names no interpreter (`#!`): a shell would run it itself".to_owned(),
    };
    Finding::said(format!(
        "{name} is not marked as executable{}",
        mode.map(|m| format!(" ({m})")).unwrap_or_default()
    ))
    .and(noted)
}

/// The file is valid, but must not be executed there.
fn forbidden(case: &Case<'_>, path: &str, name: &str) -> Option<Finding> {
    let mount = mounts::find(path, case.world).filter(|mount| mount.has("noexec"))?;
    Some(
        Finding::read(format!("{} is mounted noexec: nothing on it can be run", mount.place))
            .and(format!("the mode of {name} is right; copy it elsewhere, or run it with its interpreter")),
    )
}

/// The kernel cannot execute the content.
fn unfit(case: &Case<'_>, path: &str, name: &str) -> Option<Finding> {
    let bytes = case.world.bytes(path);
    if let Some(file) = elf::parse(&bytes) {
        return program(case, &file, name);
    }
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line.get(..line.len().min(MAX_HEAD))?);
    let Some(interpreter) = line.strip_prefix("#!") else {
        let busy = processes_writing(case, path);
        return busy.or_else(|| {
            bytes
                .contains(&0)
                .then(|| Finding::read(format!("{name} is neither a program for this system nor a script")))
        });
    };
    let bare = interpreter.trim_end_matches('\r');
    let mut words = bare.split_whitespace();
    let first = words.next().unwrap_or("");
    if interpreter.ends_with('\r') {
        return Some(
            Finding::read(format!(
                "{name} has Windows line endings: the kernel looks for {}",
                quoted(&format!("{first}\\r"))
            ))
            .and(format!("`sed -i 's/\\r$//' {}` removes them", path)),
        );
    }
    if first.starts_with('/') && !case.world.kind(first).exists() {
        return Some(Finding::read(format!("{first}, the interpreter of {name}, does not exist")));
    }
    let wanted = words.find(|word| !word.starts_with('-')).filter(|_| first.ends_with("/env"))?;
    if case.world.is_program(wanted) {
        return processes_writing(case, path);
    }
    let package = case.world.package_of(wanted).or_else(|| packages::find(wanted).map(str::to_owned));
    Some(
        Finding::read(format!("{}, the interpreter of {name}, is not on PATH", quoted(wanted)))
            .and_if(package.map(|package| format!("package {package} provides it"))),
    )
}

fn program(case: &Case<'_>, file: &elf::Elf, name: &str) -> Option<Finding> {
    let own = elf::parse(&case.world.bytes("/proc/self/exe"))?;
    let runs_32 = own.machine == 62 && file.machine == 3;
    if (file.machine, file.bits) != (own.machine, own.bits) && !runs_32 {
        let own = own.processor()?;
        let Some(other) = file.processor() else {
            return Some(Finding::read(format!(
                "{name} is not a program for this machine ({own}), or it is damaged"
            )));
        };
        return Some(
            Finding::read(format!("{name} is a program for {other}; this machine is {own}"))
                .and("get the build for this processor, or an emulator (package qemu-user-static)"),
        );
    }
    let loader = file.interpreter.as_deref().filter(|loader| !case.world.kind(loader).exists())?;
    let hint = if loader.contains("musl") {
        "it was built for musl (Alpine); this system has another C library"
    } else if runs_32 {
        "it is a 32-bit program: its loader comes with the 32-bit C library (package libc6-i386)"
    } else {
        "it was built for a system with a different file layout"
    };
    Some(Finding::read(format!("{loader}, the loader that {name} needs, does not exist")).and(hint))
}

/// "Text file busy": a process has it open for writing.
fn processes_writing(case: &Case<'_>, path: &str) -> Option<Finding> {
    let holders = case.world.holders(path);
    let busy = case.printed("Text file busy") && !holders.is_empty();
    busy.then(|| {
        Finding::read(format!("{} is still being written: {}", quoted(path), processes::named(&holders)))
    })
}

/// Returns all directories above a path, from the root down.
pub fn directories(path: &str) -> impl Iterator<Item = &str> {
    steps(path).filter(move |step| step.len() < path.len())
}
