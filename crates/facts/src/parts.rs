//! Packages of headers, libraries and other parts that programs miss, from a table of Debian's.

use memchr::memmem;

use crate::packages;
use crate::world::World;

const TABLE: &str = include_str!("data/parts.txt");

/// Kind of a part: a section of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `openssl/ssl.h`, as `#include` names it.
    Header,
    /// `libcurl`, as pkg-config names it.
    Module,
    /// `z`, as the linker's `-l` names it.
    Library,
    /// `libssl.so.3`, as the loader names it.
    Shared,
    /// `siunitx.sty`.
    Latex,
    /// `mbstring`, without `ext-`.
    PhpExtension,
}

/// Returns the package of a part by this machine's package manager; `None` if the part, or its package there,
/// is unknown.
pub fn package(kind: Kind, name: &str, world: &dyn World) -> Option<String> {
    let family = family(world)?;
    if family == "dnf" && kind == Kind::Module {
        return Some(format!("pkgconfig({name})")); // packages of Fedora provide these names
    }
    let package = match kind {
        Kind::Header => owner("headers", name).or_else(|| owner("headers", name.get(..=name.find('/')?)?)),
        Kind::Module => owner("pkg-config", name),
        Kind::Library => owner("libraries", name),
        Kind::Shared => owner("shared", name),
        Kind::Latex => owner("latex", name),
        Kind::PhpExtension => owner("php", name),
    }?;
    // the library alone has another name than what it is compiled with
    if family != "apt" && kind == Kind::Shared {
        return None;
    }
    in_family(package, family)
}

/// Returns the name that this machine's package manager has for a package of Debian; `None` if unknown.
pub fn local_name(package: &str, world: &dyn World) -> Option<String> {
    in_family(package, family(world)?)
}

/// Returns the manager of packages whose family this machine's one belongs to.
fn family(world: &dyn World) -> Option<&'static str> {
    let (manager, _) = packages::manager(world)?;
    Some(programs::details(manager).like)
}

fn in_family(package: &str, family: &str) -> Option<String> {
    let column = match family {
        "apt" => return Some(package.to_owned()),
        "dnf" | "zypper" => 0,
        "apk" => 1,
        "pacman" => 2,
        "brew" => 3,
        _ => return None,
    };
    let Some(names) = elsewhere(package) else {
        // packages of programs mostly have the program's name; others have a name of their own on each system
        return programs::find(package).map(|_| package.to_owned());
    };
    names.split(' ').nth(column).filter(|name| *name != "-").map(str::to_owned)
}

/// Returns the lines of a section.
fn section(name: &str) -> &'static str {
    let heading = format!("\n[{name}]\n");
    let rest = TABLE.split_once(heading.as_str()).map_or("", |(_, rest)| rest);
    rest.split("\n[").next().unwrap_or(rest)
}

/// Returns the package whose line of the section has this word.
fn owner(heading: &str, part: &str) -> Option<&'static str> {
    let section = section(heading);
    let word = format!(" {part}");
    let at = memmem::find_iter(section.as_bytes(), word.as_bytes())
        .find(|at| matches!(section.as_bytes().get(at + word.len()), None | Some(b' ' | b'\n')))?;
    let line = section.get(..at)?.rsplit('\n').next()?;
    line.split_once(':').map(|(package, _)| package)
}

/// Returns the names of Debian's package elsewhere.
fn elsewhere(package: &str) -> Option<&'static str> {
    section("elsewhere").lines().find_map(|line| line.strip_prefix(package)?.strip_prefix(": "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FakeWorld;

    #[test]
    fn a_part_has_its_package() {
        let apt = FakeWorld { programs: ["apt".to_owned()].into(), ..FakeWorld::default() };
        for (kind, name, wanted) in [
            (Kind::Header, "pth.h", "libpth-dev"),
            (Kind::Header, "openssl/ssl.h", "libssl-dev"),
            (Kind::Header, "GL/glew.h", "libglew-dev"),
            (Kind::Header, "Python.h", "python3-dev"),
            (Kind::Module, "libconfig++", "libconfig++-dev"),
            (Kind::Library, "z", "zlib1g-dev"),
            (Kind::Latex, "siunitx.sty", "texlive-science"),
        ] {
            assert_eq!(package(kind, name, &apt).as_deref(), Some(wanted), "{name}");
        }
        assert_eq!(package(Kind::Header, "config.h", &apt), None);
        assert_eq!(package(Kind::Header, "openss", &apt), None);
        assert_eq!(package(Kind::Library, "z", &FakeWorld::default()), None);
    }

    #[test]
    fn other_systems_have_other_names() {
        let dnf = FakeWorld { programs: ["dnf".to_owned()].into(), ..FakeWorld::default() };
        assert_eq!(package(Kind::Library, "z", &dnf).as_deref(), Some("zlib-devel"));
        assert_eq!(package(Kind::Module, "libcurl", &dnf).as_deref(), Some("pkgconfig(libcurl)"));
        assert_eq!(package(Kind::Header, "pth.h", &dnf), None);
    }
}
