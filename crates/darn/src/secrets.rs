//! The secrets of this machine: the built-in tables, the user's own (`secrets/*.toml` in the configuration
//! directory), the values of variables with telltale names, and those in programs' credential files.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use datafiles::DataError;
use redact::{Redactor, Tables, secret_kind};

use crate::caller::Caller;
use crate::dirs;

const FOLDER: &str = "secrets";

/// Credential files below the home directory, in which only the words around a value mark it as a secret.
const OF_HOME: &[&str] = &[
    ".netrc", ".git-credentials", ".config/git/credentials", ".config/gh/hosts.yml", ".pgpass", ".my.cnf",
    ".npmrc", ".pypirc", ".aws/credentials", ".docker/config.json",
];
/// Credential files in the working directory.
const HERE: &[&str] = &[".env", ".env.local", ".npmrc"];
/// Maximum size of a credential file, as the user waits.
const MAX_KEPT: u64 = 128 << 10;

/// Returns a redactor that knows the secrets of the environment, of this repository and of credential files.
/// Not for hooks: it reads files and all variables.
pub fn redactor(caller: &Caller) -> Redactor {
    let mut redactor = plain_redactor();
    for (name, value) in caller.variables.iter() {
        if let Some(kind) = secret_kind(name)
            && let Some(value) = value.to_str()
        {
            redactor.know(kind, value);
        }
    }
    let home = dirs::home();
    let of_home = home.iter().flat_map(|home| OF_HOME.iter().map(|name| home.join(name)));
    let kept = of_home.chain(HERE.iter().map(|name| caller.path(name)));
    for text in kept.filter_map(|path| text(&path, MAX_KEPT)).chain(repository(&caller.directory)) {
        let _ = redactor.spans(&text, None); // it remembers what it finds
    }
    redactor
}

fn text(path: &Path, max: u64) -> Option<String> {
    let bytes = crate::files::read(path, max).ok().flatten()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the configuration of the repository around the working directory.
fn repository(here: &Path) -> Option<String> {
    let git = here.ancestors().map(|above| above.join(".git")).find(|git| git.exists())?;
    let text = |path: &Path| text(path, MAX_KEPT);
    if git.is_dir() {
        return text(&git.join("config"));
    }
    // a worktree or submodule
    let pointer = text(&git)?;
    let own = git.parent()?.join(pointer.trim().strip_prefix("gitdir: ")?);
    let common = text(&own.join("commondir")).map(|common| own.join(common.trim()));
    text(&common.unwrap_or(own).join("config"))
}

/// Returns a redactor that knows only the tables.
pub fn plain_redactor() -> Redactor {
    Redactor::new(Arc::clone(&tables().0))
}

/// Tables and the errors in the user's files.
pub type Loaded = (Arc<Tables>, Vec<DataError>);

/// The user's files when they were read: name, time of the last change, size.
type Versions = Vec<(PathBuf, Option<SystemTime>, u64)>;

/// Returns the tables and the errors in the user's files, whose valid entries apply; read again when a file
/// changes, because the daemon lives long. Without files, this costs one failed open.
pub fn tables() -> Arc<Loaded> {
    static LOADED: Mutex<Option<(Versions, Arc<Loaded>)>> = Mutex::new(None);
    let versions: Versions = files()
        .into_iter()
        .map(|path| {
            let data = path.metadata().ok();
            let changed = data.as_ref().and_then(|data| data.modified().ok());
            (path, changed, data.map_or(0, |data| data.len()))
        })
        .collect();
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    match &*loaded {
        Some((known, tables)) if *known == versions => Arc::clone(tables),
        _ => {
            let tables = Arc::new(load());
            *loaded = Some((versions, Arc::clone(&tables)));
            tables
        }
    }
}

fn load() -> Loaded {
    let (mut tables, mut errors) = (Tables::default(), Vec::new());
    for (path, text) in crate::files::texts_of_user(FOLDER) {
        let name = path.display().to_string();
        match text {
            Ok(text) => errors.extend(tables.add(&name, &text)),
            Err(error) => {
                let message = format!("cannot be read: {}", crate::files::reason(&error));
                errors.push(DataError { file: name, line: 0, message });
            }
        }
    }
    (Arc::new(tables), errors)
}

/// Returns the user's files, sorted by name.
pub fn files() -> Vec<PathBuf> {
    crate::files::of_user(FOLDER)
}
