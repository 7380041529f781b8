//! Programs that work on whole disks: file systems, partition tables.

use super::delete::shown;
use super::{has, operands};
use crate::policy::field::Invocation;
use crate::policy::level::Level;
use crate::policy::paths::Place;
use crate::policy::shell::Shell;

pub fn check(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let program = at.program;
    let makes = program.starts_with("mkfs")
        || program.starts_with("newfs")
        || matches!(program, "mke2fs" | "mkswap" | "mkdosfs" | "mkntfs");
    let partitions =
        matches!(program, "fdisk" | "sfdisk" | "cfdisk" | "gdisk" | "sgdisk" | "cgdisk" | "parted" | "gpart");
    let erases = matches!(
        program,
        "wipefs" | "blkdiscard" | "hdparm" | "badblocks" | "nvme" | "sg_format" | "fdformat"
    );
    if !(makes || partitions || erases) {
        return;
    }
    if makes
        && has(at, &['n', 'N'], &["dry-run"])
        && !matches!(program, "mkfs.vfat" | "mkfs.fat" | "mkdosfs" | "mkntfs")
        && has(at, &['n'], &[])
    {
        return;
    }
    let changes_nothing = has(at, &[], &["no-act"])
        || program == "wipefs" && has(at, &['n'], &[])
        || program == "mkfs.xfs" && has(at, &['N'], &[]);
    if changes_nothing {
        return;
    }
    if partitions
        && (has(at, &['l'], &["list", "help", "version", "dump", "verify", "print", "backup"])
            || reads_only(at))
    {
        return;
    }
    if program == "wipefs" && !has(at, &['a', 'o'], &["all", "offset"]) {
        return;
    }
    if program == "badblocks" && !has(at, &['w'], &[]) {
        return;
    }
    if program == "hdparm"
        && !at.arguments.iter().any(|field| {
            ["--security-erase", "--trim", "--write-sector", "--make-bad", "--format"]
                .iter()
                .any(|o| field.text.starts_with(o))
        })
    {
        return;
    }
    if program == "nvme"
        && !at
            .arguments
            .iter()
            .any(|f| matches!(f.text.as_str(), "format" | "sanitize" | "write-zeroes" | "delete-ns" | "dsm"))
    {
        return;
    }
    for field in operands(at) {
        if shell.place(field) == Place::Device || field.text.starts_with(crate::policy::UNKNOWN) {
            let what = if makes {
                "Makes a new file system on"
            } else if partitions {
                "Changes the partitions of"
            } else {
                "Erases"
            };
            let path = shown(&field.text);
            let level =
                if field.text.starts_with(crate::policy::UNKNOWN) { Level::Warn } else { Level::Confirm };
            shell.find_in("device/format", level, format!("{what} `{path}`: what is on it is lost."), at);
            return;
        }
    }
}

fn reads_only(at: &Invocation<'_>) -> bool {
    let shows = |text: &str| {
        matches!(
            text,
            "print"
                | "help"
                | "-p"
                | "-i"
                | "-v"
                | "-V"
                | "-s"
                | "-d"
                | "-x"
                | "show"
                | "list"
                | "status"
                | "unit"
                | "--info"
                | "-J"
                | "--json"
        )
    };
    let changes = |text: &str| {
        matches!(
            text,
            "mklabel"
                | "mktable"
                | "mkpart"
                | "rm"
                | "resizepart"
                | "rescue"
                | "set"
                | "name"
                | "toggle"
                | "--delete"
                | "-Z"
                | "--zap-all"
                | "-o"
                | "--clear"
                | "delete"
                | "destroy"
                | "create"
        ) || text.starts_with("-Z")
            || text.starts_with("--delete")
            || text.starts_with("--zap")
    };
    at.arguments.iter().any(|f| shows(&f.text)) && !at.arguments.iter().any(|f| changes(&f.text))
}
