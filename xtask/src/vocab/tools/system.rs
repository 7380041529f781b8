//! Readers for system programs with unusual help texts.

use super::generic::{also, everywhere, flat, manual};
use crate::vocab::help::{self, is_command};
use crate::vocab::machine::Machine;
use crate::vocab::table::{Options, Table, Takes};
use crate::vocab::usage;

pub fn systemctl(m: &Machine, program: &str) -> Table {
    let mut table = everywhere(m, program);
    table.at("*").add_listed("--no-legend --when= --no-warn --verbose"); // hidden, newer
    also(&mut table, "list-paths soft-reboot whoami enqueue-marked-jobs");
    table
}

pub fn tmux(m: &Machine, _: &str) -> Table {
    let mut table = Table { abbreviations: true, ..Table::default() };
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

pub fn ip(m: &Machine, _: &str) -> Table {
    let mut table = Table { abbreviations: true, ..Table::default() };
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
    also(&mut table, "stats");
    for path in ["maddress", "monitor"] {
        table.operands.insert(path.to_owned());
    }
    // any prefix is accepted, in an order specific to ip; these are the common ones
    for (alias, object) in [
        ("a", "address"),
        ("addr", "address"),
        ("l", "link"),
        ("r", "route"),
        ("ro", "route"),
        ("ru", "rule"),
        ("n", "neighbour"),
        ("neigh", "neighbour"),
        ("neighbor", "neighbour"),
        ("m", "maddress"),
        ("mon", "monitor"),
        ("tunl", "tunnel"),
        ("x", "xfrm"),
    ] {
        table.alias(alias, object);
    }
    let names: Vec<String> = table.commands.keys().cloned().collect();
    for path in names {
        for (long, short) in [
            (" show", &[" s", " sh", " list", " ls", " lst"][..]),
            (" add", &[" a"]),
            (" delete", &[" del", " d"]),
            (" del", &[" delete", " d"]),
        ] {
            if let Some(above) = path.strip_suffix(long) {
                for short in short {
                    if !table.commands.contains_key(&format!("{above}{short}")) {
                        table.alias(&format!("{above}{short}"), &path);
                    }
                }
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

pub fn openssl(m: &Machine, _: &str) -> Table {
    let mut table = Table::default();
    let text = m.out(&["openssl", "help"]);
    let named = |kind: &str| -> Vec<String> {
        let list = text.split(kind).nth(1).unwrap_or_default().split_once(')').map_or("", |(_, t)| t);
        list.split("Cipher commands")
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect()
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

pub fn make(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    for (name, takes) in [("-j", Takes::Attached), ("-l", Takes::Attached)] {
        table.at("").0.insert(name.to_owned(), takes); // `-j [N]`: only a number is taken, `make -j all` builds `all`
    }
    table
}

pub fn unzip(m: &Machine, program: &str) -> Table {
    let mut table = manual(m, program);
    table.at("").add_listed("-d= -x= -aa -qq -UU -l -t -z -T -v -q -a -L -V -M"); // the second column of its help
    table
}

pub fn find(m: &Machine, program: &str) -> Table {
    let mut table = manual(m, program);
    table.at("").merge(usage::options(&m.out(&[program, "--help"]), false));
    // written as `-size N[cwbkMG]`, `-type [bcd…]`, `-newerXY`, or without their value
    let mut valued = Options::default();
    valued.add_listed("-size= -type= -xtype= -perm= -regextype= -exec= -execdir= -ok= -okdir= -D= -newermt= -newer= -newerct= -neweram= -newerac= -newermm=");
    table.at("").0.extend(valued.0);
    for word in
        ["-mode", "-n", "-help", "-version", "-a", "-o", "-and", "-or", "-not", "-print", "-true", "-false"]
    {
        table.at("").0.remove(word); // words of sentences, or followed by an expression
    }
    table.at("").add_listed("-a -o -and -or -not -print -true -false -help -version -O=?");
    table
}

pub fn ps(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "--help", "all"]));
    table
        .at("")
        .add_listed("--sort= --version -O= --help --no-header --no-heading --no-headings --header --heading"); // written without a value, or as BSD letters
    table
}

pub fn curl(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "--help", "all"]));
    // every switch has an opposite, which the text does not list
    let switches: Vec<String> = table
        .at("")
        .0
        .iter()
        .filter(|(n, t)| **t == Takes::Nothing && n.starts_with("--") && !n.starts_with("--no-"))
        .map(|(n, _)| n.replacen("--", "--no-", 1))
        .collect();
    for name in switches {
        table.at("").add(&name, Takes::Nothing);
    }
    table
}

pub fn jq(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    // `•   --slurp/-s:`
    let page = m.man(program).replace(':', " ");
    for line in page.lines().filter_map(|l| l.trim().strip_prefix(['•', '·', '○'])) {
        for (name, _) in help::option_line(line.trim()) {
            table.at("").add(&name, Takes::Nothing);
        }
    }
    table.at("").merge(help::options(&m.out(&[program, "--help"])));
    // only the prose shows which options take a value
    table.at("").add_listed("--arg= --argjson= --slurpfile= --rawfile= --indent= --from-file= -f= -L= --args --jsonargs --help -h --version");
    table
}

/// `diff --help` writes `--LTYPE-line-format`, for old, new and unchanged lines, and the like for groups.
pub fn diff(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    for stand_in in ["--GTYPE-group-format", "--LTYPE-line-format"] {
        table.at("").0.remove(stand_in);
    }
    for kind in ["old", "new", "unchanged"] {
        table.at("").add_listed(&format!("--{kind}-line-format= --{kind}-group-format="));
    }
    table.at("").add_listed("--changed-group-format=");
    table
}

/// Reads values from the manual page, and all names from `--dump-options`.
pub fn gpg(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.man(program));
    for name in m.out(&[program, "--dump-options"]).lines().filter(|line| line.starts_with("--")) {
        table.at("").fill({
            let mut one = Options::default();
            one.add_listed(name.trim());
            one
        });
    }
    table
}

pub fn pyenv(m: &Machine, program: &str) -> Table {
    let mut table = Table { is_partial: true, ..Table::default() };
    for command in m.out(&[program, "commands"]).lines().filter(|line| is_command(line)) {
        table.at(command).merge(help::options(&m.out(&[program, "help", command])));
    }
    table.at("*").add_listed("--help -h --version");
    table
}

/// Reads `--help all`, which groups options by subject; each applies to each subcommand.
pub fn certbot(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    let text = m.out(&[program, "--help", "all"]);
    for line in text.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     ")) {
        if let Some(command) = line.trim().split("  ").next().filter(|word| is_command(word)) {
            table.at(command);
        }
    }
    also(&mut table, "run");
    table.at("*").merge(help::options(&text));
    table
}

/// Reads the commands from its help, and adds its few options (ufw(8)).
pub fn ufw(m: &Machine, program: &str) -> Table {
    let mut table = everywhere(m, program);
    table.at("*").add_listed("--dry-run --force --help --version -h");
    table
}
