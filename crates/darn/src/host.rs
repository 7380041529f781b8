//! The real world: files, `$PATH`, the user. Facts are read on demand, with limits on number and size, and
//! only from the file system.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use facts::vocabulary::Shelf;
use facts::{Attributes, Entry, PathKind, Process, ShellVariable, Space, World};
use rustix::fs::{Access, IFlags};

use crate::caller::Caller;

mod elsewhere;
mod kernel;
mod manual;
mod package;
mod processes;
mod programs;
#[cfg(feature = "llm")]
mod version;
mod words;

pub use elsewhere::Elsewhere;
use programs::Programs;

/// Maximum number of names read from one directory; listing 100,000 takes 30 ms.
const MAX_ENTRIES: usize = 4_000;
/// Maximum number of bytes read from one file.
const MAX_FILE: u64 = 256 * 1024;
/// Maximum size of programs and libraries, which are parsed as binaries.
const MAX_BINARY: u64 = 4 * 1024 * 1024;

/// Facts of this machine.
#[derive(Debug, Default)]
pub struct RealWorld {
    aliases: BTreeMap<String, String>,
    functions: Vec<String>,
    history: Vec<String>,
    home: Option<String>,
    /// The live shell's variables.
    shell_variables: BTreeMap<String, ShellVariable>,
    /// Directories of `PATH`, absolute.
    path: Vec<PathBuf>,
    /// The caller's directory; relative paths are resolved against it.
    directory: PathBuf,
    variables: Arc<BTreeMap<String, OsString>>,
    programs: OnceCell<Arc<Programs>>,
    /// Cached answers to questions that several rules ask.
    found_programs: RefCell<BTreeMap<String, bool>>,
    packages: RefCell<BTreeMap<String, Option<String>>>,
    words: Shelf,
    /// Deadline after which the file system is not queried and no answer counts.
    deadline: Cell<Option<Instant>>,
    /// Whether a query went unanswered.
    refused: Cell<bool>,
}

impl RealWorld {
    /// Creates the world of a caller. It answers only for the time `within`: a huge directory or a slow file
    /// system leads to silence instead of delaying the prompt.
    pub fn new(caller: &Caller, within: Duration) -> Self {
        let aliases = caller.aliases.lines().filter_map(|line| line.split_once('='));
        let path = caller.variable("PATH").unwrap_or_default();
        Self {
            aliases: aliases.map(|(name, body)| (name.to_owned(), body.to_owned())).collect(),
            functions: caller.functions.split_whitespace().map(str::to_owned).collect(),
            history: caller.history.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect(),
            home: caller.variable("HOME").filter(|home| home.starts_with('/')).map(str::to_owned),
            shell_variables: BTreeMap::new(),
            path: std::env::split_paths(path).map(|directory| caller.path(directory)).collect(),
            directory: caller.directory.clone(),
            variables: Arc::clone(&caller.variables),
            programs: OnceCell::new(),
            found_programs: RefCell::default(),
            packages: RefCell::default(),
            words: Shelf::default(),
            deadline: Cell::new(Instant::now().checked_add(within)),
            refused: Cell::new(false),
        }
    }

    /// Adds variables of the live shell.
    pub fn with_variables(self, shell_variables: BTreeMap<String, ShellVariable>) -> Self {
        Self { shell_variables, ..self }
    }

    /// Restarts the clock, so that the time that a model took does not count.
    #[cfg(feature = "llm")]
    pub fn restart(&self, within: Duration) {
        self.deadline.set(Instant::now().checked_add(within));
        self.refused.set(false);
    }

    /// Returns whether a query went unanswered for lack of time; conclusions from the other answers may then
    /// be wrong.
    pub const fn refused(&self) -> bool {
        self.refused.get()
    }

    /// Returns the version of a program on the path, as recorded by a package manager.
    #[cfg(feature = "llm")]
    pub fn version(&self, program: &str) -> Option<String> {
        if self.is_late() || program.is_empty() || program.contains('/') {
            return None;
        }
        let found =
            self.path.iter().map(|directory| directory.join(program)).find(|path| is_executable(path))?;
        version::find(&found, Path::new("/"))
    }

    fn programs(&self) -> &Programs {
        self.programs.get_or_init(|| Programs::of(&self.path))
    }

    fn is_late(&self) -> bool {
        let late = self.deadline.get().is_some_and(|deadline| Instant::now() > deadline);
        self.refused.set(self.refused.get() || late);
        late
    }

    fn resolve(&self, path: &str) -> PathBuf {
        self.directory.join(path)
    }

    fn beginning(&self, path: &str, limit: u64) -> Option<Vec<u8>> {
        let path = self.resolve(path);
        // a FIFO or a device would block or never end
        if self.is_late() || !std::fs::metadata(&path).ok()?.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        std::fs::File::open(path).ok()?.take(limit).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }
}

impl World for RealWorld {
    fn executables(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.programs().names())
    }

    fn is_program(&self, name: &str) -> bool {
        if self.is_late() {
            return true;
        }
        if name.is_empty() || name.contains('/') {
            return false;
        }
        let look = || self.programs().has(name);
        *self.found_programs.borrow_mut().entry(name.to_owned()).or_insert_with(look)
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
        if self.is_late() {
            return PathKind::Other;
        }
        match std::fs::metadata(self.resolve(path)) {
            // a directory without search permission still exists; only "no such file" means that it is
            // missing
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => PathKind::Other,
            Err(_) => PathKind::Missing,
            Ok(data) if data.is_dir() => PathKind::Directory,
            Ok(data) if !data.is_file() => PathKind::Other,
            // judge by mode: on a file system mounted noexec, access(2) denies what chmod cannot grant
            Ok(data) if data.mode() & 0o111 != 0 => PathKind::Executable,
            Ok(_) => PathKind::File,
        }
    }

    fn entries(&self, directory: &str) -> Vec<Entry> {
        if self.is_late() {
            return Vec::new();
        }
        std::fs::read_dir(self.resolve(directory))
            .into_iter()
            .flatten()
            .flatten()
            .take(MAX_ENTRIES)
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                if name.contains('\n') {
                    return None; // unlikely to be typed, and it would garble the hint
                }
                let kind = entry.file_type().ok()?;
                let is_directory = kind.is_dir() || kind.is_symlink() && entry.path().is_dir();
                Some(Entry { name, is_directory })
            })
            .collect()
    }

    fn read(&self, path: &str) -> Option<String> {
        Some(String::from_utf8_lossy(&self.beginning(path, MAX_FILE)?).into_owned())
    }

    fn home(&self) -> Option<&str> {
        self.home.as_deref()
    }

    fn directory(&self) -> Option<String> {
        (!self.directory.as_os_str().is_empty()).then(|| self.directory.to_string_lossy().into_owned())
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name)?.to_str().map(str::to_owned)
    }

    fn shell_variable(&self, name: &str) -> Option<ShellVariable> {
        self.shell_variables.get(name).cloned()
    }

    fn variables(&self) -> Vec<String> {
        self.variables.keys().cloned().collect()
    }

    fn package_of(&self, program: &str) -> Option<String> {
        let look = || package::find(program);
        self.packages.borrow_mut().entry(program.to_owned()).or_insert_with(look).clone()
    }

    fn is_root(&self) -> bool {
        rustix::process::geteuid().is_root()
    }

    fn is_writable(&self, path: &str) -> bool {
        rustix::fs::access(self.resolve(path), Access::WRITE_OK).is_ok()
    }

    fn is_own(&self, path: &str) -> bool {
        std::fs::metadata(self.resolve(path))
            .is_ok_and(|data| data.uid() == rustix::process::geteuid().as_raw())
    }

    fn manual(&self, program: &str) -> Option<String> {
        manual::source(program, self.home())
    }

    fn words(&self, program: &str) -> Option<&str> {
        if self.is_late() || !self.is_program(program) {
            return None;
        }
        self.words.get(program, || words::find(program, self.home()))
    }

    fn attributes(&self, path: &str) -> Option<Attributes> {
        let path = self.resolve(path);
        let data = if self.is_late() { None } else { std::fs::metadata(&path).ok() }?;
        // opening anything other than a file or directory may block or have side effects
        let flags = (data.is_file() || data.is_dir())
            .then(|| std::fs::File::open(&path).ok())
            .flatten()
            .and_then(|file| rustix::fs::ioctl_getflags(&file).ok());
        Some(Attributes {
            mode: data.mode() & 0o7777,
            owner: data.uid(),
            group: data.gid(),
            device: (rustix::fs::major(data.dev()), rustix::fs::minor(data.dev())),
            inode: data.ino(),
            is_immutable: flags.is_some_and(|flags| flags.contains(IFlags::IMMUTABLE)),
        })
    }

    fn link(&self, path: &str) -> Option<String> {
        if self.is_late() {
            None
        } else {
            std::fs::read_link(self.resolve(path)).ok()?.into_os_string().into_string().ok()
        }
    }

    fn space(&self, path: &str) -> Option<Space> {
        let data = if self.is_late() { None } else { rustix::fs::statvfs(self.resolve(path)).ok() }?;
        Some(Space {
            size: data.f_blocks.saturating_mul(data.f_frsize),
            free: data.f_bavail.saturating_mul(data.f_frsize),
            files: data.f_files,
            files_free: data.f_favail,
        })
    }

    fn bytes(&self, path: &str) -> Vec<u8> {
        self.beginning(path, MAX_BINARY).unwrap_or_default()
    }

    fn holders(&self, name: &str) -> Vec<Process> {
        processes::holders(name, &|| self.is_late())
    }

    fn kernel_log(&self) -> Vec<String> {
        kernel::log()
    }
}

/// Returns whether this user may execute the file; even root needs one x bit (access(2) checks it).
pub fn is_executable(path: &Path) -> bool {
    rustix::fs::access(path, Access::EXEC_OK).is_ok() && path.metadata().is_ok_and(|data| data.is_file())
}

/// Reads at most `max_bytes` of a regular file, decompressing it if its name ends in `.gz`.
fn text(path: &Path, max_bytes: usize) -> Option<String> {
    // a FIFO or a device would block or never end
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    let file = std::fs::File::open(path).ok()?;
    let mut bytes = Vec::new();
    let most = u64::try_from(max_bytes).ok()?;
    if path.extension().is_some_and(|extension| extension == "gz") {
        flate2::read::MultiGzDecoder::new(file).take(most).read_to_end(&mut bytes).ok()?;
    } else {
        file.take(most).read_to_end(&mut bytes).ok()?;
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the text of a cache file if its first line is this key, or else makes and stores it.
fn cached(name: &Path, key: &str, make: impl FnOnce() -> String) -> String {
    let key = key.replace('\n', " ") + "\n";
    let file = crate::dirs::cache().map(|directory| directory.join(name));
    let old = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
    if let Some(text) = old.as_ref().and_then(|old| old.strip_prefix(&key)) {
        return text.to_owned();
    }
    let text = make();
    if let Some(file) = &file {
        // if writing fails, the next call makes it again, which does no harm
        let _ = store(file, &key, &text);
    }
    text
}

/// Writes a cache file atomically.
pub fn store(file: &Path, key: &str, text: &str) -> std::io::Result<()> {
    crate::files::check_length((key.len() + text.len()) as u64)?;
    let directory = file.parent().unwrap_or(Path::new("/"));
    if !directory.is_dir() {
        crate::files::create_private_directory(directory)?;
    }
    let temporary = file.with_added_extension(std::process::id().to_string());
    let result =
        std::fs::write(&temporary, format!("{key}{text}")).and_then(|()| std::fs::rename(&temporary, file));
    if result.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    result
}
