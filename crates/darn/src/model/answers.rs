//! Cache of model answers: repeated questions are answered immediately, even offline.
//!
//! `answers.jsonl` in the state directory, mode 0600: one answer per line, oldest first, at most `cache_size`
//! of them. The key is the hash of the redacted question, the shell and the model; the stored reply is also
//! redacted, and vetted anew each time.

use data_encoding::HEXLOWER;
use redact::Redacted;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::kept;
use crate::{files, log};

const NAME: &str = "answers.jsonl";

/// Maximum length of an answer; longer ones are not commands.
const MAX_ANSWER: usize = 16 * 1024;
/// Maximum size of the file; larger files are ignored.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    key: String,
    answer: String,
}

/// Hashes everything on which an answer depends.
pub fn key(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part.as_bytes());
    }
    HEXLOWER.encode(&hash.finalize())
}

fn lines(bytes: &[u8]) -> impl DoubleEndedIterator<Item = Line> {
    // an unreadable line is from a later version or caused by a full disk
    bytes.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

/// Returns the cached answer.
pub fn find(key: &str) -> Option<String> {
    lines(&kept::read(NAME, MAX_BYTES)).rev().find(|line| line.key == key).map(|line| line.answer)
}

/// Stores an answer and keeps the newest `size` of them. Never fails, as the user already has the answer.
pub fn keep(key: &str, answer: &Redacted<String>, size: usize) {
    if size == 0 || answer.get().len() > MAX_ANSWER {
        return;
    }
    let written = kept::change(NAME, MAX_BYTES, |old| {
        let mut lines: Vec<Line> = lines(old).filter(|line| line.key != key).collect();
        lines.push(Line { key: key.to_owned(), answer: answer.get().clone() });
        let kept = lines.iter().skip(lines.len().saturating_sub(size));
        let text = kept.filter_map(|line| serde_json::to_string(line).ok()).map(|line| line + "\n");
        text.collect::<String>().into_bytes()
    });
    if let Err(error) = written {
        log::note(&format!("answers: {}", files::reason(&error)));
    }
}
