//! Looks for what a missing path may mean: near names in each of its directories, and the same name elsewhere.

use super::super::prelude::*;
use facts::paths::join;

/// Maximum number of candidates kept per path segment.
const MAX_CANDIDATES: usize = 3;
/// Cost of a path found in a place other than the one typed.
pub const ELSEWHERE: u32 = 170;

/// Returns existing paths similar to a missing one.
pub fn corrections(
    case: &Case<'_>,
    path: &str,
    wants_directory: bool,
    is_new: bool,
    may_wander: bool,
) -> Vec<(String, u32)> {
    let trailing = path.len() > 1 && path.ends_with('/');
    let mut places = vec![(if path.starts_with('/') { "/".to_owned() } else { ".".to_owned() }, 0_u32)];
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    // a costlier path is a different one, not a typo
    const MAX_COST: u32 = 330;
    for (at, segment) in segments.iter().enumerate() {
        let last = at + 1 == segments.len();
        let mut next = Vec::new();
        for (place, cost) in &places {
            let exact = join(place, segment);
            let kind = case.world.kind(&exact);
            // the last segment of `> dir/new` need not exist
            if kind.exists() && (last || kind == PathKind::Directory) || last && is_new && *cost > 0 {
                next.push((exact, *cost));
                continue;
            }
            if last && is_new {
                continue; // a new file in an existing directory: its name is right
            }
            if matches!(*segment, "." | "..") {
                next.push((exact, *cost));
                continue;
            }
            let entries = case.world.entries(place);
            let fits = entries.iter().filter(|entry| entry.is_directory || last && !wants_directory);
            let names: Vec<&str> = fits.map(|entry| entry.name.as_str()).collect();
            let near = near_names(segment, &names);
            next.extend(near.into_iter().map(|(name, distance)| (join(place, &name), cost + distance)));
        }
        next.sort_by_key(|(_, cost)| *cost);
        next.truncate(MAX_CANDIDATES);
        next.retain(|(_, cost)| *cost <= MAX_COST);
        places = next;
    }
    if is_new {
        places.retain(|(place, cost)| {
            *cost > 0 && case.world.kind(paths::split(place).0) == PathKind::Directory
        });
    }
    places.retain(|(place, _)| place != path);
    if places.is_empty() && !is_new && may_wander {
        places = elsewhere(case, path, wants_directory);
    }
    let dot = path.starts_with("./");
    for (place, _) in &mut places {
        if trailing {
            place.push('/');
        }
        if dot && !place.starts_with("./") {
            place.insert_str(0, "./");
        }
    }
    places
}

/// `READEM.md` → `README.md`; `README` → `README.md`; `Readme.md` → `README.md`.
fn near_names(typed: &str, names: &[&str]) -> Vec<(String, u32)> {
    let digits = |name: &str| {
        let mut digits: Vec<u8> = name.bytes().filter(u8::is_ascii_digit).collect();
        digits.sort_unstable();
        digits
    };
    let has_digits = |name: &str| !digits(name).is_empty();
    // `part1` is not a typo of `part2`, nor `x` of `y`; `ed25591` is one of `ed25519`
    let is_other = |name: &str| {
        (spell::is_short(typed) || spell::is_short(name)) && !name.eq_ignore_ascii_case(typed)
            || has_digits(typed) && has_digits(name) && digits(typed) != digits(name)
    };
    let mut found: Vec<(String, u32)> = spell::nearest(typed, names.iter().copied())
        .into_iter()
        .filter(|near| !is_other(near.name))
        .map(|near| (near.name.to_owned(), near.distance))
        .collect();
    let prefix = format!("{typed}.");
    let mut longer = names.iter().filter(|name| name.starts_with(&prefix) && !spell::is_short(typed));
    if let (Some(name), None) = (longer.next(), longer.next())
        && !found.iter().any(|(known, _)| known == name)
    {
        found.push(((*name).to_owned(), 60));
    }
    found.sort_by_key(|(_, distance)| *distance);
    found.truncate(MAX_CANDIDATES);
    found
}

/// `cd etc` for `/etc`, `cd /Downloads` for `~/Downloads`.
fn elsewhere(case: &Case<'_>, path: &str, wants_directory: bool) -> Vec<(String, u32)> {
    let bare = path.trim_matches('/');
    if bare.is_empty() || bare.starts_with('.') {
        return Vec::new();
    }
    let mut places = vec![];
    if path.starts_with('/') {
        places.push(bare.to_owned());
        places.extend(case.world.home().map(|home| format!("{home}/{bare}")));
    } else {
        places.push(format!("/{bare}"));
        places.push(format!("../{bare}"));
        places.extend(case.world.home().map(|home| format!("{home}/{bare}")));
    }
    let fits = |kind: PathKind| if wants_directory { kind == PathKind::Directory } else { kind.exists() };
    let found = places.into_iter().find(|place| fits(case.world.kind(place)));
    let below = || if path.starts_with('/') || wants_directory { None } else { below(case, bare) };
    found.or_else(below).map(|place| (place, ELSEWHERE)).into_iter().collect()
}

/// Returns the only file of this name in the directories below; `None` if there are several.
fn below(case: &Case<'_>, name: &str) -> Option<String> {
    const MAX_DIRECTORIES: usize = 48;
    const MAX_DEPTH: usize = 3;
    if name.contains('/') {
        // `make -f ci/x.mk` beside the project that has it
        let entries = case.world.entries(".");
        let directories = entries.iter().filter(|entry| entry.is_directory && !entry.name.starts_with('.'));
        let mut there = directories
            .take(MAX_DIRECTORIES)
            .map(|directory| join(&directory.name, name))
            .filter(|path| case.world.kind(path).exists());
        return there.next().filter(|_| there.next().is_none());
    }
    if !name.contains('.') {
        return None;
    }
    // Maven builds it there
    let is_built = name.ends_with(".jar") || name.ends_with(".war");
    let mut todo = std::collections::VecDeque::from([(String::new(), 0)]);
    let mut seen = 0;
    let mut found = None;
    while let Some((directory, depth)) = todo.pop_front() {
        seen += 1;
        if seen > MAX_DIRECTORIES {
            return None; // there may be another one
        }
        for entry in case.world.entries(if directory.is_empty() { "." } else { &directory }) {
            let path = join(&directory, &entry.name);
            if !entry.is_directory && entry.name == name && found.replace(path.clone()).is_some() {
                return None;
            }
            let is_hidden = entry.name.starts_with('.')
                || entry.name == "node_modules"
                || entry.name == "target" && !is_built;
            if entry.is_directory && depth < MAX_DEPTH && !is_hidden {
                todo.push_back((path, depth + 1));
            }
        }
    }
    found
}
