//! The audit log: checks that it is private and writable, and that its newest file is intact.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

use rustix::fs::Access;

use super::{Finding, or_ok};
use crate::audit::read::Snapshot;
use crate::audit::{files, head, verify};
use crate::context::Context;
use crate::{dirs, files as rim};

pub fn log(_: &Context) -> Vec<Finding> {
    let Some(directory) = dirs::state() else { return Vec::new() }; // reported by the check of directories
    let mut findings = Vec::new();
    let mut is_there = false;
    for path in files::all(&directory).into_iter().chain([directory.join(head::NAME)]) {
        let Ok(data) = path.symlink_metadata() else { continue };
        is_there = true;
        let place = dirs::display(&path);
        if !data.is_file() {
            let text = format!("{place} is not a regular file: nothing is logged");
            findings.push(Finding::bad(text, format!("move it away: mv {place} {place}.old")));
        } else if rustix::fs::access(&path, Access::READ_OK | Access::WRITE_OK).is_err() {
            let text = format!("{place} is not writable: nothing is logged");
            let remedy = format!("take ownership: chown $USER {place}; chmod 600 {place}");
            findings.push(Finding::bad(text, remedy));
        } else if data.mode() & 0o077 != 0 {
            let text = format!("{place} can be read by other users");
            let finding = Finding::warn(text, format!("chmod 600 {place}"));
            findings.push(finding.fixed_by(format!("only you can read {place} now"), move || {
                std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))
            }));
        }
    }
    match findings.as_slice() {
        [] if is_there => vec![chain(&directory)],
        _ => or_ok(findings, || "nothing has been logged yet".into()),
    }
}

fn chain(directory: &std::path::Path) -> Finding {
    const REMEDY: &str = "details: darn log --verify";
    let report = match Snapshot::read(directory) {
        Ok(log) => verify::verify(&log.newest()),
        Err(error) => {
            return Finding::bad(format!("it cannot be read: {}", rim::reason(&error)), REMEDY);
        }
    };
    match report.problems.first() {
        Some(problem) => Finding::bad(problem.clone(), REMEDY),
        None => {
            let entries = if report.entries == 1 { "entry" } else { "entries" };
            let text =
                format!("{} {entries} since the last rotation, none changed or missing", report.entries);
            Finding::ok(text)
        }
    }
}
