//! The built-in rules, packed by the build script; a program's rules are unpacked on first use.

use std::sync::OnceLock;

use super::compiled::Program;
use facts::glob::stars;

mod packed {
    use super::{OnceLock, Program};

    include!(concat!(env!("OUT_DIR"), "/policy.rs"));
}

/// Returns the rules of a program.
pub fn program(name: &str) -> Option<&'static Program> {
    let place = packed::PROGRAMS.binary_search_by_key(&name, |(known, _)| known);
    // the first letter rules out most of them
    let begins_so =
        |pattern: &str| pattern.starts_with('*') || pattern.as_bytes().first() == name.as_bytes().first();
    let fitting =
        packed::PATTERNS.iter().filter(|(pattern, _)| begins_so(pattern) && stars(pattern, name, false));
    let by_pattern = || fitting.max_by_key(|(pattern, _)| pattern.len()); // the longest is the most specific
    let place = match place {
        Ok(at) => packed::PROGRAMS.get(at)?.1,
        Err(_) => by_pattern()?.1,
    };
    unpacked(place)
}

fn unpacked(place: usize) -> Option<&'static Program> {
    let (start, end) = *packed::PLACES.get(place)?;
    let unpack = || postcard::from_bytes(packed::PACKED.get(start..end)?).ok().map(Box::new);
    packed::UNPACKED.get(place)?.get_or_init(unpack).as_deref()
}

/// Returns the words that another name of a program stands for.
pub fn alias(name: &str) -> Option<&'static [&'static str]> {
    let at = packed::ALIASES.binary_search_by_key(&name, |(known, _)| known).ok()?;
    packed::ALIASES.get(at).map(|(_, words)| *words)
}

/// Returns the words a command needs for any rule to match: one line per program.
pub fn triggers() -> impl Iterator<Item = &'static str> {
    packed::TRIGGERS.lines()
}

#[cfg(test)]
pub fn programs() -> impl Iterator<Item = (&'static str, &'static Program)> {
    let all = packed::PROGRAMS.iter().chain(packed::PATTERNS);
    all.filter_map(|(name, place)| Some((*name, unpacked(*place)?)))
}

/// Every file as it is.
pub fn files() -> Vec<datafiles::File> {
    datafiles::files(include_bytes!(concat!(env!("OUT_DIR"), "/policy_files.bin")))
}
