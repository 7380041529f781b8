//! `source env.sh` in sh, `. env.sh` in zsh and sh, `source activate` in fish: sourcing a file.

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let program = command.program_word().filter(|word| matches!(word.value.as_str(), "." | "source"))?;
    let word = command.arguments().first()?;
    let exists = |path: &String| case.kind(path).is_file();
    if !exists(&word.value) || word.dynamic {
        return None;
    }
    if case.dialect() == Dialect::Fish {
        let versions = [".fish", "/activate.fish"].map(|end| format!("{}{end}", word.value));
        let edit = case.set_word(word, versions.iter().find(|path| exists(path))?);
        return Some(Proposal::certain(
            edit,
            format!("`{}` is for another shell; a fish version exists", word.value),
        ));
    }
    if !case.dialect().is_bourne() || case.raw(word.span).starts_with(['"', '\'']) {
        return None;
    }
    let mut edit = Edit::new();
    let is_posix = case.dialect() == Dialect::Posix;
    if program.value == "source" && is_posix {
        edit = edit.replace(program.span, ".");
    }
    // without a slash, the shell searches for it on $PATH
    if !word.value.contains('/') && (program.value == "." || is_posix) {
        edit = edit.insert(word.span.start, "./");
    }
    (!edit.is_empty()).then(|| Proposal::certain(edit, "a file in this directory needs ./"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn sources() {
        let mut world = world();
        for file in ["env.sh", ".venv/bin/activate", ".venv/bin/activate.fish"] {
            world.files.insert(file.to_owned(), "X=1\n".to_owned());
        }
        let first = |shell: &str, text: &str, status, output: &str| {
            fixes(shell, text, status, Some(output), &world).first().cloned()
        };
        assert_eq!(
            first("dash", "source env.sh", 127, "dash: 1: source: not found\n").as_deref(),
            Some(". ./env.sh")
        );
        assert_eq!(
            first("dash", ". env.sh", 2, "dash: 1: .: env.sh: not found\n").as_deref(),
            Some(". ./env.sh")
        );
        assert_eq!(
            first("zsh", ". env.sh", 127, ".: no such file or directory: env.sh\n").as_deref(),
            Some(". ./env.sh")
        );
        let fish = ".venv/bin/activate (line 41): Unsupported use of '='. In fish, please use 'set VIRTUAL_ENV /home/dev/proj/.venv'.\nfrom sourcing file .venv/bin/activate\nsource: Error while reading file '.venv/bin/activate'\n";
        assert_eq!(
            first("fish", "source .venv/bin/activate", 1, fish).as_deref(),
            Some("source .venv/bin/activate.fish")
        );
        assert_eq!(first("zsh", ". nofile", 127, ".: no such file or directory: nofile\n"), None);
        assert_eq!(first("bash", "source env.sh", 1, ""), None);
    }
}
