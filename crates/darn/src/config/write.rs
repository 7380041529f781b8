//! Changing one setting in the user's file: comments, order and everything else stay.

use std::path::Path;

use toml_edit::{DocumentMut, Item, Table};

use super::{Value, schema};
use crate::error::{Error, ErrorKind};
use crate::{dirs, files};

/// Sets `key` to `value` in `file`, which is made if it is not there.
///
/// # Errors
/// Unknown key or wrong value; a file that is not TOML; a disk that is full. The file is as it was
/// then.
pub fn set(file: &Path, key: &str, value: &str) -> Result<Value, Error> {
    let Some(setting) = schema::find(key) else {
        return Err(unknown(key));
    };
    let value = super::parse_value(setting.kind, value)
        .map_err(|message| Error::new(ErrorKind::Usage, format!("{key}: {message}")))?;
    let failed = |error: &std::io::Error| {
        Error::new(
            ErrorKind::Config,
            format!("cannot change {}: {}", dirs::display(file), files::reason(error)),
        )
        .hinted("nothing was changed; `--config FILE` or DARN_CONFIG names another file")
    };
    let old = files::read_to_change(file).map_err(|error| failed(&error))?.unwrap_or_default();
    let broken = |why: String| {
        Error::new(ErrorKind::Config, format!("{} is broken: {why}", dirs::display(file)))
            .hinted("`darn config check` lists what is wrong; mend it first: nothing was changed")
    };
    let text = String::from_utf8(old).map_err(|_| broken("not UTF-8 text".into()))?;
    let document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        let line = text
            .bytes()
            .take(error.span().map_or(0, |span| span.start))
            .filter(|byte| *byte == b'\n')
            .count()
            + 1;
        broken(format!("line {line}: {}", error.message().replace('\n', " ")))
    })?;
    let new = changed(&text, document, key, &value).map_err(broken)?;
    if let Some(directory) = file.parent().filter(|directory| !directory.as_os_str().is_empty()) {
        files::create_private_directory(directory).map_err(|error| failed(&error))?;
    }
    files::replace(file, new.as_bytes(), 0o600).map_err(|error| failed(&error))?;
    Ok(value)
}

/// The error for a key that there is not.
pub fn unknown(key: &str) -> Error {
    if schema::is_section(key) {
        return Error::new(ErrorKind::Usage, format!("`{key}` is a section, not a setting"))
            .hinted(format!("darn config get {key} lists its settings"));
    }
    let error = Error::new(ErrorKind::Usage, format!("there is no setting `{key}`"));
    match schema::nearest(key) {
        Some(near) => error.hinted(format!("did you mean `{near}`?")),
        None => error.hinted("darn config default shows all settings"),
    }
}

/// The text with the setting in it. A new section goes to the end as text: comments stay where they
/// are. Everything else is a change of the document.
fn changed(text: &str, mut document: DocumentMut, key: &str, value: &Value) -> Result<String, String> {
    let has_section = key.rsplit_once('.').is_none_or(|(section, _)| {
        let mut table: Option<&dyn toml_edit::TableLike> = Some(document.as_table());
        for part in section.split('.') {
            table = table.and_then(|table| table.get(part)?.as_table_like());
        }
        table.is_some()
    });
    if !has_section {
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
    let (section, name) = key.rsplit_once('.').unwrap_or(("", key));
    let mut table: &mut dyn toml_edit::TableLike = root;
    for part in section.split('.').filter(|part| !part.is_empty()) {
        let item = table.entry(part).or_insert_with(|| {
            let mut table = Table::new();
            table.set_implicit(true);
            Item::Table(table)
        });
        table = item.as_table_like_mut().ok_or_else(|| format!("`{part}` is not a section"))?;
    }
    let new = match value {
        Value::Bool(value) => toml_edit::Value::from(*value),
        Value::Integer(value) => toml_edit::Value::from(*value),
        Value::Number(value) => toml_edit::Value::from(*value),
        Value::Text(value) => toml_edit::Value::from(value.as_str()),
        Value::List(values) => values.iter().map(String::as_str).collect::<toml_edit::Array>().into(),
    };
    match table.get_mut(name).and_then(Item::as_value_mut) {
        // the blanks and the comment after the old value belong to the line, not to the value
        Some(old) => {
            let decor = old.decor().clone();
            *old = new;
            *old.decor_mut() = decor;
        }
        None => {
            table.insert(name, Item::Value(new));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(text: &str, key: &str, value: &str) -> String {
        let value = crate::config::parse_value(schema::find(key).unwrap().kind, value).unwrap();
        changed(text, text.parse().unwrap(), key, &value).unwrap()
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
