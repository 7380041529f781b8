//! Readers for tools of programming languages.

use super::generic::{also, flat};
use crate::vocab::help;
use crate::vocab::machine::Machine;
use crate::vocab::table::{Table, Takes};
use crate::vocab::usage;

pub fn go(m: &Machine, _: &str) -> Table {
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
    also(&mut table, "help telemetry");
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

pub fn tsc(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "--all"]));
    table
}

pub fn python(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    table.at("").add_listed("-? --help --version"); // in the descriptions only
    table
}

/// Adds `-jar`, whose archive is only in the synopsis.
pub fn java(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    table.at("").add_listed("-jar=");
    table
}

/// Adds letters whose help shows the value attached, without a blank.
pub fn ruby(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    table.at("").add_listed("-C= -E= -F= -I= -r=");
    table
}

/// Adds the options of cmake's modes, which each mode prints when its operand is missing.
pub fn cmake(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    for mode in ["--build", "--install"] {
        let text = m.out(&[program, mode]);
        table.at("").fill(help::options(&text));
    }
    table
}

/// Adds the common ones of V8's some 700 options, which node accepts too.
pub fn node(m: &Machine, program: &str) -> Table {
    let mut table = flat(m, program);
    table.at("").add_listed("--max-old-space-size= --max-semi-space-size= --stack-size= --stack-trace-limit= --no-lazy --lazy --harmony --trace-gc --no-opt --allow-natives-syntax --no-warnings --no-deprecation");
    table
}

/// Reads the list of every class of options, where names are not truncated.
pub fn gcc(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    *table.at("") = help::options(&m.out(&[program, "--help"]));
    for class in ["common", "optimizers", "warnings", "c", "c++", "target"] {
        table.at("").merge(help::options(&m.out(&[program, &format!("--help={class}")])));
    }
    // values are attached: `-lm`, `-O2`, `-std=c11`
    for takes in table.at("").0.values_mut().filter(|takes| **takes == Takes::Value) {
        *takes = Takes::Attached;
    }
    table.at("").add_listed("-o= -x= -I= -L= -l= -D= -U= -include= -isystem= -MF= -MT= -O=? -g -ggdb -W=? -E -S -c -v -static -shared -pthread -fPIC -m64 -m32 -pie -no-pie -ansi -w -pipe -s");
    table
}
