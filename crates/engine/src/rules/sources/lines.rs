//! Names in INI and YAML files. Reads line by line, since only names are needed and an invalid file still
//! contains some.

/// Returns the names of the sections that begin with `prefix`, without it: `[testenv:NAME]`.
pub fn sections<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(head).filter_map(move |name| name.strip_prefix(prefix))
}

/// Returns the name in a section header: `[a]`.
fn head(line: &str) -> Option<&str> {
    let name = line.trim_end().strip_prefix('[')?.trim_start_matches('[');
    Some(name.split_once(']')?.0.trim())
}

/// Returns the quoted texts of a line.
pub fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split(['"', '\'']).skip(1).step_by(2)
}

/// Returns the keys of the YAML mapping under the top-level key `top`.
pub fn yaml_keys<'a>(text: &'a str, top: &str) -> impl Iterator<Item = &'a str> {
    let mut indent = None;
    yaml_block(text, top).filter_map(move |line| {
        let depth = line.len() - line.trim_start().len();
        if *indent.get_or_insert(depth) != depth {
            return None;
        }
        let (key, rest) = line.trim().split_once(':')?;
        let is_key = rest.is_empty() || rest.starts_with(' ');
        (is_key && !key.starts_with('-')).then(|| key.trim_matches(['"', '\'']))
    })
}

/// Returns the values of `key:` in the items of the YAML list under the top-level key `top`.
pub fn yaml_values<'a>(text: &'a str, top: &str, key: &'a str) -> impl Iterator<Item = &'a str> {
    yaml_block(text, top).filter_map(move |line| {
        let line = line.trim().trim_start_matches("- ").trim_start();
        let value = line.strip_prefix(key)?.strip_prefix(':')?.trim().trim_matches(['"', '\'']);
        (!value.is_empty()).then_some(value)
    })
}

/// Returns the scalar items of the YAML list under the top-level key `top`.
pub fn yaml_items<'a>(text: &'a str, top: &str) -> impl Iterator<Item = &'a str> {
    yaml_block(text, top)
        .filter_map(|line| Some(line.trim().strip_prefix("- ")?.trim().trim_matches(['"', '\''])))
}

/// Returns the lines of the block below `top:`, without comments.
fn yaml_block<'a>(text: &'a str, top: &str) -> impl Iterator<Item = &'a str> {
    let head = format!("{top}:");
    text.lines()
        .skip_while(move |line| line.trim_end() != head)
        .skip(1)
        .filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .take_while(|line| line.starts_with([' ', '\t', '-']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_ini() {
        let text = "[tox]\nx = 1\n[testenv:lint]\n[testenv:py]\n";
        assert_eq!(sections(text, "testenv:").collect::<Vec<_>>(), ["lint", "py"]);
    }

    #[test]
    fn keys_and_items_of_yaml() {
        let text = "version: '3'\nservices:\n  # first\n  web:\n    image: nginx\n  \"db\":\n    image: pg\nvolumes:\n  data:\n";
        assert_eq!(yaml_keys(text, "services").collect::<Vec<_>>(), ["web", "db"]);
        let text =
            "contexts:\n- context:\n    cluster: a\n  name: dev\n- name: \"prod\"\ncurrent-context: dev\n";
        assert_eq!(yaml_values(text, "contexts", "name").collect::<Vec<_>>(), ["dev", "prod"]);
    }
}
