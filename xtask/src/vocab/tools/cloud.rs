//! Readers for clients of services: docker, kubectl, gh, terraform, aws, gcloud.

use super::generic::{also, crawl, tree};
use crate::vocab::help::{self, is_command};
use crate::vocab::machine::Machine;
use crate::vocab::table::{Options, Table, Takes};

pub fn docker(m: &Machine, program: &str) -> Table {
    let mut table = tree(m, program);
    also(
        &mut table,
        "ai bake compose buildx debug desktop extension init mcp model offload sandbox sbom scout",
    );
    // two common plugins, which this machine may not have
    table.at("compose").add_listed("-f= --file= -p= --project-name= --project-directory= --profile= --env-file= --ansi= --progress= --parallel= --compatibility --dry-run --all-resources");
    let compose = "attach bridge build commit config convert cp create down events exec export images kill logs ls pause port ps publish pull push restart rm run scale start stats stop top unpause up version volumes wait watch";
    table.at("buildx").add_listed("--builder= -D --debug");
    let buildx = "bake build create dap debug dial-stdio du history imagetools inspect install ls prune rm stop uninstall use version";
    for (above, list) in [("compose", compose), ("buildx", buildx)] {
        for command in list.split(' ') {
            table.at(&format!("{above} {command}"));
        }
    }
    table
}

pub fn gh(m: &Machine, program: &str) -> Table {
    let mut table = tree(m, program);
    also(
        &mut table,
        "help accessibility agent-task attestation cache co copilot models org preview project ruleset variable",
    );
    also(&mut table, "actions environment exit-codes formatting mintty reference"); // topics of help
    // short names that only newer versions list
    for (alias, path) in [
        ("ext", "extension"),
        ("extensions", "extension"),
        ("cs", "codespace"),
        ("rs", "ruleset"),
        ("at", "attestation"),
        ("agent", "agent-task"),
        ("a11y", "accessibility"),
    ] {
        table.alias(alias, path);
    }
    let paths: Vec<String> = table.commands.keys().cloned().collect();
    for path in paths {
        for (long, short) in [(" list", " ls"), (" create", " new")] {
            if let Some(above) = path.strip_suffix(long) {
                table.alias(&format!("{above}{short}"), &path);
            }
        }
    }
    table.alias("secret remove", "secret delete");
    table.at("search code");
    table
}

pub fn kubectl(m: &Machine, program: &str) -> Table {
    let mut table = tree(m, program);
    also(&mut table, "options kuberc"); // the help of each, and since 1.33
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

pub fn terraform(m: &Machine, program: &str) -> Table {
    let mut table = Table::default();
    crawl(m, &mut table, &[program], &["-help"], "");
    // values are always attached here
    for options in table.commands.values_mut() {
        for takes in options.0.values_mut().filter(|t| **t == Takes::Value) {
            *takes = Takes::Attached;
        }
    }
    table
}

/// Reads all services, and the operations of the most common ones without options: everything would be 2 MB.
pub fn aws(m: &Machine, program: &str) -> Table {
    const COMMON: &str =
        "s3 s3api iam sts lambda ecr ecs logs ssm sns sqs dynamodb cloudformation secretsmanager configure";
    let mut table = Table { is_partial: true, ..Table::default() };
    // for an unknown word it prints all known ones, as a table of two columns
    let choices = |path: &[&str]| -> Vec<String> {
        let text = m.out(&[&[program], path, &["no-such-command"]].concat());
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
    table.at("*").add_listed("--debug --endpoint-url= --no-verify-ssl --no-paginate --output= --query= --profile= --region= --version --color= --no-sign-request --ca-bundle= --cli-read-timeout= --cli-connect-timeout=");
    table
}

/// Reads the groups of the first two levels and their commands from its completion file.
pub fn gcloud(m: &Machine, program: &str) -> Table {
    const COMMON: [&str; 20] = [
        "app", "artifacts", "auth", "builds", "components", "compute", "config", "container", "dns",
        "functions", "iam", "init", "logging", "projects", "pubsub", "run", "secrets", "services", "sql",
        "storage",
    ];
    let mut table = Table { is_partial: true, ..Table::default() };
    let listing = "import os,sys; sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(sys.argv[1]))), 'data/cli'))
import gcloud_completions as g
def walk(node, path):
    print(' '.join(path) + '|' + ' '.join(sorted(node.get('flags', {}))))
    for name, below in sorted(node.get('commands', {}).items()):
        walk(below, path + [name])
walk(g.STATIC_COMPLETION_CLI_TREE, [])";
    let Some(binary) = m.path(program) else { return table };
    for line in m.out(&["python3", "-c", listing, &binary]).lines() {
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

/// Reads the global flags from their separate help page; each storage backend has more.
pub fn rclone(m: &Machine, program: &str) -> Table {
    let mut table = Table { is_partial: true, ..tree(m, program) };
    table.at("*").merge(help::options(&m.out(&[program, "help", "flags"])));
    table
}
