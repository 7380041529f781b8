//! The parts of a script that a shell reads from files of their own, such as the one for the first failure: cache
//! files named after their content, so that a shell never reads another version's part.

use std::path::Path;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use shell::spec::{ShellSpec, without_comments};

use crate::{dirs, files};

/// Age after which files of other versions, and those left by killed shells, are deleted.
const MAX_AGE: Duration = Duration::from_secs(60 * 60 * 24 * 90);

/// Returns the file `NAME-HASH.SHELL` with that text, writing it if necessary; `None` if it cannot be written.
pub fn file(name: &str, spec: &ShellSpec, text: &str) -> Option<String> {
    let hash: String = Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let directory = dirs::cache()?;
    let file = directory.join(format!("{name}-{hash}.{}", spec.name));
    if !file.exists() {
        files::replace(&file, without_comments(text).as_bytes(), 0o600).ok()?;
        remove_old(&directory);
    }
    file.to_str().map(str::to_owned)
}

fn remove_old(directory: &Path) {
    for entry in directory.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_part =
            ["failed-", "start-", "printed."].iter().any(|start| name.to_string_lossy().starts_with(start));
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
        if is_part && age.is_some_and(|age| age > MAX_AGE) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
