//! `./run.sh` without the x bit, a directory run as a command, a broken interpreter line.

use super::prelude::*;
use super::unknown_command;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let script = &case.failure.script;
    if !case.is_unstarted() {
        return no_first_line(case).into_iter().collect();
    }
    for command in case.commands() {
        let Some(at) = command.program() else { continue };
        let Some(word) = command.words.get(at) else { continue };
        // `$HOME`: the shell's message tells what the variable contains
        let variable = word.value.strip_prefix('$').is_some_and(|name| !name.contains(['(', '`', ' ']));
        let is_directory = case.printed(": Is a directory") && case.status() == 126;
        if variable && is_directory && command.words.len() == 1 {
            let edit = Edit::new().insert(word.span.start, "cd ");
            return vec![Proposal::certain(edit, "it is a directory")];
        }
        if word.dynamic || !word.value.contains('/') {
            continue;
        }
        let Some(path) = paths::expand(&word.value, case.world) else { continue };
        let raw = script.raw(word.span);
        match case.world.kind(&path) {
            PathKind::Directory if command.arguments().is_empty() => {
                let edit = Edit::new().insert(word.span.start, "cd ");
                return vec![Proposal::certain(edit, "it is a directory")];
            }
            PathKind::File if is_activation(case, &path) => {
                let fish =
                    if script.dialect == Dialect::Fish && !raw.ends_with(".fish") { ".fish" } else { "" };
                let edit = Edit::new().insert(word.span.start, "source ").insert(word.span.end, fish);
                let because = "it changes this shell: source it";
                return vec![Proposal::certain(edit, because)];
            }
            PathKind::File => {
                let step = Edit::new()
                    .insert(pipeline_start(case, command), format!("chmod +x {} && ", without_dot(raw)));
                let mut found = vec![Proposal::certain(step, "it is not executable")];
                found.extend(run_with(case, word, &path, 60));
                return found;
            }
            // if its interpreter exists, the file system forbids execution (noexec)
            PathKind::Executable => {
                let found = broken_interpreter(case, word, &path, pipeline_start(case, command));
                if !found.is_empty() || case.status() == 127 {
                    return found;
                }
                return run_with(case, word, &path, 0).into_iter().collect();
            }
            _ => {}
        }
    }
    Vec::new()
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
    let start = pipeline_start(case, command);
    let step = format!("chmod +x {raw} && ");
    let edit = if start == word.span.start {
        Edit::new().insert(start, format!("{step}./"))
    } else {
        Edit::new().insert(start, step).insert(word.span.start, "./")
    };
    let mut found = vec![Proposal::certain(edit, "it is not executable")];
    found.extend(run_with(case, word, path, 60));
    found
}

/// `./report.py` without `#!`: the shell ran it as a shell script. With sudo, a script without the x bit is
/// reported as a missing command.
fn no_first_line(case: &Case<'_>) -> Option<Proposal> {
    let command = case.commands().next()?;
    let word = command.program_word().filter(|word| !word.dynamic && word.value.contains('/'))?;
    let path = paths::expand(&word.value, case.world)?;
    let kind = case.world.kind(&path);
    if kind == PathKind::File && command.is_privileged() && case.printed("command not found") {
        let raw = without_dot(case.raw(word.span));
        let edit = Edit::new().insert(pipeline_start(case, command), format!("chmod +x {raw} && "));
        return Some(Proposal::certain(edit, "it is not executable"));
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
fn broken_interpreter(case: &Case<'_>, word: &Word, path: &str, start: usize) -> Vec<Proposal> {
    let Some(text) = case.world.read(path) else { return Vec::new() };
    let Some(line) = text.split('\n').next().filter(|line| line.starts_with("#!")) else { return Vec::new() };
    let raw = without_dot(case.raw(word.span));
    if line.ends_with('\r') {
        let edit = Edit::new().insert(start, format!("sed -i 's/\\r$//' {raw} && "));
        return vec![Proposal::certain(edit, "the file has Windows line endings")];
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
        return Vec::new();
    }
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let near = unknown_command::candidates(case, name).into_iter().next().map(|(name, _)| name);
    let program = [name, plain, &format!("{plain}3")]
        .into_iter()
        .find(|name| case.world.is_program(name))
        .map(str::to_owned)
        .or(near);
    let Some(program) = program else { return Vec::new() };
    let edit = Edit::new().insert(word.span.start, format!("{program} "));
    vec![Proposal::likely(edit, format!("its interpreter {interpreter} does not exist"))]
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn variable_with_a_directory() {
        mends("bash", "$GOPATH", 126, "bash: /home/me/go: Is a directory\n", "cd $GOPATH");
        leaves("bash", "$GOPATH", 127, Some("bash: -v: command not found\n"));
    }
}
