//! `cd src\main`: a path in Windows notation. The shell treats the backslashes as quotes.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if matches!(case.dialect(), Dialect::PowerShell) {
        return None;
    }
    let words = case.commands().flat_map(|command| {
        command.words.iter().chain(command.redirects.iter().filter_map(|redirect| redirect.target.as_ref()))
    });
    let edits = words.filter(|word| !word.dynamic && !word.glob).filter_map(|word| {
        let raw = case.raw(word.span);
        // a blank or punctuation after the backslash is quoted on purpose
        let backslash = raw.match_indices('\\').any(|(at, _)| {
            raw.get(at + 1..).and_then(|rest| rest.chars().next()).is_some_and(char::is_alphanumeric)
        });
        let quoted = raw.contains(['\'', '"', ' ']) || raw.ends_with('\\');
        let mended = raw.replace('\\', "/");
        let exists = |path: &str| case.exists(path);
        let is_path =
            backslash && !quoted && !mended.contains("//") && exists(&mended) && !exists(&word.value);
        is_path.then(|| Edit::new().replace(word.span, mended))
    });
    let edit = edits.fold(None, |all: Option<Edit>, edit| match all {
        Some(all) => all.and(&edit),
        None => Some(edit),
    });
    let because = "paths use slashes here";
    edit.map(|edit| Proposal::certain(edit, because))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn slashes_for_backslashes() {
        let mut world = world();
        world.files.insert("src/main/a.txt".into(), String::new());
        let first =
            |text: &str, output: Option<&str>| fixes("bash", text, 1, output, &world).first().cloned();
        let said = "bash: cd: srcmain: No such file or directory\n";
        assert_eq!(first(r"cd src\main", Some(said)).as_deref(), Some("cd src/main"));
        assert_eq!(first(r"cd src\main", None).as_deref(), Some("cd src/main"));
        assert_eq!(
            first(r"cat .\src\main\a.txt", Some("cat: .srcmaina.txt: No such file or directory\n"))
                .as_deref(),
            Some("cat ./src/main/a.txt")
        );
        assert_ne!(first(r"cat src\other", None).as_deref(), Some("cat src/other"));
        assert_eq!(first(r"grep -c 'a\b' a.txt", Some("grep: x\n")), None);
    }
}
