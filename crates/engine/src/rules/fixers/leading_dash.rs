//! `cat -my-file`: a file whose name begins with a dash; `grep "-[a-z]"`: a text that does.

use super::prelude::*;

/// Messages about an option.
const REFUSALS: &[&str] = &["invalid option", "unknown option", "unrecognized option", "llegal option"];

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
    if edit.is_empty() {
        return quoted_text(case, command);
    }
    Some(Proposal::certain(edit, "a name that starts with - needs ./ before it"))
}

/// A quoted text that no option looks like: `--` before it ends the options.
fn quoted_text(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    if !case.printed_any(REFUSALS) {
        return None;
    }
    let is_text = |word: &&Word| {
        let is_quoted = matches!(word.quote, QuoteStyle::Single | QuoteStyle::Double);
        let no_option = |c: char| !c.is_ascii_alphanumeric() && !"-_=./,:".contains(c);
        is_quoted && !word.dynamic && word.value.starts_with('-') && word.value.contains(no_option)
    };
    let word = command.arguments().iter().find(is_text)?;
    let mut behind = command.arguments().iter().filter(|other| other.span.start > word.span.start);
    if behind.any(|other| other.value.starts_with('-')) {
        return None;
    }
    let edit = Edit::new().insert(word.span.start, "-- ");
    Some(Proposal::certain(edit, "a text that starts with - is read as options: -- ends them"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, world};

    #[test]
    fn texts_with_a_dash() {
        let said = "grep: invalid option -- '['\nUsage: grep [OPTION]... PATTERNS [FILE]...\n";
        let meant = "ls | grep -i -- \"-[a-z]+\"";
        super::super::repair::tests::mends("bash", "ls | grep -i \"-[a-z]+\"", 2, said, meant);
        leaves("bash", "ls | grep '-[a-z]+' -i", 2, Some(said));
    }

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
