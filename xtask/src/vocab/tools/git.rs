//! Reader for git, which lists its commands, prints usage, and has man pages.

use std::collections::BTreeSet;

use super::Tool;
use crate::vocab::help::{self, is_command};
use crate::vocab::machine::Machine;
use crate::vocab::table::{Options, Table};
use crate::vocab::usage;

pub fn git(m: &Machine, _: &Tool) -> Table {
    let mut table = Table::default();
    *table.at("") = usage::options(m.out(&["git", "-h"]).split("\n\n").next().unwrap_or_default(), false);
    // installed commands, and those that git knows even if they are in separate packages
    let listed = m.out(&["git", "--list-cmds=main,nohelpers,list-mainporcelain,list-ancillarymanipulators,list-ancillaryinterrogators,list-foreignscminterface"]);
    let builtins = m.out(&["git", "--list-cmds=builtins"]);
    let apart = ["gitk", "gitweb", "scalar"]; // separate programs that are listed too
    for command in listed.lines().filter(|c| is_command(c) && !c.contains("--") && !apart.contains(c)) {
        let text = m.out(&["git", command, "-h"]);
        let page = m.man(&format!("git-{command}"));
        let usage = text.split("\n\n").next().unwrap_or_default();
        let mut options = help::options(text.get(usage.len()..).unwrap_or_default());
        let synopsis = help::between(&page, "SYNOPSIS", "DESCRIPTION");
        let prefix = format!("git {command}");
        let mut subs = usage::subcommands(usage, &prefix);
        subs.extend(usage::subcommands(synopsis, &prefix));
        subs.retain(|(path, _)| path.first().is_some_and(|w| w.as_str() != command));
        if subs.is_empty() || command == "config" {
            options.merge(help::options(&page));
            options.fill(usage::options(usage, false));
        } else {
            // options of subcommands belong to the subcommands; `notes` and `remote` take some themselves
            let own = |l: &&str| {
                l.contains(&prefix)
                    && !subs.iter().any(|(p, _)| l.contains(&format!(" {}", p.first().map_or("", |w| w))))
            };
            for line in usage.lines().filter(own) {
                options.fill(usage::options(line, false));
            }
        }
        if builtins.lines().any(|b| b == command) {
            options.fill(completions(&m.out(&["git", command, "--git-completion-helper-all"])));
        }
        *table.at(command) = options;
        let names: BTreeSet<String> = subs.iter().filter_map(|(path, _)| path.first().cloned()).collect();
        for sub in names {
            let key = format!("{command} {sub}");
            let own = m.out(&["git", command, &sub, "-h"]);
            if (own.contains(&format!("git {command} {sub}"))
                || own.contains(&format!("git {command} [{sub}")))
                && let Some((_, listed)) = own.split_once("\n\n")
            {
                table.at(&key).merge(help::options(listed));
            }
            if builtins.lines().any(|b| b == command) {
                let listed = m.out(&["git", command, &sub, "--git-completion-helper-all"]);
                table.at(&key).fill(completions(&listed));
            }
            for (_, line) in subs.iter().filter(|(path, _)| path.first() == Some(&sub)) {
                table.at(&key).fill(usage::options(line, false));
            }
        }
    }
    // `git stash` alone is `git stash push`
    let push = table.at("stash push").clone();
    table.at("stash").merge(push);
    *table.at("bisect start") = Options::default(); // words of sentences
    table
}

/// Parses `--message= --all --`, the completions of builtins, which include hidden options.
fn completions(text: &str) -> Options {
    let words = text.split_whitespace().filter(|word| {
        let name = word.trim_end_matches('=').trim_start_matches('-');
        word.starts_with("--") && is_command(name) && !name.starts_with("git-completion")
    });
    let mut options = Options::default();
    options.add_listed(&words.collect::<Vec<_>>().join(" "));
    options
}
