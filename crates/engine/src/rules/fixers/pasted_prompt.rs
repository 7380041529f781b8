//! `$ git status`, `me@host:~$ ls`, `12  ls -l`: the prompt or a line number was copied with the command.

use super::prelude::*;

const SIGNS: &[&str] = &["$", "%", "#", ">", "❯", "➜", "λ", "»", ">>>", "❱", "▶", "→"];

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let text = &case.failure.record.text;
    let lines: Vec<&str> = text.lines().collect();
    let (rest, because) = lines.first().and_then(|line| without_prompt(case, line))?;
    // every line of a pasted block may have a prompt; the others are output or continuations
    let mut mended = vec![rest];
    for line in lines.iter().skip(1) {
        mended.push(without_prompt(case, line).map_or(*line, |(rest, _)| rest));
    }
    let edit = case.whole(mended.join("\n"));
    Some(Proposal::certain(edit, because))
}

/// Returns the line without its prompt or number, if a command follows.
fn without_prompt<'a>(case: &Case<'_>, line: &'a str) -> Option<(&'a str, &'static str)> {
    let body = line.trim_start();
    let (first, rest) = body.split_once([' ', '\t'])?;
    let rest = rest.trim_start();
    let sign = SIGNS.iter().any(|sign| {
        // `me@host:~/src$`, `[me@host src]#`: a longer prompt
        first == *sign
            || first.strip_suffix(*sign).is_some_and(|before| {
                before.contains('@')
                    || before.contains(":~")
                    || before.starts_with('~')
                    || before.starts_with("bash-")
                    || before.starts_with("sh-")
            })
    });
    if sign && starts_command(case, rest) {
        return Some((rest, "the prompt sign is not part of the command"));
    }
    // `[me@host src]$ ls`, `(venv) $ ls`, `user@host ~ % ls`
    if first.starts_with(['[', '(']) || first.contains('@') {
        let after = SIGNS
            .iter()
            .filter_map(|sign| rest.split_once(&format!("{sign} ")))
            .min_by_key(|(before, _)| before.len());
        if let Some((before, command)) = after
            && before.len() <= 60
            && !before.contains(['|', ';', '&', '\''])
            && starts_command(case, command.trim_start())
        {
            return Some((command.trim_start(), "the prompt is not part of the command"));
        }
    }
    // a line number of a file, the history or a list
    let number = first.trim_end_matches(['.', ':', ')']);
    let numbered = !number.is_empty() && number.len() <= 5 && number.bytes().all(|b| b.is_ascii_digit());
    (numbered && starts_command(case, rest)).then_some((rest, "the number is not part of the command"))
}

fn starts_command(case: &Case<'_>, text: &str) -> bool {
    let name = text.split_whitespace().next().unwrap_or("");
    !name.is_empty() && !name.bytes().all(|b| b.is_ascii_digit()) && case.is_command(name)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn signs() {
        mends("bash", "$ git status", 127, "bash: $: command not found\n", "git status");
        mends("zsh", "% git status", 127, "fg: no current job\n", "git status");
        mends("bash", "% git status", 1, "bash: fg: %: no such job\n", "git status");
        mends("fish", "$ ls", 0, "fish: Expected a variable name after this $.\n$ ls\n^\n", "ls");
        mends("zsh", "# ls", 127, "zsh: command not found: #\n", "ls");
        mends("bash", "$ ls\n$ date", 127, "bash: $: command not found\n", "ls\ndate");
        mends(
            "bash",
            "me@host:~/src$ ls -l",
            127,
            "bash: me@host:~/src$: No such file or directory\n",
            "ls -l",
        );
        mends("zsh", "[me@host src]$ ls", 1, "zsh: no matches found: [me@host\n", "ls");
        mends_blind("bash", "$ ls | wc", 127, "ls | wc");
    }

    #[test]
    fn numbers() {
        mends("bash", "12  ls -l", 127, "bash: 12: command not found\n", "ls -l");
        mends("zsh", "1. ls", 127, "zsh: command not found: 1.\n", "ls");
        mends("dash", "12: ls", 127, "dash: 1: 12:: not found\n", "ls");
    }

    #[test]
    fn leaves_other_words() {
        leaves("bash", "$ frobnicate9", 127, Some("bash: $: command not found\n"));
        leaves("bash", "echo $ ls", 0, Some("$ ls\n"));
    }
}
