//! The only window of the engine: facts about the machine, asked for one at a time.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// What a path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    Missing,
    File,
    /// A regular file that the user may execute.
    Executable,
    Directory,
    /// Socket, device, pipe.
    Other,
}

impl PathKind {
    #[must_use]
    pub const fn exists(self) -> bool {
        !matches!(self, Self::Missing)
    }

    #[must_use]
    pub const fn is_file(self) -> bool {
        matches!(self, Self::File | Self::Executable)
    }
}

/// One name in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    pub is_directory: bool,
}

/// Facts about the machine. Relative paths are relative to the record's directory; `~` is not
/// expanded here (see [`crate::paths`]). Every answer is bounded in count and time by the
/// implementation; "do not know" is an empty answer.
pub trait World {
    /// Names of the programs on `$PATH`, one a line, each line ended by `\n`.
    fn executables(&self) -> Cow<'_, str>;
    /// True if `name` on `$PATH` really is an executable file.
    fn is_program(&self, name: &str) -> bool;
    /// Names and bodies of the user's aliases.
    fn aliases(&self) -> &BTreeMap<String, String>;
    /// Names of the user's shell functions.
    fn functions(&self) -> &[String];
    /// The user's recent commands, newest last.
    fn history(&self) -> &[String];
    fn kind(&self, path: &str) -> PathKind;
    /// Names in a directory, in no order, `.` and `..` left out.
    fn entries(&self, directory: &str) -> Vec<Entry>;
    /// The beginning of a text file, at most 256 KiB; `None` if it cannot be read.
    fn read(&self, path: &str) -> Option<String>;
    /// Home directory of the user, absolute.
    fn home(&self) -> Option<&str>;
    /// Value of a variable of the user's shell that names a place (`CDPATH`, `VIRTUAL_ENV` …).
    fn variable(&self, name: &str) -> Option<String>;
    /// Package that has a program, from the system's command-not-found data.
    fn package_of(&self, program: &str) -> Option<String>;
    /// True when the user is root.
    fn is_root(&self) -> bool;
    /// True when the current user may write to the path.
    fn is_writable(&self, path: &str) -> bool;
    /// True when the current user owns the path.
    fn is_own(&self, path: &str) -> bool;
    /// Source of a program's manual page (man(7)), at most 256 KiB.
    fn manual(&self, program: &str) -> Option<String>;
}

/// A world written down in full: for the examples of rules and for tests.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FakeWorld {
    pub programs: Vec<String>,
    pub aliases: BTreeMap<String, String>,
    pub functions: Vec<String>,
    pub history: Vec<String>,
    /// Path → content. A path that ends in `/` is a directory; content `#!` … with `executable`.
    pub files: BTreeMap<String, String>,
    pub executable: Vec<String>,
    pub variables: BTreeMap<String, String>,
    /// Program → package.
    pub packages: BTreeMap<String, String>,
    pub root: bool,
    /// Paths the user may not write to.
    pub readonly: Vec<String>,
    /// Paths that belong to somebody else.
    pub foreign: Vec<String>,
    pub home: Option<String>,
}

impl FakeWorld {
    fn key(path: &str) -> String {
        let mut parts: Vec<&str> = Vec::new();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." if parts.last().is_some_and(|last| *last != "..") => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        let joined = parts.join("/");
        if path.starts_with('/') { format!("/{joined}") } else { joined }
    }

    fn paths(&self) -> impl Iterator<Item = (String, bool)> + '_ {
        self.files.keys().map(|path| (Self::key(path), path.ends_with('/')))
    }
}

impl World for FakeWorld {
    fn executables(&self) -> Cow<'_, str> {
        let mut out = String::new();
        for name in &self.programs {
            out.push_str(name);
            out.push('\n');
        }
        Cow::Owned(out)
    }

    fn is_program(&self, name: &str) -> bool {
        self.programs.iter().any(|program| program == name)
    }

    fn aliases(&self) -> &BTreeMap<String, String> {
        &self.aliases
    }

    fn functions(&self) -> &[String] {
        &self.functions
    }

    fn history(&self) -> &[String] {
        &self.history
    }

    fn kind(&self, path: &str) -> PathKind {
        let key = Self::key(path);
        if key.split('/').all(|part| part.is_empty() || part == "..") {
            return PathKind::Directory;
        }
        let under = format!("{key}/");
        let mut kind = PathKind::Missing;
        for (known, is_directory) in self.paths() {
            if known.starts_with(&under) || known == key && is_directory {
                return PathKind::Directory;
            }
            // `file/.` is nothing
            if known == key && !path.ends_with('/') && !path.ends_with("/.") {
                let executable = self.executable.iter().any(|path| Self::key(path) == key);
                kind = if executable { PathKind::Executable } else { PathKind::File };
            }
        }
        kind
    }

    fn entries(&self, directory: &str) -> Vec<Entry> {
        let key = Self::key(directory);
        let prefix = if key.is_empty() || key == "/" { key } else { format!("{key}/") };
        let mut found: BTreeMap<String, bool> = BTreeMap::new();
        for (known, is_directory) in self.paths() {
            let Some(rest) = known.strip_prefix(&prefix) else { continue };
            if prefix.is_empty() && known.starts_with('/') || rest.is_empty() {
                continue;
            }
            match rest.split_once('/') {
                Some((name, _)) => found.insert(name.to_owned(), true),
                None => found.insert(rest.to_owned(), is_directory),
            };
        }
        found.into_iter().map(|(name, is_directory)| Entry { name, is_directory }).collect()
    }

    fn read(&self, path: &str) -> Option<String> {
        let key = Self::key(path);
        self.files
            .iter()
            .find(|(known, _)| !known.ends_with('/') && Self::key(known) == key)
            .map(|(_, text)| text.clone())
    }

    fn home(&self) -> Option<&str> {
        self.home.as_deref().or(Some("/home/me"))
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).cloned()
    }

    fn package_of(&self, program: &str) -> Option<String> {
        self.packages.get(program).cloned()
    }

    fn is_root(&self) -> bool {
        self.root
    }

    fn is_writable(&self, path: &str) -> bool {
        !self.readonly.iter().any(|readonly| Self::key(readonly) == Self::key(path))
    }

    fn is_own(&self, path: &str) -> bool {
        !self.foreign.iter().any(|foreign| Self::key(foreign) == Self::key(path))
    }

    fn manual(&self, _program: &str) -> Option<String> {
        None
    }
}
