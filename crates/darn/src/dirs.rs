//! Where darn keeps its files, after the XDG base directory specification.
//!
//! A variable that is unset, empty or not absolute counts as absent, as the specification says.
//! Without `HOME` there may be no directory at all: everything must work then, only nothing is
//! remembered.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Absolute path in the environment variable `name`.
#[must_use]
pub fn absolute(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

#[must_use]
pub fn home() -> Option<PathBuf> {
    absolute("HOME")
}

fn base(variable: &str, below_home: &str) -> Option<PathBuf> {
    absolute(variable).or_else(|| Some(home()?.join(below_home))).map(|base| base.join("darn"))
}

/// The user's own files: configuration, rules.
#[must_use]
pub fn config() -> Option<PathBuf> {
    base("XDG_CONFIG_HOME", ".config")
}

/// What darn remembers.
#[must_use]
pub fn state() -> Option<PathBuf> {
    base("XDG_STATE_HOME", ".local/state")
}

/// What darn can find out again.
#[must_use]
pub fn cache() -> Option<PathBuf> {
    base("XDG_CACHE_HOME", ".cache")
}

/// True in a process that a shell's integration script has started.
static IS_HOOK: AtomicBool = AtomicBool::new(false);

/// From now on this process restores no directory of an uninstalled darn: the shells that were open
/// during `darn uninstall` keep their integration scripts.
pub fn act_for_hook() {
    IS_HOOK.store(true, Ordering::Relaxed);
}

/// False in a hook where state and cache are both gone; `darn init` makes the cache when a shell starts.
#[must_use]
pub fn may_create() -> bool {
    !IS_HOOK.load(Ordering::Relaxed) || [state(), cache()].into_iter().flatten().any(|path| path.exists())
}

/// Sockets and what else ends with the login session: the system makes that directory, nobody else.
#[must_use]
pub fn runtime() -> Option<PathBuf> {
    absolute("XDG_RUNTIME_DIR").filter(|base| base.is_dir()).map(|base| base.join("darn"))
}

/// The path as a user would write it, with `~` for the home directory.
#[must_use]
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
