//! `cat -my-file`: a file whose name begins with a dash.

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let words = command.arguments();
    if case.status() == 0 || words.iter().any(|word| word.value == "--") {
        return None;
    }
    // only if the file exists
    let names = words.iter().filter(|w| {
        w.value.len() > 1 && w.value.starts_with('-') && !w.dynamic && case.world.kind(&w.value).exists()
    });
    let edit = names.fold(Edit::new(), |edit, word| {
        let quotes = usize::from(case.raw(word.span).starts_with(['"', '\'']));
        edit.insert(word.span.start + quotes, "./")
    });
    (!edit.is_empty()).then(|| Proposal::certain(edit, "a name that starts with - needs ./ before it"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, world};

    #[test]
    fn names_with_a_dash() {
        let mut world = world();
        world.files.insert("-my-file".to_owned(), String::new());
        let first = |text: &str, output: &str| fixes("bash", text, 1, Some(output), &world).first().cloned();
        assert_eq!(
            first("cat -my-file", "cat: invalid option -- 'm'\nTry 'cat --help' for more information.\n")
                .as_deref(),
            Some("cat ./-my-file")
        );
        assert_eq!(
            first("rm -my-file", "rm: invalid option -- 'm'\nTry 'rm --help' for more information.\n")
                .as_deref(),
            Some("rm ./-my-file")
        );
        leaves(
            "bash",
            "rm -foo",
            1,
            Some("rm: invalid option -- 'o'\nTry 'rm --help' for more information.\n"),
        );
    }
}
