//! `mkdir a/b/c`, `> logs/out.txt`, `cp x new/`: the target directory is missing.

use super::needs_privilege;
use super::prelude::*;
use crate::rules::guard;

/// What a system says of a path that exists (errno(3)).
const OTHER_REASONS: &[&str] = table!("reasons_of_existing_paths");

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    // what refuses for another reason is there
    if case.printed_any(OTHER_REASONS) && !case.printed("o such file") {
        return None;
    }
    for command in case.commands() {
        let name = command.program_name().unwrap_or("");
        let creates = programs::is_any(name, &[Role::Makes, Role::Editor]) && name != "mkdir"
            || name == "git" && vocabulary::walk(command, case.world).is_some_and(|walk| walk.path == ["mv"]);
        let targets = command
            .redirects
            .iter()
            .filter(|redirect| case.raw(redirect.operator).contains('>'))
            .filter_map(|redirect| redirect.target.as_ref())
            .chain(
                command
                    .arguments()
                    .last()
                    .filter(|word| creates && (!is_tar(command) || is_directory(command, word))),
            )
            .chain(written(case, command));
        for word in targets {
            if word.dynamic || word.glob || word.value.starts_with('-') {
                continue;
            }
            let Some(path) = paths::expand(&word.value, case.world) else { continue };
            let whole = is_directory(command, word);
            let directory =
                if whole || path.ends_with('/') { path.trim_end_matches('/') } else { paths::split(&path).0 };
            let top = directory.strip_prefix('/').and_then(|rest| rest.split('/').next());
            if directory == "."
                || is_address(&word.value)
                || top.is_some_and(|top| !case.world.kind(&format!("/{top}")).exists())
                || directory.starts_with("/dev/")
                || case.world.kind(directory) != PathKind::Missing
                || missing_source(case, command, word)
                || case.output.is_some_and(|output| !names(output, &path, directory))
            {
                continue;
            }
            let shown = if whole || word.value.ends_with('/') {
                word.value.trim_end_matches('/')
            } else {
                paths::split(&word.value).0
            };
            let quoted = paths::quoted(shown, case.dialect());
            let start = pipeline_start(case, command);
            let place = existing(case, directory);
            if !case.world.is_root() && !case.world.is_writable(place) {
                let edit = as_root(case, command, word, &quoted).filter(|_| !case.world.is_own(place));
                let because = format!("only root can write to {place}");
                return Some(Proposal::certain(edit?, because).at_distance(165));
            }
            let edit = Edit::new().insert(start, format!("mkdir -p {quoted} && "));
            let because = format!("directory {shown} does not exist");
            // a misspelt name of an existing directory is likelier
            return Some(Proposal::certain(edit, because).at_distance(165));
        }
    }
    None
}

/// Returns whether a word names a file on another machine, its colon forgotten: `user@host/path`.
fn is_address(word: &str) -> bool {
    word.split_once('/').is_some_and(|(host, _)| host.contains('@') && !host.starts_with('@'))
}

/// Returns whether the output is about the file or its directory: the program may have failed for another reason.
fn names(output: &str, path: &str, directory: &str) -> bool {
    let directory = directory.rsplit('/').next().unwrap_or(directory);
    output.trim().is_empty() || output.contains(paths::split(path).1) || output.contains(directory)
}

/// Returns the deepest existing directory of the path.
fn existing<'a>(case: &Case<'_>, directory: &'a str) -> &'a str {
    let mut place = directory;
    while case.world.kind(place) == PathKind::Missing && !matches!(place, "." | "/" | "") {
        place = paths::split(place).0;
    }
    place
}

/// The same steps for a directory that only root may create.
fn as_root(case: &Case<'_>, command: &Command, target: &Word, quoted: &str) -> Option<Edit> {
    let sudo = needs_privilege::raiser(case)?;
    let start = pipeline_start(case, command);
    let step = format!("{sudo} mkdir -p {quoted} && ");
    let is_target =
        |redirect: &&Redirect| redirect.target.as_ref().is_some_and(|word| word.span == target.span);
    match command.redirects.iter().find(is_target) {
        Some(redirect) => {
            let written = needs_privilege::through_tee(&case.failure.script, redirect, sudo)?;
            Edit::new().insert(start, step).and(&written)
        }
        None if command.is_privileged() => Some(Edit::new().insert(start, step)),
        None if command.span.start == start => Some(Edit::new().insert(start, format!("{step}{sudo} "))),
        None => Some(Edit::new().insert(start, step).insert(command.span.start, format!("{sudo} "))),
    }
}

/// Returns whether the word names a directory by its position: `tar -C DIR`, `cp a b DIR`.
fn is_directory(command: &Command, word: &Word) -> bool {
    let name = command.program_name().unwrap_or("");
    let arguments = command.arguments();
    let before = arguments.iter().take_while(|other| other.span != word.span).last();
    if matches!(name, "tar" | "bsdtar") {
        return before.is_some_and(|before| before.value == "-C");
    }
    let operands = arguments.iter().filter(|word| !word.value.starts_with('-')).count();
    let last = arguments.last().is_some_and(|last| last.span == word.span);
    matches!(name, "cp" | "mv") && last && operands > 2
}

/// Returns the file that a program reports it could not write: the value of `-o` or `-f`, or its last
/// operand.
fn written<'a>(case: &Case<'_>, command: &'a Command) -> Option<&'a Word> {
    const COMPLAINTS: &[&str] = table!("missing_directory_complaints");
    let arguments = command.arguments();
    let name = command.program_name()?;
    let by_option = arguments.iter().find(|word| {
        guard::is_output(command, word)
            || name == "ssh-keygen"
                && arguments.windows(2).any(|pair| {
                    pair.first().is_some_and(|option| option.value == "-f")
                        && pair.last().is_some_and(|value| value.span == word.span)
                })
    });
    let last = || arguments.last().filter(|_| programs::is(name, Role::OutputLast));
    let word = by_option.or_else(|| if is_tar(command) { new_archive(command) } else { last() })?;
    let path = word.value.trim_end_matches('/');
    let directory = paths::split(path).0;
    let complains = |line: &str| {
        (line.contains(path) || directory != "." && line.contains(directory))
            && COMPLAINTS.iter().any(|text| line.contains(text))
    };
    let is_told = case
        .output
        .map_or_else(|| programs::is(name, Role::MakesNoDirectory), |output| output.lines().any(complains));
    (path.contains('/') && !path.contains(':') && is_told).then_some(word)
}

fn is_tar(command: &Command) -> bool {
    command.program_name().is_some_and(|name| matches!(name, "tar" | "bsdtar" | "gtar"))
}

/// `tar -czf out/a.tgz dir`: the archive that tar creates.
fn new_archive(command: &Command) -> Option<&Word> {
    let creates = |letters: &str| {
        let letters = letters.trim_start_matches('-');
        letters.contains('c') && letters.ends_with('f') && letters.bytes().all(|b| b.is_ascii_alphabetic())
    };
    let letters = command.arguments().iter().position(|word| creates(&word.value))?;
    command.arguments().get(letters + 1)
}

/// Is it a source of the copy that is missing?
fn missing_source(case: &Case<'_>, command: &Command, target: &Word) -> bool {
    let copies = |program: Program| program.is(Role::Makes) && program.is_any(&[Role::Reads, Role::Moves]);
    command.program_name().is_some_and(|name| name == "git" || programs::find(name).is_some_and(copies))
        && command
            .arguments()
            .iter()
            .filter(|word| {
                word.span != target.span
                    && word.value != "mv"
                    && !word.value.starts_with('-')
                    && !word.dynamic
                    && !word.glob
            })
            .any(|word| {
                paths::expand(&word.value, case.world).is_some_and(|path| !case.world.kind(&path).exists())
            })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn the_directory_of_a_new_archive_is_made() {
        let output = "tar: out/a.tgz: Cannot open: No such file or directory\ntar: Error is not recoverable: exiting now\n";
        mends("bash", "tar -czf out/a.tgz src", 2, output, "mkdir -p out && tar -czf out/a.tgz src");
        mends("fish", "tar cf out/a.tgz src", 2, output, "mkdir -p out && tar cf out/a.tgz src");
        leaves("bash", "tar -xzf out/a.tgz", 2, Some(output));
    }

    #[test]
    fn a_path_that_is_refused_for_another_reason_is_there() {
        for reason in ["Invalid argument", "File too large", "Invalid cross-device link"] {
            let output = format!("cp: cannot create regular file 'usb/a:b': {reason}\n");
            leaves("bash", "cp a:b usb/", 1, Some(&output));
        }
    }
}
