//! Collected words of a program and their TOML form.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

pub use facts::vocabulary::table::{Options, Takes};

#[derive(Debug, Default)]
pub struct Table {
    pub commands: BTreeMap<String, Options>,
    pub aliases: BTreeMap<String, String>,
    /// Words that the program accepts but that should never be suggested: forgiven typos and commands of
    /// other packages.
    pub slips: BTreeSet<String>,
    /// Commands that take operands as well as subcommands: `git config user.name`.
    pub operands: BTreeSet<String>,
    /// Whether any prefix of a subcommand is accepted, as in `ip a` and `tmux kill-se`.
    pub abbreviations: bool,
    /// Whether words are missing: only common commands of a large program, or names without options.
    pub is_partial: bool,
}

/// Key of the options common to all subcommands.
const EVERYWHERE: &str = "*";

impl Table {
    pub fn at(&mut self, path: &str) -> &mut Options {
        self.commands.entry(path.to_owned()).or_default()
    }

    pub fn alias(&mut self, alias: &str, path: &str) {
        if alias != path && !alias.is_empty() {
            self.aliases.insert(alias.to_owned(), path.to_owned());
        }
    }

    /// Reduces an alias with the same options as its sibling to a reference, and moves options common to
    /// (nearly) all commands to `*`.
    pub fn finish(&mut self) {
        self.at("");
        let above = |path: &str| path.rsplit_once(' ').map_or(String::new(), |(above, _)| above.to_owned());
        let names: Vec<String> = self.aliases.keys().cloned().collect();
        for alias in names {
            let Some(path) = self.aliases.get(&alias).cloned() else { continue };
            let known = self.commands.contains_key(&path);
            let same = self.commands.get(&alias).is_none_or(|own| self.commands.get(&path) == Some(own));
            let loops = self.aliases.contains_key(&path);
            if !known || !same || loops || above(&alias) != above(&path) {
                self.aliases.remove(&alias);
                continue;
            }
            // its children are those of the path
            self.commands.retain(|key, _| *key != alias && !key.starts_with(&format!("{alias} ")));
        }
        let own = |path: &str| !path.is_empty() && path != EVERYWHERE;
        let mut seen: BTreeMap<(String, bool), usize> = BTreeMap::new();
        let mut all = 0;
        for (_, options) in self.commands.iter().filter(|(path, options)| own(path) && !options.0.is_empty())
        {
            all += 1;
            for (name, takes) in &options.0 {
                *seen.entry((name.clone(), *takes == Takes::Value)).or_default() += 1;
            }
        }
        if all < 4 {
            return;
        }
        for ((name, value), _) in seen.into_iter().filter(|(_, count)| count * 10 >= all * 9) {
            self.at(EVERYWHERE).add(&name, if value { Takes::Value } else { Takes::Nothing });
        }
        let Some(everywhere) = self.commands.get(EVERYWHERE).cloned() else { return };
        for (_, options) in self.commands.iter_mut().filter(|(path, _)| *path != EVERYWHERE) {
            let is_same = |name: &String, takes: Takes| {
                everywhere.0.get(name).is_some_and(|e| (*e == Takes::Value) == (takes == Takes::Value))
            };
            options.0.retain(|name, takes| !is_same(name, *takes));
        }
    }

    pub fn counts(&self) -> (usize, usize) {
        let commands =
            self.commands.keys().filter(|k| !k.is_empty() && *k != EVERYWHERE).count() + self.aliases.len();
        (commands, self.commands.values().map(|o| o.0.len()).sum())
    }

    pub fn to_toml(&self, program: &str, aliases: &[String], version: &str) -> String {
        let mut text = format!("# cargo xtask vocab {program}\n");
        let _ = writeln!(text, "program = {program:?}\nversion = {version:?}");
        if !aliases.is_empty() {
            let _ = writeln!(text, "aliases = {aliases:?}");
        }
        if self.abbreviations {
            text.push_str("abbreviations = true\n");
        }
        if self.is_partial {
            text.push_str("partial = true\n");
        }
        if !self.operands.is_empty() {
            let _ = writeln!(text, "operands = {:?}", self.operands.iter().collect::<Vec<_>>());
        }
        text.push_str("[commands]\n");
        let mut rows: BTreeMap<&str, String> =
            self.commands.iter().map(|(k, o)| (k.as_str(), o.listed())).collect();
        rows.extend(self.aliases.iter().map(|(alias, path)| {
            (alias.as_str(), format!("{}{path}", if self.slips.contains(alias) { '~' } else { '@' }))
        }));
        for slip in self.slips.iter().filter(|slip| !self.aliases.contains_key(*slip)) {
            rows.insert(slip, "~".to_owned());
        }
        for (path, listed) in rows {
            let _ = writeln!(text, "{path:?} = {listed:?}");
        }
        text
    }
}
