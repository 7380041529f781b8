//! `source env.sh` in sh, `. env.sh` in zsh and sh, `source activate` in fish: sourcing a file.

use syntax::{Dialect, Edit};

use super::{Case, Proposal};

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let script = &case.failure.script;
    for command in case.commands() {
        let (Some(at), [word, ..]) = (command.program(), command.arguments()) else { continue };
        let Some(program) = command.words.get(at).filter(|w| matches!(w.value.as_str(), "." | "source"))
        else {
            continue;
        };
        let raw = script.raw(word.span);
        let exists = |path: &str| case.kind(path).is_file();
        if !exists(&word.value) || word.dynamic {
            continue;
        }
        let mut edit = Edit::new();
        let because = match script.dialect {
            Dialect::Fish => {
                let Some(path) = [".fish", "/activate.fish"]
                    .iter()
                    .map(|end| format!("{}{end}", word.value))
                    .find(|path| exists(path))
                else {
                    continue;
                };
                edit = edit.set_word(script, word, &path);
                "a fish version exists"
            }
            Dialect::Posix | Dialect::Zsh | Dialect::Bash => {
                if program.value == "source" && script.dialect == Dialect::Posix {
                    edit = edit.replace(program.span, ".");
                }
                // without a slash, the shell searches for it on $PATH
                if !word.value.contains('/') && (program.value == "." || script.dialect == Dialect::Posix) {
                    edit = edit.insert(word.span.start, "./");
                }
                if raw.starts_with(['"', '\'']) {
                    continue;
                }
                "a file in this directory needs ./"
            }
            _ => continue,
        };
        if !edit.is_empty() {
            return Some(Proposal::certain(edit, because));
        }
    }
    None
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
