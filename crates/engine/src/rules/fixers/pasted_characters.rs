//! `git commit –m x`, `echo “hi”`: typographic dashes, quotes and blanks and Windows line endings, pasted
//! from web pages and office programs.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let script = &case.failure.script;
    let text = &script.text;
    if text.is_ascii() && !text.contains('\r') {
        return None;
    }
    // keep an apostrophe that would open a quote
    let fits = |plain: &String| Script::parse(plain, script.dialect).issues.len() <= script.issues.len();
    let plain =
        [plain(text, script, Quotes::Straight), plain(text, script, Quotes::Kept)].into_iter().find(fits);
    let plain = plain.filter(|plain| plain != text)?;
    let edit = super::repair::between(text, &plain);
    Some(Proposal::certain(edit, "pasted dashes, quotes or spaces"))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    Straight,
    Kept,
}

fn plain(text: &str, script: &Script, quotes: Quotes) -> String {
    let in_quotes = |at: usize| {
        script.commands.iter().flat_map(|c| &c.words).any(|word| {
            matches!(word.quote, QuoteStyle::Single | QuoteStyle::Double)
                && word.span.start < at
                && at < word.span.end
        })
    };
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut skip = 0;
    for (at, c) in text.char_indices() {
        if at < skip {
            continue;
        }
        let quoted = in_quotes(at);
        if before.is_whitespace()
            && !quoted
            && let Some((length, dashes)) = dash_run(text.get(at..).unwrap_or(""))
        {
            out.push_str(dashes);
            skip = at + length;
            before = '-';
            continue;
        }
        match c {
            '\r' => {}
            '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => out.push(' '),
            '\u{200b}' | '\u{feff}' | '\u{2060}' | '\u{200e}' | '\u{200f}' | '\u{ad}' => {}
            _ if quoted => out.push(c),
            '\u{2010}'..='\u{2012}' | '\u{2212}' => out.push('-'),
            '\u{2013}'..='\u{2015}' if before.is_whitespace() => {
                let rest = text.get(at + c.len_utf8()..).unwrap_or("");
                out.push_str(dash(script, at, rest, c));
            }
            '\u{2013}' => out.push('-'),
            '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2032}' if quotes == Quotes::Straight => out.push('\''),
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}'
                if quotes == Quotes::Straight =>
            {
                out.push('"')
            }
            '\u{2026}' => out.push_str("..."),
            _ => out.push(c),
        }
        before = c;
    }
    out
}

/// `—--force`, `--—force`, `––force`: several dashes at the beginning of a word, not all of them typed, were two,
/// or one before a letter alone. Returns their length in bytes and what they were.
fn dash_run(rest: &str) -> Option<(usize, &'static str)> {
    let is_dash = |c: char| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let length = rest.find(|c| !is_dash(c)).unwrap_or(rest.len());
    let (run, name) = rest.split_at_checked(length)?;
    if run.is_ascii() || run.chars().count() < 2 {
        return None;
    }
    let is_letter = name.chars().take_while(|c| c.is_alphanumeric()).count() == 1;
    Some((length, if is_letter { "-" } else { "--" }))
}

/// `–m` was `-m`, `–amend` and `—amend` were `--amend`; if the program is known, its options decide.
fn dash(script: &Script, at: usize, rest: &str, c: char) -> &'static str {
    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
    let command = script.commands.iter().find(|command| command.span.start <= at && at < command.span.end);
    let program = command.and_then(syntax::Command::program_name);
    if program.is_some_and(|program| programs::is(program, Role::OneDash)) && name.len() > 1 {
        return "-";
    }
    let path = command
        .and_then(|command| vocabulary::built_in(program?)?.walk_command(command))
        .map(|walk| walk.path)
        .unwrap_or_default();
    if let Some(words) = program.and_then(vocabulary::built_in) {
        let has = |option: &str| words.options(&path).any(|known| known.name == option);
        let (long, short) = (format!("--{name}"), format!("-{name}"));
        if has(&long) != has(&short) {
            return if has(&long) { "--" } else { "-" };
        }
    }
    let letters = name.chars().count();
    if letters > 1 && c != '\u{2013}' || letters > 3 { "--" } else { "-" }
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn dashes() {
        mends(
            "bash",
            "git commit –m x",
            1,
            "error: pathspec '–m' did not match any file(s) known to git\n",
            "git commit -m x",
        );
        mends(
            "bash",
            "git commit –amend",
            1,
            "error: pathspec '–amend' did not match any file(s) known to git\n",
            "git commit --amend",
        );
        mends("zsh", "ls –la", 2, "ls: cannot access '–la': No such file or directory\n", "ls -la");
        mends("bash", "ls —all", 2, "ls: cannot access '—all': No such file or directory\n", "ls --all");
        mends(
            "bash",
            "find . –name x",
            1,
            "find: paths must precede expression: `–name'\n",
            "find . -name x",
        );
    }

    #[test]
    fn runs_of_dashes() {
        for (typed, meant) in [
            ("wget —--quiet http://x.example/a", "wget --quiet http://x.example/a"),
            ("wget –-quiet http://x.example/a", "wget --quiet http://x.example/a"),
            ("wget --—quiet http://x.example/a", "wget --quiet http://x.example/a"),
            ("wget ––quiet http://x.example/a", "wget --quiet http://x.example/a"),
            ("wget -–q http://x.example/a", "wget -q http://x.example/a"),
        ] {
            mends("bash", typed, 2, "wget: missing URL\n", meant);
        }
    }

    #[test]
    fn quotes_and_blanks() {
        mends(
            "bash",
            "grep “a b” notes.txt",
            2,
            "grep: b”: No such file or directory\n",
            "grep \"a b\" notes.txt",
        );
        mends("bash", "git\u{a0}status", 127, "bash: git\u{a0}status: command not found\n", "git status");
        mends(
            "zsh",
            "grep it’s notes.txt –c",
            2,
            "grep: –c: No such file or directory\n",
            "grep it’s notes.txt -c",
        );
        mends_blind("bash", "ls –l “my dir”", 2, "ls -l \"my dir\"");
        mends(
            "bash",
            "ls -l dir\r\nls x",
            2,
            "ls: cannot access 'dir'$'\\r': No such file or directory\n",
            "ls -l dir\nls x",
        );
    }

    #[test]
    fn leaves_texts() {
        leaves("bash", "echo 'a – b'", 1, Some("x\n"));
        leaves("bash", "echo “hi”", 0, Some("“hi”\n"));
    }
}
