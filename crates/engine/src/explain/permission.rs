//! "Permission denied", "Operation not permitted": which file or directory refuses, and by which bits, flag
//! or owner.

use super::cannot_start::directories;
use super::prelude::*;
use facts::system::users::User;

const TEXTS: &[&str] = &["ermission denied", "peration not permitted", "EACCES", "EPERM"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    // the remote side refused, not a local file
    if is_unseen(case) {
        return unseen(case);
    }
    if !case.printed_any(TEXTS)
        || case.printed_any(&["publickey", "docker.sock", "denied to ", "denied for user"])
    {
        return None;
    }
    let paths = paths(case, TEXTS);
    let immutable = paths.iter().find_map(|path| immutable(case, path));
    immutable
        .or_else(|| paths.iter().find_map(|path| closed_directory(case, path)))
        .or_else(|| paths.iter().find_map(|path| refusing(case, path)))
}

/// Without output: an operation that no program could have done.
fn unseen(case: &Case<'_>) -> Option<Finding> {
    let paths = paths(case, &[]);
    let is_writer = has_role(case, Role::Writes);
    let fixed = paths.iter().filter(|_| is_writer).find_map(|path| immutable(case, path));
    fixed.or_else(|| paths.iter().find_map(|path| closed_directory(case, path))).or_else(|| {
        let one_need = is_kind(case, has_one_need);
        paths.iter().filter(|_| one_need).find_map(|path| refusing(case, path))
    })
}

/// chattr(1) +i blocks even root.
fn immutable(case: &Case<'_>, path: &str) -> Option<Finding> {
    let path = existing(path, case.world);
    case.world.attributes(path)?.is_immutable.then(|| {
        Finding::read(format!("{path} is immutable: not even root can change it"))
            .and(format!("`sudo chattr -i {path}` clears the immutable flag; it was set deliberately"))
    })
}

/// Returns the first directory on the way to the path that the user cannot enter.
pub fn closed_directory(case: &Case<'_>, path: &str) -> Option<Finding> {
    let user = users::current(case.world)?;
    let closed = |directory: &&str| {
        user.id != 0 && case.world.attributes(directory).is_some_and(|data| !user.may(&data, 1))
    };
    let directory = directories(path).find(closed)?;
    let data = case.world.attributes(directory)?;
    Some(
        Finding::read(format!("you cannot enter {directory}: {}", whose(case, directory)?))
            .and(format!("entering a directory requires its x bit; its mode is {}", users::mode(data.mode)))
            .and(you(case, &user)),
    )
}

/// The permission a program needs on its operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Enter,
    Read,
    Write,
    /// Permission to create or delete a name in the parent directory.
    Above,
}

/// Returns whether the program needs the same permission on each operand.
fn has_one_need(program: Program) -> bool {
    program.only_opens()
        || program.is(Role::Deletes)
        || program.is(Role::Makes) && !program.is_any(&[Role::Reads, Role::Moves])
}

fn need(case: &Case<'_>, path: &str) -> Need {
    let is_written = case.commands().next().is_some_and(|command| {
        command
            .redirects
            .iter()
            .any(|r| r.target.as_ref().is_some_and(|target| path.ends_with(&target.value)))
    });
    let is = |role: Role| program(case).is_some_and(|name| programs::is(name, role));
    match program(case) {
        _ if is(Role::Enters) => Need::Enter,
        Some("mkdir") => Need::Above,
        _ if is(Role::Moves) || is(Role::Deletes) && !is(Role::Empties) => Need::Above,
        _ if is_written || is(Role::Writes) => {
            if case.world.kind(path).exists() {
                Need::Write
            } else {
                Need::Above
            }
        }
        _ => Need::Read,
    }
}

/// Returns the path itself, or the directory in which it would be created or deleted.
fn refusing(case: &Case<'_>, path: &str) -> Option<Finding> {
    let user = users::current(case.world).filter(|user| user.id != 0)?;
    let need = need(case, path);
    let place = if need == Need::Above { directories(path).last()? } else { path };
    let data = case.world.attributes(place)?;
    let is_directory = case.world.kind(place) == PathKind::Directory;
    let lacks = |bit: u32| !user.may(&data, bit);
    let what = match need {
        Need::Enter if lacks(1) => "cannot be entered",
        Need::Above if lacks(2) => {
            let what = format!("you cannot create or delete anything in {place}: {}", whose(case, place)?);
            return Some(Finding::read(what).and(you(case, &user)));
        }
        Need::Read if lacks(4) && is_directory => "cannot be listed",
        Need::Read if lacks(4) => "cannot be read",
        Need::Write | Need::Read if lacks(2) && !is_directory => "cannot be written",
        Need::Write if lacks(2) => "cannot be changed",
        _ if data.mode & 0o1000 != 0 => "is sticky: only the owner of a file can delete it there",
        _ => return None,
    };
    Some(Finding::read(format!("{place} {what}; {}", whose(case, place)?)).and(you(case, &user)))
}

fn whose(case: &Case<'_>, path: &str) -> Option<String> {
    let data = case.world.attributes(path)?;
    let (owner, group) = (users::name(data.owner, case.world), users::group(data.group, case.world));
    Some(format!("it belongs to {owner}:{group} ({})", users::mode(data.mode)))
}

fn you(case: &Case<'_>, user: &User) -> String {
    let mut groups: Vec<String> = user.groups.iter().map(|id| users::group(*id, case.world)).collect();
    groups.sort();
    groups.dedup();
    groups.truncate(12);
    format!("you are {}, in the groups {}", quoted(&users::name(user.id, case.world)), groups.join(", "))
}
