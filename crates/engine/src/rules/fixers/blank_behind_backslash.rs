//! `docker run \ ` with a blank behind the backslash: it quotes the blank, and the line ends there.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let text = &case.failure.script.text;
    let mut mended = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let bare = content.trim_end_matches([' ', '\t', '\r']);
        // an even number of backslashes quotes itself
        let backslashes = bare.len() - bare.trim_end_matches('\\').len();
        if bare.len() < content.len() && backslashes % 2 == 1 {
            // behind the last line nothing follows
            let is_last = line.len() == content.len();
            let kept = if is_last { bare.trim_end_matches('\\').trim_end() } else { bare };
            mended.push_str(kept);
            mended.push_str(if is_last { "" } else { "\n" });
        } else {
            mended.push_str(line);
        }
    }
    // within quotes it is text
    let mut words = case.failure.script.commands.iter().flat_map(|command| &command.words);
    if words.any(|word| word.quote != QuoteStyle::Bare && case.raw(word.span).contains('\n')) {
        return None;
    }
    let is_whole = || Script::parse(&mended, case.dialect()).issues.is_empty();
    if mended == *text || case.failure.script.commands.iter().any(is_here_document) || !is_whole() {
        return None;
    }
    Some(Proposal::certain(case.whole(mended), "a space behind a backslash ends the command there"))
}

fn is_here_document(command: &Command) -> bool {
    command.redirects.iter().any(|redirect| redirect.body.is_some())
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn the_blank_goes() {
        let said = "Too many command line arguments. Did you mean to use -chdir?\n";
        mends("bash", "ls -l \\ \n  -a f", 1, said, "ls -l \\\n  -a f");
        let blank = "wc: ' ': No such file or directory\n";
        mends("bash", "wc -l f \\ ", 1, blank, "wc -l f");
        leaves("bash", "ls -l \\\n  -a f", 1, Some(said));
        leaves("bash", "ls 'a\\ \nb' f", 1, Some(said));
    }
}
