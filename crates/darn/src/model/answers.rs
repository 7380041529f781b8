//! Answers of models that were given before: the same question is answered at once, also offline.
//!
//! `answers.jsonl` in the state directory, mode 0600: an answer a line, oldest first, at most
//! `cache_size` of them. Its key is the hash of the redacted question, the shell and the model; what
//! the model said is redacted like everything that is stored. It is vetted anew each time.

use std::path::PathBuf;

use engine::Redacted;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{dirs, files, log};

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

fn file() -> Option<PathBuf> {
    Some(dirs::state()?.join("answers.jsonl"))
}

fn lines() -> Vec<Line> {
    let bytes = file().and_then(|file| files::read(&file, MAX_BYTES).ok().flatten()).unwrap_or_default();
    // a line that cannot be read is one of a version to come, or of a disk that was full
    bytes.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

/// What was answered to that before.
#[must_use]
pub fn find(key: &str) -> Option<String> {
    lines().into_iter().rev().find(|line| line.key == key).map(|line| line.answer)
}

/// Keeps an answer, and `size` of them in all. Never fails: the answer was given.
pub fn keep(key: &str, answer: &Redacted<String>, size: usize) {
    if size == 0 || answer.get().len() > MAX_ANSWER {
        return;
    }
    let mut lines = lines();
    lines.retain(|line| line.key != key);
    lines.push(Line { key: key.to_owned(), answer: answer.get().clone() });
    let text: String = lines
        .iter()
        .skip(lines.len().saturating_sub(size))
        .filter_map(|line| serde_json::to_string(line).ok())
        .map(|line| line + "\n")
        .collect();
    let Some(file) = file() else { return };
    let written = file
        .parent()
        .map_or(Ok(0), files::create_private_directory)
        .and_then(|_| files::replace(&file, text.as_bytes(), 0o600));
    if let Err(error) = written {
        log::note(&format!("answers: {}", files::reason(&error)));
    }
}
