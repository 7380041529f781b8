//! `pip remove x`, `crontab --list`, `docker delete web`: another program's word for it.

use super::prelude::*;

const TABLE: &str = include_str!("../../data/synonyms.txt");
/// Maximum number of operands before a subcommand.
const PLACES: usize = 1;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    if case.failure.reported || case.is_unstarted() {
        return None;
    }
    let program = command.program_name()?.rsplit('/').next()?;
    let rows = TABLE.lines().filter_map(|line| row(line, program));
    let mut found = rows.filter_map(|(theirs, ours)| {
        let word = command.arguments().iter().enumerate().find(|(at, word)| {
            let name = word.value.split('=').next().unwrap_or("");
            let is_theirs = theirs.split(' ').any(|known| known == name || is_slip(name, known));
            is_theirs && (name.starts_with('-') || *at < PLACES)
        });
        word.map(|(_, word)| (word, ours))
    });
    let (word, ours) = found.next()?;
    if word.dynamic || is_known(case, command, word) || !complains(case, word) {
        return None;
    }
    let (name, value) = word.value.split_once('=').map_or((&*word.value, None), |(name, v)| (name, Some(v)));
    let edit = match value {
        // the value of a short option is the next word
        Some(value) if !ours.starts_with("--") => Edit::new()
            .set_word(&case.failure.script, word, value)
            .insert(word.span.start, format!("{ours} ")),
        _ => case.replace_part(word, name, ours)?,
    };
    Some(Proposal::certain(edit, format!("{program} calls it {ours}")))
}

/// Returns whether a long option contains one typing mistake.
fn is_slip(typed: &str, known: &str) -> bool {
    const SLIP: u32 = 90;
    typed.starts_with("--") && known.len() > 5 && spell::distance(typed, known, SLIP).is_some()
}

/// Returns the words and their replacement, if the row is about this program.
fn row<'a>(line: &'a str, program: &str) -> Option<(&'a str, &'a str)> {
    let mut columns = line.split('|').map(str::trim);
    columns.next()?.split(' ').any(|name| name == program).then_some(())?;
    Some((columns.next()?, columns.next()?))
}

/// Returns whether the vocabulary has the word in this position.
fn is_known(case: &Case<'_>, command: &Command, word: &Word) -> bool {
    let Some(walk) = vocabulary::walk(command, case.world) else { return false };
    walk.words.iter().any(|at| command.words.get(*at).is_some_and(|known| known.span == word.span))
}

fn complains(case: &Case<'_>, word: &Word) -> bool {
    let bare = word.value.split('=').next().unwrap_or("").trim_start_matches('-');
    case.output.is_none_or(|output| {
        output.contains(bare)
            || ["option -- ", "option", "Usage", "usage"].iter().any(|text| output.contains(text))
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn words_of_others() {
        mends("bash", "pip remove flask", 1, "ERROR: unknown command \"remove\"\n", "pip uninstall flask");
        mends(
            "bash", "pip3 upgrade flask", 1, "ERROR: unknown command \"upgrade\"\n",
            "pip3 install --upgrade flask",
        );
        mends(
            "zsh",
            "crontab --list",
            1,
            "crontab: invalid option -- '-'\ncrontab: usage error\n",
            "crontab -l",
        );
        mends("bash", "tmux --version", 1, "usage: tmux [-2CDlNuvV] [-c shell-command]\n", "tmux -V");
        mends(
            "fish",
            "wget --silent http://localhost/",
            2,
            "wget: unrecognized option '--silent'\nUsage: wget [OPTION]... [URL]...\n",
            "wget --quiet http://localhost/",
        );
    }

    #[test]
    fn options_of_another_search() {
        let said = "error: Found argument '--includ' which wasn't expected, or isn't valid in this context\n\n\tDid you mean --include-zero?\n";
        mends("bash", "rg -n --includ '*.rs' foo", 2, said, "rg -n -g '*.rs' foo");
        let said = "rg: unrecognized flag --include, similar flags that are available: --include-zero\n";
        mends("bash", "rg -n --include '*.rs' foo", 2, said, "rg -n -g '*.rs' foo");
        mends("bash", "rg --include='*.rs' foo", 2, said, "rg -g '*.rs' foo");
        let said = "grep: unrecognized option '--glob=*.rs'\nUsage: grep [OPTION]... PATTERNS [FILE]...\n";
        mends("bash", "grep -r --glob='*.rs' foo", 2, said, "grep -r --include='*.rs' foo");
        mends_blind("bash", "rg -n --includ '*.rs' foo", 2, "rg -n -g '*.rs' foo");
    }

    #[test]
    fn words_of_ones_own() {
        leaves("bash", "pip install remove", 1, Some("ERROR: No matching distribution found for remove\n"));
        leaves("bash", "ssh host uptime", 255, Some("Permission denied (publickey).\n"));
    }

    #[test]
    fn rows_have_three_columns() {
        for line in super::TABLE.lines().filter(|line| !line.starts_with('#')) {
            assert_eq!(line.split(" | ").count(), 3, "{line}");
        }
    }
}
