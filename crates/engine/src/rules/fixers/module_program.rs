//! `python3 -m restview` of a module that cannot be run so, and has a program of its own.

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let words = &command.words;
    let at = command.program()?;
    let is_python = command.program_name()?.starts_with("python");
    let (flag, module) = (words.get(at + 1)?, words.get(at + 2)?);
    let name = module.value.as_str();
    let is_missing = case.output.is_some_and(|output| {
        output.lines().any(|line| {
            let Some((_, behind)) = line.split_once("No module named ") else { return false };
            let said = behind.split([';', ' ']).next().unwrap_or_default();
            said == name || said.strip_suffix(".__main__") == Some(name)
        })
    });
    if !is_python || flag.value != "-m" || !is_missing || !case.is_command(name) {
        return None;
    }
    let span = Span::new(words.get(at)?.span.start, module.span.end);
    let because = format!("this Python cannot run {name} with -m, but there is a program of this name");
    Some(Proposal::certain(Edit::new().replace(span, name), because))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn the_program_is_run() {
        let mut world = world();
        world.programs.extend(["python3", "gitlab"].map(str::to_owned));
        let first = |text: &str, output: &str| fixes("bash", text, 1, Some(output), &world).first().cloned();
        let package =
            "No module named gitlab.__main__; 'gitlab' is a package and cannot be directly executed\n";
        assert_eq!(first("python3 -m gitlab --help", package).as_deref(), Some("gitlab --help"));
        assert_eq!(
            first("python3 -m gitlab", "/usr/bin/python3: No module named gitlab\n").as_deref(),
            Some("gitlab")
        );
        assert_ne!(
            first("python3 -m gitlab", "/usr/bin/python3: No module named yaml\n").as_deref(),
            Some("gitlab")
        );
    }
}
