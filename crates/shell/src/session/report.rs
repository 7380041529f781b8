//! Reports of the shell over a FIFO: the nonce, the number of the command, its status and the directory, each
//! ended by NUL, because a directory may contain anything else.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, mkfifoat, open};

/// Longest pending bytes without a report: more is not from our script.
const MAX_PENDING: usize = 64 * 1024;

/// The end of one command.
#[derive(Debug, PartialEq, Eq)]
pub struct Report {
    pub sequence: u64,
    pub status: i32,
    pub directory: PathBuf,
    /// The shell's search path for programs.
    pub path: OsString,
}

/// The reading end.
#[derive(Debug)]
pub struct Reports {
    fifo: OwnedFd,
    nonce: String,
    pending: Vec<u8>,
}

impl Reports {
    pub fn at(path: &Path, nonce: &str) -> io::Result<Self> {
        Ok(Self { fifo: fifo(path)?, nonce: nonce.to_owned(), pending: Vec::new() })
    }

    /// Reads what has arrived; without the right nonce it is ignored.
    pub fn take(&mut self) -> Vec<Report> {
        let mut chunk = [0; 4096];
        while let Ok(count) = rustix::io::read(&self.fifo, &mut chunk) {
            if count == 0 {
                break;
            }
            self.pending.extend_from_slice(chunk.get(..count).unwrap_or_default());
        }
        let (reports, left) = parse(&self.pending, &self.nonce);
        self.pending = if left.len() > MAX_PENDING { Vec::new() } else { left };
        reports
    }
}

/// Creates a FIFO and opens it for reading and writing, so that it has no end of file.
pub fn fifo(path: &Path) -> io::Result<OwnedFd> {
    let _ = std::fs::remove_file(path);
    mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR)?;
    Ok(open(path, OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())?)
}

impl AsFd for Reports {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fifo.as_fd()
    }
}

/// Parses complete reports; returns the rest too.
fn parse(bytes: &[u8], nonce: &str) -> (Vec<Report>, Vec<u8>) {
    let mut reports = Vec::new();
    let mut fields: Vec<&[u8]> = bytes.split(|byte| *byte == 0).collect();
    let mut left = fields.pop().unwrap_or_default().to_vec();
    let mut fields = fields.into_iter().peekable();
    while let Some(field) = fields.next() {
        if field != nonce.as_bytes() {
            continue; // from another program: search for the next beginning
        }
        let rest: Vec<&[u8]> = fields.by_ref().take(4).collect();
        let [sequence, status, directory, path] = rest.as_slice() else {
            left = [field]
                .into_iter()
                .chain(rest)
                .flat_map(|field| [field, &[0]].concat())
                .chain(left)
                .collect();
            break;
        };
        let number = |field: &[u8]| std::str::from_utf8(field).ok()?.parse::<i64>().ok();
        if let (Some(sequence), Some(status)) = (number(sequence), number(status)) {
            reports.push(Report {
                sequence: u64::try_from(sequence).unwrap_or(0),
                status: i32::try_from(status).unwrap_or(-1),
                directory: OsString::from_vec(directory.to_vec()).into(),
                path: OsString::from_vec(path.to_vec()),
            });
        }
    }
    (reports, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read_whole_and_only_with_the_nonce() {
        let (reports, left) = parse(b"junk\0n\x002\x000\0/a\nb\0/bin\0n\x003\x00", "n");
        let directory = PathBuf::from("/a\nb");
        let path = "/bin".into();
        assert_eq!(reports, [Report { sequence: 2, status: 0, directory, path }]);
        assert_eq!(left, b"n\x003\0");
        let (reports, left) = parse(&[&left[..], b"1\0/c\0\0"].concat(), "n");
        assert_eq!(reports.first().map(|report| (report.sequence, report.status)), Some((3, 1)));
        assert!(left.is_empty());
        assert_eq!(parse(b"x\x002\x000\0/a\0/bin\0", "n").0, []);
    }
}
