//! Readers for clients of services: kubectl, aws, gcloud.

use super::{Tool, common};
use crate::vocab::help::is_command;
use crate::vocab::machine::Machine;
use crate::vocab::table::{Options, Table, Takes};

pub fn kubectl(m: &Machine, tool: &Tool) -> Table {
    let mut table = common::tree(m, tool);
    for command in ["options", "kuberc"] {
        table.at(command); // the help of each, and since 1.33
    }
    let paths: Vec<String> = table.commands.keys().filter(|path| *path != "*").cloned().collect();
    for path in paths {
        let words: Vec<&str> = path.split(' ').filter(|w| !w.is_empty()).collect();
        let ask: &[&str] = if path.is_empty() { &["options"] } else { &["--help"] };
        let text = m.out(&[&["kubectl"], words.as_slice(), ask].concat());
        let mut options = Options::default();
        // `    -R, --recursive=false:`: all have a default, which shows whether they take a value
        for line in text.lines().filter_map(|l| l.trim().strip_suffix(':')).filter(|l| l.starts_with('-')) {
            let Some((names, default)) = line.split_once('=') else { continue };
            let takes = match names.rsplit("--").next().unwrap_or_default() {
                _ if matches!(default, "true" | "false") => Takes::Nothing,
                "dry-run" | "cascade" | "validate" => Takes::Attached, // optional value, undocumented
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

/// Reads all services, and the operations of the most common ones without options: everything would be 2 MB.
pub fn aws(m: &Machine, tool: &Tool) -> Table {
    const COMMON: &str =
        "s3 s3api iam sts lambda ecr ecs logs ssm sns sqs dynamodb cloudformation secretsmanager configure";
    let mut table = Table::default();
    // for an unknown word it prints all known ones, as a table of two columns
    let choices = |path: &[&str]| -> Vec<String> {
        let text = m.out(&[&[tool.name.as_str()], path, &["no-such-command"]].concat());
        let lines = text.split("valid choices are:").nth(1).unwrap_or_default().lines();
        let cells =
            lines.take_while(|line| !line.contains("Invalid choice")).flat_map(|line| line.split('|'));
        cells.map(|cell| cell.trim().to_owned()).filter(|cell| is_command(cell)).collect()
    };
    for service in choices(&[]) {
        for operation in
            COMMON.split(' ').find(|name| *name == service).map(|name| choices(&[name])).into_iter().flatten()
        {
            table.at(&format!("{service} {operation}"));
        }
        table.at(&service);
    }
    table
}

/// Reads the groups of the first two levels and their commands from its completion file.
pub fn gcloud(m: &Machine, tool: &Tool) -> Table {
    const COMMON: [&str; 20] = [
        "app", "artifacts", "auth", "builds", "components", "compute", "config", "container", "dns",
        "functions", "iam", "init", "logging", "projects", "pubsub", "run", "secrets", "services", "sql",
        "storage",
    ];
    let mut table = Table::default();
    let listing = "import os,sys; sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(sys.argv[1]))), 'data/cli'))
import gcloud_completions as g
def walk(node, path):
    print(' '.join(path) + '|' + ' '.join(sorted(node.get('flags', {}))))
    for name, below in sorted(node.get('commands', {}).items()):
        walk(below, path + [name])
walk(g.STATIC_COMPLETION_CLI_TREE, [])";
    let Some(binary) = crate::process::program(&tool.name) else { return table };
    for line in m.out(&["python3", "-c", listing, &binary.to_string_lossy()]).lines() {
        let Some((path, flags)) = line.split_once('|') else { continue };
        let words: Vec<&str> = path.split(' ').collect();
        let common = words.first().is_some_and(|group| COMMON.contains(group));
        if !path.is_empty()
            && words.iter().all(|word| is_command(word))
            && (words.len() == 1 || common && words.len() <= 3)
        {
            table.at(path);
        }
        if path.is_empty() {
            table.at("*").add_listed(flags);
        }
    }
    table
}
