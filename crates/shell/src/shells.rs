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
}
