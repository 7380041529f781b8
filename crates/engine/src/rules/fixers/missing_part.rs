//! `fatal error: pth.h: No such file or directory`, `No package 'libcurl' found`: a header, a library or another
//! part that a build or a program needs is not installed.

use super::prelude::*;
use super::unknown_command;
use facts::World;
use facts::parts::{self, Kind};

/// Messages that name a missing part: the text before its name and behind it, with straight quotes. An empty
/// text behind it stands for the end of the word.
const MESSAGES: &[(Kind, &str, &str)] = &[
    (Kind::Header, "error: ", ": No such file or directory"),
    (Kind::Header, "error: '", "' file not found"),
    (Kind::Module, "No package '", "' found"),
    (Kind::Module, "Package '", "', required by"),
    (Kind::Module, "Package ", " was not found in the pkg-config search path"),
    (Kind::Module, "Dependency \"", "\" not found"),
    (Kind::Module, "The system library '", "' required by crate"),
    (Kind::Module, "Could NOT find ", " (missing:"),
    (Kind::Library, "cannot find -l", ""),
    (Kind::Library, "library not found for -l", ""),
    (Kind::Library, "unable to find library -l", ""),
    (Kind::Shared, "error while loading shared libraries: ", ": cannot open shared object file"),
    (Kind::PhpExtension, "requested PHP extension ", " is missing"),
    (Kind::PhpExtension, "requires ext-", " *"),
    (Kind::PhpExtension, "require ext-", " *"),
    (Kind::Latex, "LaTeX Error: File '", "' not found"),
];

/// Messages that do not name the part.
const UNNAMED: &[(Kind, &str, &str)] = &[
    (Kind::Module, "openssl", "Could not find directory of OpenSSL installation"),
    (Kind::Header, "stdio.h", "error: linker 'cc' not found"),
    (Kind::Header, "stdio.h", "no acceptable C compiler found in $PATH"),
    (Kind::Header, "stdio.h", "No CMAKE_C_COMPILER could be found"),
    (Kind::Header, "stdio.h", "No CMAKE_CXX_COMPILER could be found"),
];

/// Maximum number of output lines examined, from the end, and their length.
const LINES: usize = 400;
const MAX_LINE: usize = 1000;
/// Maximum number of packages installed at once.
const PACKAGES: usize = 6;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let output = case.output.filter(|_| case.status() != 0 && !case.is_unstarted())?;
    let mut names: Vec<&str> = Vec::new();
    let mut packages: Vec<String> = Vec::new();
    for line in output.lines().rev().take(LINES).filter(|line| line.len() <= MAX_LINE) {
        for (kind, name) in missing(line) {
            if packages.len() < PACKAGES
                && !(kind == Kind::Header && case.exists(name))
                && let Some(package) = find(kind, name, case.world)
                && !packages.contains(&package)
            {
                names.push(name);
                packages.push(package);
            }
        }
    }
    packages.reverse();
    let name = names.last()?;
    unknown_command::install_all(case, command, name, &packages)
}

/// Returns the parts that a line of output says are missing.
fn missing(line: &str) -> impl Iterator<Item = (Kind, &str)> {
    let named = MESSAGES.iter().filter_map(|(kind, before, behind)| {
        let (_, rest) = line.split_once(before)?;
        let name = match *behind {
            "" => rest.split([' ', ':', ',', '\'']).next()?,
            _ => rest.split_once(behind)?.0,
        };
        (!name.is_empty() && !name.contains([' ', '\t'])).then_some((*kind, name))
    });
    named.chain(UNNAMED.iter().filter(|(.., text)| line.contains(text)).map(|(kind, name, _)| (*kind, *name)))
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
        assert_eq!(first("make", gcc).as_deref(), Some("sudo apt install libpth-dev"));
        let modules = "configure: error: Package requirements (libnotify >= 0.7 zlib) were not met:\n\nNo package 'libnotify' found\nNo package 'zlib' found\n";
        assert_eq!(
            first("./configure", modules).as_deref(),
            Some("sudo apt install libnotify-dev zlib1g-dev")
        );
        let ld = "/usr/bin/ld: cannot find -lsqlite3: No such file or directory\ncollect2: error: ld returned 1 exit status\n";
        assert_eq!(first("make all", ld).as_deref(), Some("sudo apt install libsqlite3-dev"));
        let cmake = "CMake Error at FindPackageHandleStandardArgs.cmake:230 (message):\n  Could NOT find OpenSSL, try to set the path\n  Could NOT find ZLIB (missing: ZLIB_LIBRARY ZLIB_INCLUDE_DIR)\n";
        assert_eq!(first("cmake ..", cmake).as_deref(), Some("sudo apt install zlib1g-dev"));
        let linker = "error: linker `cc` not found\n  |\n  = note: No such file or directory (os error 2)\n";
        assert_eq!(first("cargo build", linker).as_deref(), Some("sudo apt install build-essential"));
        let latex = "! LaTeX Error: File `siunitx.sty' not found.\n";
        assert_eq!(first("pdflatex a.tex", latex).as_deref(), Some("sudo apt install texlive-science"));
        let php = "  Problem 1\n    - x/y 1.0 requires ext-dom * -> the requested PHP extension dom is missing from your system.\n  Problem 2\n    - x/z 1.3 requires ext-gd * -> the requested PHP extension gd is missing from your system.\n";
        assert_eq!(first("composer install", php).as_deref(), Some("sudo apt install php-xml php-gd"));
        let own = "main.c:3:10: fatal error: config.h: No such file or directory\n";
        assert_eq!(first("make", own), None, "a generated header of the project");
        let unknown = "main.c:3:10: fatal error: frobnicate.h: No such file or directory\n";
        assert_eq!(first("make", unknown), None);
    }
}
