//! Sends one request to a Unix socket and reads its answer, with a deadline.

use std::io::{Read as _, Write as _};
use std::os::unix::net::{SocketAddr, UnixStream};
use std::time::{Duration, Instant};

use super::MAX_BYTES;

/// Returns the answer up to its `end`; `None` if it takes longer than `patience` or is too long. Addresses
/// are `unix:PATH`, or `unix:@NAME` for an abstract name of Linux.
pub fn request(address: &str, request: &[u8], end: &str, patience: Duration) -> Option<Vec<u8>> {
    let deadline = Instant::now() + patience;
    let left = || deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
    let mut stream = UnixStream::connect_addr(&parse(address)?).ok()?;
    stream.set_write_timeout(Some(left()?)).ok()?;
    stream.write_all(request).ok()?;
    let mut bytes = Vec::new();
    let mut buffer = [0; 16 * 1024];
    while !bytes.ends_with(end.as_bytes()) {
        stream.set_read_timeout(Some(left()?)).ok()?;
        match stream.read(&mut buffer) {
            Ok(0) => return None,
            Ok(count) => bytes.extend_from_slice(buffer.get(..count)?),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
        if bytes.len() > MAX_BYTES {
            return None;
        }
    }
    Some(bytes)
}

fn parse(address: &str) -> Option<SocketAddr> {
    let path = address.strip_prefix("unix:")?;
    match path.strip_prefix('@') {
        #[cfg(target_os = "linux")]
        Some(name) => <SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(name).ok(),
        #[cfg(not(target_os = "linux"))]
        Some(_) => None,
        None => SocketAddr::from_pathname(path).ok(),
    }
}
