//! Names in TOML files. A file that cannot be parsed yields none.

use toml::{Table, Value};

pub fn parse(text: &str) -> Table {
    text.trim_start_matches('\u{feff}').parse().unwrap_or_default()
}

/// Returns the value under nested keys.
pub fn value<'a>(table: &'a Table, path: &[&str]) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(table.get(*first)?, |value, key| value.get(*key))
}

/// Returns the keys of the table under nested keys.
pub fn keys(table: &Table, path: &[&str]) -> Vec<String> {
    let found = value(table, path).and_then(Value::as_table);
    found.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

/// Returns the strings of the list under nested keys.
pub fn texts(table: &Table, path: &[&str]) -> Vec<String> {
    let list = value(table, path).and_then(Value::as_array).into_iter().flatten();
    list.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

/// Returns the keys of the table under nested keys of a file's text.
pub fn file_keys(text: Option<String>, path: &[&str]) -> Vec<String> {
    keys(&parse(&text.unwrap_or_default()), path)
}
