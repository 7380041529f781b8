//! `darn explain` reports an unknown option only if it does not exist: ordinary lines, written by people who
//! had not seen the program, and lines with one misspelt option.

use crate::home::Home;

const ORDINARY: &str = include_str!("lines/ordinary.txt");
/// The line and the option, separated by a tab.
const MISSPELT: &str = include_str!("lines/misspelt_options.txt");

/// Explains each line, which ended with status 2 and unknown output.
fn explained(lines: &[&str]) -> Vec<String> {
    let home = Home::new();
    let explain = |line: &&str| home.darn(&["explain", "--command", line, "--status", "2"]).out;
    let halves = lines.split_at(lines.len() / 2);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| halves.0.iter().map(explain).collect::<Vec<_>>());
        let second: Vec<_> = halves.1.iter().map(explain).collect();
        first.join().unwrap().into_iter().chain(second).collect()
    })
}

#[test]
fn no_ordinary_option_is_called_unknown() {
    let lines: Vec<&str> = ORDINARY.lines().collect();
    assert!(lines.len() >= 200);
    for (line, said) in lines.iter().zip(explained(&lines)) {
        assert!(said.lines().count() > 1, "{line}: {said}");
        assert!(!said.contains("has no option") && !said.contains("has no subcommand"), "{line}: {said}");
    }
}

#[test]
fn misspelt_options_are_named() {
    let rows: Vec<(&str, &str)> = MISSPELT.lines().filter_map(|line| line.split_once('\t')).collect();
    let lines: Vec<&str> = rows.iter().map(|(line, _)| *line).collect();
    let said = explained(&lines);
    let is_named = |((_, option), said): (&(&str, &str), &String)| {
        said.contains(&format!("has no option `{}`", option.split('=').next().unwrap()))
    };
    let missed: Vec<&str> =
        rows.iter().zip(&said).filter(|row| !is_named(*row)).map(|((line, _), _)| *line).collect();
    assert!(missed.len() * 20 <= rows.len() * 2, "more than one in ten missed: {missed:#?}");
    for sure in ["git commit --ammend", "ls --colr", "ls -lJ", "docker run --nam", "find . -nmae"] {
        assert!(!missed.iter().any(|line| line.starts_with(sure)), "{sure}");
    }
}
