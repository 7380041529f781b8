//! Directories of darn's files, following the XDG base directory specification.
//!
//! A variable that is unset, empty or not absolute counts as absent, as the specification says. Without
//! `HOME`, there may be no directory at all: everything must still work, but nothing is stored.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns the absolute path in the environment variable `name`.
pub fn absolute(name: &str) -> Option<PathBuf> {
    crate::env::get(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

pub fn home() -> Option<PathBuf> {
    absolute("HOME")
}

fn base(variable: &str, below_home: &str) -> Option<PathBuf> {
    absolute(variable).or_else(|| Some(home()?.join(below_home))).map(|base| base.join("darn"))
}

/// Returns the directory of the user's own files: configuration, rules.
pub fn config() -> Option<PathBuf> {
    base("XDG_CONFIG_HOME", ".config")
}

/// Returns the directory of persistent state.
pub fn state() -> Option<PathBuf> {
    base("XDG_STATE_HOME", ".local/state")
}

/// Returns the directory of data that darn can recreate.
pub fn cache() -> Option<PathBuf> {
    base("XDG_CACHE_HOME", ".cache")
}

/// Variables that say where these directories are.
const PLACES: [&str; 5] = ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"];

/// Returns whether the caller's files are in the directories of this process, which may serve several callers.
pub fn are_those_of(caller: &crate::caller::Caller) -> bool {
    PLACES.iter().all(|name| caller.raw(name) == crate::env::get(name).as_deref())
}

/// True in a process started by a shell's integration script.
static IS_HOOK: AtomicBool = AtomicBool::new(false);

/// From now on, this process does not recreate directories of an uninstalled darn: shells that were open
/// during `darn uninstall` keep their integration scripts.
pub fn act_for_hook() {
    IS_HOOK.store(true, Ordering::Relaxed);
}

/// Returns false in a hook if both state and cache directory are gone; `darn init` creates the cache when a
/// shell starts.
pub fn may_create() -> bool {
    !IS_HOOK.load(Ordering::Relaxed) || [state(), cache()].into_iter().flatten().any(|path| path.exists())
}

/// Returns the directory of sockets and other session data; only the system creates its parent.
pub fn runtime() -> Option<PathBuf> {
    absolute("XDG_RUNTIME_DIR").filter(|base| base.is_dir()).map(|base| base.join("darn"))
}

/// Returns the directory for sockets where the system provides none.
pub fn temporary() -> PathBuf {
    PathBuf::from(format!("/tmp/darn-{}", rustix::process::geteuid().as_raw()))
}

/// Returns the path as a user would write it, with `~` for the home directory.
pub fn display(path: &std::path::Path) -> String {
    match home()
        .filter(|home| home.parent().is_some())
        .and_then(|home| path.strip_prefix(home).ok().map(PathBuf::from))
    {
        Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
        Some(rest) => format!("~/{}", rest.display()),
        None => path.display().to_string(),
    }
}
