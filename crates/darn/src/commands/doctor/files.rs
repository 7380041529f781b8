//! darn's own files: configuration, rules, directories.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use super::Finding;
use crate::config::{self, Severity};
use crate::context::Context;
use crate::dirs;

pub fn config(context: &Context) -> Vec<Finding> {
    const CHECK: &str = "config";
    let config = config::load(context.config.as_deref(), &context.caller);
    let mut findings: Vec<Finding> = Vec::new();
    for problem in &config.problems {
        let remedy = "fix the line; `darn config default` lists all settings";
        findings.push(match problem.severity {
            Severity::Error => Finding::bad(CHECK, problem.to_string(), remedy),
            Severity::Warning => Finding::warn(CHECK, problem.to_string(), remedy),
        });
    }
    for file in &config.files {
        // its content decides what runs, so other users must not be able to write it
        if file.metadata().is_ok_and(|data| data.mode() & 0o022 != 0) && !file.ends_with(config::PROJECT_FILE)
        {
            findings.push(writable_by_others(CHECK, file, 0o600));
        }
    }
    if findings.is_empty() {
        findings.push(match config.files.first() {
            Some(file) => Finding::ok(CHECK, format!("{} is fine", dirs::display(file))),
            None => Finding::ok(CHECK, "no configuration file; the defaults apply"),
        });
    }
    findings
}

fn writable_by_others(check: &'static str, path: &Path, mode: u32) -> Finding {
    let place = dirs::display(path);
    let owned = path.to_owned();
    Finding::warn(check, format!("{place} can be changed by other users"), format!("chmod go-w {place}"))
        .fixed_by(format!("{place} can now be changed only by you"), move || {
            std::fs::set_permissions(&owned, std::fs::Permissions::from_mode(mode))
        })
}

pub fn rules(_: &Context) -> Vec<Finding> {
    const CHECK: &str = "rules";
    let files = crate::rules::files();
    let (_, errors) = crate::rules::load();
    if errors.is_empty() {
        let own = own(files.len());
        return vec![Finding::ok(CHECK, format!("the built-in rules; {own}"))];
    }
    let told = |error: &datafiles::DataError| {
        let text = format!("{}:{}: {}", dirs::display(Path::new(&error.file)), error.line, error.message);
        Finding::bad(CHECK, text, "fix it, then run: darn rules test")
    };
    errors.iter().map(told).collect()
}

/// Checks the user's files of secrets.
pub fn secrets(_: &Context) -> Vec<Finding> {
    const CHECK: &str = "secrets";
    let (_, errors) = crate::secrets::tables();
    if errors.is_empty() {
        let own = own(crate::secrets::files().len());
        return vec![Finding::ok(CHECK, format!("the built-in tables; {own}"))];
    }
    let remedy = "not treated as a secret until fixed; then run: darn secrets test";
    errors.iter().map(|error| Finding::bad(CHECK, crate::policy::describe(error), remedy)).collect()
}

/// Describes the number of the user's own files.
fn own(files: usize) -> String {
    match files {
        0 => "none of your own".to_owned(),
        1 => "one file of your own".to_owned(),
        n => format!("{n} files of your own"),
    }
}

/// Checks the user's policy files and the `allow` and `block` entries in the settings.
pub fn policy(context: &Context) -> Vec<Finding> {
    const CHECK: &str = "policy";
    let config = config::load(context.config.as_deref(), &context.caller);
    let loaded = crate::policy::load(&config.settings, crate::context::today());
    let mut findings = Vec::new();
    for error in &crate::policy::errors() {
        let remedy = "fix it, then run: darn policy test";
        findings.push(Finding::bad(CHECK, crate::policy::describe(error), remedy));
    }
    for why in &loaded.unreadable {
        let remedy = "write it as: git push --force origin wip/* @ ~/src/x until 2027-01-31";
        findings.push(Finding::bad(CHECK, why.clone(), remedy));
    }
    for entry in &loaded.expired {
        let text = format!("`{}` has expired", entry.text);
        findings.push(Finding::warn(
            CHECK,
            text,
            "remove it from the configuration, or give it a later date",
        ));
    }
    if findings.is_empty() {
        let own = own(crate::policy::files().len());
        findings.push(Finding::ok(CHECK, format!("the built-in rules; {own}")));
    }
    findings
}

/// Checks that existing directories are owned and writable by the user.
pub fn directories(_: &Context) -> Vec<Finding> {
    const CHECK: &str = "files";
    let Some(home) = dirs::home() else {
        return vec![Finding::warn(
            CHECK, "HOME is not set: nothing can be saved", "set HOME to your home directory",
        )];
    };
    let mut findings = Vec::new();
    for directory in [dirs::cache(), dirs::state()].into_iter().flatten() {
        let place = dirs::display(&directory);
        match directory.metadata() {
            Ok(data) if !data.is_dir() => {
                let owned = directory.clone();
                findings.push(
                    Finding::bad(CHECK, format!("{place} is not a directory"), format!("rm {place}"))
                        .fixed_by(format!("{place} was removed; darn recreates it when needed"), move || {
                            std::fs::remove_file(&owned)
                        }),
                );
            }
            Ok(_) if rustix::fs::access(&directory, rustix::fs::Access::WRITE_OK).is_err() => {
                findings.push(Finding::bad(
                    CHECK,
                    format!("{place} is not writable"),
                    format!("take ownership: chown -R $USER {place}"),
                ));
            }
            Ok(data) if data.mode() & 0o022 != 0 => {
                findings.push(writable_by_others(CHECK, &directory, 0o700))
            }
            Ok(_) => {}
            // it does not exist yet: check whether it can be created
            Err(_) => {
                let above = directory.ancestors().find(|above| above.exists()).unwrap_or(&home);
                if rustix::fs::access(above, rustix::fs::Access::WRITE_OK).is_err() {
                    let text = format!("{place} cannot be created: {} is not writable", dirs::display(above));
                    findings.push(Finding::warn(CHECK, text, "darn works without it, a little slower"));
                }
            }
        }
    }
    if findings.is_empty() {
        findings.push(Finding::ok(CHECK, "the cache and state directories are writable"));
    }
    findings
}
