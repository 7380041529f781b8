//! A shared library that is missing or too old.

use super::prelude::*;

const DIRECTORIES: &[&str] = table!("library_directories");
/// Paths of libc.so.6.
const LIBC: &[&str] =
    &["/lib/x86_64-linux-gnu/libc.so.6", "/lib/aarch64-linux-gnu/libc.so.6", "/lib64/libc.so.6"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    too_old(case).or_else(|| missing(case))
}

/// ``./x: /lib/…/libc.so.6: version `GLIBC_2.97' not found (required by ./x)``
fn too_old(case: &Case<'_>) -> Option<Finding> {
    let holes = find_holes(case, &["{library}: version '{wanted}' not found (required by {who})"])?;
    let wanted = holes.get("wanted")?;
    let Some(number) = wanted.strip_prefix("GLIBC_") else {
        let library = holes.get("library")?.rsplit(": ").next()?;
        return Some(
            Finding::said(format!(
                "{} is too old for the program: it lacks {}",
                quoted(library),
                quoted(wanted)
            ))
            .and("the program was built on a newer system; build it here, or get a build for this one"),
        );
    };
    let own = LIBC.iter().find_map(|path| release(&case.world.bytes(path)))?;
    Some(
        Finding::read(format!("built for glibc {number} or newer; this system has glibc {own}", number = super::subject::short(number)))
            .and("the C library cannot be replaced on its own: get a build for this system, a static one, or use a container")
    )
}

/// `2.36` in "GNU C Library (Debian GLIBC …) stable release version 2.36."
fn release(bytes: &[u8]) -> Option<String> {
    const MARK: &[u8] = b"release version ";
    let at = memchr::memmem::find(bytes, MARK)? + MARK.len();
    let digits: Vec<u8> =
        bytes.get(at..)?.iter().copied().take(8).take_while(|b| b.is_ascii_digit() || *b == b'.').collect();
    Some(String::from_utf8(digits).ok()?.trim_end_matches('.').to_owned())
}

fn missing(case: &Case<'_>) -> Option<Finding> {
    let holes = find_holes(case, &["error while loading shared libraries: {library}: "])?;
    let name = holes.get("library")?;
    if name.len() > 100 || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._+-".contains(&b)) {
        return None;
    }
    let stem = name.split(".so").next().unwrap_or(name);
    let mut others: Vec<String> = Vec::new();
    for directory in DIRECTORIES {
        for entry in case.world.entries(directory) {
            let is_other = entry.name.starts_with(&format!("{stem}.so.")) && entry.name != name;
            if is_other && !others.contains(&entry.name) {
                others.push(entry.name);
            }
        }
    }
    others.sort();
    others.truncate(3);
    let elsewhere = case.failure.record.cwd.clone();
    let beside = case.world.kind(&format!("{elsewhere}/{name}")).exists();
    let apt = case.world.is_program("apt-get").then(|| package(name)).flatten();
    let found =
        Finding::read(format!("the loader does not find the library {name}, which the program needs"));
    let found = if beside {
        found.and("it is in this directory, which the loader searches only if LD_LIBRARY_PATH lists it")
    } else if others.is_empty() {
        found
            .and("it is not installed, or the loader's cache is out of date: `sudo ldconfig` rebuilds it")
            .and_if(apt.map(|package| {
                format!(
                    "on Debian its package is called {package} or similar; `apt-file search {name}` finds it"
                )
            }))
    } else {
        found.and(format!("this system has {}: the program was built for another version", others.join(", ")))
    };
    Some(found)
}

/// Debian's rule (Policy 8.1): `libfoo.so.1` → `libfoo1`, `libfoo2.so.1` → `libfoo2-1`.
fn package(library: &str) -> Option<String> {
    let (stem, version) = library.split_once(".so.")?;
    let dash = if stem.ends_with(|c: char| c.is_ascii_digit()) { "-" } else { "" };
    Some(format!("{}{dash}{version}", stem.to_ascii_lowercase().replace('_', "-")))
}
