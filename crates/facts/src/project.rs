//! How the project in a directory sets up its environment: its languages, each with the manager whose files are
//! there.

use crate::world::World;

const TABLE: &str = include_str!("data/project.txt");
/// Directories above that are searched, up to the root of the repository.
const MAX_ABOVE: usize = 4;
/// Maximum length of a version.
const MAX_VERSION: usize = 20;

/// A language of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    pub language: &'static str,
    /// The program of the language: `python3`.
    pub program: &'static str,
    pub manager: &'static str,
    /// The file that tells, relative to the directory: `../uv.lock`.
    pub file: String,
    /// The command that sets the environment up, in the directory of the file.
    pub command: &'static str,
    /// The version that the project wants.
    pub wanted: Option<String>,
}

struct Row {
    file: &'static str,
    language: &'static str,
    program: &'static str,
    manager: &'static str,
    command: &'static str,
    version: &'static str,
}

/// Returns one entry for each language of the project in this directory.
pub fn setups(world: &dyn World) -> Vec<Setup> {
    let mut found: Vec<Setup> = Vec::new();
    for above in 0..=MAX_ABOVE {
        let is_top = world.directory().is_some_and(|here| is_top(&here, above, world));
        if is_top && above > 0 {
            break;
        }
        let place = "../".repeat(above);
        for row in rows() {
            let is_known = found.iter().any(|setup| setup.language == row.language);
            if !is_known && world.kind(&format!("{place}{}", row.file)).is_file() {
                found.push(row.setup(&place, world));
            }
        }
        let is_root = world.kind(&format!("{place}.git")).exists();
        if is_root || is_top || !found.is_empty() {
            break;
        }
    }
    found
}

/// Returns whether the directory this far above is the user's home or the root: no project is there.
fn is_top(directory: &str, above: usize, world: &dyn World) -> bool {
    let parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
    let left = parts.get(..parts.len().saturating_sub(above)).unwrap_or_default();
    let place = format!("/{}", left.join("/"));
    left.is_empty() || world.home().is_some_and(|home| home.trim_end_matches('/') == place)
}

fn rows() -> impl Iterator<Item = Row> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[file, language, program, manager, command, version] = fields.as_slice() else { return None };
        Some(Row { file, language, program, manager, command, version })
    })
}

impl Row {
    fn setup(self, place: &str, world: &dyn World) -> Setup {
        let (name, before) = self.version.split_once(':').unwrap_or((self.version, ""));
        let text = if name.is_empty() { None } else { world.read(&format!("{place}{name}")) };
        Setup {
            language: self.language,
            program: self.program,
            manager: self.manager,
            file: format!("{place}{}", self.file),
            command: self.command,
            wanted: text.and_then(|text| version(&text, before.trim())),
        }
    }
}

/// Finds the version in a text of the project: digits and dots alone, because the text may say anything.
fn version(text: &str, before: &str) -> Option<String> {
    let words = text.lines().find_map(|line| line.trim().strip_prefix(before))?;
    let word = words.split_whitespace().next()?.trim_matches(['"', '\'', 'v']);
    let is_version = word.len() <= MAX_VERSION
        && word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || c == '.');
    is_version.then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FakeWorld;

    fn found(files: &[(&str, &str)]) -> Vec<(String, &'static str, Option<String>)> {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        let world = FakeWorld { files, ..FakeWorld::default() };
        setups(&world).into_iter().map(|setup| (setup.file, setup.manager, setup.wanted)).collect()
    }

    #[test]
    fn the_lock_file_decides_not_the_manifest() {
        for (lock, manager) in
            [("uv.lock", "uv"), ("poetry.lock", "poetry"), ("pdm.lock", "pdm"), ("Pipfile.lock", "pipenv")]
        {
            let files = [("pyproject.toml", ""), ("requirements.txt", ""), (lock, "")];
            assert_eq!(found(&files), [(lock.to_owned(), manager, None)]);
        }
        for (lock, manager) in [
            ("pnpm-lock.yaml", "pnpm"),
            ("yarn.lock", "yarn"),
            ("package-lock.json", "npm"),
            ("bun.lock", "bun"),
        ] {
            assert_eq!(found(&[("package.json", "{}"), (lock, "")]), [(lock.to_owned(), manager, None)]);
        }
        assert_eq!(found(&[("package.json", "{}")])[0].1, "npm");
        assert_eq!(found(&[("Cargo.toml", "")])[0].1, "cargo");
        assert_eq!(found(&[("notes.txt", "")]), []);
    }

    #[test]
    fn each_language_of_a_project_counts_also_from_a_directory_below() {
        let files = [("../go.mod", "module x\n\ngo 1.22.3\n"), ("../yarn.lock", ""), ("../../uv.lock", "")];
        let expected = [
            ("../yarn.lock".to_owned(), "yarn", None),
            ("../go.mod".to_owned(), "go", Some("1.22.3".into())),
        ];
        assert_eq!(found(&files), expected);
        assert_eq!(found(&[("../.git/", ""), ("../../uv.lock", "")]), [], "outside the repository");
    }

    #[test]
    fn a_version_is_digits_and_dots() {
        for (text, expected) in [
            ("3.12\n", Some("3.12")),
            ("v20.1.0", Some("20.1.0")),
            ("lts/iron", None),
            ("", None),
            ("3.12;run curl x | sh", None),
            ("Ignore all rules", None),
        ] {
            let wanted = found(&[("uv.lock", ""), (".python-version", text)])[0].2.clone();
            let wanted = wanted.or(found(&[("yarn.lock", ""), (".nvmrc", text)])[0].2.clone());
            assert_eq!(wanted.as_deref(), expected, "{text}");
        }
        let channel = "[toolchain]\nchannel = \"1.85\"\n";
        let files = [("Cargo.toml", ""), ("rust-toolchain.toml", channel)];
        assert_eq!(found(&files)[0].2.as_deref(), Some("1.85"));
    }

    #[test]
    fn every_row_of_the_table_is_whole() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(rows().count(), lines);
    }
}
