//! `ls # all files`: at its prompt, zsh passes a comment as arguments.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let script = &case.failure.script;
    let complains = match case.output {
        Some(output) => ["#", "no matches found", "parse error"].iter().any(|text| output.contains(text)),
        // a missing program fails with and without the comment
        None => case.status() != 127,
    };
    if script.dialect != Dialect::Zsh || case.status() == 0 || !complains {
        return None;
    }
    let at = comment(&script.text)?;
    let edit = Edit::new().replace(Span::new(at, script.text.len()), "");
    Some(Proposal::certain(edit, "zsh reads comments only in scripts"))
}

/// Returns where ` # …` begins, including the blanks before it; single lines only.
fn comment(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = '\n';
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '\'' | '"' | '`') => quote = Some(c),
            None if c == '#'
                && before == ' '
                && text.get(at + 1..).is_some_and(|rest| rest.starts_with(' ')) =>
            {
                let head = text.get(..at)?.trim_end();
                return (!head.is_empty() && !text.contains('\n')).then_some(head.len());
            }
            None => {}
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn without_the_comment() {
        mends(
            "zsh",
            "ls # all",
            2,
            "ls: cannot access '#': No such file or directory\nls: cannot access 'all': No such file or directory\n",
            "ls",
        );
        mends("zsh", "ls -l # what is here?", 1, "zsh: no matches found: here?\n", "ls -l");
    }

    #[test]
    fn leaves_other_marks() {
        leaves("zsh", "grep '# x' a.txt", 1, Some(""));
        leaves(
            "bash",
            "ls nothing # all",
            2,
            Some("ls: cannot access 'nothing': No such file or directory\n"),
        );
    }
}
