//! `find -name *.py`, zsh's `no matches found`: a pattern meant for the program, not the shell.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let script = &case.failure.script;
    let no_match = case.printed("no matches found: ") || case.printed("No matches for wildcard");
    let find_name =
        case.printed("paths must precede expression") || case.output.is_none() && case.status() == 1;
    // zsh and fish do not run a command with an unmatched pattern
    let refused = matches!((case.dialect(), case.status()), (Dialect::Zsh, 1) | (Dialect::Fish, 124));
    let blind = case.output.is_none() && refused;
    if let Some(edit) = equals(case) {
        let because = "zsh expands =name to a program's path: quote it";
        return Some(Proposal::certain(edit, because));
    }
    if !no_match && !find_name && !blind {
        return None;
    }
    for command in case.commands() {
        let mut edit = Edit::new();
        let mut before = "";
        for word in &command.words {
            let named = command.program_name() == Some("find")
                && matches!(before, "-name" | "-iname" | "-path" | "-wholename" | "-ipath");
            let meant = no_match && case.printed(&word.value)
                || find_name && named
                || blind && takes_patterns(command, word, before);
            // a split URL is quoted as a whole
            let torn = word.value.contains("://")
                && script.text.get(word.span.end..).is_some_and(|rest| rest.starts_with('&'));
            if torn {
                return None;
            }
            if word.glob && meant && !word.dynamic && !(no_match && takes_files(command, word)) {
                edit = quote(case, edit, word);
            }
            before = &word.value;
        }
        if !edit.is_empty() && edit.apply(&script.text) != script.text {
            return Some(Proposal::certain(edit, "the shell expanded the pattern: quote it"));
        }
    }
    None
}

/// `echo =====`: zsh looks for a program called `====`. A lone `==` belongs to a test.
fn equals(case: &Case<'_>) -> Option<Edit> {
    let line = |word: &&Word| {
        let is_line =
            word.value.len() > 2 && word.value.bytes().all(|b| b == b'=') && word.quote == QuoteStyle::Bare;
        is_line && case.printed(&format!("zsh: {} not found", word.value.get(1..).unwrap_or("")))
    };
    let words = case.commands().filter(|c| !matches!(c.program_name(), Some("[" | "test" | "[[")));
    let lines = words.flat_map(Command::arguments).filter(line);
    let edit = lines.fold(Edit::new(), |edit, word| edit.replace(word.span, format!("'{}'", word.value)));
    (case.dialect() == Dialect::Zsh && !edit.is_empty()).then_some(edit)
}

/// Without output: returns whether the word can hardly be meant as file names.
fn takes_patterns(command: &Command, word: &Word, before: &str) -> bool {
    let value = word.value.as_str();
    let filter = matches!(command.program_name(), Some("jq" | "yq")) && value.starts_with('.');
    let message = matches!(command.program_name(), Some("echo" | "print")) && value.ends_with('?');
    message
        || value.contains("://")
        || value.starts_with("--") && value.contains('=')
        || filter
        || matches!(before, "-name" | "-iname" | "--exclude" | "--include")
}

/// Returns whether the program's arguments are files, so that quoting an unmatched pattern does not help.
fn takes_files(command: &Command, word: &Word) -> bool {
    let plain = !word.value.starts_with('-') && !word.value.contains("://");
    plain && command.program_name().and_then(programs::find).is_some_and(is_about_files)
}

/// Returns whether all operands of the program are files of this machine, but for a mode or an owner. Compilers,
/// test runners and the like take other names too.
fn is_about_files(program: Program) -> bool {
    program.is_any(&[Role::Paths, Role::Deletes, Role::Writes])
        && (!program.is(Role::PatternFirst) || program.is(Role::Attributes))
        && !program.is(Role::OutputLast)
        && (!program.is(Role::Reports) || program.name() == "source")
        && program.name() != "find"
}

/// Quotes the pattern; for `--exclude=*.o`, only the value.
fn quote(case: &Case<'_>, edit: Edit, word: &Word) -> Edit {
    let raw = case.raw(word.span);
    let (head, tail) = match raw.split_once('=') {
        Some((head, tail)) if head.starts_with('-') => (format!("{head}="), tail),
        _ => (String::new(), raw),
    };
    if tail.contains('\\') {
        // a part is quoted already: `*mysql\*`
        let value = word.value.strip_prefix(&head).filter(|value| !value.contains('\''));
        return match value {
            Some(value) => edit.replace(word.span, format!("{head}'{value}'")),
            None => edit,
        };
    }
    // quotes within the word were meant for the program: `--modes=['a']`
    let quotes = match (tail.contains('\''), tail.contains(['"', '$', '`', '!'])) {
        (false, _) => '\'',
        (true, false) => '"',
        (true, true) => return edit,
    };
    // a sentence rather than a pattern: `echo really?`
    edit.replace(word.span, format!("{head}{quotes}{tail}{quotes}"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn patterns() {
        let find = "find: paths must precede expression: `b.txt'\nfind: possible unquoted pattern after predicate `-name'?\n";
        mends("bash", "find . -name *.txt", 1, find, "find . -name '*.txt'");
        mends(
            "zsh", "rsync -a dir/ --exclude=*.o dest/", 1, "zsh: no matches found: --exclude=*.o\n",
            "rsync -a dir/ --exclude='*.o' dest/",
        );
        mends(
            "zsh",
            "jq .items[0].name a.txt",
            1,
            "zsh: no matches found: .items[0].name\n",
            "jq '.items[0].name' a.txt",
        );
        mends(
            "zsh", "./run --modes=['a']", 1, "zsh: no matches found: --modes=[a]\n",
            "./run --modes=\"['a']\"",
        );
        mends("zsh", "rake spec[\"a-*\"]", 1, "zsh: no matches found: spec[a-*]\n", "rake 'spec[\"a-*\"]'");
        mends(
            "zsh", "npm rm --purge *mysql\\*", 1, "zsh: no matches found: *mysql*\n",
            "npm rm --purge '*mysql*'",
        );
        mends("zsh", "echo really?", 1, "zsh: no matches found: really?\n", "echo 'really?'");
        let fish = "fish: No matches for wildcard 'http://127.0.0.1:9/q?a=1'. See `help wildcards-globbing`.\nwget http://127.0.0.1:9/q?a=1\n     ^~~~~~~~~~~~~~~~~~~~~~~^\n";
        mends("fish", "wget http://127.0.0.1:9/q?a=1", 124, fish, "wget 'http://127.0.0.1:9/q?a=1'");
    }

    #[test]
    fn lines_of_equals_signs() {
        mends("zsh", "echo === a ===", 1, "zsh: == not found\n", "echo '===' a '==='");
        leaves("bash", "echo === a", 1, Some("zsh: == not found\n"));
    }

    #[test]
    fn without_output() {
        mends_blind("zsh", "curl -s http://127.0.0.1:9/q?a=1", 1, "curl -s 'http://127.0.0.1:9/q?a=1'");
        mends_blind("zsh", "jq .items[0] a.txt", 1, "jq '.items[0]' a.txt");
        mends_blind("bash", "find . -name *.txt", 1, "find . -name '*.txt'");
    }

    #[test]
    fn leaves_patterns_that_match() {
        leaves("zsh", "ls *.zip", 1, Some("zsh: no matches found: *.zip\n"));
        leaves("zsh", "grep x *.txt", 1, Some(""));
        leaves("zsh", "grep x *.txt", 1, None);
        leaves("bash", "find . -name '*.txt'", 1, None);
    }
}
