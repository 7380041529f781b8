//! Words of programs without a built-in vocabulary, from completion files and manual pages on disk; cached in
//! one small file per program, keyed by path, time and size of the sources.

use std::fmt::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use facts::vocabulary::on_disk::{self, Form, Source};

/// Maximum size of all files about one program.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// Returns the words as [`on_disk::words`] prints them; `None` if no file has any.
pub fn find(program: &str, home: Option<&str>) -> Option<String> {
    let mut files: Vec<(Form, String)> = Vec::new();
    // the key is the first line of the cache file; the number is the parser's version
    let mut key = String::from("1");
    for (form, path) in on_disk::places(program, home) {
        if files.iter().any(|(known, _)| *known == form) {
            continue;
        }
        if let Ok(data) = std::fs::metadata(&path).map_err(drop)
            && data.is_file()
        {
            let _ = write!(key, "\t{path}\t{}.{}\t{}", data.mtime(), data.mtime_nsec(), data.size());
            files.push((form, path));
        }
    }
    if files.is_empty() {
        return None;
    }
    let words = super::cached(&Path::new("words").join(program), &key, || {
        read(program, files, home).unwrap_or_default()
    });
    Some(words).filter(|words| !words.is_empty())
}

fn read(program: &str, files: Vec<(Form, String)>, home: Option<&str>) -> Option<String> {
    let mut sources: Vec<Source> = Vec::new();
    let mut left = MAX_BYTES;
    for (form, path) in files {
        let Some(text) = super::text(Path::new(&path), form.max_bytes().min(left)) else { continue };
        left = left.saturating_sub(text.len());
        let names = if form == Form::Manual { on_disk::subpages(program, &text) } else { Vec::new() };
        sources.push(Source { form, subcommand: String::new(), text });
        for subcommand in names {
            let name = format!("{program}-{subcommand}");
            let mut pages = on_disk::pages(&name, home);
            if let Some(text) =
                pages.find_map(|page| super::text(Path::new(&page), form.max_bytes().min(left)))
            {
                left = left.saturating_sub(text.len());
                sources.push(Source { form, subcommand, text });
            }
        }
    }
    on_disk::words(program, &sources)
}
