//! The real world: files, `$PATH`, the user.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use engine::{Entry, PathKind, World};

/// Names read from one directory at most.
const MAX_ENTRIES: usize = 10_000;

/// Facts of this machine, read when asked for.
#[derive(Debug, Default)]
pub struct RealWorld {
    aliases: BTreeMap<String, String>,
    functions: Vec<String>,
    history: Vec<String>,
    home: Option<String>,
}

impl RealWorld {
    #[must_use]
    pub fn new() -> Self {
        Self { home: std::env::var("HOME").ok(), ..Self::default() }
    }

    fn path() -> Vec<PathBuf> {
        std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default()
    }
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

impl World for RealWorld {
    fn executables(&self) -> Cow<'_, str> {
        let mut out = String::new();
        for directory in Self::path() {
            for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
                if let Some(name) = entry.file_name().to_str() {
                    out.push_str(name);
                    out.push('\n');
                }
            }
        }
        Cow::Owned(out)
    }

    fn is_program(&self, name: &str) -> bool {
        Self::path().iter().any(|directory| is_executable(&directory.join(name)))
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
        match std::fs::metadata(path) {
            Err(_) => PathKind::Missing,
            Ok(data) if data.is_dir() => PathKind::Directory,
            Ok(data) if data.is_file() && data.permissions().mode() & 0o111 != 0 => PathKind::Executable,
            Ok(data) if data.is_file() => PathKind::File,
            Ok(_) => PathKind::Other,
        }
    }

    fn entries(&self, directory: &str) -> Vec<Entry> {
        let directory = if directory.is_empty() { "." } else { directory };
        std::fs::read_dir(directory)
            .into_iter()
            .flatten()
            .flatten()
            .take(MAX_ENTRIES)
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let kind = entry.file_type().ok()?;
                let is_directory = kind.is_dir() || kind.is_symlink() && entry.path().is_dir();
                Some(Entry { name, is_directory })
            })
            .collect()
    }

    fn read(&self, path: &str) -> Option<String> {
        use std::io::Read as _;
        let mut bytes = Vec::new();
        std::fs::File::open(path).ok()?.take(256 * 1024).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn home(&self) -> Option<&str> {
        self.home.as_deref()
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn package_of(&self, _program: &str) -> Option<String> {
        None
    }

    fn is_root(&self) -> bool {
        rustix::process::geteuid().is_root()
    }

    fn is_writable(&self, path: &str) -> bool {
        rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok()
    }
}
