//! Reader for go, whose help topics share flags.

use super::Tool;
use crate::vocab::help;
use crate::vocab::machine::Machine;
use crate::vocab::table::Table;
use crate::vocab::usage;

pub fn go(m: &Machine, _: &Tool) -> Table {
    let mut table = Table::default();
    let build = help::options(&m.out(&["go", "help", "build"]));
    let test = help::options(&m.out(&["go", "help", "testflag"]));
    let topics = |text: &str| help::commands(text.split("Additional help topics").next().unwrap_or_default());
    let mut paths: Vec<Vec<String>> = Vec::new();
    for (command, _) in topics(&m.out(&["go", "help"])) {
        for (sub, _) in topics(&m.out(&["go", "help", &command])) {
            paths.push(vec![command.clone(), sub]);
        }
        paths.push(vec![command]);
    }
    for path in paths {
        let words: Vec<&str> = path.iter().map(String::as_str).collect();
        let text = m.out(&[&["go", "help"], words.as_slice()].concat());
        let line = text.lines().find(|l| l.starts_with("usage:")).unwrap_or_default().to_owned();
        let options = table.at(&path.join(" "));
        options.merge(usage::options(&line, false));
        options.merge(help::options(&text));
        if line.contains("build flags") || line.contains("build/test flags") {
            options.merge(build.clone());
        }
        if words.last() == Some(&"edit") {
            options.fill(usage::options(&text, false)); // listed in sentences
        }
        if words == ["test"] {
            options.merge(test.clone());
        }
    }
    table
}
