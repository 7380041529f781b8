//! Readers for version control other than git: hg, svn.

use crate::vocab::help::{self, is_command};
use crate::vocab::machine::Machine;
use crate::vocab::table::Table;

/// Reads names from `hg help` (` name   what it does`, in groups), and aliases and options from
/// `hg help NAME`.
pub fn hg(m: &Machine, program: &str) -> Table {
    let mut table = Table { abbreviations: true, ..Table::default() };
    let text = m.out(&[program, "help"]);
    let listed = text.split("additional help topics").next().unwrap_or_default();
    for line in listed.lines().filter(|line| line.starts_with(' ') && !line.starts_with("  ")) {
        let Some(command) = line.split_whitespace().next().filter(|word| is_command(word)) else { continue };
        let text = m.out(&[program, "help", "--verbose", command]);
        // ` -A --addremove   mark new`, ` -m --message TEXT   use`
        *table.at(command) = help::options(&text);
        let aliases = text.lines().find_map(|line| line.strip_prefix("aliases: ")).unwrap_or_default();
        for alias in aliases.split(", ").filter(|alias| is_command(alias)) {
            table.alias(alias, command);
        }
    }
    table.at("*").add_listed("--help -h");
    table
}

/// Reads names from `svn help` (`   checkout (co)`) and options from `svn help NAME`.
pub fn svn(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    let text = m.out(&[program, "help"]);
    for line in text.split("Available subcommands:").nth(1).unwrap_or_default().lines() {
        let mut words =
            line.split(|c: char| c.is_whitespace() || "(),?".contains(c)).filter(|word| is_command(word));
        let Some(command) = words.next().filter(|_| line.starts_with("   ")) else { continue };
        *table.at(command) = help::options(&m.out(&[program, "help", command]));
        for alias in words {
            table.alias(alias, command);
        }
    }
    table.at("*").add_listed("--help -h");
    table
}
