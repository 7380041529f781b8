//! Version of an installed program, from package manager records. The program itself is not run, since the
//! user has not confirmed that.

use std::path::Path;

/// Maximum size of a package database; that of a full desktop has a few megabytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// Maximum length of a name or version.
const MAX_LENGTH: usize = 80;

/// Returns the version of the program with this absolute path: `2.39.5`, or `248 (postgresql-client-common)`
/// if the package is named differently. `root` is `/`.
pub fn find(program: &Path, root: &Path) -> Option<String> {
    let real = program.canonicalize().ok()?;
    let by_name = in_path(&real).or_else(|| node(&real)).or_else(|| cargo(&real));
    if let Some(version) = by_name {
        return Some(version).filter(|version| is_word(version));
    }
    // before /bin became a link to /usr/bin, packages installed files there
    let both = [real.strip_prefix(root).ok(), program.strip_prefix(root).ok()];
    let names = both.into_iter().flatten().filter_map(Path::to_str);
    let names: Vec<&str> = names.flat_map(|path| [Some(path), path.strip_prefix("usr/")]).flatten().collect();
    let found = dpkg(&names, root).or_else(|| pacman(&names, root)).or_else(|| apk(&names, root));
    let Package { name, version } = found.filter(|found| is_word(&found.name) && is_word(&found.version))?;
    let version = upstream(&version);
    if program.file_name().is_some_and(|program| program == name.as_str()) {
        return Some(version);
    }
    Some(format!("{version} ({name})"))
}

/// A package as recorded by its manager.
struct Package {
    name: String,
    version: String,
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_LENGTH && text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn text(path: &Path) -> Option<String> {
    let bytes = crate::files::read(path, MAX_BYTES).ok().flatten()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads the version from a path: `/opt/homebrew/Cellar/git/2.44.0/bin/git`,
/// `~/.nvm/versions/node/v20.1.0/bin/node`, `/nix/store/HASH-git-2.44.0/bin/git`
fn in_path(real: &Path) -> Option<String> {
    let parts = real.ancestors().skip(1).filter_map(|above| above.file_name()?.to_str());
    let version = |part: &str| {
        let digits = part.strip_prefix('v').unwrap_or(part);
        let is_version = digits.starts_with(|c: char| c.is_ascii_digit()) && digits.contains('.');
        is_version.then(|| digits.to_owned())
    };
    if let Ok(inside) = real.strip_prefix("/nix/store") {
        let package = inside.iter().next()?.to_str()?;
        return package.match_indices('-').find_map(|(at, _)| version(package.get(at + 1..)?));
    }
    parts.take(4).find_map(version)
}

/// Reads the version of an npm package's script.
fn node(real: &Path) -> Option<String> {
    let mut inside = real.ancestors().skip(1).take(6);
    let package = inside.find(|above| above.join("package.json").is_file())?;
    package.iter().find(|part| *part == "node_modules")?;
    let package: serde_json::Value = serde_json::from_str(&text(&package.join("package.json"))?).ok()?;
    Some(package.get("version")?.as_str()?.to_owned())
}

/// Reads the version of a program installed by `cargo install`.
fn cargo(real: &Path) -> Option<String> {
    let name = real.file_name()?.to_str()?;
    let list = text(&real.parent()?.parent()?.join(".crates2.json"))?;
    let list: serde_json::Value = serde_json::from_str(&list).ok()?;
    let holds = |what: &serde_json::Value| {
        what["bins"].as_array().is_some_and(|bins| bins.iter().any(|bin| bin == name))
    };
    // `ripgrep 14.1.0 (registry+https://…)`
    let (package, _) = list["installs"].as_object()?.iter().find(|(_, what)| holds(what))?;
    package.split(' ').nth(1).map(str::to_owned)
}

/// Debian, Ubuntu: a file list per package, and all stanzas in one file. `names` are below `root`, without a
/// leading slash.
fn dpkg(names: &[&str], root: &Path) -> Option<Package> {
    let lists = std::fs::read_dir(root.join("var/lib/dpkg/info")).ok()?;
    let mut lists: Vec<_> = lists
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "list"))
        .collect();
    // a package is usually named after its program
    let program = names.first()?.rsplit('/').next()?;
    lists.sort_by_key(|path| !path.file_name().is_some_and(|name| name.to_string_lossy().contains(program)));
    let list = lists.iter().find(|list| {
        text(list).is_some_and(|list| {
            list.lines().any(|line| names.iter().any(|name| line.strip_prefix('/') == Some(name)))
        })
    })?;
    let package = list.file_stem()?.to_str()?;
    let package = package.split(':').next()?;
    let status = text(&root.join("var/lib/dpkg/status"))?;
    let mut stanzas = status.split("\n\n");
    let stanza =
        stanzas.find(|stanza| stanza.lines().any(|line| line.strip_prefix("Package: ") == Some(package)))?;
    let version = stanza.lines().find_map(|line| line.strip_prefix("Version: "))?;
    Some(Package { name: package.to_owned(), version: version.to_owned() })
}

/// Arch: a directory per package, with a file list.
fn pacman(names: &[&str], root: &Path) -> Option<Package> {
    let packages = std::fs::read_dir(root.join("var/lib/pacman/local")).ok()?;
    let package = packages.flatten().map(|entry| entry.path()).find(|package| {
        let files = text(&package.join("files")).unwrap_or_default();
        files.lines().any(|line| names.contains(&line))
    })?;
    let description = text(&package.join("desc"))?;
    let field = |name: &str| Some(description.split_once(name)?.1.lines().next()?.to_owned());
    Some(Package { name: field("%NAME%\n")?, version: field("%VERSION%\n")? })
}

/// Alpine: one file, with `V:` of a package, `F:` of a directory, `R:` of a file in it.
fn apk(names: &[&str], root: &Path) -> Option<Package> {
    let installed = text(&root.join("lib/apk/db/installed"))?;
    let (mut package, mut version, mut directory) = ("", "", "");
    for line in installed.lines() {
        match line.split_once(':') {
            Some(("P", value)) => package = value,
            Some(("V", value)) => version = value,
            Some(("F", value)) => directory = value,
            Some(("R", value))
                if names.iter().any(|name| name.rsplit_once('/') == Some((directory, value))) =>
            {
                return Some(Package { name: package.to_owned(), version: version.to_owned() });
            }
            _ => {}
        }
    }
    None
}

/// Strips epoch and revision: `1:2.39.5-0+deb12u2` → `2.39.5`.
fn upstream(version: &str) -> String {
    let version = version.split_once(':').map_or(version, |(_, version)| version);
    version.rsplit_once('-').map_or(version, |(version, _)| version).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the version, given a program's path and files of package managers.
    fn said(program: &str, files: &[(&str, &str)]) -> Option<String> {
        let root = tempfile::tempdir().unwrap();
        let place = root.path().canonicalize().unwrap();
        for (path, text) in [(program, "")].iter().chain(files) {
            let path = place.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        find(&place.join(program), &place)
    }

    #[test]
    fn package_managers_know_it() {
        let list = ("var/lib/dpkg/info/git:amd64.list", "/.\n/usr/bin/git\n");
        let other = ("var/lib/dpkg/info/zgit.list", "/.\n/usr/bin/git-x\n");
        let status = "Package: gitk\nVersion: 9\n\nPackage: git\nStatus: install ok installed\nVersion: 1:2.39.5-0+deb12u2\nDescription: x\n\n";
        let status = ("var/lib/dpkg/status", status);
        assert_eq!(said("usr/bin/git", &[list, other, status]).as_deref(), Some("2.39.5"));
        assert_eq!(said("usr/bin/other", &[list, other, status]), None);
        let old = ("var/lib/dpkg/info/git:amd64.list", "/.\n/bin/git\n");
        assert_eq!(said("usr/bin/git", &[old, status]).as_deref(), Some("2.39.5"));
        let files = ("var/lib/pacman/local/git-2.44.0-1/files", "%FILES%\nusr/\nusr/bin/git\n");
        let description = ("var/lib/pacman/local/git-2.44.0-1/desc", "%NAME%\ngit\n\n%VERSION%\n2.44.0-1\n");
        assert_eq!(said("usr/bin/git", &[files, description]).as_deref(), Some("2.44.0"));
        let installed =
            "P:git\nV:2.45.1-r0\nF:usr\nF:usr/bin\nR:git\nZ:Q1x\n\nP:zip\nV:3.0\nF:usr/bin\nR:zip\n";
        let installed = ("lib/apk/db/installed", installed);
        assert_eq!(said("usr/bin/git", &[installed]).as_deref(), Some("2.45.1"));
        assert_eq!(said("usr/bin/gitk", &[installed]), None);
        let wrapper = ("var/lib/dpkg/info/postgresql-client-common.list", "/.\n/usr/bin/psql\n");
        let status = ("var/lib/dpkg/status", "Package: postgresql-client-common\nVersion: 248+deb12u1\n");
        assert_eq!(
            said("usr/bin/psql", &[wrapper, status]).as_deref(),
            Some("248+deb12u1 (postgresql-client-common)")
        );
    }

    #[test]
    fn a_path_may_hold_it() {
        for (path, version) in [
            ("/opt/homebrew/Cellar/git/2.44.0/bin/git", Some("2.44.0")),
            ("/home/ann/.nvm/versions/node/v20.1.0/bin/node", Some("20.1.0")),
            ("/nix/store/0c2kmzvqsy2rhkbdlkfqmvzkbwrxbcw4-git-2.44.0/bin/git", Some("2.44.0")),
            ("/nix/store/0c2kmzvqsy2rhkbdlkfqmvzkbwrxbcw4-python3.11-black-24.1/bin/black", Some("24.1")),
            ("/usr/bin/git", None),
            ("/usr/lib/jvm/java-17-openjdk-amd64/bin/java", None),
        ] {
            assert_eq!(in_path(Path::new(path)).as_deref(), version, "{path}");
        }
    }

    #[test]
    fn so_may_a_file_beside_it() {
        let package = ("lib/node_modules/eslint/package.json", r#"{"name": "eslint", "version": "9.1.2"}"#);
        assert_eq!(said("lib/node_modules/eslint/bin/eslint.js", &[package]).as_deref(), Some("9.1.2"));
        let list = r#"{"installs": {"ripgrep 14.1.0 (registry+x)": {"bins": ["rg"]}, "x 1.0.0 (y)": {"bins": ["x"]}}}"#;
        let list = (".cargo/.crates2.json", list);
        assert_eq!(said(".cargo/bin/rg", &[list]).as_deref(), Some("14.1.0"));
        assert_eq!(said(".cargo/bin/cargo", &[list]), None);
    }

    /// On a machine with dpkg, the answer must be dpkg's own.
    #[test]
    fn it_is_that_of_the_machine() {
        let query = |words: &[&str]| {
            let output = std::process::Command::new("dpkg-query").args(words).output().ok()?;
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let Some(version) = query(&["-W", "-f", "${Version}", "tar"]).filter(|version| !version.is_empty())
        else {
            assert!(dpkg(&["bin/tar"], Path::new("/nowhere")).is_none());
            return;
        };
        let tar = ["/usr/bin/tar", "/bin/tar"].map(Path::new).into_iter().find(|tar| tar.exists()).unwrap();
        assert_eq!(find(tar, Path::new("/")), Some(upstream(&version)));
    }
}
