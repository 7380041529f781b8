//! Changes one setting in the user's file; comments, order and everything else are preserved.

use std::path::Path;

use toml_edit::{Document, DocumentMut, Item, Table, TableLike, TomlError, Value};

use super::{parse, schema};
use crate::error::{Error, ErrorKind};
use crate::{dirs, files};

/// Sets `key` to `value` in `file`, which is created if missing. Text and words need no quotes.
///
/// # Errors
/// Unknown key or wrong value; the file is not TOML; the disk is full. The file is then unchanged.
pub fn set(file: &Path, key: &str, value: &str) -> Result<Value, Error> {
    let value = typed(key, value)?;
    let (text, document) = current(file)?;
    let new = changed(&text, document, key, &value).map_err(|why| broken(file, &why))?;
    if let Some(directory) = file.parent().filter(|directory| !directory.as_os_str().is_empty()) {
        files::create_private_directory(directory).map_err(|error| failed(file, &error))?;
    }
    files::replace(file, new.as_bytes(), 0o600).map_err(|error| failed(file, &error))?;
    Ok(value)
}

/// Returns the value of a setting from its text, if the setting takes it.
fn typed(key: &str, text: &str) -> Result<Value, Error> {
    let refuse = |why: String| Error::new(ErrorKind::Usage, why);
    let setting =
        schema::find(key).filter(|setting| !schema::is_section(setting)).ok_or_else(|| unknown(key))?;
    let parsed = text.trim().parse::<Value>().ok();
    let value = match setting["type"].as_str() {
        Some("string") => Some(parsed.as_ref().and_then(Value::as_str).unwrap_or(text).into()),
        Some("array") if !text.trim_start().starts_with('[') => {
            let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
            Some(words.collect::<toml_edit::Array>().into())
        }
        _ => parsed,
    };
    let value = value
        .ok_or_else(|| refuse(format!("{key}: expected {}, found `{text}`", schema::expected(setting))))?;
    let alone = changed("", DocumentMut::new(), key, &value).map_err(refuse)?;
    match parse(Path::new(""), alone.as_bytes()).problems.pop() {
        Some(problem) => Err(refuse(problem.message)),
        None => Ok(value),
    }
}

/// Returns the text of the TOML file, empty if it does not exist, and its parse.
fn current(file: &Path) -> Result<(String, DocumentMut), Error> {
    let bytes = files::read_to_change(file).map_err(|error| failed(file, &error))?.unwrap_or_default();
    let text = String::from_utf8(bytes).map_err(|_| broken(file, "not UTF-8 text"))?;
    let document = text.parse().map_err(|error: TomlError| {
        let line = datafiles::line_at(&text, error.span().map_or(0, |span| span.start));
        broken(file, &format!("line {line}: {}", error.message().replace('\n', " ")))
    })?;
    Ok((text, document))
}

fn failed(file: &Path, error: &std::io::Error) -> Error {
    let what = format!("cannot change {}: {}", dirs::display(file), files::reason(error));
    Error::new(ErrorKind::Config, what)
        .hinted("nothing was changed; `--config FILE` or DARN_CONFIG names another file")
}

fn broken(file: &Path, why: &str) -> Error {
    Error::new(ErrorKind::Config, format!("{} is broken: {why}", dirs::display(file)))
        .hinted("`darn config check` lists what is wrong; fix it first; nothing was changed")
}

/// Removes `key` from `file`, so that the default applies; returns false if it was not set.
///
/// # Errors
/// The key is neither known nor in the file; the file is not TOML. The file is then unchanged.
pub fn unset(file: &Path, key: &str) -> Result<bool, Error> {
    let (text, document) = current(file)?;
    let Some(new) = without(&text, document, key) else {
        return if schema::find(key).is_some() { Ok(false) } else { Err(unknown(key)) };
    };
    files::replace(file, new.as_bytes(), 0o600).map_err(|error| failed(file, &error))?;
    Ok(true)
}

/// Returns the text without the lines of the setting; `None` if it is not set.
fn without(text: &str, mut document: DocumentMut, key: &str) -> Option<String> {
    let (section, name) = split(key);
    let with_spans = Document::parse(text).ok()?;
    let mut table: &dyn TableLike = with_spans.as_table();
    let mut is_inline = false;
    for part in &section {
        let item = table.get(part)?;
        is_inline |= item.is_inline_table();
        table = item.as_table_like()?;
    }
    let (typed, item) = table.get_key_value(name).filter(|(_, item)| item.is_value())?;
    if is_inline {
        find(&mut document, &section)?.remove(name)?;
        return Some(document.to_string());
    }
    let (start, end) = (typed.span()?.start, item.span()?.end);
    let start = text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
    let end = text.get(end..)?.find('\n').map_or(text.len(), |at| end + at + 1);
    Some(format!("{}{}", text.get(..start)?, text.get(end..)?))
}

/// Returns the names of the sections above a setting, and its own.
fn split(key: &str) -> (Vec<&str>, &str) {
    let (section, name) = key.rsplit_once('.').unwrap_or(("", key));
    (section.split('.').filter(|part| !part.is_empty()).collect(), name)
}

fn find<'a>(document: &'a mut DocumentMut, section: &[&str]) -> Option<&'a mut dyn TableLike> {
    let root: &mut dyn TableLike = document.as_table_mut();
    section.iter().try_fold(root, |table, part| table.get_mut(part)?.as_table_like_mut())
}

/// Error for an unknown key.
pub fn unknown(key: &str) -> Error {
    if schema::find(key).is_some_and(schema::is_section) {
        return Error::new(ErrorKind::Usage, format!("`{key}` is a section, not a setting"))
            .hinted(format!("darn config get {key} lists its settings"));
    }
    let error = Error::new(ErrorKind::Usage, format!("there is no setting `{key}`"));
    match schema::nearest(key) {
        Some(near) => error.hinted(format!("did you mean `{near}`?")),
        None => error.hinted("darn config default shows all settings"),
    }
}

/// Returns the text with the setting added. A new section is appended as text, so that comments stay in
/// place; anything else is an edit of the document.
fn changed(text: &str, mut document: DocumentMut, key: &str, value: &Value) -> Result<String, String> {
    if find(&mut document, &split(key).0).is_none() {
        let mut section = DocumentMut::new();
        insert(section.as_table_mut(), key, value)?;
        let newline = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        let blank = if text.trim().is_empty() { "" } else { "\n" };
        let appended = format!("{text}{newline}{blank}{section}");
        if appended.parse::<DocumentMut>().is_ok() {
            return Ok(appended);
        }
    }
    insert(document.as_table_mut(), key, value)?;
    Ok(document.to_string())
}

fn insert(root: &mut Table, key: &str, value: &Value) -> Result<(), String> {
    let (section, name) = split(key);
    let mut table: &mut dyn TableLike = root;
    for part in section {
        let item = table.entry(part).or_insert_with(|| {
            let mut table = Table::new();
            table.set_implicit(true);
            Item::Table(table)
        });
        table = item.as_table_like_mut().ok_or_else(|| format!("`{part}` is not a section"))?;
    }
    match table.get_mut(name).and_then(Item::as_value_mut) {
        // blanks and the comment after the old value belong to the line, not to the value
        Some(old) => {
            let decor = old.decor().clone();
            *old = value.clone();
            *old.decor_mut() = decor;
        }
        None => {
            table.insert(name, Item::Value(value.clone()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(text: &str, key: &str, value: &str) -> String {
        changed(text, text.parse().unwrap(), key, &typed(key, value).unwrap()).unwrap()
    }

    fn without(text: &str, key: &str) -> Option<String> {
        super::without(text, text.parse().unwrap(), key)
    }

    #[test]
    fn comments_and_order_stay() {
        let text =
            "# mine\n[keys]\naccept = 'esc'\n\n[suggest] # loud\nlimit = 3   # three\nenabled=true\n# end\n";
        assert_eq!(change(text, "suggest.limit", "5"), text.replace("limit = 3 ", "limit = 5 "));
        assert_eq!(change("suggest = { limit = 1 }\n", "suggest.limit", "2"), "suggest = { limit = 2 }\n");
        assert_eq!(change("suggest.limit = 1 # x\n", "suggest.limit", "2"), "suggest.limit = 2 # x\n");
    }

    #[test]
    fn a_setting_is_taken_out_with_its_line() {
        let text = "# mine\n[suggest] # loud\n# why\nlimit = 3   # three\nenabled=true\nprogram_silence = [\n  'go',\n]\n";
        let after = without(text, "suggest.limit").unwrap();
        assert_eq!(after, text.replace("limit = 3   # three\n", ""));
        let after = without(&after, "suggest.program_silence").unwrap();
        assert_eq!(after, "# mine\n[suggest] # loud\n# why\nenabled=true\n");
        assert_eq!(without(&after, "suggest.limit"), None);
        assert_eq!(without("suggest.limit = 1\nx = 2", "suggest.limit").unwrap(), "x = 2");
        assert_eq!(
            without("suggest = { limit = 1, enabled = true }\n", "suggest.limit").unwrap().replace(' ', ""),
            "suggest={enabled=true}\n"
        );
        assert_eq!(without("[suggest]\nlimit = 1\n", "suggest"), None);
    }

    #[test]
    fn a_missing_section_is_made() {
        assert_eq!(change("# only this\n", "suggest.limit", "2"), "# only this\n\n[suggest]\nlimit = 2\n");
        assert_eq!(
            change("[llm]\n# end", "llm.privacy.anonymize_paths", "true"),
            "[llm]\n# end\n\n[llm.privacy]\nanonymize_paths = true\n"
        );
        assert_eq!(
            change("llm = {}\n", "llm.privacy.anonymize_paths", "true")
                .matches("anonymize_paths = true")
                .count(),
            1
        );
        assert_eq!(change("", "suggest.limit", "2"), "[suggest]\nlimit = 2\n");
        assert_eq!(
            change("", "llm.privacy.minimal_context", "false"),
            "[llm.privacy]\nminimal_context = false\n"
        );
        assert_eq!(
            change("", "suggest.program_silence", "make, cargo"),
            "[suggest]\nprogram_silence = [\"make\", \"cargo\"]\n"
        );
    }
}
