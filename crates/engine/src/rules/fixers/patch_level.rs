//! `patch -p1 < x.diff`: another number of directories to drop from the paths in the patch.

use super::prelude::*;

/// What patch prints if a file is not where its path says.
const MISSING: &str = "can't find file to patch";
/// Maximum number of directories dropped.
const MAX_LEVEL: usize = 8;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let output = case.output.filter(|_| command.program_name() == Some("patch"))?;
    if !output.contains(MISSING) {
        return None;
    }
    let options = command.arguments().iter();
    let is_set =
        options.clone().any(|word| word.value.starts_with("-p") || word.value.starts_with("--strip"));
    // git writes `a/` and `b/` before each path
    let is_of_git = || names(output).next().is_some_and(|name| name.starts_with("a/")) && !is_set;
    let (level, because) = match level(case, output) {
        Some(level) => (level, "that leads to the file that the patch names"),
        None if is_of_git() => (1, "that drops a/ and b/ before the paths in the patch"),
        None => return None,
    };
    let set = format!("-p{level}");
    let given =
        options.clone().find(|word| word.value.starts_with("-p") || word.value.starts_with("--strip"));
    let edit = match given {
        Some(word) if word.value == set => return None,
        // its value is a word of its own
        Some(word) if matches!(word.value.as_str(), "-p" | "--strip") => {
            let value = options.skip_while(|other| other.span != word.span).nth(1)?;
            case.set_word(value, &level.to_string())
        }
        Some(word) => case.set_word(word, &set),
        None => Edit::new().insert(command.program_word()?.span.end, format!(" {set}")),
    };
    Some(Proposal::likely(edit, format!("{set}: {because}")))
}

/// Returns the paths that patch has read before it failed.
fn names(output: &str) -> impl Iterator<Item = &str> {
    let headers = output.lines().filter_map(|line| {
        let name = ["|--- ", "|+++ "].iter().find_map(|mark| line.strip_prefix(mark))?;
        name.split('\t').next().map(str::trim).filter(|name| *name != "/dev/null")
    });
    headers.take(64)
}

/// Returns how many directories must be dropped until the first file named by the patch is here.
fn level(case: &Case<'_>, output: &str) -> Option<usize> {
    names(output).find_map(|name| {
        let parts: Vec<&str> = name.split('/').collect();
        let below =
            |level: &usize| parts.get(*level..).filter(|rest| !rest.is_empty()).map(|rest| rest.join("/"));
        (0..MAX_LEVEL.min(parts.len()))
            .find(|level| below(level).is_some_and(|path| case.world.kind(&path) == PathKind::File))
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn the_level_at_which_the_file_is_here() {
        let mut world = world();
        world.programs.push("patch".to_owned());
        world.files.insert("src/energy.h".to_owned(), String::new());
        let said = |path: &str| {
            format!(
                "can't find file to patch at input line 3\n|--- {path}\n|+++ {path}\t2018-08-26\nFile to patch: \n"
            )
        };
        let first =
            |text: &str, path: &str| fixes("bash", text, 1, Some(&said(path)), &world).first().cloned();
        assert_eq!(first("patch -p1 < x", "a/lib/gco/src/energy.h").as_deref(), Some("patch -p3 < x"));
        assert_eq!(first("patch -p 1 < x", "src/energy.h").as_deref(), Some("patch -p 0 < x"));
        assert_eq!(first("patch --strip=2 < x", "b/src/energy.h").as_deref(), Some("patch -p1 < x"));
        assert_eq!(first("patch < x", "b/src/energy.h").as_deref(), Some("patch -p1 < x"));
        assert_eq!(first("patch < x", "a/src/other.h").as_deref(), Some("patch -p1 < x"));
        assert_eq!(first("patch -p1 < x", "a/src/other.h"), None);
        assert_eq!(first("patch < x", "Makefile"), None);
    }
}
