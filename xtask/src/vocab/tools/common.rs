//! Readers for families of programs.

use super::Tool;
use crate::vocab::help::{self, is_command};
use crate::vocab::machine::Machine;
use crate::vocab::table::Table;
use crate::vocab::usage;

pub fn options(m: &Machine, tool: &Tool) -> Table {
    let mut table = Table::default();
    for text in tool.texts(m) {
        table.at("").merge(help::options(&text));
    }
    table
}

pub fn columns(m: &Machine, tool: &Tool) -> Table {
    let mut table = Table::default();
    for line in tool.texts(m).iter().flat_map(|text| text.lines()) {
        for cell in line.split("  ").map(str::trim).filter(|cell| cell.starts_with('-')) {
            for (name, takes) in help::option_line(cell) {
                table.at("").add(&name, takes);
            }
        }
    }
    table
}

pub fn synopsis(m: &Machine, tool: &Tool) -> Table {
    let mut table = Table::default();
    *table.at("") = usage::options(&tool.texts(m).concat(), true);
    table
}

pub fn verbs(m: &Machine, tool: &Tool) -> Table {
    let text = tool.texts(m).concat();
    let mut table = Table::default();
    for (verb, _) in help::commands(&text) {
        table.at(&verb);
    }
    table.at("*").merge(help::options(&text));
    table
}

pub fn tree(m: &Machine, tool: &Tool) -> Table {
    let mut table = Table::default();
    let ask = tool.ask.first().map_or("--help", String::as_str);
    crawl(m, &mut table, &[&tool.name], ask, "");
    if ask == "--help" {
        table.at("*").add_listed("--help -h");
    }
    table
}

pub fn crawl(m: &Machine, table: &mut Table, path: &[&str], ask: &str, above: &str) {
    let text = m.out(&[path, &[ask]].concat());
    let words = path.get(1..).unwrap_or_default();
    let key = words.join(" ");
    if text == above || text.is_empty() {
        return; // for an unknown word, some print the help of the parent command
    }
    // cobra's plugins and help topics have neither options nor aliases
    table.at(&key).merge(help::options(&text));
    for alias in help::aliases(&text) {
        let program = path.first().copied().unwrap_or_default();
        let alias = match alias.strip_prefix(program) {
            Some(full) if full.starts_with(' ') => full.trim().to_owned(),
            _ => {
                [words.split_last().map_or(&[][..], |(_, above)| above), &[alias.as_str()]].concat().join(" ")
            }
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

/// Reads `tool.list`; the program's own options from what `ask` prints, if it is set.
pub fn list(m: &Machine, tool: &Tool) -> Table {
    let list = &tool.list;
    let mut table = if tool.ask.is_empty() { Table::default() } else { options(m, tool) };
    let text = m.text(&tool.name, &list.ask);
    let listed = up_to(text.split_once(&list.after).map_or("", |(_, rest)| rest), &list.before);
    for line in listed.lines().filter_map(|line| line.strip_prefix(&list.mark)) {
        let (path, aliases) = names(line);
        if path.is_empty() {
            continue;
        }
        if let Some((above, _)) = path.rsplit_once(' ') {
            table.at(above);
        }
        let text = match list.each.as_str() {
            "" => String::new(),
            "man" => m.man(&format!("{}-{path}", tool.name)),
            each => m.text(&tool.name, &each.replace("{}", &path)),
        };
        table.at(&path).merge(help::options(up_to(&text, &list.until)));
        let told = text.lines().filter_map(|line| line.strip_prefix("aliases: "));
        let told = told.flat_map(|line| line.split(", ")).map(str::to_owned);
        let usages = help::between(&text, "\nUsage:\n", "\n\n");
        let usages = usages.lines().map(|line| words(line.trim()));
        for alias in aliases.into_iter().chain(told).chain(usages) {
            if alias.split(' ').all(is_command) {
                table.alias(&alias, &path);
            }
        }
    }
    table
}

/// Returns the path and the aliases in a line such as `env activate   What it does`, `checkout (co)`,
/// `install / i`, `install(1) bundle-install.1.html`.
fn names(line: &str) -> (String, Vec<String>) {
    let head = line.split("  ").next().unwrap_or_default();
    let (name, others) = head.split_once('(').or_else(|| head.split_once(" / ")).unwrap_or((head, ""));
    let others = if name.ends_with(' ') || head.contains(" / ") { others } else { "" };
    let aliases = others.split(|c: char| " (),/?".contains(c)).filter(|word| is_command(word));
    (words(name), aliases.map(str::to_owned).collect())
}

/// Returns the words at the beginning that may be those of a command.
fn words(text: &str) -> String {
    text.split(' ').take_while(|word| is_command(word)).collect::<Vec<_>>().join(" ")
}

/// Returns the text before `end`; all of it if `end` is empty.
fn up_to<'t>(text: &'t str, end: &str) -> &'t str {
    if end.is_empty() { text } else { text.split(end).next().unwrap_or(text) }
}
