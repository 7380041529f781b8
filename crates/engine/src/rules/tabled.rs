//! Parts of holes that a table gives: `{module.pip}` is the package of a Python module.
//!
//! The tables are closed: a name from the output may be misspelt, and packages published under misspelt names
//! cannot be trusted.

/// Modules, with `=` their packages where the names differ.
const PACKAGES: &[&str] = table!("python_packages");
/// Options of pytest, with `=` the plugins that add them.
const PLUGINS: &[&str] = table!("pytest_plugins");
/// Names of packages in the Python index, with `=` conda's names of them.
const CONDA: &[&str] = table!("conda_names");

/// Returns the table of a part.
fn table(part: &str) -> Option<&'static [&'static str]> {
    match part {
        "pip" => Some(PACKAGES),
        "plugin" => Some(PLUGINS),
        "conda" => Some(CONDA),
        _ => None,
    }
}

/// Returns whether a table gives this part of a hole: the text of the hole only selects a row.
pub fn is_table(part: &str) -> bool {
    table(part).is_some()
}

/// Looks up the first word of a text that the table has, without its value (`--cov=src`).
pub fn value(part: &str, text: &str) -> Option<&'static str> {
    let rows = table(part)?;
    let names = text.split_whitespace().map(|word| word.split_once('=').map_or(word, |(name, _)| name));
    names
        .into_iter()
        .find_map(|name| rows.iter().map(row).find(|(known, _)| *known == name))
        .map(|(_, value)| value)
}

/// Returns the package that installs a module. Of a submodule, Python 3 names only the part that is missing:
/// where it names more, the package is there and lacks the rest.
pub fn package(module: &str) -> Option<&'static str> {
    value("pip", module)
}

/// Returns the modules whose packages are known.
pub fn modules() -> impl Iterator<Item = &'static str> {
    PACKAGES.iter().map(|entry| row(entry).0)
}

fn row(entry: &&'static str) -> (&'static str, &'static str) {
    entry.split_once('=').unwrap_or((entry, entry))
}

#[cfg(test)]
mod tests {
    use super::{package, value};

    #[test]
    fn modules_have_packages() {
        assert_eq!(package("yaml"), Some("pyyaml"));
        assert_eq!(package("google.protobuf"), Some("protobuf"));
        assert_eq!(package("django.core.urlresolvers"), None);
        assert_eq!(package("reqeusts"), None, "misspelt import");
    }

    #[test]
    fn the_first_option_of_a_plugin_decides() {
        assert_eq!(value("plugin", "tests/x --cov=src -q"), Some("pytest-cov"));
        assert_eq!(value("plugin", "--verbos"), None);
    }
}
