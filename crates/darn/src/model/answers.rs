//! Answers of models that were given before: the same question is answered at once, also offline.
//!
//! `answers.jsonl` in the state directory, mode 0600: an answer a line, oldest first, at most
//! `cache_size` of them. Its key is the hash of the redacted question, the shell and the model; what
//! the model said is redacted like everything that is stored. It is vetted anew each time.

use redact::Redacted;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::kept;
use crate::{files, log};

const NAME: &str = "answers.jsonl";

/// Longer answers are no commands.
const MAX_ANSWER: usize = 16 * 1024;
/// More is not such a file.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    key: String,
    answer: String,
}

/// The hash of all that an answer depends on.
#[must_use]
pub fn key(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn lines(bytes: &[u8]) -> impl DoubleEndedIterator<Item = Line> {
    // a line that cannot be read is one of a version to come, or of a disk that was full
    bytes.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

/// What was answered to that before.
#[must_use]
pub fn find(key: &str) -> Option<String> {
    lines(&kept::read(NAME, MAX_BYTES)).rev().find(|line| line.key == key).map(|line| line.answer)
}

/// Keeps an answer, and `size` of them in all. Never fails: the answer was given.
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
