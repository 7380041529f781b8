//! Readers for package managers.

use std::collections::BTreeSet;

use super::{Tool, common};
use crate::vocab::help::{self, is_command};
use crate::vocab::machine::Machine;
use crate::vocab::table::{Options, Table, Takes};
use crate::vocab::usage;

/// Reads apt's tools, whose commands and options are only partly in man pages and completions.
pub fn apt(m: &Machine, tool: &Tool) -> Table {
    let program = tool.name.as_str();
    let mut table = Table::default();
    for (command, _) in help::commands(&m.out(&[program, "--help"])) {
        table.at(&command);
    }
    for page in [program, if program == "apt" { "apt-get" } else { program }] {
        let text = m.man(page);
        let mut section = "";
        for line in text.lines() {
            if line.starts_with(|c: char| c.is_ascii_uppercase()) {
                section = line.trim();
            }
            let body = line.trim();
            let indent = line.len() - line.trim_start().len();
            if program == page && (section == "DESCRIPTION" || section == "COMMANDS") && indent == 7 {
                // `update`, `full-upgrade`, `list (work-in-progress)`, `install, reinstall, remove, purge`, `show pkg...`
                let head = body.split_once(" (").map_or(body, |(head, _)| head);
                let words: Vec<&str> = head.split(", ").collect();
                let argument = |w: &&str| {
                    ["pkg", "regex", "source_pkg", "["]
                        .iter()
                        .any(|a| w.split_once(' ').is_some_and(|(_, r)| r.starts_with(a)))
                };
                if words.iter().all(|w| is_command(w) || argument(w))
                    && words.iter().all(|w| w.len() < 40 && !w.ends_with('.'))
                {
                    for word in words {
                        table.at(word.split(' ').next().unwrap_or(word));
                    }
                }
            }
            if section == "OPTIONS" && indent == 7 && body.starts_with('-') {
                for (name, _) in help::option_line(body) {
                    table.at("*").add(&name, Takes::Nothing);
                }
            }
        }
    }
    // apt's page refers to those of apt-get and apt-cache for commands; its completion has them
    if program == "apt" {
        let file = std::fs::read_to_string("/usr/share/bash-completion/completions/apt").unwrap_or_default();
        for word in help::between(&file, "COMMANDS=(", ")").split('"').filter(|w| is_command(w)) {
            table.at(word);
        }
    }
    // the pages do not show that these take a value
    let valued = "-t= --target-release= --default-release= -o= --option= -c= --config-file= -a= --host-architecture= -P= --build-profiles= -S= --source= -p= --pkg-cache= -s=";
    let mut takes = Options::default();
    takes.add_listed(valued);
    for (name, value) in takes.0 {
        let simulate = name == "-s" && program != "apt-cache"; // --src-cache there, --simulate elsewhere
        let purpose =
            matches!(name.as_str(), "-S" | "--source" | "-p" | "--pkg-cache") && program != "apt-cache";
        if !simulate && !purpose && table.at("*").0.contains_key(&name) {
            table.at("*").0.insert(name, value);
        }
    }
    for (alias, command) in [("auto-remove", "autoremove"), ("auto-clean", "autoclean")] {
        table.alias(alias, command);
    }
    table
}

pub fn pip(m: &Machine, tool: &Tool) -> Table {
    let mut table = common::tree(m, tool);
    for command in ["lock", "inspect"] {
        table.at(command); // of newer versions
    }
    let commands: Vec<String> =
        table.commands.keys().filter(|k| !k.is_empty() && !k.contains(' ')).cloned().collect();
    for command in commands {
        // completions, which include other names of options
        let line = format!("COMP_WORDS=pip {command} --");
        let offered = m.out(&["env", "PIP_AUTO_COMPLETE=1", "COMP_CWORD=2", &line, "pip"]);
        if offered.split_whitespace().all(|word| word.starts_with("--")) {
            let mut options = Options::default();
            options.add_listed(&offered);
            table.at(&command).fill(options); // it is wrong about values: `--no-cache-dir=`
        }
        usage_children(m, &mut table, &["pip", &command], "--help");
    }
    table
}

/// Adds subcommands from a usage text: in `pip cache list [<pattern>]`, the words after the command.
fn usage_children(m: &Machine, table: &mut Table, path: &[&str], ask: &str) {
    let text = m.out(&[path, &[ask]].concat());
    let text = help::between(help::between(&text, "", "\n\nDescription"), "", "\n\nOptions");
    let above = path.get(1..).unwrap_or_default().join(" ");
    let paths: Vec<Vec<String>> =
        usage::subcommands(text, &path.join(" ")).into_iter().map(|(p, _)| p).collect();
    let options = table.at(&above).clone();
    for path in &paths {
        let Some(first) = path.first() else { continue };
        let key = format!("{above} {first}");
        table.at(&key).merge(options.clone());
        // a second word is a subcommand only if it varies: `npx ls`, `npx rm`, not `set orgname`
        let seconds: BTreeSet<&String> =
            paths.iter().filter(|p| p.first() == Some(first)).filter_map(|p| p.get(1)).collect();
        if seconds.len() > 1 {
            for second in seconds {
                table.at(&format!("{key} {second}")).merge(options.clone());
            }
        }
    }
}

pub fn npm(m: &Machine, _: &Tool) -> Table {
    let mut table = Table::default();
    let top = m.out(&["npm", "help"]);
    for command in
        help::between(&top, "All commands:", "Specify").split([',', '\n', ' ']).filter(|w| is_command(w))
    {
        let text = m.out(&["npm", command, "-h"]);
        let bracketed: String = text.split("\n\n").filter(|p| p.starts_with("Options:")).collect();
        *table.at(command) = usage::options(&bracketed, false);
        table.at(command).merge(help::options(&text));
        for line in text.lines() {
            if let Some(names) = line.strip_prefix("aliases: ").or_else(|| line.strip_prefix("alias: ")) {
                for alias in names.split(", ") {
                    table.alias(alias.trim(), command);
                }
            }
        }
        usage_children(m, &mut table, &["npm", command], "-h");
    }
    // any setting is an option of any command
    for line in m.out(&["npm", "config", "ls", "-l"]).lines() {
        let Some((name, value)) = line.trim_start_matches(';').trim().split_once(" = ") else { continue };
        let takes = if matches!(value, "true" | "false") { Takes::Nothing } else { Takes::Value };
        if is_command(name) && !name.contains('.') {
            table.at("*").add(&format!("--{name}"), takes);
            if takes == Takes::Nothing {
                table.at("*").add(&format!("--no-{name}"), takes);
            }
        }
    }
    table
}

pub fn cargo(m: &Machine, _: &Tool) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&["cargo", "--help"]));
    for line in m.out(&["cargo", "--list"]).lines() {
        let mut words = line.split_whitespace();
        let (Some(command), Some(about)) = (words.next(), words.next()) else { continue }; // a third party's has no description
        if !line.starts_with("    ") || about == "REMOVED:" {
            continue;
        }
        match (about, words.next()) {
            ("alias:", Some(path)) => table.alias(command, path),
            _ => common::crawl(m, &mut table, &["cargo", command], "-h", ""),
        }
    }
    table
}

/// Reads yarn: the classic version has options in `--help`, later ones in usage lines.
pub fn yarn(m: &Machine, tool: &Tool) -> Table {
    let mut table = common::list(m, tool);
    if table.commands.is_empty() {
        for (path, line) in usage::subcommands(&m.out(&["yarn", "--help"]), "yarn") {
            table.at(&path.join(" ")).merge(usage::options(&line, false));
            for n in 1..path.len() {
                table.at(&path.get(..n).unwrap_or_default().join(" "));
            }
        }
    }
    table
}
