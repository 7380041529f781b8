//! A [`World`] made of plain data, for examples and tests.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::paths;
use crate::vocabulary::Shelf;
use crate::vocabulary::on_disk::{self, Form, Source};
use crate::world::{Attributes, Entry, PathKind, Process, ShellVariable, Space, World};

/// A world defined completely by its fields, for the examples of rules and for tests.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FakeWorld {
    pub programs: Vec<String>,
    pub aliases: BTreeMap<String, String>,
    pub functions: Vec<String>,
    pub history: Vec<String>,
    /// Path → content. A path that ends in `/` is a directory.
    pub files: BTreeMap<String, String>,
    pub executable: Vec<String>,
    pub variables: BTreeMap<String, String>,
    /// Variables of the live shell; `-` for an unset one, `+` for one whose value is not disclosed.
    pub shell_variables: BTreeMap<String, String>,
    /// Program → package.
    pub packages: BTreeMap<String, String>,
    pub root: bool,
    /// Paths the user may not write to.
    pub readonly: Vec<String>,
    /// Paths that belong to another user.
    pub foreign: Vec<String>,
    pub home: Option<String>,
    pub directory: Option<String>,
    /// Program → source of its manual page.
    pub manuals: BTreeMap<String, String>,
    pub attributes: BTreeMap<String, Attributes>,
    /// Path → target of the symbolic link.
    pub links: BTreeMap<String, String>,
    /// Mount point → capacity of its file system; the longest one above a path counts.
    pub space: BTreeMap<String, Space>,
    pub binaries: BTreeMap<String, Vec<u8>>,
    pub holders: BTreeMap<String, Vec<Process>>,
    pub kernel_log: Vec<String>,
    /// Cache of the words read from `files` and `manuals`.
    #[serde(skip)]
    pub shelf: Shelf,
}

impl FakeWorld {
    fn key(path: &str) -> String {
        let joined = paths::components(path).join("/");
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
            // `file/.` does not exist
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

    fn directory(&self) -> Option<String> {
        self.directory.clone()
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).cloned()
    }

    fn shell_variable(&self, name: &str) -> Option<ShellVariable> {
        Some(match self.shell_variables.get(name)?.as_str() {
            "-" => ShellVariable::Unset,
            "+" => ShellVariable::Set,
            value => ShellVariable::Value(value.to_owned()),
        })
    }

    fn variables(&self) -> Vec<String> {
        self.variables.keys().cloned().collect()
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

    fn manual(&self, program: &str) -> Option<String> {
        self.manuals.get(program).cloned()
    }

    fn attributes(&self, path: &str) -> Option<Attributes> {
        self.attributes.get(&Self::key(path)).copied()
    }

    fn link(&self, path: &str) -> Option<String> {
        self.links.get(&Self::key(path)).cloned()
    }

    fn space(&self, path: &str) -> Option<Space> {
        let path = Self::key(path);
        let below = |place: &str| place == "/" || path == place || path.starts_with(&format!("{place}/"));
        self.space
            .iter()
            .filter(|(place, _)| below(place))
            .max_by_key(|(place, _)| place.len())
            .map(|(_, s)| *s)
    }

    fn bytes(&self, path: &str) -> Vec<u8> {
        let text = || self.read(path).map(String::into_bytes).unwrap_or_default();
        self.binaries.get(&Self::key(path)).cloned().unwrap_or_else(text)
    }

    fn holders(&self, name: &str) -> Vec<Process> {
        self.holders.get(name).cloned().unwrap_or_default()
    }

    fn kernel_log(&self) -> Vec<String> {
        self.kernel_log.clone()
    }

    fn words(&self, program: &str) -> Option<&str> {
        self.shelf.get(program, || {
            let mut sources: Vec<Source> = Vec::new();
            for (form, path) in on_disk::places(program, self.home()) {
                if !sources.iter().any(|source| source.form == form)
                    && let Some(text) = self.read(&path)
                {
                    sources.push(Source { form, subcommand: String::new(), text });
                }
            }
            if let Some(page) = self.manuals.get(program) {
                let (form, text) = (Form::Manual, page.clone());
                sources.push(Source { form, subcommand: String::new(), text });
            }
            on_disk::words(program, &sources)
        })
    }
}
