//! "Invalid cross-device link": a hard link or a rename cannot leave its file system.

use super::prelude::*;

const TEXTS: &[&str] = &["cross-device link", "EXDEV", "ross-device"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if !case.printed_any(TEXTS) {
        return None;
    }
    let mut places: Vec<String> = Vec::new();
    for path in paths(case, TEXTS) {
        let place = mounts::find(existing(&path, case.world), case.world)?.place;
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let [one, other, ..] = places.as_slice() else { return None };
    Some(
        Finding::read(format!("the names are on different file systems: {one} and {other}"))
            .and("hard links cannot cross file systems; `ln -s` creates a symbolic link, `cp` a copy"),
    )
}
