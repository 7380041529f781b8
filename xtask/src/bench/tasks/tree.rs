//! Trees of files: written before a task, read after it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::prelude::*;

/// Path, and what is there.
pub type Files = BTreeMap<String, Node>;

/// A file, as far as it is compared: without times and owners.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    File { mode: u32, bytes: Vec<u8> },
    Directory { mode: u32 },
    Link(String),
}

/// Writes a tree.
pub fn write(root: &Path, files: &BTreeMap<String, String>) -> Result<()> {
    for (name, text) in files {
        let path = root.join(name);
        if name.ends_with('/') {
            fs::create_dir_all(&path)?;
            continue;
        }
        fs::create_dir_all(path.parent().context("a file is in a directory")?)?;
        fs::write(&path, text)?;
        let mode = if text.starts_with("#!") { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

/// Reads a tree.
pub fn read(root: &Path) -> Result<Files> {
    let mut files = Files::new();
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory)? {
            let path = entry?.path();
            let meta = fs::symlink_metadata(&path)?;
            let mode = meta.permissions().mode() & 0o777;
            let node = if meta.is_symlink() {
                Node::Link(fs::read_link(&path)?.to_string_lossy().into_owned())
            } else if meta.is_dir() {
                open.push(path.clone());
                Node::Directory { mode }
            } else {
                Node::File { mode, bytes: fs::read(&path).unwrap_or_default() }
            };
            files.insert(path.strip_prefix(root)?.to_string_lossy().into_owned(), node);
        }
    }
    Ok(files)
}
