//! Files edited in place: `sed -i`, `perl -i`; removed and added lines.

use super::overwrite::is_history;
use super::started;
use crate::prelude::*;

/// Scripts that leave a file empty.
const EMPTY: &[&str] = &[
    "d", "1,$d", "1d;$d", "/.*/d", "/^/d", "s/.*//", "s/.*//g", "s/^.*$//", "$_=\"\"", "$_=''", "$_=qq{}",
    "undef $_",
];

/// Files that define permissions; changing them deserves a look.
const RIGHTS: &[&str] = table!("rights_files");

/// Settings that grant access.
const OPEN: &[&str] = &["PermitRootLogin yes", "PermitEmptyPasswords yes", "PermitRootLogin=yes", "NOPASSWD"];

pub fn edited(context: &mut Context<'_>, at: &Invocation<'_>) {
    let operands = operands_with(at, &["-e", "--expression", "-f"]);
    let given = value(at, &["-e", "--expression"]);
    let script = given.or_else(|| operands.first().map(|f| f.text.as_str())).unwrap_or("").trim();
    let files = operands.get(usize::from(given.is_none())..).unwrap_or_default();
    let empties = EMPTY.contains(&script.trim_end_matches(';'));
    let deletes = script.ends_with('d') && !script.starts_with('s');
    let keeps = at.arguments.iter().any(|field| {
        let suffix = field.text.strip_prefix("-i").or_else(|| field.text.strip_prefix("--in-place="));
        suffix.is_some_and(|suffix| suffix.contains(['.', '~', '*']))
    });
    for field in files {
        if !keeps {
            super::proposed::overwritten(context, field, at.span);
        }
        let text = field.text.as_str();
        let name = display(text);
        let is_log = text.starts_with("/var/log/") || is_history(text);
        let (rule, because) = if RIGHTS.iter().any(|part| text.contains(part)) {
            ("persistence/file", format!("Changes `{name}`, which controls access."))
        } else if OPEN.iter().any(|setting| script.contains(setting)) || plants(text, script) {
            ("persistence/file", format!("Adds text to `{name}` that lets someone in or runs later."))
        } else if is_log && deletes {
            ("history/erase", format!("Deletes lines of `{name}`."))
        } else if empties || deletes && context.env.place(field) == Place::BelowSystem {
            ("files/overwrite", format!("Deletes lines of `{name}`."))
        } else {
            continue;
        };
        context.find(rule, Level::Warn, because, at.span);
    }
}

/// Returns whether a foreign command is added to a file that runs with each shell.
fn plants(file: &str, script: &str) -> bool {
    let file = file.rsplit('/').next().unwrap_or(file);
    let runs =
        file.starts_with('.') && (file.ends_with("rc") || file.contains("profile") || file.contains("env"));
    runs && started::plants(script)
}

/// `vim -c '%d|wq' FILE`, `ex -sc '%d|x' FILE`: the file ends up empty.
pub fn emptied(context: &mut Context<'_>, at: &Invocation<'_>, commands: &[String]) {
    let empties = |command: &String| {
        let command: String = command.chars().filter(|c| !c.is_whitespace() && *c != ':').collect();
        ["%d", "1,$d", "%delete"].iter().any(|all| command.starts_with(all)) && command.contains(['w', 'x'])
    };
    let file: Option<&Field> = at.arguments.last().filter(|field| !field.text.starts_with(['-', '+']));
    if let Some(file) = file
        && commands.iter().any(empties)
    {
        let because = format!("Deletes every line of `{}`.", display(&file.text));
        context.find("files/overwrite", Level::Warn, because, at.span);
    }
}
