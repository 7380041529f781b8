//! One row per program: how it tells its words.

use std::collections::BTreeSet;

use super::help::{self, is_command};
use super::machine::Machine;
use super::table::{Options, Table, Takes};
use super::usage;

pub struct Tool {
    pub name: &'static str,
    /// Other names of the same program.
    pub also: &'static [&'static str],
    /// What makes it (or, with a program's name in front, another) print its version.
    pub version: &'static [&'static str],
    pub read: fn(&Machine, &str) -> Table,
}

const fn tool(name: &'static str, read: fn(&Machine, &str) -> Table) -> Tool {
    Tool { name, also: &[], version: &["--version"], read }
}

impl Tool {
    const fn also(mut self, also: &'static [&'static str]) -> Self {
        self.also = also;
        self
    }

    const fn version(mut self, version: &'static [&'static str]) -> Self {
        self.version = version;
        self
    }
}

#[rustfmt::skip]
pub const ALL: &[Tool] = &[
    tool("git", git),
    tool("apt", apt),
    tool("apt-get", apt),
    tool("apt-cache", apt),
    tool("pip", pip).also(&["pip3"]),
    tool("npm", npm),
    tool("cargo", cargo),
    tool("docker", tree),
    tool("systemctl", everywhere),
    tool("journalctl", flat),
    tool("hostnamectl", everywhere),
    tool("timedatectl", everywhere),
    tool("loginctl", everywhere),
    tool("tar", flat),
    tool("make", make).also(&["gmake"]),
    tool("python3", python).also(&["python"]),
    tool("kubectl", kubectl).version(&["version", "--client"]),
    tool("gh", tree),
    tool("go", go).version(&["version"]),
    tool("rustup", tree),
    tool("terraform", terraform),
    tool("uv", tree),
    tool("ruff", tree),
    tool("poetry", poetry),
    tool("pytest", flat).also(&["py.test"]),
    tool("black", flat),
    tool("mypy", flat),
    tool("flake8", flat),
    tool("pre-commit", tree),
    tool("tox", tree),
    tool("http", flat).also(&["https"]),
    tool("node", flat).also(&["nodejs"]),
    tool("yarn", yarn),
    tool("pnpm", tree),
    tool("tsc", tsc),
    tool("eslint", flat),
    tool("prettier", flat),
    tool("gem", gem),
    tool("tmux", tmux).version(&["-V"]),
    tool("ip", ip).version(&["-V"]),
    tool("openssl", openssl).version(&["version"]),
    tool("ssh", synopsis).version(&["-V"]),
    tool("scp", synopsis).version(&["ssh", "-V"]),
    tool("find", find),
    tool("ps", ps),
    tool("curl", curl),
    tool("jq", jq),
    tool("zip", manual),
    tool("unzip", unzip),
    // GNU and the like: one flat list of options.
    tool("ls", flat), tool("cp", flat), tool("mv", flat), tool("rm", flat), tool("mkdir", flat), tool("rmdir", flat),
    tool("chmod", flat), tool("chown", flat), tool("chgrp", flat), tool("ln", flat), tool("touch", flat), tool("stat", flat),
    tool("cat", flat), tool("head", flat), tool("tail", flat), tool("sort", flat), tool("uniq", flat), tool("wc", flat),
    tool("cut", flat), tool("tr", flat), tool("tee", flat), tool("paste", flat), tool("join", flat), tool("comm", flat),
    tool("split", flat), tool("seq", flat), tool("du", flat), tool("df", flat), tool("date", flat), tool("env", flat),
    tool("timeout", flat), tool("uname", flat), tool("readlink", flat), tool("realpath", flat), tool("mktemp", flat),
    tool("base64", flat), tool("md5sum", flat), tool("sha256sum", flat).also(&["sha1sum", "sha512sum"]),
    tool("grep", flat).also(&["egrep", "fgrep"]), tool("rg", flat), tool("sed", flat), tool("diff", flat), tool("cmp", flat),
    tool("patch", flat), tool("xargs", flat), tool("tree", flat), tool("less", flat), tool("man", flat), tool("watch", flat),
    tool("free", flat), tool("htop", flat), tool("strace", flat).version(&["-V"]), tool("sudo", flat).version(&["-V"]),
    tool("mount", flat), tool("rsync", flat), tool("wget", flat), tool("gzip", flat).also(&["gunzip"]), tool("xz", flat),
    tool("zstd", flat), tool("dpkg", flat), tool("cmake", flat), tool("ninja", flat), tool("psql", flat),
    tool("redis-cli", flat), tool("ss", flat).version(&["-V"]), tool("rustc", flat), tool("mvn", flat), tool("vim", flat),
];

/// Options only, from `--help`.
fn flat(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "--help"]));
    table
}

/// Options only, from the man page (and what `--help` adds).
fn manual(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.man(program));
    table.at("").merge(help::options(&m.out(&[program, "-h"])));
    table
}

/// Options only, from the usage line that a call without arguments prints.
fn synopsis(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = usage::options(&m.out(&[program]), true);
    table
}

/// Verbs and options from one text, each option good with each verb.
fn everywhere(m: &Machine, program: &str) -> Table {
    let text = m.out(&[program, "--help"]);
    let mut table = Table::default();
    for (verb, _) in help::commands(&text) {
        table.at(&verb);
    }
    table.at("*").merge(help::options(&text));
    table
}

/// `program sub sub --help`, as deep as it goes (cobra, clap, argparse).
fn tree(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    crawl(m, &mut table, &[program], &["--help"], "");
    table.at("*").add_listed("--help -h");
    table
}

fn crawl(m: &Machine, table: &mut Table, path: &[&str], ask: &[&str], above: &str) {
    let text = m.out(&[path, ask].concat());
    let words = path.get(1..).unwrap_or_default();
    let key = words.join(" ");
    if text == above || text.is_empty() {
        return; // an unknown word makes some print the help of what is above
    }
    // cobra's plugins and help topics have none of this
    table.at(&key).merge(help::options(&text));
    for alias in help::aliases(&text) {
        let program = path.first().copied().unwrap_or_default();
        let alias = match alias.strip_prefix(program) {
            Some(full) if full.starts_with(' ') => full.trim().to_owned(),
            _ => [words.split_last().map_or(&[][..], |(_, above)| above), &[alias.as_str()]].concat().join(" "),
        };
        table.alias(&alias, &key);
    }
    if words.len() >= 3 {
        return;
    }
    for (command, aliases) in help::commands(&text) {
        if command == "help" && !key.is_empty() || words.last() == Some(&command.as_str()) {
            continue;
        }
        let key = if key.is_empty() { command.clone() } else { format!("{key} {command}") };
        for alias in aliases {
            let alias = key.strip_suffix(&command).map(|above| format!("{above}{alias}")).unwrap_or_default();
            table.alias(&alias, &key);
        }
        table.at(&key);
        if command != "help" {
            crawl(m, table, &[path, &[command.as_str()]].concat(), ask, &text);
        }
    }
}

fn git(m: &Machine, _: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = usage::options(m.out(&["git", "-h"]).split("\n\n").next().unwrap_or_default(), false);
    // What the usage line writes in a way of its own.
    table.at("").add_listed("-C= -c= --git-dir= --work-tree= --namespace= --super-prefix= --config-env= --exec-path=? --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs");
    // What is here, and what git knows of even if a package of its own has it.
    let listed = m.out(&["git", "--list-cmds=main,nohelpers,list-mainporcelain,list-ancillarymanipulators,list-ancillaryinterrogators,list-foreignscminterface"]);
    let apart = ["gitk", "gitweb", "scalar"]; // programs of their own, listed there
    for command in listed.lines().filter(|c| is_command(c) && !c.contains("--") && !apart.contains(c)) {
        let text = m.out(&["git", command, "-h"]);
        let page = m.man(&format!("git-{command}"));
        let usage = text.split("\n\n").next().unwrap_or_default();
        let mut options = help::options(text.get(usage.len()..).unwrap_or_default());
        let synopsis = page.split("SYNOPSIS").nth(1).and_then(|p| p.split("DESCRIPTION").next()).unwrap_or_default();
        let prefix = format!("git {command}");
        let mut subs = usage::subcommands(usage, &prefix);
        subs.extend(usage::subcommands(synopsis, &prefix));
        subs.retain(|(path, _)| path.first().is_some_and(|w| w.as_str() != command));
        if subs.is_empty() || command == "config" {
            options.merge(help::options(&page));
            options.fill(usage::options(usage, false));
        } else {
            // Those of the subcommands are at the subcommands; `notes` and `remote` take some themselves.
            let own = |l: &&str| l.contains(&prefix) && !subs.iter().any(|(p, _)| l.contains(&format!(" {}", p.first().map_or("", |w| w))));
            for line in usage.lines().filter(own) {
                options.fill(usage::options(line, false));
            }
        }
        *table.at(command) = options;
        let names: BTreeSet<String> = subs.iter().filter_map(|(path, _)| path.first().cloned()).collect();
        for sub in names {
            let key = format!("{command} {sub}");
            let own = m.out(&["git", command, &sub, "-h"]);
            if own.contains(&format!("git {command} {sub}")) || own.contains(&format!("git {command} [{sub}")) {
                if let Some((_, listed)) = own.split_once("\n\n") {
                    table.at(&key).merge(help::options(listed));
                }
            }
            for (_, line) in subs.iter().filter(|(path, _)| path.first() == Some(&sub)) {
                table.at(&key).fill(usage::options(line, false));
            }
        }
    }
    // `git stash` alone is `git stash push`; `show` and `list` pass options on to diff and log.
    let push = table.at("stash push").clone();
    table.at("stash").merge(push);
    for (path, from) in [("stash show", "diff"), ("stash list", "log"), ("reflog show", "log"), ("reflog", "log"), ("bisect view", "log")] {
        let more = table.at(from).clone();
        table.at(path).fill(more);
    }
    // These words are not in any usage line.
    table.alias("remote rm", "remote remove");
    table.at("bisect view");
    table.alias("bisect visualize", "bisect view");
    table.alias("bisect new", "bisect bad");
    table.alias("bisect old", "bisect good");
    *table.at("bisect start") = Options::default();
    table.at("bisect start").add_listed("--term-new= --term-bad= --term-old= --term-good= --no-checkout --first-parent");
    table.at("submodule set-branch").0.insert("--default".to_owned(), Takes::Nothing);
    table.operands.extend(["config", "reflog"].map(str::to_owned));
    table
}

/// The commands and options of apt's tools are in man pages and completions only in part.
fn apt(m: &Machine, program: &str) -> Table {
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
                let argument = |w: &&str| ["pkg", "regex", "source_pkg", "["].iter().any(|a| w.split_once(' ').is_some_and(|(_, r)| r.starts_with(a)));
                if words.iter().all(|w| is_command(w) || argument(w)) && words.iter().all(|w| w.len() < 40 && !w.ends_with('.')) {
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
    // apt's page leaves commands to those of apt-get and apt-cache; its completion has them.
    if program == "apt" {
        let file = std::fs::read_to_string("/usr/share/bash-completion/completions/apt").unwrap_or_default();
        let list = file.split("COMMANDS=(").nth(1).and_then(|f| f.split(')').next()).unwrap_or_default();
        for word in list.split('"').filter(|w| is_command(w)) {
            table.at(word);
        }
        // Only `apt list` and `apt search` have these; no page of apt-get has them.
        table.at("list").add_listed("--installed --upgradable --upgradeable --all-versions --manual-installed -a -v --verbose");
        table.at("search").add_listed("--names-only -n --full -f");
        table.at("show").add_listed("--all-versions -a --no-all-versions");
    }
    // The pages name these without saying that a value follows.
    let valued = "-t= --target-release= --default-release= -o= --option= -c= --config-file= -a= --host-architecture= -P= --build-profiles= -S= --source= -p= --pkg-cache= -s=";
    let mut takes = Options::default();
    takes.add_listed(valued);
    for (name, value) in takes.0 {
        let simulate = name == "-s" && program != "apt-cache"; // --src-cache there, --simulate elsewhere
        let purpose = matches!(name.as_str(), "-S" | "--source" | "-p" | "--pkg-cache") && program != "apt-cache";
        if !simulate && !purpose && table.at("*").0.contains_key(&name) {
            table.at("*").0.insert(name, value);
        }
    }
    table
}

fn pip(m: &Machine, program: &str) -> Table {
    let mut table = tree(m, program);
    let commands: Vec<String> = table.commands.keys().filter(|k| !k.is_empty() && !k.contains(' ')).cloned().collect();
    for command in commands {
        usage_children(m, &mut table, &["pip", &command], "--help");
    }
    table
}

/// `pip cache list [<pattern>]` in a usage text: the words after the command are its subcommands.
fn usage_children(m: &Machine, table: &mut Table, path: &[&str], ask: &str) {
    let text = m.out(&[path, &[ask]].concat());
    let text = text.split("\n\nDescription").next().unwrap_or_default().split("\n\nOptions").next().unwrap_or_default().to_owned();
    let above = path.get(1..).unwrap_or_default().join(" ");
    let paths: Vec<Vec<String>> = usage::subcommands(&text, &path.join(" ")).into_iter().map(|(p, _)| p).collect();
    let options = table.at(&above).clone();
    for path in &paths {
        let Some(first) = path.first() else { continue };
        let key = format!("{above} {first}");
        table.at(&key).merge(options.clone());
        // A second word is a subcommand only if it varies: `npx ls`, `npx rm`, not `set orgname`.
        let seconds: BTreeSet<&String> = paths.iter().filter(|p| p.first() == Some(first)).filter_map(|p| p.get(1)).collect();
        if seconds.len() > 1 {
            for second in seconds {
                table.at(&format!("{key} {second}")).merge(options.clone());
            }
        }
    }
}

fn npm(m: &Machine, _: &str) -> Table {
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
    // npm forgives these; nobody should be told to type them.
    for slip in ["isnt", "isnta", "isntal", "isntall", "isntall-clean", "ins", "inst", "insta", "instal", "hlep", "innit", "ogr", "rum", "urn", "tst", "udpate", "verison", "unlink", "author", "home"] {
        table.slips.insert(slip.to_owned());
    }
    // Any setting is an option of any command.
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
    table.at("*").add_listed("-h --help -v --version -l --long -d -s --silent -q --quiet -g --global --location= -w= --workspace= -y --yes -f --force -C= --prefix= -p -S -D -O -E -P -B -n");
    table
}

fn cargo(m: &Machine, _: &str) -> Table {
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
    // The linter takes what `check` takes.
    let check = table.at("check").clone();
    table.at("clippy").fill(check);
    table
}

fn kubectl(m: &Machine, program: &str) -> Table {
    let mut table = tree(m, program);
    let paths: Vec<String> = table.commands.keys().cloned().collect();
    for path in paths {
        let words: Vec<&str> = path.split(' ').filter(|w| !w.is_empty()).collect();
        let ask: &[&str] = if path.is_empty() { &["options"] } else { &["--help"] };
        let text = m.out(&[&["kubectl"], words.as_slice(), ask].concat());
        let mut options = Options::default();
        // `    -R, --recursive=false:` - all have a default, which tells the kind.
        for line in text.lines().filter_map(|l| l.trim().strip_suffix(':')).filter(|l| l.starts_with('-')) {
            let Some((names, default)) = line.split_once('=') else { continue };
            let takes = match names.rsplit("--").next().unwrap_or_default() {
                _ if matches!(default, "true" | "false") => Takes::Nothing,
                "dry-run" | "cascade" | "validate" => Takes::Attached, // a default that needs no value, which no text tells
                _ => Takes::Value,
            };
            for name in names.split(", ") {
                options.add(name, takes);
            }
        }
        let key = if path.is_empty() { "*" } else { path.as_str() };
        options.add_listed(if path.is_empty() { "-h --help" } else { "" });
        *table.at(key) = options;
    }
    table
}

fn go(m: &Machine, _: &str) -> Table {
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
    table.at("help");
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
    table.at("").add_listed("-C= -h -help --help");
    table
}

fn terraform(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    crawl(m, &mut table, &[program], &["-help"], "");
    // "All other commands" and "Subcommands" are read; values are always attached there.
    for options in table.commands.values_mut() {
        for takes in options.0.values_mut().filter(|t| **t == Takes::Value) {
            *takes = Takes::Attached;
        }
    }
    table
}

fn poetry(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    let text = m.out(&["poetry", "list", "--no-ansi"]);
    for line in text.split("Available commands:").nth(1).unwrap_or_default().lines().filter(|l| l.starts_with("  ")) {
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
    table
}

/// Classic yarn tells options with `--help`, the later ones in usage lines.
fn yarn(m: &Machine, _: &str) -> Table {
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
    // Both lines of yarn are in use and no machine has both; these are the other's, or scripts of everyone.
    for command in ["dlx", "up", "dedupe", "exec", "node", "npm", "plugin", "rebuild", "set", "explain", "constraints", "patch", "patch-commit", "stage", "search"] {
        table.at(command);
    }
    for command in ["start", "test", "help", "add", "remove", "upgrade", "global", "create", "outdated", "publish", "audit"] {
        table.at(command);
    }
    for (command, subs) in [
        ("config", "get set delete list unset"), ("cache", "list dir clean"), ("global", "add bin dir list remove upgrade"),
        ("workspaces", "info run list foreach focus"), ("npm", "audit info login logout publish tag whoami"), ("set", "version resolution"), ("plugin", "import list remove runtime"),
    ] {
        for sub in subs.split(' ') {
            table.at(&format!("{command} {sub}"));
        }
    }
    table.at("").add_listed("-h --help -v --version --cwd=");
    table
}

fn gem(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    for (command, _) in help::commands(&m.out(&["gem", "help", "commands"])) {
        *table.at(&command) = help::options(&m.out(&["gem", "help", &command]));
    }
    table
}

fn tsc(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "--all"]));
    table
}

fn tmux(m: &Machine, _: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = usage::options(&m.out(&["tmux", "-h"]), true);
    let text = m.out(&["tmux", "-f", "/dev/null", "-L", "darn-vocab", "list-commands"]);
    for line in text.lines() {
        let mut words = line.split(' ');
        let Some(command) = words.next().filter(|c| is_command(c)) else { continue };
        if let Some(alias) = words.next().and_then(|w| w.strip_prefix('(')).and_then(|w| w.strip_suffix(')')) {
            table.alias(alias, command);
        }
        *table.at(command) = usage::options(line, true);
    }
    table
}

fn ip(m: &Machine, _: &str) -> Table {
    let mut table = Table::default();
    let top = m.out(&["ip", "help"]);
    let objects = top.split("OBJECT := {").nth(1).and_then(|t| t.split('}').next()).unwrap_or_default();
    for object in objects.split(['|', ' ', '\n']).filter(|w| is_command(w)) {
        table.at(object);
        let text = m.out(&["ip", object, "help"]);
        let spelled = text.split("ip ").nth(1).and_then(|t| t.split(' ').next()).unwrap_or(object).to_owned();
        for (path, _) in usage::subcommands(&text, &format!("ip {spelled}")) {
            if let Some(word) = path.first() {
                table.at(&format!("{object} {word}"));
            }
        }
    }
    // Any prefix is understood; these are what people type.
    for (alias, object) in [
        ("a", "address"), ("addr", "address"), ("l", "link"), ("r", "route"), ("ro", "route"), ("ru", "rule"),
        ("n", "neighbour"), ("neigh", "neighbour"), ("neighbor", "neighbour"), ("m", "maddress"), ("mon", "monitor"), ("tunl", "tunnel"), ("x", "xfrm"),
    ] {
        table.alias(alias, object);
    }
    let names: Vec<String> = table.commands.keys().cloned().collect();
    for path in names {
        for (long, short) in [(" show", &[" s", " sh", " list", " ls", " lst"][..]), (" add", &[" a"]), (" delete", &[" del", " d"]), (" del", &[" delete", " d"])] {
            if let Some(above) = path.strip_suffix(long) {
                for short in short {
                    if !table.commands.contains_key(&format!("{above}{short}")) {
                        table.alias(&format!("{above}{short}"), &path);
                    }
                }
            }
        }
    }
    // `-s[tatistics]`: both.
    let options = top.split("OPTIONS := {").nth(1).unwrap_or_default();
    for word in options.split_whitespace().filter(|w| w.starts_with('-')) {
        let word = word.trim_end_matches('}');
        match word.split_once('[') {
            Some((short, rest)) => {
                let long = format!("{short}{}", rest.trim_end_matches(']'));
                // The text does not say which brackets are values.
                let takes = if matches!(short, "-f" | "-l" | "-b" | "-rc" | "-n") { Takes::Value } else { Takes::Nothing };
                table.at("").add(short, takes);
                table.at("").add(&long, takes);
            }
            None => table.at("").add(word, Takes::Nothing),
        }
    }
    table
}

fn openssl(m: &Machine, _: &str) -> Table {
    let mut table = Table::default();
    let text = m.out(&["openssl", "help"]);
    let named = |kind: &str| -> Vec<String> {
        let list = text.split(kind).nth(1).unwrap_or_default().split_once(')').map_or("", |(_, t)| t);
        list.split("Cipher commands").next().unwrap_or_default().split_whitespace().map(str::to_owned).collect()
    };
    let (digests, ciphers) = (named("Message Digest commands"), named("Cipher commands"));
    let mut kind = "";
    for line in text.lines() {
        if line.contains(" commands") {
            kind = line.split(' ').next().unwrap_or_default();
            continue;
        }
        for command in line.split_whitespace().filter(|w| is_command(w)) {
            match kind {
                "Standard" => {
                    let text = m.out(&["openssl", command, "-help"]);
                    *table.at(command) = help::options(&text);
                    // ` -*    Any supported digest`
                    let any = text.lines().find(|l| l.trim_start().starts_with("-* ")).unwrap_or_default();
                    for name in if any.contains("digest") { &digests } else { &ciphers } {
                        if !any.is_empty() {
                            table.at(command).add(&format!("-{name}"), Takes::Nothing);
                        }
                    }
                }
                "Message" => table.alias(command, "dgst"),
                _ => table.alias(command, "enc"),
            }
        }
    }
    table
}

fn python(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    table.at("").add_listed("-? --help --version"); // in the descriptions only
    table
}

fn make(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    for (name, takes) in [("-j", Takes::Attached), ("-l", Takes::Attached)] {
        table.at("").0.insert(name.to_owned(), takes); // `-j [N]`: only a number is taken, `make -j all` builds `all`
    }
    table
}

fn unzip(m: &Machine, program: &str) -> Table {
    let mut table = manual(m, program);
    table.at("").add_listed("-d= -x= -aa -qq -UU -l -t -z -T -v -q -a -L -V -M"); // the second column of its help
    table
}

fn find(m: &Machine, program: &str) -> Table {
    let mut table = manual(m, program);
    table.at("").merge(usage::options(&m.out(&[program, "--help"]), false));
    // Written `-size N[cwbkMG]`, `-type [bcd…]`, `-newerXY`, or without their value.
    let mut valued = Options::default();
    valued.add_listed("-size= -type= -xtype= -perm= -regextype= -exec= -execdir= -ok= -okdir= -D= -newermt= -newer= -newerct= -neweram= -newerac= -newermm=");
    table.at("").0.extend(valued.0);
    for word in ["-mode", "-n", "-help", "-version", "-a", "-o", "-and", "-or", "-not", "-print", "-true", "-false"] {
        table.at("").0.remove(word); // words of sentences, or followed by an expression
    }
    table.at("").add_listed("-a -o -and -or -not -print -true -false -help -version -O=?");
    table
}

fn ps(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "--help", "all"]));
    table.at("").add_listed("--sort= --version -O= --help"); // written without a value, or as BSD letters
    table
}

fn curl(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "--help", "all"]));
    // Every switch has its opposite; the text does not list them.
    let switches: Vec<String> = table.at("").0.iter().filter(|(n, t)| **t == Takes::Nothing && n.starts_with("--") && !n.starts_with("--no-")).map(|(n, _)| n.replacen("--", "--no-", 1)).collect();
    for name in switches {
        table.at("").add(&name, Takes::Nothing);
    }
    table
}

fn jq(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    // `•   --slurp/-s:`
    let page = m.man(program).replace(':', " ");
    for line in page.lines().filter_map(|l| l.trim().strip_prefix(['•', '·'])) {
        for (name, _) in help::option_line(line.trim()) {
            table.at("").add(&name, Takes::Nothing);
        }
    }
    table.at("").merge(help::options(&m.out(&[program, "--help"])));
    // Which take a value is in the sentences only.
    table.at("").add_listed("--arg= --argjson= --slurpfile= --rawfile= --indent= --from-file= -f= -L= --args --jsonargs --help -h --version");
    table
}
