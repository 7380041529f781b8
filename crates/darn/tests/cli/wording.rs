//! Snapshots of what the program prints: a change of wording shows as the diff of a text file. After an
//! intended change, `INSTA_UPDATE=always cargo test` rewrites them.

use crate::home::Home;

/// What a call printed and how it ended; the home is `~`.
fn transcript(home: &Home, arguments: &[&str]) -> String {
    let said = home.darn(arguments);
    let status = if said.status == 0 { String::new() } else { format!("[status {}]\n", said.status) };
    let text = format!("$ darn {}\n{}{}{status}", arguments.join(" "), said.out, said.err);
    text.replace(home.root().to_str().unwrap(), "~")
}

fn page<'a>(home: &Home, calls: impl IntoIterator<Item = &'a [&'a str]>) -> String {
    calls.into_iter().map(|arguments| transcript(home, arguments)).collect::<Vec<_>>().join("\n")
}

/// A home whose PATH holds nothing of this machine.
fn home() -> Home {
    let home = Home::new();
    let bin = home.path("bin");
    std::fs::create_dir(&bin).unwrap();
    home.set("PATH", bin.to_str().unwrap()).set("COLUMNS", "80")
}

#[test]
fn help_has_its_wording() {
    let home = home();
    let help = home.darn(&["--help"]).out;
    insta::assert_snapshot!("help", help);
    // above them the keys are listed in the same form
    let (_, groups) = help.split_once("Fix a failure:\n").unwrap();
    let mut pages = Vec::new();
    let mut open: Vec<Vec<String>> = commands(groups).map(|name| vec![name]).collect();
    while let Some(path) = open.pop() {
        let words: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        let said = home.darn(&words);
        assert_eq!(said.status, 0, "{words:?}: {}", said.err);
        let inner = said.out.split_once("Commands:\n").map_or("", |(_, rest)| rest);
        let inner = inner.split("\n\n").next().unwrap_or_default();
        open.extend(commands(inner).filter(|name| name != "help").map(|name| [&path[..], &[name]].concat()));
        pages.push(format!("$ darn {}\n{}", words.join(" "), said.out));
    }
    pages.sort();
    insta::assert_snapshot!("help_of_each_command", pages.join("\n"));
}

/// The names in a list of commands.
fn commands(help: &str) -> impl Iterator<Item = String> {
    let rows = help.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = rows.filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    names.filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !name.starts_with('-'))
}

#[test]
fn defaults_have_their_wording() {
    insta::assert_snapshot!("defaults", home().darn(&["config", "default"]).out);
}

#[test]
fn errors_of_arguments_have_their_wording() {
    let calls: &[&[&str]] = &[
        &["fxi"],
        &["fix", "--statsu", "1"],
        &["fix", "--command", "gti", "--status", "many"],
        &["fix", "--command", "gti", "--shell", "tcsh"],
        &["fix", "--command", "gti", "--format", "yaml"],
        &["fix", "--output", "nosuch", "--command", "gti", "--status", "1"],
        &["explain", "--command"],
        &["explain", "--rerun", "--status", "1", "--command", "rm -rf x"],
        &["check", "--command", "ls", "--shell", "tcsh"],
        &["init", "tcsh"],
        &["completions", "tcsh"],
        &["setup", "tcsh"],
        &["try", "tcsh"],
        &["config", "get", "suggest.limits"],
        &["config", "set", "suggest.limit", "many"],
        &["config", "set", "suggest.limit", "-1"],
        &["config", "set", "keys.accept", "hyper-x"],
        &["config", "unset", "nosuch.key"],
        &["rules", "show", "git/nosuch"],
        &["rules", "test", "nosuch.toml"],
        &["policy", "show", "git/nosuch"],
        &["policy", "test", "nosuch.toml"],
        &["secrets", "test", "nosuch.toml"],
        &["log", "--since", "yesterdy"],
        &["help", "fxi"],
    ];
    insta::assert_snapshot!("errors_of_arguments", page(&home(), calls.iter().copied()));
}

#[test]
fn errors_of_configuration_have_their_wording() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/config_files/invalid");
    let mut names: Vec<_> = std::fs::read_dir(samples).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let mut pages = Vec::new();
    for sample in names {
        let home = home();
        home.write("config.toml", std::fs::read(&sample).unwrap());
        let name = sample.file_name().unwrap().to_string_lossy().into_owned();
        let said = transcript(&home, &["config", "check", "--config", "config.toml"]);
        pages.push(format!("# {name}\n{said}"));
    }
    insta::assert_snapshot!("errors_of_configuration", pages.join("\n"));
}
