//! One row per program in `tools.toml`: how its words are read, and what its texts get wrong or leave out.

mod cloud;
mod common;
mod git;
mod go;
mod packages;
mod system;

use serde::Deserialize;

use super::machine::Machine;
use super::table::{Table, Takes};
use super::{help, usage};
use crate::prelude::*;

/// One program.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tool {
    #[serde(skip)]
    pub name: String,
    /// Other names of the same program.
    pub also: Vec<String>,
    /// Arguments that print the version, or a whole command if a program's name comes first; empty: `--version`.
    version: String,
    read: Read,
    /// Arguments that print the texts to read, or `man` for the manual page; empty: `--help`.
    ask: Vec<String>,
    list: List,
    /// Arguments that print a list that is less reliable about values: only its new options count.
    names: String,
    /// Arguments that print a usage text with further options.
    usage: String,
    /// Arguments that print the options common to all subcommands.
    global: String,
    /// Whether only attached values are values.
    attached: bool,
    /// Whether every switch `--x` has an opposite `--no-x`, which the text does not list.
    opposites: bool,
    abbreviations: bool,
    partial: bool,
    /// Commands that take operands as well as subcommands.
    operands: Vec<String>,
    /// Commands that also take the options of another command.
    copies: Vec<(String, String)>,
    /// Options that are none or have another value, by command.
    remove: BTreeMap<String, String>,
    /// Missing subcommands, by the command above them. Without them a correct command that fails for another
    /// reason would look misspelt.
    commands: BTreeMap<String, String>,
    /// Missing options, by command; `*` for all.
    options: BTreeMap<String, String>,
    /// Other names of the last word of any command.
    synonyms: BTreeMap<String, String>,
    aliases: BTreeMap<String, String>,
    /// Words that the program accepts but that should never be suggested.
    slips: String,
}

/// How words are read.
#[derive(Debug, Default, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Read {
    /// Options, one a line.
    #[default]
    Options,
    /// Options with short and long ones in separate columns.
    Columns,
    /// Options of a usage line.
    Synopsis,
    /// Verbs and options of one text, where each option applies to each verb.
    Verbs,
    /// The help of each command and its subcommands (cobra, clap, argparse).
    Tree,
    /// A list of commands, and a text for each.
    List,
    Apt,
    Aws,
    Cargo,
    Gcloud,
    Git,
    Go,
    Ip,
    Jq,
    Kubectl,
    Npm,
    Openssl,
    Pip,
    Tmux,
    Yarn,
}

/// A list of commands, one a line: `   checkout (co)   Check out`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct List {
    /// Arguments that print it.
    ask: String,
    /// Text before and behind it.
    after: String,
    before: String,
    /// What precedes the name in each line.
    mark: String,
    /// Arguments that print the options of the command `{}`; empty: they are not read.
    each: String,
    /// Text behind the options.
    until: String,
}

#[derive(Deserialize)]
struct File {
    plain: String,
    program: BTreeMap<String, Tool>,
}

/// Returns every program, sorted by name.
pub fn all() -> Result<Vec<Tool>> {
    let File { plain, mut program } = toml::from_str(include_str!("tools.toml"))?;
    program.extend(plain.split_whitespace().map(|name| (name.to_owned(), Tool::default())));
    Ok(program.into_iter().map(|(name, tool)| Tool { name, ..tool }).collect())
}

impl Tool {
    pub fn version(&self, m: &Machine, program: &str) -> String {
        let ask = if self.version.is_empty() { "--version" } else { &self.version };
        m.version(program, &ask.split_whitespace().collect::<Vec<_>>())
    }

    /// Returns the words of the program.
    pub fn read(&self, m: &Machine) -> Table {
        let read = match self.read {
            Read::Options => common::options,
            Read::Columns => common::columns,
            Read::Synopsis => common::synopsis,
            Read::Verbs => common::verbs,
            Read::Tree => common::tree,
            Read::List => common::list,
            Read::Apt => packages::apt,
            Read::Aws => cloud::aws,
            Read::Cargo => packages::cargo,
            Read::Gcloud => cloud::gcloud,
            Read::Git => git::git,
            Read::Go => go::go,
            Read::Ip => system::ip,
            Read::Jq => system::jq,
            Read::Kubectl => cloud::kubectl,
            Read::Npm => packages::npm,
            Read::Openssl => system::openssl,
            Read::Pip => packages::pip,
            Read::Tmux => system::tmux,
            Read::Yarn => packages::yarn,
        };
        let mut table = read(m, self);
        if !self.usage.is_empty() {
            table.at("").merge(usage::options(&m.text(&self.name, &self.usage), false));
        }
        if !self.names.is_empty() {
            table.at("").fill(help::options(&m.text(&self.name, &self.names)));
        }
        if !self.global.is_empty() {
            table.at("*").merge(help::options(&m.text(&self.name, &self.global)));
        }
        self.correct(&mut table);
        table.finish();
        table
    }

    fn texts(&self, m: &Machine) -> Vec<String> {
        let ask = self.ask.iter().map(String::as_str);
        let default = self.ask.is_empty().then_some("--help");
        ask.chain(default).map(|ask| m.text(&self.name, ask)).collect()
    }

    fn correct(&self, table: &mut Table) {
        table.abbreviations |= self.abbreviations;
        table.is_partial |= self.partial;
        table.operands.extend(self.operands.iter().cloned());
        table.slips.extend(self.slips.split_whitespace().map(str::to_owned));
        for (path, from) in &self.copies {
            let more = table.at(from).clone();
            table.at(path).fill(more);
        }
        if self.attached {
            let all = table.commands.values_mut().flat_map(|options| options.0.values_mut());
            all.filter(|takes| **takes == Takes::Value).for_each(|takes| *takes = Takes::Attached);
        }
        for (path, names) in &self.remove {
            table.at(path).0.retain(|name, _| names.split(' ').all(|removed| removed != name));
        }
        for (above, names) in &self.commands {
            for name in names.split(' ') {
                table.at(format!("{above} {name}").trim_start());
            }
        }
        for (path, listed) in &self.options {
            table.at(path).add_listed(listed);
        }
        if self.opposites {
            let switches = table.at("").clone().0.into_iter().filter(|(_, takes)| *takes == Takes::Nothing);
            for name in switches.filter_map(|(name, _)| Some(name.strip_prefix("--")?.to_owned())) {
                if !name.starts_with("no-") {
                    table.at("").add(&format!("--no-{name}"), Takes::Nothing);
                }
            }
        }
        let paths: Vec<String> = table.commands.keys().cloned().collect();
        for (path, (word, others)) in
            paths.iter().flat_map(|path| self.synonyms.iter().map(move |s| (path, s)))
        {
            let Some(above) = path.strip_suffix(&format!(" {word}")) else { continue };
            for other in others.split(' ').map(|other| format!("{above} {other}")) {
                if !table.commands.contains_key(&other) {
                    table.alias(&other, path);
                }
            }
        }
        self.aliases.iter().for_each(|(alias, path)| table.alias(alias, path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_one_row() {
        let all = all().unwrap();
        let File { plain, program } = toml::from_str(include_str!("tools.toml")).unwrap();
        let names: Vec<&str> = plain.split_whitespace().collect();
        let twice: Vec<_> = names.iter().filter(|name| program.contains_key(**name)).collect();
        assert!(twice.is_empty(), "{twice:?}");
        assert_eq!(all.len(), names.len() + program.len(), "a name is listed twice");
        for tool in program.values().filter(|tool| matches!(tool.read, Read::List)) {
            assert!(!tool.list.ask.is_empty(), "{tool:?}");
        }
    }
}
