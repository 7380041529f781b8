//! "Permission denied", "Operation not permitted": which file or directory refuses, and by which
//! bits, flag or owner.

use super::cannot_start::directories;
use super::subject::{WRITERS, existing, is_one_of, is_unseen, paths, quoted, says};
use super::{Cause, Finding};
use crate::facts::users::{self, User};
use crate::rules::Case;
use crate::world::PathKind;

pub const CAUSE: Cause = Cause { id: "permission", find };

const TEXTS: &[&str] = &["ermission denied", "peration not permitted", "EACCES", "EPERM"];

fn find(case: &Case<'_>) -> Option<Finding> {
    // the other end refused, not a file here
    if is_unseen(case) {
        return unseen(case);
    }
    if !says(case, TEXTS) || says(case, &["publickey", "docker.sock", "denied to ", "denied for user"]) {
        return None;
    }
    let paths = paths(case, TEXTS);
    let immutable = paths.iter().find_map(|path| immutable(case, path));
    immutable
        .or_else(|| paths.iter().find_map(|path| closed_directory(case, path)))
        .or_else(|| paths.iter().find_map(|path| refusing(case, path)))
}

/// Without output: what no program could have done.
fn unseen(case: &Case<'_>) -> Option<Finding> {
    let paths = paths(case, &[]);
    let fixed = paths.iter().filter(|_| is_one_of(case, WRITERS)).find_map(|path| immutable(case, path));
    fixed.or_else(|| paths.iter().find_map(|path| closed_directory(case, path)))
}

/// chattr(1) +i: not even root may.
fn immutable(case: &Case<'_>, path: &str) -> Option<Finding> {
    let path = existing(path, case.world);
    case.world.attributes(path)?.is_immutable.then(|| {
        Finding::read(format!("{path} is immutable: nobody may change it, root included"))
            .and(format!("`chattr -i {path}`, as root, takes the mark away; somebody set it on purpose"))
    })
}

/// The first directory on the way to the path that the user may not enter.
pub fn closed_directory(case: &Case<'_>, path: &str) -> Option<Finding> {
    let user = users::current(case.world)?;
    let closed = |directory: &&str| {
        user.id != 0 && case.world.attributes(directory).is_some_and(|data| !user.may(&data, 1))
    };
    let directory = directories(path).find(closed)?;
    let data = case.world.attributes(directory)?;
    Some(
        Finding::read(format!("{directory} may not be entered: {}", whose(case, directory)?))
            .and(format!(
                "to reach what is in a directory its x bit is needed; its mode is {}",
                users::mode(data.mode)
            ))
            .and(you(case, &user)),
    )
}

/// The path itself, or the directory in which it would be made or removed.
fn refusing(case: &Case<'_>, path: &str) -> Option<Finding> {
    let user = users::current(case.world).filter(|user| user.id != 0)?;
    let place = existing(path, case.world);
    let data = case.world.attributes(place)?;
    let above = directories(place).last();
    let lacks = |bit: u32| !user.may(&data, bit);
    let what = match case.world.kind(place) {
        PathKind::Directory if place != path && lacks(2) => "nothing may be made in it",
        PathKind::Directory if lacks(4) => "it may not be listed",
        PathKind::Directory if lacks(2) => "it may not be changed",
        PathKind::File | PathKind::Executable if lacks(4) && lacks(2) => "it may be neither read nor written",
        PathKind::File | PathKind::Executable if lacks(4) => "it may not be read",
        PathKind::File | PathKind::Executable if lacks(2) => "it may not be written",
        _ => {
            let above =
                above.filter(|above| case.world.attributes(above).is_some_and(|data| !user.may(&data, 2)))?;
            let text = format!("nothing may be made or removed in {above}: {}", whose(case, above)?);
            return Some(Finding::read(text).and(you(case, &user)));
        }
    };
    let sticky = data.mode & 0o1000 != 0;
    Some(
        Finding::read(format!("{place}: {what}; {}", whose(case, place)?))
            .and_if(sticky.then(|| "in a directory with the t bit only owners remove their files".to_owned()))
            .and(you(case, &user)),
    )
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
