//! Readers for system programs with unusual help texts.

use super::Tool;
use crate::vocab::help::{self, is_command};
use crate::vocab::machine::Machine;
use crate::vocab::table::{Table, Takes};
use crate::vocab::usage;

pub fn tmux(m: &Machine, _: &Tool) -> Table {
    let mut table = Table::default();
    *table.at("") = usage::options(&m.out(&["tmux", "-h"]), true);
    let text = m.out(&["tmux", "-f", "/dev/null", "-L", "darn-vocab", "list-commands"]);
    for line in text.lines() {
        let mut words = line.split(' ');
        let Some(command) = words.next().filter(|c| is_command(c)) else { continue };
        if let Some(alias) = words.next().and_then(|w| w.strip_prefix('(')).and_then(|w| w.strip_suffix(')'))
        {
            table.alias(alias, command);
        }
        *table.at(command) = usage::options(line, true);
    }
    table
}

pub fn ip(m: &Machine, _: &Tool) -> Table {
    let mut table = Table::default();
    let top = m.out(&["ip", "help"]);
    for object in help::between(&top, "OBJECT := {", "}").split(['|', ' ', '\n']).filter(|w| is_command(w)) {
        table.at(object);
        let text = m.out(&["ip", object, "help"]);
        let spelled = text.split("ip ").nth(1).and_then(|t| t.split(' ').next()).unwrap_or(object).to_owned();
        for (path, _) in usage::subcommands(&text, &format!("ip {spelled}")) {
            if let Some(word) = path.first() {
                table.at(&format!("{object} {word}"));
            }
        }
    }
    // `-s[tatistics]`: short and long form
    let options = top.split("OPTIONS := {").nth(1).unwrap_or_default();
    for word in options.split_whitespace().filter(|w| w.starts_with('-')) {
        let word = word.trim_end_matches('}');
        match word.split_once('[') {
            Some((short, rest)) => {
                let long = format!("{short}{}", rest.trim_end_matches(']'));
                // the text does not show which brackets are values
                let takes = if matches!(short, "-f" | "-l" | "-b" | "-rc" | "-n") {
                    Takes::Value
                } else {
                    Takes::Nothing
                };
                table.at("").add(short, takes);
                table.at("").add(&long, takes);
            }
            None => table.at("").add(word, Takes::Nothing),
        }
    }
    table
}

pub fn openssl(m: &Machine, _: &Tool) -> Table {
    let mut table = Table::default();
    let text = m.out(&["openssl", "help"]);
    let named = |kind: &str| -> Vec<String> {
        let list = help::between(&text, kind, "Cipher commands").split_once(')').map_or("", |(_, list)| list);
        list.split_whitespace().map(str::to_owned).collect()
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

pub fn jq(m: &Machine, tool: &Tool) -> Table {
    let mut table = Table::default();
    // `•   --slurp/-s:`
    let page = m.man(&tool.name).replace(':', " ");
    for line in page.lines().filter_map(|l| l.trim().strip_prefix(['•', '·', '○'])) {
        for (name, _) in help::option_line(line.trim()) {
            table.at("").add(&name, Takes::Nothing);
        }
    }
    table.at("").merge(help::options(&m.out(&[&tool.name, "--help"])));
    table
}
