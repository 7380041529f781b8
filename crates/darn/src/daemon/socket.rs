//! The listening socket: one for each user, proved by a lock rather than by a process id.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;

use super::place;

/// Why there is no socket.
#[derive(Debug)]
pub enum ListenError {
    /// Another daemon holds the lock.
    AlreadyRunning,
    /// No directory can be used; the last one and the reason.
    Unusable(PathBuf, io::Error),
}

/// A bound socket. Dropping it removes the file, if it is ours, and releases the lock.
#[derive(Debug)]
pub struct Socket {
    listener: UnixListener,
    path: PathBuf,
    /// A service manager has bound it, and goes on listening once this process has ended.
    is_lent: bool,
    _lock: File,
}

impl Socket {
    /// Binds the first usable path. A socket file left by a daemon that was killed is replaced under the lock.
    pub fn bind(candidates: &[PathBuf]) -> Result<Self, ListenError> {
        let nowhere = || ListenError::Unusable(PathBuf::new(), io::ErrorKind::NotFound.into());
        let mut result = Err(nowhere());
        for path in candidates {
            result = Self::at(path);
            if !matches!(result, Err(ListenError::Unusable(..))) {
                break;
            }
        }
        result
    }

    /// Takes over the socket that a service manager has bound and passed to this process. (sd_listen_fds(3))
    #[must_use]
    pub fn lent() -> Option<Result<Self, ListenError>> {
        let listener = listenfd::ListenFd::from_env().take_unix_listener(0).ok().flatten()?;
        let path = listener.local_addr().ok()?.as_pathname()?.to_owned();
        Some(lock(&path).and_then(|lock| {
            listener.set_nonblocking(true).map_err(|error| ListenError::Unusable(path.clone(), error))?;
            Ok(Self { listener, path, is_lent: true, _lock: lock })
        }))
    }

    fn at(path: &Path) -> Result<Self, ListenError> {
        let unusable = |error: io::Error| ListenError::Unusable(path.to_owned(), error);
        let lock = lock(path)?;
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unusable(error)),
            _ => {}
        }
        let listener = UnixListener::bind(path).map_err(unusable)?;
        listener.set_nonblocking(true).map_err(unusable)?;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).map_err(unusable)?;
        Ok(Self { listener, path: path.to_owned(), is_lent: false, _lock: lock })
    }

    /// Removes the file, so that no new client comes.
    pub fn close(&self) {
        if !self.is_lent {
            let _ = std::fs::remove_file(&self.path);
        }
    }
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Accepts a connection. Returns `Ok(None)` if none is waiting or the peer is another user.
    pub fn accept(&self) -> io::Result<Option<UnixStream>> {
        let stream = match self.listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
            Err(error) => return Err(error),
        };
        stream.set_nonblocking(true)?;
        Ok(is_same_user(&stream).then_some(stream))
    }
}

/// Takes the lock of the daemon of a directory, which is created if it is missing, and removes what a daemon that
/// was killed has left there.
fn lock(path: &Path) -> Result<File, ListenError> {
    let unusable = |error: io::Error| ListenError::Unusable(path.to_owned(), error);
    let directory = path.parent().unwrap_or(Path::new("/"));
    if !directory.exists() {
        crate::files::create_private_directory(directory).map_err(unusable)?;
    }
    if !place::is_private(directory) {
        return Err(unusable(io::Error::other("other users can write to its directory")));
    }
    let lock = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(path.with_extension("lock"))
        .map_err(unusable)?;
    match rustix::fs::flock(&lock, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => return Err(ListenError::AlreadyRunning),
        done => done.map_err(|error| unusable(error.into()))?,
    }
    place::remove_channels(directory);
    Ok(lock)
}

/// Returns whether the process at the other end belongs to this user.
#[must_use]
pub fn is_same_user(stream: &UnixStream) -> bool {
    rustix::net::sockopt::socket_peercred(stream).is_ok_and(|peer| peer.uid == rustix::process::geteuid())
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.listener.as_fd()
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.close();
    }
}
