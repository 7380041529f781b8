//! The kernel log, if this user may read it.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt as _;

const MAX_BYTES: usize = 64 * 1024;
/// Maximum length of a record (`CONSOLE_EXT_LOG_MAX`).
const MAX_RECORD: usize = 8 * 1024;
/// Maximum number of records read; the usual buffer holds a few thousand.
const MAX_RECORDS: usize = 20_000;

/// Returns the texts of the newest messages, oldest first. `/dev/kmsg` returns one record per read:
/// `priority,number,microseconds,flags;text`, then detail lines that begin with a blank.
pub fn log() -> Vec<String> {
    let nonblock = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or_default();
    let Ok(mut device) = OpenOptions::new().read(true).custom_flags(nonblock).open("/dev/kmsg") else {
        return Vec::new();
    };
    let mut newest: VecDeque<String> = VecDeque::new();
    let mut kept = 0;
    let mut record = vec![0; MAX_RECORD];
    for _ in 0..MAX_RECORDS {
        let length = match device.read(&mut record) {
            Ok(length) if length > 0 => length,
            // overwritten while it was being read: continue with the next one
            Err(error) if error.raw_os_error() == Some(rustix::io::Errno::PIPE.raw_os_error()) => continue,
            _ => break, // the end: another read would block
        };
        let text = String::from_utf8_lossy(record.get(..length).unwrap_or_default());
        let Some((_, message)) = text.split_once(';') else { continue };
        let message = message.lines().next().unwrap_or("").to_owned();
        kept += message.len();
        newest.push_back(message);
        while kept > MAX_BYTES {
            kept -= newest.pop_front().map_or(kept, |oldest| oldest.len());
        }
    }
    newest.into()
}
