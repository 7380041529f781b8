//! Runs other programs.

use std::ffi::OsString;
use std::sync::Mutex;

use crate::prelude::*;

/// Returns the cargo that runs this task.
pub fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Returns the directory that cargo builds into.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from)
}

/// Returns the file of a program on `$PATH`.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {:?}", command.get_program()))?;
    ensure!(status.success(), "failed: {command:?}");
    Ok(())
}

/// Runs a command that may take long, and shows it.
pub fn announce(command: &mut Command) -> Result<()> {
    eprintln!("xtask: {command:?}");
    run(command)
}

/// Runs cargo in the root of the repository.
pub fn run_cargo<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Result<()> {
    run(Command::new(cargo()).args(arguments).current_dir(crate::root()))
}

/// Installs Python packages into a directory of their own, so that no others matter.
pub fn pip_install(target: &Path, arguments: &[&str]) -> Result<()> {
    let quiet = ["--quiet", "--no-warn-conflicts", "--root-user-action", "ignore"];
    let mut command = Command::new("python3");
    command.args(["-m", "pip", "install"]).args(quiet).arg("--target").arg(target).args(arguments);
    announce(&mut command)
}

/// Does the work for every item, `at_once` items at a time; returns the results in any order.
pub fn in_parallel<T: Send, R: Send>(items: Vec<T>, at_once: usize, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let queue = Mutex::new(items.into_iter());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    let worker = || std::iter::from_fn(next).map(&work).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..at_once).map(|_| scope.spawn(worker)).collect();
        let results = workers.into_iter().map(|worker| worker.join());
        results.flat_map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}
