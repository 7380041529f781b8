//! Changes user files without ever losing them.
//!
//! The new text goes to a file beside the old one, is flushed to disk and then renamed over it: at every
//! moment either the old or the new file exists. Symbolic links are followed (dotfiles are often links into a
//! repository); mode and owner are kept.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// Maximum size of a file that darn changes; a larger one cannot be a startup or configuration file.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Maximum size of a user's file with rules.
const MAX_DATA: u64 = 4 << 20;

/// Maximum number of links followed, as in Linux.
const MAX_LINKS: usize = 40;

/// Reads a whole file without ever blocking: a FIFO without a writer counts as empty. `Ok(None)` if the file
/// does not exist.
pub fn read(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let nonblocking = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or(0);
    let file = match OpenOptions::new().read(true).custom_flags(nonblocking).open(path) {
        Ok(file) => file,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {limit} bytes")));
    }
    Ok(Some(bytes))
}

/// Reads a file that darn is about to change.
pub fn read_to_change(path: &Path) -> io::Result<Option<Vec<u8>>> {
    read(path, MAX_BYTES)
}

/// Returns whether the file is missing, even if the reason is a parent that is not a directory.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Replaces the content of `path` with `bytes`; `mode` applies if the file does not exist yet.
pub fn replace(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let target = follow(path)?;
    let (directory, name) = match (target.parent(), target.file_name()) {
        (Some(directory), Some(name)) => (directory, name.to_string_lossy()),
        _ => return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file name")),
    };
    let old = std::fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    // a read-only file must not change, although a rename could replace it
    if old.as_ref().is_some_and(|old| old.mode() & 0o222 == 0) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is write-protected"));
    }
    let temporary = directory.join(format!(".{name}.darn-{}", std::process::id()));
    let written =
        write_new(&temporary, bytes, old.as_ref(), mode).and_then(|()| std::fs::rename(&temporary, &target));
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written?;
    // makes the rename survive a power cut; some file systems cannot sync a directory
    if let Ok(directory) = File::open(directory) {
        let _ = directory.sync_all();
    }
    Ok(())
}

fn write_new(path: &Path, bytes: &[u8], old: Option<&std::fs::Metadata>, mode: u32) -> io::Result<()> {
    check_length(bytes.len() as u64)?;
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            std::os::unix::fs::fchown(&file, Some(old.uid()), Some(old.gid()))?;
        }
    }
    let mode = old.map_or(mode, |old| old.mode() & 0o7777);
    file.set_permissions(std::fs::Permissions::from_mode(mode))?;
    file.sync_all()
}

/// Fails if a file of this length would exceed the limit on the size of files (`ulimit -f`): writing beyond it
/// would kill the process (`SIGXFSZ`, `setrlimit(2)`).
pub fn check_length(length: u64) -> io::Result<()> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
    if limit.is_some_and(|limit| length > limit) {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(())
}

/// Resolves a chain of symbolic links; the last one may dangle.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match std::fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Creates a directory that only its owner can enter, with its parents; returns how many were created.
pub fn create_private_directory(path: &Path) -> io::Result<usize> {
    if !crate::dirs::may_create() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let missing = path.ancestors().take_while(|path| !path.exists()).count();
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    Ok(missing)
}

/// Describes the error for users, without its number.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full".into(),
        io::ErrorKind::QuotaExceeded => "the disk quota is used up".into(),
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only".into(),
        io::ErrorKind::PermissionDenied if error.raw_os_error().is_some() => "permission denied".into(),
        io::ErrorKind::IsADirectory => "it is a directory".into(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_lowercase()
        }
    }
}

/// Returns the user's TOML files in a folder of the configuration directory, sorted by name.
pub fn of_user(folder: &str) -> Vec<PathBuf> {
    let directory = crate::dirs::config().map(|directory| directory.join(folder));
    let entries = directory.and_then(|directory| std::fs::read_dir(directory).ok()).into_iter();
    let entries = entries.flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    found.sort();
    found
}

/// Reads the same files. Without the folder, this costs one failed open.
pub fn texts_of_user(folder: &str) -> impl Iterator<Item = (PathBuf, io::Result<String>)> {
    of_user(folder).into_iter().filter_map(|path| {
        let text = read(&path, MAX_DATA).transpose()?;
        Some((path, text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())))
    })
}
