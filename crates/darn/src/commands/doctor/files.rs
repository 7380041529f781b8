//! darn's own files: configuration, rules, directories.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

use rustix::fs::Access;

use super::{Finding, or_ok, settings};
use crate::commands::prelude::*;
use crate::config::Severity;

pub fn config(context: &Context) -> Vec<Finding> {
    let config = config::load(context.config.as_deref(), &context.caller);
    let invalid = config.problems.iter().map(|problem| {
        let finding = match problem.severity {
            Severity::Error => Finding::bad,
            Severity::Warning => Finding::warn,
        };
        finding(problem.to_string(), "fix the line; `darn config default` lists all settings")
    });
    // its content decides what runs, so other users must not be able to write it
    let is_open = |file: &&PathBuf| {
        file.metadata().is_ok_and(|data| data.mode() & 0o022 != 0) && !file.ends_with(config::PROJECT_FILE)
    };
    let open = config.files.iter().filter(is_open).map(|file| writable_by_others(file, 0o600));
    or_ok(invalid.chain(open).collect(), || match config.files.first() {
        Some(file) => format!("{} is fine", dirs::display(file)),
        None => "no configuration file; the defaults apply".into(),
    })
}

fn writable_by_others(path: &Path, mode: u32) -> Finding {
    let place = dirs::display(path);
    let owned = path.to_owned();
    Finding::warn(format!("{place} can be changed by other users"), format!("chmod go-w {place}"))
        .fixed_by(format!("{place} can now be changed only by you"), move || {
            std::fs::set_permissions(&owned, std::fs::Permissions::from_mode(mode))
        })
}

pub fn rules(_: &Context) -> Vec<Finding> {
    let describe = |error: &datafiles::DataError| {
        let text = format!("{}:{}: {}", dirs::display(Path::new(&error.file)), error.line, error.message);
        Finding::bad(text, "fix it, then run: darn rules test")
    };
    or_ok(crate::rules::load().1.iter().map(describe).collect(), || {
        format!("the built-in rules; {}", own(crate::rules::files().len()))
    })
}

/// Checks the user's files of secrets.
pub fn secrets(_: &Context) -> Vec<Finding> {
    let remedy = "not treated as a secret until fixed; then run: darn secrets test";
    let tables = crate::secrets::tables();
    let errors = tables.1.iter();
    or_ok(errors.map(|error| Finding::bad(crate::policy::describe(error), remedy)).collect(), || {
        format!("the built-in tables; {}", own(crate::secrets::files().len()))
    })
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
    let loaded = crate::policy::load(&settings(context), crate::context::today());
    let errors = crate::policy::errors();
    let errors = errors
        .iter()
        .map(|error| Finding::bad(crate::policy::describe(error), "fix it, then run: darn policy test"));
    let unreadable = loaded.unreadable.iter().map(|why| {
        Finding::bad(why.as_str(), "write it as: git push --force origin wip/* @ ~/src/x until 2027-01-31")
    });
    let expired = loaded.expired.iter().map(|entry| {
        let text = format!("`{}` has expired", entry.text);
        Finding::warn(text, "remove it from the configuration, or give it a later date")
    });
    or_ok(errors.chain(unreadable).chain(expired).collect(), || {
        format!("the built-in rules; {}", own(crate::policy::files().len()))
    })
}

/// Checks that existing directories are owned and writable by the user.
pub fn directories(_: &Context) -> Vec<Finding> {
    let Some(home) = dirs::home() else {
        return vec![Finding::warn(
            "HOME is not set: nothing can be saved", "set HOME to your home directory",
        )];
    };
    let directories = [dirs::cache(), dirs::state()].into_iter().flatten();
    or_ok(directories.filter_map(|directory| problem_of(&directory, &home)).collect(), || {
        "the cache and state directories are writable".into()
    })
}

fn problem_of(directory: &Path, home: &Path) -> Option<Finding> {
    let place = dirs::display(directory);
    let is_writable = |path: &Path| rustix::fs::access(path, Access::WRITE_OK).is_ok();
    match directory.metadata() {
        Ok(data) if !data.is_dir() => {
            let owned = directory.to_owned();
            let finding = Finding::bad(format!("{place} is not a directory"), format!("rm {place}"));
            let done = format!("{place} was removed; darn recreates it when needed");
            Some(finding.fixed_by(done, move || std::fs::remove_file(&owned)))
        }
        Ok(_) if !is_writable(directory) => {
            let remedy = format!("take ownership: chown -R $USER {place}");
            Some(Finding::bad(format!("{place} is not writable"), remedy))
        }
        Ok(data) if data.mode() & 0o022 != 0 => Some(writable_by_others(directory, 0o700)),
        Ok(_) => None,
        // it does not exist yet: check whether it can be created
        Err(_) => {
            let above = directory.ancestors().find(|above| above.exists()).unwrap_or(home);
            let text = format!("{place} cannot be created: {} is not writable", dirs::display(above));
            (!is_writable(above)).then(|| Finding::warn(text, "darn works without it, a little slower"))
        }
    }
}
