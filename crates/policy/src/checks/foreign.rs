//! Programs of unknown origin that are set up to run later, or with privileges: files below `/tmp`, and
//! freshly cloned files.

use crate::paths::is_temporary;
use crate::prelude::*;

/// By program: patterns of words with which it sets up another one.
const LATER: &[(&str, &[&str])] = table!("later_words");

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    match at.program {
        "at" | "batch" => {
            let text = context.files.input.text.clone().unwrap_or_default();
            let file = value(at, &["-f"]).unwrap_or("");
            if let Some(path) = text.split_whitespace().chain([file]).find(|word| is_temporary(word)) {
                found(context, path, at);
            }
        }
        "tail" | "sort" | "tac" | "grep" if has_word(at, &["/dev/zero", "/dev/urandom"]) => {
            let because = "Reads endlessly and keeps everything in memory.";
            context.find("availability/memory", Level::Warn, because, at.span);
        }
        _ => {}
    }
    let later = LATER.iter().any(|(program, words)| at.program == *program && fits_any(at, words));
    let mut words = at.texts().flat_map(|text| text.split([' ', '\n', '=']));
    if later && let Some(path) = words.find(|word| is_temporary(word)) {
        found(context, path, at);
    }
}

fn found(context: &mut Context<'_>, path: &str, at: &Invocation<'_>) {
    let because = format!("Makes `{}`, which is in a place anyone can write to, run.", display(path));
    context.find("execute/foreign", Level::Warn, because, at.span);
}

/// `sudo ./install.sh` in a directory that was cloned in the same line.
pub fn cloned(context: &mut Context<'_>, path: &str, at: &Invocation<'_>) {
    let directory = context.env.directory.as_deref().unwrap_or("");
    let is_relative = !path.starts_with('/');
    let here = context.files.fetched().iter().any(|name| {
        is_relative && directory.ends_with(&format!("/{name}")) || path.starts_with(&format!("{name}/"))
    });
    if here && path.contains('/') {
        let because = "Runs a program that was just downloaded, unreviewed.";
        context.find("execute/download", Level::Warn, because, at.span);
    }
}
