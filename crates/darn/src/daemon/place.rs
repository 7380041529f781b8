//! Where the socket is. Who asks must not trust a socket that another user could have put there.

use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use crate::caller::Caller;
use crate::{dirs, env};

const NAME: &str = "darn.sock";

/// Returns the possible sockets, best first: `DARN_SOCKET`, or those in the runtime directory, in
/// `/tmp/darn-UID` and in the state directory.
#[must_use]
pub fn candidates(caller: &Caller) -> Vec<PathBuf> {
    if let Some(socket) = caller.raw(env::SOCKET).map(PathBuf::from) {
        return if socket.is_absolute() { vec![socket] } else { Vec::new() };
    }
    let directories = [dirs::runtime(), Some(dirs::temporary()), dirs::state()];
    directories.into_iter().flatten().map(|directory| directory.join(NAME)).collect()
}

/// Returns the first existing socket that belongs to this user, in a directory that no other can change.
#[must_use]
pub fn find(caller: &Caller) -> Option<PathBuf> {
    candidates(caller).into_iter().find(|socket| is_trusted(socket))
}

/// Returns whether both the socket and its directory belong to this user, and no other may write there.
#[must_use]
pub fn is_trusted(socket: &Path) -> bool {
    let is_socket =
        socket.symlink_metadata().is_ok_and(|data| data.file_type().is_socket() && data.uid() == own_uid());
    is_socket && socket.parent().is_some_and(is_private)
}

/// Returns whether a directory belongs to this user and only they can enter it.
#[must_use]
pub fn is_private(directory: &Path) -> bool {
    directory
        .symlink_metadata()
        .is_ok_and(|data| data.is_dir() && data.uid() == own_uid() && data.mode() & 0o077 == 0)
}

fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// The beginning of the names of FIFOs; the integration scripts know it.
const CHANNEL: &str = "hook-";

/// Returns the base name of the FIFOs of a shell.
#[must_use]
pub fn channel(socket: &Path, shell: u32) -> PathBuf {
    socket.with_file_name(format!("{CHANNEL}{shell}"))
}

/// Removes the FIFOs left by a daemon that was killed, and the files beside them: without them shells ask by a
/// process again, which gets them new ones.
pub fn remove_channels(directory: &Path) {
    for entry in directory.read_dir().into_iter().flatten().flatten() {
        let is_ours = entry.file_type().is_ok_and(|kind| kind.is_fifo() || kind.is_file());
        if is_ours && entry.file_name().to_string_lossy().starts_with(CHANNEL) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
