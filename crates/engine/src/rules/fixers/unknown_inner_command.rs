//! `ls | xargs gerp x`, `find . -exec gerp x {} +`: an unknown program for another one to run.

use super::prelude::*;
use super::unknown_command;
use crate::rules::inner;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let missing = |command| inner::programs(command).into_iter().find(|word| is_missing(case, command, word));
    let Some(word) = case.commands().find_map(missing) else { return Vec::new() };
    if case.exists(&word.value) {
        // a file of this directory needs its path
        let edit = case.set_word(word, &format!("./{}", word.value));
        let runs = case.world.kind(&word.value) == PathKind::Executable;
        let because = "a program of this directory is named with ./";
        return runs.then(|| Proposal::certain(edit, because)).into_iter().collect();
    }
    let found = unknown_command::candidates(case, &word.value).into_iter();
    found
        // another program cannot run a shell builtin
        .filter(|(name, _)| case.world.is_program(name))
        .map(|(name, distance)| {
            let edit = case.set_word(word, &name);
            let because = format!("did you mean `{name}`?");
            Proposal::certain(edit, because).at_distance(distance + 1)
        })
        .collect()
}

fn is_missing(case: &Case<'_>, command: &Command, word: &Word) -> bool {
    let value = word.value.as_str();
    let is_builtin = builtins::has(case.dialect(), value);
    if is_builtin
        || word.dynamic
        || word.glob
        || value.len() < 2
        || value.contains(['/', '{', ' '])
        || case.world.is_program(value)
    {
        return false;
    }
    match case.output {
        None => case.status() == 127 || command.program_name() == Some("find"),
        Some(output) => output.lines().take(40).any(|line| {
            line.contains(value)
                && (line.contains("No such file")
                    || line.contains("not found")
                    || line.contains("Can't stat"))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn a_program_of_the_directory_is_named_with_its_path() {
        let mut world = world();
        world.programs.extend(["valgrind", "apt"].map(str::to_owned));
        world.files.insert("app".to_owned(), String::new());
        world.executable.push("app".to_owned());
        let output = "valgrind: app: command not found\n";
        assert_eq!(fixes("bash", "valgrind app", 127, Some(output), &world), ["valgrind ./app"]);
    }
}
