//! Files in a question: `@path`, `@path:10-40`, `@src/*.rs`, and those of `with`.

use std::path::{Path, PathBuf};

use crate::caller::Caller;
use crate::service::judge::{Judge, Line};

/// Most bytes of one file, and of all.
const MAX_FILE: u64 = 64 * 1024;
const MAX_ALL: usize = 256 * 1024;
/// Most files of one pattern.
const MAX_MATCHES: usize = 50;

/// A file that goes with a question.
#[derive(Debug, PartialEq, Eq)]
pub struct Attachment {
    /// As it was named, with its lines.
    pub title: String,
    pub text: String,
}

/// What came of the names in a question.
#[derive(Debug, Default)]
pub struct Found {
    pub files: Vec<Attachment>,
    /// Names that were not attached, and why.
    pub refused: Vec<(String, String)>,
}

/// Returns the names after `@` in a question. An address such as `me@host` is not a name.
pub fn named(question: &str) -> Vec<String> {
    let words =
        question.split_whitespace().filter_map(|word| word.trim_start_matches(['(', '"']).strip_prefix('@'));
    let names = words.map(|word| word.trim_end_matches(['?', '!', ',', ';', ')', '"', '.']).to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

/// Reads files. `may`: asks whether a file may be sent that is outside the directory or may hold secrets.
pub fn read(
    names: &[String],
    caller: &Caller,
    judge: &Judge,
    may: &mut dyn FnMut(&str, &str) -> bool,
) -> Found {
    let mut found = Found::default();
    let mut room = MAX_ALL;
    for name in names {
        let (path, lines) = split(name, caller);
        for file in matches(&path, caller) {
            let shown = file.strip_prefix(&caller.directory).unwrap_or(&file).display().to_string();
            if let Some(why) = reason_to_ask(&file, caller, judge)
                && !may(&shown, why)
            {
                found.refused.push((shown, "you did not allow it".into()));
                continue;
            }
            match text(&file, lines) {
                Ok(text) if text.len() <= room => {
                    room -= text.len();
                    let range = lines.map(|(from, to)| format!(", lines {from}-{to}")).unwrap_or_default();
                    found.files.push(Attachment { title: format!("File {shown}{range}"), text });
                }
                Ok(_) => found.refused.push((shown, format!("more than {} KB in all", MAX_ALL / 1024))),
                Err(why) => found.refused.push((shown, why)),
            }
        }
    }
    found
}

/// Splits `path:10-40` unless a file has that very name.
fn split(name: &str, caller: &Caller) -> (String, Option<(usize, usize)>) {
    let range = || {
        let (path, range) = name.rsplit_once(':')?;
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        Some((path.to_owned(), (from.parse().ok()?, to.parse().ok()?)))
    };
    match range() {
        Some((path, range)) if !caller.path(name).exists() => (path, Some(range)),
        _ => (name.to_owned(), None),
    }
}

/// Returns the files of a name or pattern; a name without any stands for itself.
fn matches(path: &str, caller: &Caller) -> Vec<PathBuf> {
    let home = crate::dirs::home();
    let path = match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => caller.path(path),
    };
    if path.exists() {
        return vec![path];
    }
    let found = glob::glob(&path.to_string_lossy()).into_iter().flatten().flatten();
    let found: Vec<PathBuf> = found.filter(|path| path.is_file()).take(MAX_MATCHES).collect();
    if found.is_empty() { vec![path] } else { found }
}

/// Returns why the user is asked before a file is sent, if so.
fn reason_to_ask(file: &Path, caller: &Caller, judge: &Judge) -> Option<&'static str> {
    let real = file.canonicalize().ok()?;
    let here = caller.directory.canonicalize().unwrap_or_else(|_| caller.directory.clone());
    if !real.starts_with(&here) {
        return Some("it is outside this directory");
    }
    // the policy knows which files hold secrets
    let read = format!("cat {}", syntax::quote(&real.to_string_lossy(), caller.dialect));
    let verdict = judge.judge(&Line::plain(read.as_bytes(), caller));
    (verdict.level > policy::Level::Allow).then_some("it may hold secrets")
}

fn text(file: &Path, lines: Option<(usize, usize)>) -> Result<String, String> {
    if file.is_dir() {
        return Err("it is a directory; name its files, such as with *".into());
    }
    let bytes = match crate::files::read(file, MAX_FILE) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Err("there is no such file".into()),
        Err(error) => return Err(crate::files::reason(&error)),
    };
    let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    let text = text.ok_or("it is not text")?;
    Ok(match lines {
        Some((from, to)) => {
            let wanted = text.lines().skip(from.saturating_sub(1)).take((to + 1).saturating_sub(from.max(1)));
            wanted.map(|line| format!("{line}\n")).collect()
        }
        None => text,
    })
}

#[cfg(test)]
mod tests {
    use syntax::Dialect;

    use super::*;

    #[test]
    fn names_are_words_that_begin_with_the_sign() {
        let names = |text: &str| named(text);
        assert_eq!(names("what does @src/main.rs do, and @b.py:1-3?"), ["src/main.rs", "b.py:1-3"]);
        assert_eq!(names("mail me@example.org about (@x.txt)."), ["x.txt"]);
        assert!(names("nothing @ all").is_empty());
    }

    #[test]
    fn files_are_read_within_limits() {
        let here = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| std::fs::write(here.path().join(name), bytes).unwrap();
        write("a.txt", b"1\n2\n3\n4\n");
        write("b.txt", b"b\n");
        write("bin", b"\x7fELF\0\x01");
        let caller = Caller { directory: here.path().to_owned(), ..Caller::unknown(Dialect::Bash) };
        let read = |name: &str| {
            let mut asked = Vec::new();
            let mut may = |path: &str, why: &str| {
                asked.push(format!("{path}: {why}"));
                false
            };
            let found = super::read(&[name.to_owned()], &caller, &Judge::default(), &mut may);
            (found, asked)
        };
        let (found, _) = read("a.txt:2-3");
        assert_eq!(
            found.files,
            [Attachment { title: "File a.txt, lines 2-3".into(), text: "2\n3\n".into() }]
        );
        assert_eq!(read("*.txt").0.files.len(), 2);
        assert_eq!(read("bin").0.refused, [("bin".to_owned(), "it is not text".to_owned())]);
        assert_eq!(read("none").0.refused[0].1, "there is no such file");
        let (found, asked) = read("/etc/passwd");
        assert!(
            found.files.is_empty() && asked == ["/etc/passwd: it is outside this directory"],
            "{asked:?}"
        );
    }
}
