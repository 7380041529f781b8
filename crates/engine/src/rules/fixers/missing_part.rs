//! `fatal error: pth.h: No such file or directory`, `No package 'libcurl' found`: a header, a library or another
//! part that a build or a program needs is not installed.

use super::prelude::*;
use facts::World;
use facts::parts::{self, Kind};

/// Messages that name a missing part: the text before its name, its kind, and the text behind it.
const MESSAGES: &[(&str, (Kind, &str))] = table!("missing_part_messages");
/// Parts, and messages that do not name them.
const UNNAMED: &[(&str, (Kind, &str))] = table!("missing_part_unnamed");

/// Maximum number of lines examined for each message, and the length behind it.
const LINES: usize = 400;
const MAX_LINE: usize = 1000;
/// Maximum number of packages installed at once.
const PACKAGES: usize = 6;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let output = case.output.filter(|_| case.status() != 0 && !case.is_unstarted())?;
    // the part is missing in a container or on another machine
    if command.program_name().is_some_and(|name| programs::is(name, Role::Elsewhere)) {
        return None;
    }
    let mut names: Vec<&str> = Vec::new();
    let mut packages: Vec<String> = Vec::new();
    for (_, kind, name) in missing(output) {
        if packages.len() < PACKAGES
            && !(kind == Kind::Header && case.exists(name))
            && let Some(package) = find(kind, name, case.world)
            && !packages.contains(&package)
        {
            names.push(name);
            packages.push(package);
        }
    }
    install::first(case, command, names.first()?, &packages)
}

/// Returns the parts that the output says are missing, in order, each with its place in the output.
fn missing(output: &str) -> Vec<(usize, Kind, &str)> {
    let named = MESSAGES.iter().flat_map(|(before, (kind, behind))| {
        lines_with(output, before).filter_map(move |(at, rest)| {
            let name = match *behind {
                "" => rest.split([' ', ':', ',', '\'']).next()?,
                _ => rest.split_once(behind)?.0,
            };
            (!name.is_empty() && !name.contains([' ', '\t'])).then_some((at, *kind, name))
        })
    });
    let unnamed = UNNAMED.iter().filter_map(|(name, (kind, text))| {
        let (at, _) = lines_with(output, text).next()?;
        Some((at, *kind, *name))
    });
    let mut found: Vec<_> = named.chain(unnamed).collect();
    found.sort_by_key(|(at, ..)| *at);
    found
}

/// Returns the places of a text, each with the rest of its line. CMake marks with two dashes what it goes on
/// without.
fn lines_with<'a>(output: &'a str, text: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    memchr::memmem::find_iter(output.as_bytes(), text.as_bytes()).take(LINES).filter_map(move |at| {
        let (before, rest) = (output.get(..at)?, output.get(at + text.len()..)?);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let rest = rest.split('\n').next()?;
        let is_read = rest.len() <= MAX_LINE && !output.get(start..)?.starts_with("-- ");
        is_read.then_some((at, rest))
    })
}

/// Returns the package of a part. CMake's names of packages are those of pkg-config in other letters.
fn find(kind: Kind, name: &str, world: &dyn World) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    parts::package(kind, name, world).or_else(|| match kind {
        Kind::Module => {
            let with_prefix = format!("lib{lower}");
            [lower.as_str(), &with_prefix].iter().find_map(|name| parts::package(kind, name, world))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn the_package_of_a_missing_part_is_installed() {
        let mut world = world();
        world.programs.push("apt".to_owned());
        let first = |text: &str, output: &str| fixes("bash", text, 2, Some(output), &world).first().cloned();
        let gcc = "a.c:1:10: fatal error: pth.h: No such file or directory\n    1 | #include <pth.h>\ncompilation terminated.\nmake: *** [Makefile:2: a.o] Error 1\n";
        assert_eq!(first("make", gcc).as_deref(), Some("sudo apt install libpth-dev && make"));
        let modules = "configure: error: Package requirements (libnotify >= 0.7 zlib) were not met:\n\nNo package 'libnotify' found\nNo package 'zlib' found\n";
        assert_eq!(
            first("./configure", modules).as_deref(),
            Some("sudo apt install libnotify-dev zlib1g-dev && ./configure")
        );
        let ld = "/usr/bin/ld: cannot find -lsqlite3: No such file or directory\ncollect2: error: ld returned 1 exit status\n";
        assert_eq!(first("make all", ld).as_deref(), Some("sudo apt install libsqlite3-dev && make all"));
        let cmake = "CMake Error at FindPackageHandleStandardArgs.cmake:230 (message):\n  Could NOT find ZLIB (missing: ZLIB_LIBRARY ZLIB_INCLUDE_DIR)\n";
        assert_eq!(first("cmake ..", cmake).as_deref(), Some("sudo apt install zlib1g-dev && cmake .."));
        let linker = "error: linker `cc` not found\n  |\n  = note: No such file or directory (os error 2)\n";
        assert_eq!(
            first("cargo build", linker).as_deref(),
            Some("sudo apt install build-essential && cargo build")
        );
        let latex = "! LaTeX Error: File `siunitx.sty' not found.\n";
        assert_eq!(
            first("pdflatex a.tex", latex).as_deref(),
            Some("sudo apt install texlive-science && pdflatex a.tex")
        );
        let php = "  Problem 1\n    - x/y 1.0 requires ext-dom * -> the requested PHP extension dom is missing from your system.\n  Problem 2\n    - x/z 1.3 requires ext-gd * -> the requested PHP extension gd is missing from your system.\n";
        assert_eq!(
            first("composer install", php).as_deref(),
            Some("sudo apt install php-xml php-gd && composer install")
        );
        let own = "main.c:3:10: fatal error: config.h: No such file or directory\n";
        assert_eq!(first("make", own), None, "a generated header of the project");
        let unknown = "main.c:3:10: fatal error: frobnicate.h: No such file or directory\n";
        assert_eq!(first("make", unknown), None);
    }
}
