//! What a path stands for: how much would be lost with it, and to whom it matters.

mod windows;

pub use facts::paths::components;

use super::field::{Field, UNKNOWN};
use super::state::Env;

/// What a path refers to, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// `/`, `/*`
    Root,
    /// `/etc`, `/usr`, `/bin` … or everything below one of them.
    System,
    /// The home directory, or everything in it.
    Home,
    /// Below a system directory.
    BelowSystem,
    /// A disk, a partition.
    Device,
    /// Data of the version control system.
    Repository,
    /// Everything in the current directory, or in a parent.
    Everything,
    /// It begins with something unknown: `$x/` is `/` if `x` is empty.
    MaybeRoot,
    /// Below the home directory.
    BelowHome,
    /// Elsewhere, by an absolute path.
    Elsewhere,
    /// Unknown.
    Unknown,
    /// A name below the current directory.
    Project,
    /// Below `/tmp` and the like, `/dev/null`.
    Temporary,
}

/// System directories at the root.
const SYSTEM: &[&str] = table!("system_directories");

/// Directories below them that are as important.
const SYSTEM_BELOW: &[&str] = table!("important_directories");

/// Directories for temporary files.
const TEMPORARY: &[&str] =
    &["/tmp/", "/var/tmp/", "/dev/shm/", "/private/tmp/", "/private/var/tmp/", "/run/user/"];

impl Env<'_> {
    /// Returns what the field refers to, from the current directory if that is known.
    pub fn place(&self, field: &Field) -> Place {
        self.place_of(&field.text, field.glob)
    }

    pub fn place_of(&self, text: &str, glob: bool) -> Place {
        if text.is_empty() {
            return Place::Project;
        }
        if let Some(place) = windows::place(self, text, glob) {
            return place;
        }
        let relative = !text.starts_with('/');
        if text.starts_with(UNKNOWN) {
            return unknown(text);
        }
        if text.contains("://") || relative && text.split('/').next().is_some_and(|host| host.contains(':')) {
            return Place::Elsewhere; // another machine
        }
        if relative {
            return self.relative(text, glob);
        }
        self.absolute(text, glob)
    }

    fn relative(&self, text: &str, glob: bool) -> Place {
        let parts = components(text);
        let everything = parts.iter().all(|part| *part == ".." || glob && is_all(part));
        let is_home = self.directory.as_deref().is_some_and(|directory| self.is_home(directory));
        let directory = self.directory.as_deref().unwrap_or("");
        if parts.is_empty() || everything {
            let up = parts.iter().filter(|part| **part == "..").count();
            if directory == "/" || !directory.is_empty() && components(directory).len() <= up {
                return Place::Root;
            }
            if up == 0 && is_home {
                return Place::Home;
            }
            if up > 0 && !directory.is_empty() {
                let mut above = components(directory);
                above.truncate(above.len().saturating_sub(up));
                let above = format!("/{}", above.join("/"));
                let place = self.absolute(&above, false);
                if place < Place::BelowSystem {
                    return place;
                }
            }
            if up == 0 && SYSTEM.contains(&directory.trim_matches('/')) {
                return Place::System;
            }
            if is_temporary(directory) {
                return Place::Temporary;
            }
            return Place::Everything;
        }
        if directory == "/" || SYSTEM.contains(&directory.trim_matches('/')) && !is_temporary(directory) {
            return self.absolute(&format!("{}/{text}", directory.trim_end_matches('/')), glob);
        }
        if let Some(place) = repository(&parts) {
            return place;
        }
        if parts.first() == Some(&"..") {
            let mut above = components(directory);
            let up = parts.iter().take_while(|part| **part == "..").count();
            if !directory.is_empty() {
                above.truncate(above.len().saturating_sub(up));
                let path = format!("/{}/{}", above.join("/"), parts.get(up..).unwrap_or_default().join("/"));
                let place = self.absolute(&path, glob);
                if place < Place::BelowHome {
                    return place;
                }
                // named from a parent: the current directory, or one that contains it
                let named = components(&path);
                if components(directory).starts_with(&named) {
                    return Place::Everything;
                }
            }
        }
        Place::Project
    }

    fn absolute(&self, text: &str, glob: bool) -> Place {
        let parts = components(text);
        let Some((first, rest)) = parts.split_first() else { return Place::Root };
        if first.contains(UNKNOWN) {
            return if rest.is_empty() || first.starts_with(UNKNOWN) {
                Place::MaybeRoot
            } else {
                Place::Elsewhere
            };
        }
        if glob && is_all(first) {
            return Place::Root;
        }
        let path = format!("/{}", parts.join("/"));
        if self.is_home(&path) {
            return Place::Home;
        }
        let all_below = |parts: &[&str]| glob && parts.len() == 1 && parts.first().is_some_and(|p| is_all(p));
        if let Some(below) = self.below_home(&path) {
            let below = components(below);
            if all_below(&below) {
                return Place::Home;
            }
            if below.last() == Some(&".git") {
                return Place::Repository;
            }
            return Place::BelowHome;
        }
        if *first == "dev" {
            return device(rest);
        }
        let with_slash = format!("{path}/");
        if TEMPORARY.iter().any(|directory| with_slash.starts_with(directory) && with_slash != *directory) {
            return Place::Temporary;
        }
        if matches!(path.as_str(), "/tmp" | "/var/tmp" | "/private/tmp") {
            return Place::System;
        }
        let matches_system =
            SYSTEM.iter().any(|name| if glob { facts::glob::shell(first, name) } else { first == name });
        if !matches_system {
            return if parts.last() == Some(&".git") { Place::Repository } else { Place::Elsewhere };
        }
        if rest.is_empty() || all_below(rest) {
            return Place::System;
        }
        if matches!(*first, "home" | "Users") {
            return if rest.len() == 1 || all_below(rest.get(1..).unwrap_or_default()) {
                Place::Home
            } else {
                Place::BelowHome
            };
        }
        if matches!(*first, "mnt" | "media" | "Volumes" | "srv" | "opt" | "snap" | "nix") {
            return Place::Elsewhere;
        }
        let joined = parts.join("/");
        let bare = if glob { joined.trim_end_matches(['*', '/']) } else { joined.as_str() };
        if SYSTEM_BELOW.contains(&bare) { Place::System } else { Place::BelowSystem }
    }

    fn is_home(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.world.home().is_some_and(|home| home.trim_end_matches('/') == path && !path.is_empty())
            || path == "/root"
            || path == "/home/user"
    }

    fn below_home<'t>(&self, path: &'t str) -> Option<&'t str> {
        let home = self.world.home().filter(|home| *home != "/");
        home.into_iter()
            .chain(["/root", "/home/user"])
            .find_map(|home| path.strip_prefix(home.trim_end_matches('/'))?.strip_prefix('/'))
    }
}

/// Returns the place of git's own data: its directory, or what history and branches consist of.
fn repository(parts: &[&str]) -> Option<Place> {
    let at = parts.iter().position(|part| *part == ".git" || part.len() > 4 && part.ends_with(".git"))?;
    let is_git = parts.get(at) == Some(&".git");
    let kept = parts.get(at + 1).map_or(is_git, |part| {
        let names =
            ["objects", "refs", "logs", "packed-refs", "HEAD", "config", "index", "worktrees", "modules"];
        names.contains(part) || is_all(part)
    });
    if kept { Some(Place::Repository) } else { is_git.then_some(Place::Project) }
}

/// `$x`, `$x/`, `$x/y`.
fn unknown(text: &str) -> Place {
    let rest = text.trim_start_matches(UNKNOWN);
    if rest.is_empty() {
        return Place::Unknown;
    }
    let Some(rest) = rest.strip_prefix('/') else { return Place::Unknown };
    let parts = components(rest);
    let Some(first) = parts.first() else { return Place::MaybeRoot };
    let system = SYSTEM.contains(first) && parts.len() == 1;
    if is_all(first) || first.contains(UNKNOWN) && parts.len() == 1 || system {
        Place::MaybeRoot
    } else {
        Place::Unknown
    }
}

/// Floppy disks are not judged as disks.
fn is_floppy(name: &str) -> bool {
    name.trim_start_matches('r').strip_prefix("fd").is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
}

fn device(rest: &[&str]) -> Place {
    match rest {
        [] => Place::System,
        [
            "null" | "zero" | "full" | "random" | "urandom" | "stdin" | "stdout" | "stderr" | "tty" | "ptmx"
            | "console",
        ] => Place::Temporary,
        ["fd" | "shm" | "pts" | "tcp" | "udp" | "mqueue" | "hugepages", ..] => Place::Temporary,
        [name]
            if is_floppy(name)
                || name.starts_with("tty")
                || name.starts_with("pty")
                || name.starts_with("video") =>
        {
            Place::Temporary
        }
        _ => Place::Device,
    }
}

/// Returns whether a pattern matches (nearly) every name.
fn is_all(pattern: &str) -> bool {
    matches!(pattern, "*" | ".*" | ".[!.]*" | ".??*" | "*.*" | "?*" | "**" | ".[^.]*" | "*.")
        || pattern.starts_with("*(")
        || pattern.len() > 2 && pattern.starts_with("*~")
        || pattern == "***"
        || pattern.starts_with('(') && pattern.trim_matches(['(', ')']).split('|').any(|one| one == "*")
        || pattern.starts_with("!(")
}

pub fn is_temporary(path: &str) -> bool {
    let path = format!("{}/", path.trim_end_matches('/'));
    TEMPORARY.iter().any(|directory| path.starts_with(directory))
}

/// Formats a path for the user.
pub fn display(text: &str) -> String {
    let text = text.replace(UNKNOWN, "…");
    if text.chars().count() > 60 { text.chars().take(57).chain("…".chars()).collect() } else { text }
}

/// Names of files and directories that hold keys or passwords.
const SECRET_FILES: &[&str] = table!("secret_files");

/// Returns whether the file holds keys or passwords.
pub fn is_secret(path: &str, env: &Env<'_>) -> bool {
    if windows::holds_secrets(path, env) {
        return true;
    }
    let path = path.trim_end_matches('/');
    let name = path.rsplit('/').next().unwrap_or(path);
    let directories = path.rsplit_once('/').map_or("", |(directories, _)| directories);
    let below = |directory: &str| directories.split('/').any(|part| part == directory);
    let is_public = name.ends_with(".pub") || name.contains(".pub.") || name.ends_with(".example");
    if is_public {
        return false;
    }
    let keys = ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk"];
    let ends = [".pem", ".key", ".p12", ".pfx", ".kdbx", ".keytab", ".jks", ".ppk", ".asc.key"];
    keys.contains(&name)
        || SECRET_FILES.contains(&name)
        || name.starts_with(".env.") && !name.ends_with("sample") && !name.ends_with("template")
        || ends.iter().any(|end| name.ends_with(end))
        || below(".aws") && name == "credentials"
        || below(".ssh")
            && !matches!(name, "known_hosts" | "config" | "authorized_keys" | "README.md")
            && keys.contains(&name)
        || below(".kube") && name == "config"
        || below(".docker") && name == "config.json"
        || below(".gnupg") && (name.contains("private-keys") || name.contains("secring"))
        || below("gcloud") && format!("/{directories}/").contains("/.config/gcloud/")
        || below(".password-store")
        || below("private-keys-v1.d")
        || below("certs")
        || path.starts_with("/proc/") && name == "environ"
        || path == "/etc/passwd"
        || path.contains("/run/secrets/")
        || name == "Cookies" && path.contains("/Default/")
}
