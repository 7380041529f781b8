//! darn's environment: the program itself, `$PATH`, the locale.

use std::collections::HashSet;
use std::path::PathBuf;

use super::{Finding, or_ok};
use crate::context::Context;
use crate::{dirs, startup};

pub fn version(context: &Context) -> Vec<Finding> {
    let this = std::env::current_exe().unwrap_or_default();
    let mut findings =
        vec![Finding::ok(format!("{} at {}", env!("CARGO_PKG_VERSION"), dirs::display(&this)))];
    // two names of the same file count as one program
    let mut real = HashSet::new();
    let all: Vec<PathBuf> = startup::on_path("darn", &context.caller)
        .into_iter()
        .filter(|path| real.insert(path.canonicalize().unwrap_or_else(|_| path.clone())))
        .collect();
    if all.len() > 1 {
        let names: Vec<_> = all.iter().map(|path| dirs::display(path)).collect();
        let text = format!("PATH has {} programs of this name: {}", all.len(), names.join(", "));
        findings.push(Finding::warn(text, "remove the older ones; the first one is used"));
    }
    findings
}

pub fn path(context: &Context) -> Vec<Finding> {
    let Some(path) = context.caller.variable("PATH") else {
        return vec![Finding::bad("PATH is not set: no command can be found", "set PATH")];
    };
    let mut findings = Vec::new();
    let mut seen = HashSet::new();
    let directories: Vec<PathBuf> =
        std::env::split_paths(path).filter(|directory| seen.insert(directory.clone())).collect();
    for directory in &directories {
        let place = dirs::display(directory);
        let remedy = "remove it from PATH";
        if !directory.is_absolute() {
            let text =
                format!("PATH contains `{place}`, a relative path: what runs depends on the directory");
            findings.push(Finding::warn(text, remedy));
        } else if let Err(error) = std::fs::read_dir(directory) {
            findings.push(Finding::warn(format!("{place}: {}", crate::files::reason(&error)), remedy));
        }
    }
    or_ok(findings, || format!("{} directories, all readable", directories.len()))
}

pub fn locale(context: &Context) -> Vec<Finding> {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| context.caller.variable(name))
        .unwrap_or("C");
    let upper = locale.to_uppercase();
    if upper.contains("UTF-8") || upper.contains("UTF8") {
        vec![Finding::ok(locale)]
    } else {
        let text = format!("{locale} is not UTF-8: hints are drawn in ASCII");
        vec![Finding::warn(text, "set LANG=C.UTF-8 for Unicode hints")]
    }
}
