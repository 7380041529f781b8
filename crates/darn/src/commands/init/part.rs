//! The part of a script that a shell reads at its first failure: a cache file named after its content, so
//! that a shell never reads another version's part.

use std::path::Path;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use shell::spec::ShellSpec;

use crate::{dirs, files};

/// Age after which files of other versions, and those left by killed shells, are deleted.
const MAX_AGE: Duration = Duration::from_secs(60 * 60 * 24 * 90);

/// Returns the file, writing it if necessary; `None` if the shell has no such part or the file cannot be
/// written.
pub fn file(spec: &ShellSpec) -> Option<String> {
    if spec.failed.is_empty() {
        return None;
    }
    let hash: String = Sha256::digest(spec.failed).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let directory = dirs::cache()?;
    let file = directory.join(format!("failed-{hash}.{}", spec.name));
    if !file.exists() {
        files::replace(&file, spec.failed.as_bytes(), 0o600).ok()?;
        remove_old(&directory);
    }
    file.to_str().map(str::to_owned)
}

fn remove_old(directory: &Path) {
    for entry in directory.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_part = ["failed-", "printed."].iter().any(|start| name.to_string_lossy().starts_with(start));
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
        if is_part && age.is_some_and(|age| age > MAX_AGE) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
