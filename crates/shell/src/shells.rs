//! The supported shells, one [`ShellSpec`] each.

use crate::spec::ShellSpec;

/// All supported shells.
pub const ALL: &[&ShellSpec] = &[&crate::bash::SPEC, &crate::zsh::SPEC, &crate::fish::SPEC, &crate::sh::SPEC];

/// Finds a shell by its name or the name of one of its programs; of a path, the last component counts.
pub fn find(name: &str) -> Option<&'static ShellSpec> {
    let name = name.rsplit('/').next().unwrap_or(name).trim_start_matches('-');
    ALL.iter().find(|spec| spec.name == name || spec.programs.contains(&name)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{ModelKeys, Options};

    #[test]
    fn every_place_in_a_script_is_filled() {
        let options = Options { darn: "/a b/@x".into(), accept: b"\x1b'".to_vec(), ..Options::default() };
        let with_model = Options { model: Some(ModelKeys::default()), ..options.clone() };
        for (spec, options) in ALL.iter().flat_map(|spec| [(spec, &options), (spec, &with_model)]) {
            let script = spec.script(options);
            assert!(script.contains("'/a b/@x'"), "{}", spec.name);
            let left = script
                .split('@')
                .filter(|part| part.len() > 2 && part.chars().all(|c| c.is_ascii_uppercase() || c == '_'));
            assert_eq!(left.collect::<Vec<_>>(), Vec::<&str>::new(), "{}", spec.name);
        }
    }

    /// Functions of a script by name, and whether one only loads the part that has it: it calls itself.
    fn functions(text: &str) -> Vec<(&str, bool)> {
        let mut found = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find("\n__darn_") {
            rest = rest.get(at + 1..).unwrap_or_default();
            let line = rest.lines().next().unwrap_or_default();
            let Some((name, body)) = line.split_once("() {") else { continue };
            let whole = if body.ends_with('}') { body } else { rest.split("\n}").next().unwrap_or_default() };
            let calls = whole.replacen(&format!("{name}() {{"), "", 1);
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let is_stub = calls.match_indices(name).any(|(at, _)| {
                calls.get(at + name.len()..).is_some_and(|behind| !behind.starts_with(is_name))
            });
            found.push((name, is_stub));
        }
        found
    }

    /// The parts are read into one shell: a second function of the same name would replace the first unnoticed.
    #[test]
    fn no_function_is_defined_twice() {
        for spec in ALL {
            let mut guards: Vec<&str> = spec.guard.iter().map(|(_, text)| *text).collect();
            guards.push("");
            for guard in guards {
                let body = spec.body.map_or("", |body| body.text);
                let parts =
                    [spec.hook, body, guard, spec.rest, spec.stderr.0, spec.model, spec.explain, spec.failed];
                let mut names: Vec<&str> = parts
                    .iter()
                    .flat_map(|part| functions(part))
                    .filter(|(_, stub)| !stub)
                    .map(|(name, _)| name)
                    .collect();
                assert!(
                    names.len() > 5 || spec.name == "fish" || spec.name == "sh",
                    "{}: {names:?}",
                    spec.name
                );
                names.sort_unstable();
                let twice: Vec<&str> =
                    names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
                assert_eq!(twice, Vec::<&str>::new(), "{}", spec.name);
            }
        }
    }
}
