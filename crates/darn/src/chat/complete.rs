//! Completion: built-ins, commands, paths and `@files`.

use std::sync::{Arc, Mutex};

use facts::{World, builtins};
use reedline::{Span, Suggestion};

use super::editor::{Typed, with_world};

/// Most suggestions.
const MAX: usize = 200;

/// Completes the word before the cursor.
pub struct Completer(pub Arc<Mutex<Typed>>);

impl reedline::Completer for Completer {
    fn complete(&mut self, line: &str, at: usize) -> Vec<Suggestion> {
        let before = line.get(..at).unwrap_or(line);
        let start = before.rfind(char::is_whitespace).map_or(0, |space| {
            space + before.get(space..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
        });
        let word = before.get(start..).unwrap_or_default();
        let found = with_world(&self.0, |dialect, slashes, world| {
            if start > 0 || word.contains('/') && !word.starts_with('/') || word.starts_with(['@', '~', '.'])
            {
                return paths(word, world);
            }
            if let Some(name) = word.strip_prefix('/') {
                let mut found: Vec<String> = slashes
                    .iter()
                    .filter(|known| known.starts_with(name))
                    .map(|known| format!("/{known} "))
                    .collect();
                found.extend(paths(word, world));
                return found;
            }
            let word = word.strip_prefix('!').unwrap_or(word);
            let programs = world.executables();
            let names = programs.lines().chain(builtins::names(dialect));
            let mut found: Vec<String> = names
                .filter(|name| !word.is_empty() && name.starts_with(word))
                .map(|name| format!("{name} "))
                .collect();
            found.sort_unstable();
            found.dedup();
            found
        });
        let start = start + usize::from(word.starts_with('!'));
        found.into_iter().take(MAX).map(|value| suggestion(value, start, at)).collect()
    }
}

fn suggestion(value: String, start: usize, end: usize) -> Suggestion {
    Suggestion { value, span: Span { start, end }, append_whitespace: false, ..Suggestion::default() }
}

/// Completes a path; `@` before it stays.
fn paths(word: &str, world: &dyn World) -> Vec<String> {
    let (sign, path) = word.strip_prefix('@').map_or(("", word), |path| ("@", path));
    let (directory, name) = path.rfind('/').map_or(("", path), |at| path.split_at(at + 1));
    let place =
        if directory.is_empty() { Some(".".to_owned()) } else { facts::paths::expand(directory, world) };
    let Some(place) = place else { return Vec::new() };
    let mut found: Vec<String> = world
        .entries(&place)
        .into_iter()
        .filter(|entry| {
            entry.name.starts_with(name) && (name.starts_with('.') || !entry.name.starts_with('.'))
        })
        .map(|entry| {
            let end = if entry.is_directory { "/" } else { " " };
            format!("{sign}{directory}{}{end}", entry.name.replace(' ', "\\ "))
        })
        .collect();
    found.sort_unstable();
    found
}
