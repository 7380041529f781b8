//! The saved conversation, redacted.

use std::path::PathBuf;

use llm::prompt::chat::Said;
use serde::{Deserialize, Serialize};

use super::talk::Talk;
use crate::caller::Caller;
use crate::config::Settings;
use crate::error::{Error, ErrorKind};
use crate::model;

/// Largest saved conversation, in bytes.
const MAX: u64 = 16 << 20;

#[derive(Debug, Default, Serialize, Deserialize)]
struct Saved {
    said: Vec<SavedTurn>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedTurn {
    question: String,
    data: Vec<(String, String)>,
    answer: String,
}

fn file() -> Option<PathBuf> {
    Some(crate::dirs::state()?.join("chat.json"))
}

/// Saves the conversation.
///
/// # Errors
/// The file cannot be written.
pub fn save(talk: &Talk, caller: &Caller, settings: &Settings) -> Result<(), Error> {
    let mut redactor = model::redactor(caller, settings);
    let mut redacted = |text: &str| redactor.redact(text.to_owned()).get().clone();
    let said = talk.said.iter().map(|said| SavedTurn {
        question: redacted(&said.question),
        data: said.data.iter().map(|(title, text)| (redacted(title), text.get().clone())).collect(),
        answer: redacted(&said.answer),
    });
    let bytes = serde_json::to_vec(&Saved { said: said.collect() }).unwrap_or_default();
    let result = file()
        .ok_or_else(|| std::io::ErrorKind::NotFound.into())
        .and_then(|file| crate::files::replace(&file, &bytes, 0o600));
    result.map_err(|error| {
        Error::new(ErrorKind::Negative, format!("cannot save the chat: {}", crate::files::reason(&error)))
            .hinted("free some space in the state directory")
    })
}

/// Loads the saved conversation; its texts are redacted once more, as the file may have been changed.
///
/// # Errors
/// There is none.
pub fn load(caller: &Caller, settings: &Settings) -> Result<Talk, Error> {
    let bytes = file().and_then(|file| crate::files::read(&file, MAX).ok().flatten());
    let saved: Option<Saved> = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let saved = saved
        .ok_or_else(|| Error::new(ErrorKind::Negative, "there is no saved chat").hinted("/save saves one"))?;
    let mut redactor = model::redactor(caller, settings);
    let said = saved.said.into_iter().map(|turn| Said {
        question: turn.question,
        data: turn.data.into_iter().map(|(title, text)| (title, redactor.redact(text))).collect(),
        answer: turn.answer,
    });
    Ok(Talk { said: said.collect(), ..Talk::default() })
}
