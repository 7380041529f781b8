//! `./run.sh` without the x bit, a directory run as a command, a broken interpreter line.

use super::prelude::*;
use super::unknown_command;
use crate::failure::invocation::missing_interpreter;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    if !case.is_unstarted() && !lacks_interpreter(case) {
        return no_first_line(case).into_iter().collect();
    }
    case.commands().find_map(|command| refused(case, command)).unwrap_or_default()
}

/// Returns whether `env` did not find the interpreter that the script's first line names.
fn lacks_interpreter(case: &Case<'_>) -> bool {
    case.status() == 127
        && case.output.is_some_and(|output| output.lines().any(|line| missing_interpreter(line).is_some()))
}

fn refused(case: &Case<'_>, command: &Command) -> Option<Vec<Proposal>> {
    let word = command.program_word()?;
    let before = |text: &str| Edit::new().insert(word.span.start, text);
    let enter = || Some(vec![Proposal::certain(before("cd "), "it is a directory")]);
    // `$HOME`: the shell's message tells what the variable contains
    let variable = word.value.strip_prefix('$').is_some_and(|name| !name.contains(['(', '`', ' ']));
    let is_directory = case.printed(": Is a directory") && case.status() == 126;
    if variable && is_directory && command.words.len() == 1 {
        return enter();
    }
    if word.dynamic || !word.value.contains('/') {
        return None;
    }
    let path = paths::expand(&word.value, case.world)?;
    // what the system could read and not run has another format: its mode is not the cause
    if case.printed_any(&["xec format error", "cannot execute binary"]) {
        return None;
    }
    match case.world.kind(&path) {
        PathKind::Directory if command.arguments().is_empty() => enter(),
        PathKind::File if is_activation(case, &path) => {
            let is_bare = case.dialect() == Dialect::Fish && !case.raw(word.span).ends_with(".fish");
            let edit = before("source ").insert(word.span.end, if is_bare { ".fish" } else { "" });
            Some(vec![Proposal::certain(edit, "it changes this shell: source it")])
        }
        // the system has read its first line, so its mode is right
        PathKind::File if case.printed("bad interpreter") => {
            Some(broken_interpreter(case, word, &path, pipeline_start(case, command)).into_iter().collect())
        }
        PathKind::File => {
            let marked = make_executable(case, command, without_dot(case.raw(word.span)));
            Some([Some(marked), run_with(case, word, &path, 60)].into_iter().flatten().collect())
        }
        // if its interpreter exists, the file system forbids execution (noexec)
        PathKind::Executable => {
            let found = broken_interpreter(case, word, &path, pipeline_start(case, command));
            let is_forbidden = found.is_none() && case.status() != 127;
            let found = if is_forbidden { run_with(case, word, &path, 0) } else { found };
            Some(found.into_iter().collect())
        }
        _ => None,
    }
}

fn make_executable(case: &Case<'_>, command: &Command, file: &str) -> Proposal {
    let edit = Edit::new().insert(pipeline_start(case, command), format!("chmod +x {file} && "));
    Proposal::certain(edit, "it is not executable")
}

/// `run.sh` without the x bit, typed without `./`: a script in this directory.
pub fn unfound_script(case: &Case<'_>, command: &Command, word: &Word) -> Vec<Proposal> {
    let path = word.value.as_str();
    let text = || case.world.read(path);
    let is_script = case.world.kind(path) == PathKind::File
        && !path.contains('/')
        && (path.ends_with(".sh") || text().is_some_and(|text| text.starts_with("#!")));
    if !is_script {
        return Vec::new();
    }
    let raw = case.raw(word.span);
    let mut marked = make_executable(case, command, raw);
    if pipeline_start(case, command) == word.span.start {
        marked.edit = Edit::new().insert(word.span.start, format!("chmod +x {raw} && ./"));
    } else {
        marked.edit = marked.edit.insert(word.span.start, "./");
    }
    let found = [Some(marked), run_with(case, word, path, 60)].into_iter().flatten();
    found.map(|found| Proposal { rule: "any/not-executable".to_owned(), ..found }).collect()
}

/// `./report.py` without `#!`: the shell ran it as a shell script. With sudo, a script without the x bit is
/// reported as a missing command.
fn no_first_line(case: &Case<'_>) -> Option<Proposal> {
    let command = case.commands().next()?;
    let word = command.program_word().filter(|word| !word.dynamic && word.value.contains('/'))?;
    let path = paths::expand(&word.value, case.world)?;
    let kind = case.world.kind(&path);
    if kind == PathKind::File && command.is_privileged() && case.printed("command not found") {
        return Some(make_executable(case, command, without_dot(case.raw(word.span))));
    }
    let other = [".py", ".js", ".rb", ".pl"].iter().any(|ending| path.ends_with(ending));
    let by_shell = case.output.is_none_or(|output| {
        output.lines().any(|line| {
            line.contains(": line ") || line.contains("not found") || line.contains("yntax error")
        })
    });
    let bare = case.world.read(&path).is_some_and(|text| !text.starts_with("#!"));
    (kind == PathKind::Executable && other && by_shell && bare)
        .then(|| run_with(case, word, &path, 0))
        .flatten()
}

/// Returns whether the path is a virtual environment's activation script (Python documentation, venv).
fn is_activation(case: &Case<'_>, path: &str) -> bool {
    let (directory, name) = paths::split(path);
    name.starts_with("activate") && case.world.kind(&paths::join(directory, "python")).exists()
        || name == "activate" && directory.ends_with("venv/bin")
}

/// Shortens `./run.sh` to `run.sh` for use as an argument, unless the rest could be an option.
fn without_dot(raw: &str) -> &str {
    raw.strip_prefix("./").filter(|rest| !rest.starts_with('-') && !rest.is_empty()).unwrap_or(raw)
}

/// Runs the file with the interpreter given by its first line or its extension.
fn run_with(case: &Case<'_>, word: &Word, path: &str, distance: u32) -> Option<Proposal> {
    let text = case.world.read(path)?;
    let line = text.lines().next().unwrap_or("");
    let named = line.strip_prefix("#!").and_then(|line| {
        let mut words = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
        words.next().and_then(|first| if first == "env" { words.next() } else { Some(first) })
    });
    let interpreter = named.or_else(|| match path.rsplit('.').next() {
        Some("sh") => Some("bash"),
        Some("py") => Some("python3"),
        Some("js") => Some("node"),
        Some("rb") => Some("ruby"),
        Some("pl") => Some("perl"),
        _ => None,
    })?;
    if !case.world.is_program(interpreter) {
        return None;
    }
    let edit = Edit::new().insert(word.span.start, format!("{interpreter} "));
    Some(Proposal::likely(edit, format!("run it with {interpreter}")).at_distance(distance))
}

/// Handles Windows line endings and missing interpreters.
fn broken_interpreter(case: &Case<'_>, word: &Word, path: &str, start: usize) -> Option<Proposal> {
    let text = case.world.read(path)?;
    let line = text.split('\n').next().filter(|line| line.starts_with("#!"))?;
    let raw = without_dot(case.raw(word.span));
    if line.ends_with('\r') {
        let edit = Edit::new().insert(start, format!("sed -i 's/\\r$//' {raw} && "));
        return Some(Proposal::certain(edit, "the file has Windows line endings"));
    }
    let mut words = line.trim_start_matches("#!").split_whitespace();
    let mut interpreter = words.next().unwrap_or("");
    let by_name = interpreter.ends_with("/env");
    if by_name {
        interpreter = words.find(|word| !word.starts_with('-')).unwrap_or("");
    }
    let name = interpreter.rsplit('/').next().unwrap_or("");
    let usual =
        by_name || ["/bin/", "/usr/bin/"].iter().any(|place| interpreter.strip_prefix(place) == Some(name));
    if interpreter.is_empty() || case.world.kind(interpreter).exists() || usual && case.world.is_program(name)
    {
        return None;
    }
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let near = unknown_command::candidates(case, name).into_iter().next().map(|(name, _)| name);
    let program = [name, plain, &format!("{plain}3")]
        .into_iter()
        .find(|name| case.world.is_program(name))
        .map(str::to_owned)
        .or(near);
    let edit = Edit::new().insert(word.span.start, format!("{} ", program?));
    Some(Proposal::likely(edit, format!("its interpreter {interpreter} does not exist")))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, mends, world};

    #[test]
    fn script_without_its_interpreter() {
        let mut world = world();
        let script = "#!/usr/bin/env python\nprint()\n".to_owned();
        world.files.insert("setup".to_owned(), script);
        world.executable.push("setup".to_owned());
        for said in [
            "/usr/bin/env: 'python': No such file or directory\n",
            "env: python: No such file or directory\n",
        ] {
            let found = fixes("bash", "./setup build_gnu", 127, Some(said), &world);
            assert_eq!(found, ["python3 ./setup build_gnu"], "{said}");
        }
    }

    #[test]
    fn variable_with_a_directory() {
        mends("bash", "$GOPATH", 126, "bash: /home/me/go: Is a directory\n", "cd $GOPATH");
        leaves("bash", "$GOPATH", 127, Some("bash: -v: command not found\n"));
    }
}
