//! Readers for families of programs.

use crate::vocab::help;
use crate::vocab::machine::Machine;
use crate::vocab::table::Table;
use crate::vocab::usage;

/// Reads options from `--help`.
pub fn flat(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "--help"]));
    table
}

/// Reads options from a `--help` with short and long ones in separate columns.
pub fn columns(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    for line in m.out(&[program, "--help"]).lines() {
        for cell in line.split("  ").map(str::trim).filter(|cell| cell.starts_with('-')) {
            for (name, takes) in help::option_line(cell) {
                table.at("").add(&name, takes);
            }
        }
    }
    table
}

/// Reads options from `--help` and the man page, because each is incomplete.
pub fn both(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    table.at("").fill(help::options(&m.man(program)));
    table
}

/// Reads options from `--long-help`.
pub fn long(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "--long-help"]));
    table
}

/// Reads options of a program whose modules add more.
pub fn modular(m: &Machine, program: &str) -> Table {
    Table { is_partial: true, ..flat(m, program) }
}

/// Reads options from `-h`.
pub fn short(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "-h"]));
    table
}

/// Reads options from `-help`.
pub fn one_dash(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "-help"]));
    table
}

/// Reads options from the man page only, because running the program would have an effect.
pub fn page(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.man(program));
    table
}

/// Reads options from the man page and additional ones from `-h`.
pub fn manual(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.man(program));
    table.at("").merge(help::options(&m.out(&[program, "-h"])));
    table
}

/// Reads options from the usage line printed by a call without arguments.
pub fn synopsis(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = usage::options(&m.out(&[program]), true);
    table
}

/// Reads verbs and options from one text, where each option applies to each verb.
pub fn everywhere(m: &Machine, program: &str) -> Table {
    let text = m.out(&[program, "--help"]);
    let mut table = Table::default();
    for (verb, _) in help::commands(&text) {
        table.at(&verb);
    }
    table.at("*").merge(help::options(&text));
    table
}

/// Reads `program sub sub --help` recursively (cobra, clap, argparse).
pub fn tree(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    crawl(m, &mut table, &[program], &["--help"], "");
    table.at("*").add_listed("--help -h");
    table
}

/// Reads a [`tree`] whose program also takes operands such as a script or a directory.
pub fn runner(m: &Machine, program: &str) -> Table {
    let mut table = tree(m, program);
    table.operands.insert(String::new());
    table
}

/// Adds names missing on this machine, of newer versions or plugins. Without them a correct command that
/// fails for another reason would look misspelt.
pub fn also(table: &mut Table, commands: &str) {
    for command in commands.split_whitespace() {
        table.at(command);
    }
}

pub fn crawl(m: &Machine, table: &mut Table, path: &[&str], ask: &[&str], above: &str) {
    let text = m.out(&[path, ask].concat());
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
