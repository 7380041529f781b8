//! Readers for package managers.

use std::collections::BTreeSet;

use super::generic::{also, crawl, flat, tree};
use crate::vocab::help::{self, is_command};
use crate::vocab::machine::Machine;
use crate::vocab::table::{Options, Table, Takes};
use crate::vocab::usage;

pub fn pnpm(m: &Machine, program: &str) -> Table {
    let mut table = tree(m, program);
    table.operands.insert(String::new()); // `pnpm lint` runs a script
    table
}

/// Reads apt's tools, whose commands and options are only partly in man pages and completions.
pub fn apt(m: &Machine, program: &str) -> Table {
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
        let list = file.split("COMMANDS=(").nth(1).and_then(|f| f.split(')').next()).unwrap_or_default();
        for word in list.split('"').filter(|w| is_command(w)) {
            table.at(word);
        }
        also(
            &mut table,
            "history-info history-list history-redo history-rollback history-undo modernize-sources why why-not",
        );
        // options of `apt list` and `apt search`, which are not in the pages of apt-get
        table.at("list").add_listed(
            "--installed --upgradable --upgradeable --all-versions --manual-installed -a -v --verbose",
        );
        table.at("search").add_listed("--names-only -n --full -f");
        table.at("show").add_listed("--all-versions -a --no-all-versions");
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

pub fn pip(m: &Machine, program: &str) -> Table {
    let mut table = tree(m, program);
    also(&mut table, "lock inspect");
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
    let text = text
        .split("\n\nDescription")
        .next()
        .unwrap_or_default()
        .split("\n\nOptions")
        .next()
        .unwrap_or_default()
        .to_owned();
    let above = path.get(1..).unwrap_or_default().join(" ");
    let paths: Vec<Vec<String>> =
        usage::subcommands(&text, &path.join(" ")).into_iter().map(|(p, _)| p).collect();
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

pub fn npm(m: &Machine, _: &str) -> Table {
    let mut table = Table::default();
    let top = m.out(&["npm", "help"]);
    let list = top.split("All commands:").nth(1).and_then(|t| t.split("Specify").next()).unwrap_or_default();
    for command in list.split([',', '\n', ' ']).filter(|w| is_command(w)) {
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
    // npm forgives these, but they should never be suggested
    for slip in [
        "isnt", "isnta", "isntal", "isntall", "isntall-clean", "ins", "inst", "insta", "instal", "hlep",
        "innit", "ogr", "rum", "urn", "tst", "udpate", "verison", "unlink", "author", "home",
    ] {
        table.slips.insert(slip.to_owned());
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
    // shorthands and old names that no help lists
    table
        .at("*")
        .add_listed("--verbose --ws --iws --readonly --reg= --porcelain --no-install --no-cache --dd --ddd");
    also(&mut table, "hook");
    table.operands.insert("doctor".to_owned());
    table.at("*").add_listed("-h --help -v --version -l --long -d -s --silent -q --quiet -g --global --location= -w= --workspace= -y --yes -f --force -C= --prefix= -p -S -D -O -E -P -B -n");
    table
}

pub fn cargo(m: &Machine, _: &str) -> Table {
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
            _ => crawl(m, &mut table, &["cargo", command], &["-h"], ""),
        }
    }
    table.at("update").add_listed("-p= --package="); // hidden
    // clippy takes the options of `check`
    let check = table.at("check").clone();
    table.at("clippy").fill(check);
    table
}

pub fn poetry(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    let text = m.out(&["poetry", "list", "--no-ansi"]);
    for line in
        text.split("Available commands:").nth(1).unwrap_or_default().lines().filter(|l| l.starts_with("  "))
    {
        let path = line.trim().split("  ").next().unwrap_or_default().trim();
        if path.is_empty() || !path.split(' ').all(is_command) {
            continue;
        }
        let words: Vec<&str> = path.split(' ').collect();
        let options = help::options(&m.out(&[&["poetry"], words.as_slice(), &["--help"]].concat()));
        if let Some((above, _)) = path.split_once(' ') {
            table.at(above);
        }
        *table.at(path) = options;
    }
    also(&mut table, "shell export up"); // plugins, built in once
    table
}

/// Reads yarn: the classic version has options in `--help`, later ones in usage lines.
pub fn yarn(m: &Machine, _: &str) -> Table {
    let mut table = Table::default();
    let text = m.out(&["yarn", "--help"]);
    for line in text.lines().filter_map(|l| l.trim().strip_prefix("- ")) {
        let mut words = line.split(" / ");
        let Some(command) = words.next().filter(|w| is_command(w)) else { continue };
        *table.at(command) = help::options(&m.out(&["yarn", command, "--help"]));
        for alias in words {
            table.alias(alias, command);
        }
    }
    if table.commands.is_empty() {
        for (path, line) in usage::subcommands(&text, "yarn") {
            table.at(&path.join(" ")).merge(usage::options(&line, false));
            for n in 1..path.len() {
                table.at(&path.get(..n).unwrap_or_default().join(" "));
            }
        }
    }
    // both versions of yarn are in use, but no machine has both: add words of the other, and common scripts
    for command in [
        "dlx", "up", "dedupe", "exec", "node", "npm", "plugin", "rebuild", "set", "explain", "constraints",
        "patch", "patch-commit", "stage", "search",
    ] {
        table.at(command);
    }
    for command in [
        "start", "test", "help", "add", "remove", "upgrade", "global", "create", "outdated", "publish",
        "audit",
    ] {
        table.at(command);
    }
    for (command, subs) in [
        ("config", "get set delete list unset"),
        ("cache", "list dir clean"),
        ("global", "add bin dir list remove upgrade"),
        ("workspaces", "info run list foreach focus"),
        ("npm", "audit info login logout publish tag whoami"),
        ("set", "version resolution"),
        ("plugin", "import list remove runtime"),
    ] {
        for sub in subs.split(' ') {
            table.at(&format!("{command} {sub}"));
        }
    }
    table.at("").add_listed("-h --help -v --version --cwd=");
    table.operands.insert(String::new()); // `yarn lint` runs a script
    table
}

pub fn gem(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    table.abbreviations = true;
    for (command, _) in help::commands(&m.out(&["gem", "help", "commands"])) {
        *table.at(&command) = help::options(&m.out(&["gem", "help", &command]));
    }
    table
}

/// Reads names from `composer list --raw` and options from `composer help NAME`.
pub fn composer(m: &Machine, program: &str) -> Table {
    let mut table = Table { abbreviations: true, ..Table::default() };
    table.operands.insert(String::new()); // `composer lint` runs a script
    for line in m.out(&[program, "list", "--raw"]).lines() {
        let Some(command) = line.split_whitespace().next().filter(|word| is_command(word)) else { continue };
        let text = m.out(&[program, "help", command]);
        *table.at(command) = help::options(text.split("\nHelp:").next().unwrap_or_default());
        let usages =
            text.split("\nUsage:").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
        for alias in
            usages.lines().filter_map(|line| line.split_whitespace().next()).filter(|word| is_command(word))
        {
            table.alias(alias, command);
        }
    }
    table
}

/// Reads the page of each command; a few listed commands have no page.
pub fn bundle(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    let text = m.man(program);
    let inside = text.split("PRIMARY COMMANDS").nth(1).and_then(|rest| rest.split("\nOBSOLETE").next());
    for line in inside.unwrap_or_default().lines().filter(|line| line.starts_with("       bundle ")) {
        let words = line.split("bundle ").nth(1).unwrap_or_default();
        let Some(command) = words.split([' ', '(']).next().filter(|word| is_command(word)) else { continue };
        *table.at(command) = help::options(&m.man(&format!("bundle-{command}")));
    }
    also(&mut table, "help version i");
    table.alias("i", "install");
    table.at("*").add_listed("--no-color --verbose --help -h -V --retry= -r=");
    table
}
