//! `ls --recusive`, `find --name`, `rm --rf`, `git merge --no ff`: an option the program does not have.

use super::prelude::*;
use super::typed_option;
use super::typed_option::TypedOption;
use facts::vocabulary::Opt;

/// Maximum distance of a guess from an incomplete list without output, in hundredths of an edit (one typo),
/// and minimum length of the option.
const SURE: u32 = 100;
const SURE_LENGTH: usize = 5;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    if case.is_unstarted() {
        return Vec::new();
    }
    let options = typed_option::all(case);
    first(options.iter().filter(|option| option.name.len() > 2).map(|option| mend(case, option)))
}

fn mend(case: &Case<'_>, typed: &TypedOption<'_>) -> Vec<Proposal> {
    let (name, depth) = (typed.name, typed.depth());
    let known = typed.options(depth);
    if let Some(joined) = join(case, typed, &known) {
        return vec![joined];
    }
    // a command above or below takes it: the option is misplaced, not misspelt
    if known.is_empty()
        || (0..=typed.walk.path.len()).any(|depth| typed.is_known(depth))
            && !is_taken_apart(case, typed, &known)
    {
        return Vec::new();
    }
    let is_long = name.starts_with("--");
    let is_refused = typed.is_refused(case) || is_taken_apart(case, typed, &known);
    // most programs accept unambiguous prefixes, and a cluster of letters is not a long option
    let is_beginning = is_long && known.iter().any(|option| option.name.starts_with(name));
    // findings of a compiler or test runner may be anything; an unknown option proves a typo only if all the
    // program's options are known
    let is_silent = case.output.is_none()
        && !is_beginning
        && (!case.failure.reported || typed.words.is_complete() && name.len() >= SURE_LENGTH);
    // many programs accept both `--junitxml` and `--junit-xml` but document only one
    let has_same_letters = |option: &str| name.replace('-', "") == option.replace('-', "");
    let has_words = typed_option::has_one_dash_words(&known);
    let mut near: Vec<(String, u32)> = known
        .iter()
        // the same option is seldom given twice, and one without a value takes none
        .filter(|option| !typed.command.words.iter().any(|word| word.value == option.name))
        .filter(|option| option.takes_value || option.may_attach || !has_value(typed))
        .filter_map(|option| Some((option.name.to_owned(), distance(name, option.name)?)))
        .chain(letters(name, &known))
        .filter(|(option, distance)| {
            let same_name = option.trim_start_matches('-') == name.trim_start_matches('-');
            is_refused
                || is_silent
                    && (is_long || same_name || has_words)
                    && (typed.words.is_complete() && !case.failure.reported
                        || *distance <= SURE && name.len() >= SURE_LENGTH && !has_same_letters(option))
        })
        .collect();
    near.sort_by_key(|(option, distance)| (*distance, option.len()));
    near.dedup_by(|a, b| a.0 == b.0);
    let best = near.first().map_or(0, |(_, distance)| *distance);
    // if several options have this prefix, none is certain
    let begun = near.iter().filter(|(option, _)| option.starts_with(name) && is_long).count();
    near.into_iter()
        .take_while(|(_, distance)| *distance <= best + 60)
        .take(3)
        .filter_map(|(option, distance)| {
            let edit = case.replace_part(typed.word, name, &option)?;
            let mut proposal = proposal(typed, edit, distance + 1);
            let more_words = option.strip_prefix(name).is_some_and(|rest| rest.contains('-'));
            if option.starts_with(name) && (begun > 1 || more_words) {
                proposal.applicability = Applicability::Likely;
            }
            Some(proposal)
        })
        .collect()
}

/// Returns whether the option has a value: after `=`, or a pattern of names in the next word.
fn has_value(typed: &TypedOption<'_>) -> bool {
    let next = typed.command.words.get(typed.at + 1);
    let is_pattern = |word: &Word| word.glob || word.value.starts_with("*.") || word.value.starts_with("!*");
    typed.word.value.contains('=') || typed.name.starts_with("--") && next.is_some_and(is_pattern)
}

fn proposal(typed: &TypedOption<'_>, edit: Edit, distance: u32) -> Proposal {
    let (because, sure) = if typed.words.is_complete() {
        (format!("{} has no {}", typed.program, typed.name), Applicability::Certain)
    } else {
        (format!("closest known option of {}", typed.program), Applicability::Likely)
    };
    Proposal::new(edit, because, sure).at_distance(distance)
}

/// `--no ff`, `-std c++17`: the next word belongs to the option.
fn join(case: &Case<'_>, typed: &TypedOption<'_>, known: &[Opt<'_>]) -> Option<Proposal> {
    let next = typed.command.words.get(typed.at + 1).filter(|next| !next.value.starts_with('-'))?;
    let find = |name: &str| known.iter().find(|option| option.name == name);
    let is_attached = |option: &Opt<'_>| option.may_attach && !option.takes_value && option.name.len() > 2;
    let text = match find(&typed.word.value) {
        Some(option) if is_attached(option) && typed.is_refused(case) => {
            format!("{}={}", option.name, case.raw(next.span))
        }
        Some(_) => return None,
        None => find(&format!("{}-{}", typed.word.value, next.value))?.name.to_owned(),
    };
    let edit = Edit::new().remove_word(&case.failure.script, next).replace(typed.word.span, text);
    Some(proposal(typed, edit, 30))
}

/// `just -list`, parsed as `-l ist`: the user means the long option, and the program complains about the
/// rest.
fn is_taken_apart(case: &Case<'_>, typed: &TypedOption<'_>, known: &[Opt<'_>]) -> bool {
    let Some(letters) = typed.name.strip_prefix('-').filter(|rest| !rest.starts_with('-') && rest.len() > 3)
    else {
        return false;
    };
    known.iter().all(|option| option.name != typed.name)
        && known.iter().any(|option| option.name.strip_prefix("--") == Some(letters))
        && (typed.is_refused(case)
            || letters.get(1..).is_some_and(|rest| case.printed(rest))
            || typed.name.get(..2).is_some_and(|letter| case.printed(&format!("'{letter}'"))))
}

/// `--rf` for `-rf`, `--o` for `-o`, `--O2` for `-O2`
fn letters(name: &str, known: &[Opt<'_>]) -> Option<(String, u32)> {
    let letters = name.strip_prefix("--").filter(|letters| letters.len() <= 3)?;
    let find = |letter: char| {
        known
            .iter()
            .find(|option| option.name.strip_prefix('-').is_some_and(|name| name.chars().eq([letter])))
    };
    let count = letters.chars().count();
    let (first, rest) = letters.split_at_checked(1)?;
    if !rest.is_empty()
        && rest.chars().all(|c| c.is_ascii_digit())
        && first.chars().next().and_then(find).is_some_and(|option| option.may_attach)
    {
        return Some((format!("-{letters}"), 60));
    }
    let fits = letters.chars().enumerate().all(|(at, letter)| {
        // the text after a letter that takes a value would be the value
        find(letter).is_some_and(|option| !option.takes_value || at + 1 == count)
    });
    fits.then(|| (format!("-{letters}"), 60))
}

fn distance(typed: &str, option: &str) -> Option<u32> {
    let (a, b) = (typed.trim_start_matches('-'), option.trim_start_matches('-'));
    if a == b && a.len() > 1 {
        return Some(30); // `-name` for `--name`
    }
    if b.len() < 2 {
        return None;
    }
    let dashes = if typed.starts_with("--") == option.starts_with("--") { 0 } else { 40 };
    if a.len() > 2 && b.starts_with(a) {
        return Some(70 + dashes); // `--rel` for `--release`
    }
    spell::distance(a, b, spell::tolerance(a)).map(|distance| distance + dashes)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, mends, mends_blind};
    use facts::FakeWorld;

    #[test]
    fn options_of_built_in_vocabularies() {
        let recusive = "ls: unrecognized option '--recusive'\nTry 'ls --help' for more information.\n";
        mends("bash", "ls --recusive", 2, recusive, "ls --recursive");
        mends_blind("zsh", "ls --recusive", 2, "ls --recursive");
        let login = "sudo: unrecognized option '--logn'\nusage: sudo -h | -K | -k | -V\n";
        mends("bash", "sudo --logn ls", 1, login, "sudo --login ls");
        mends("fish", "sudo --logn", 1, login, "sudo --login");
        let env = "env: unrecognized option '--ignore-enviroment'\nTry 'env --help' for more information.\n";
        mends("bash", "env --ignore-enviroment ./run", 125, env, "env --ignore-environment ./run");
        let headr = "curl: option --headr: is unknown\ncurl: try 'curl --help' or 'curl --manual' for more information\n";
        mends("bash", "curl --head x.org --headr 'A: b'", 2, headr, "curl --head x.org --header 'A: b'");
        let rf = "rm: unrecognized option '--rf'\nTry 'rm --help' for more information.\n";
        mends("bash", "rm --rf dir", 1, rf, "rm -rf dir");
        let rel = "error: unexpected argument '--rel' found\n\nUsage: cargo build [OPTIONS]\n\nFor more information, try '--help'.\n";
        mends("fish", "cargo build --rel", 1, rel, "cargo build --release");
        mends_blind("bash", "git merge --no ff topic", 128, "git merge --no-ff topic");
        let std = "g++: error: unrecognized command-line option ‘-std’\n";
        mends("bash", "g++ -std c++17 main.cpp", 1, std, "g++ -std=c++17 main.cpp");
        let level = "gcc: error: unrecognized command-line option ‘--O2’\n";
        mends("bash", "gcc --O2 main.c", 1, level, "gcc -O2 main.c");
        let check = "error: unexpected argument '-c' found\n\n  tip: to pass '-c' as a value, use '-- -c'\n";
        mends("bash", "cargo fmt -check", 2, check, "cargo fmt --check");
        let header = "sqlite3: Error: unknown option: -hedaer\nUse -help for a list of options.\n";
        mends("bash", "sqlite3 -hedaer shop.db", 1, header, "sqlite3 -header shop.db");
        let list = "error: justfile does not contain submodule `ist`\n";
        mends("bash", "just -list", 1, list, "just --list");
    }

    #[test]
    fn options_of_other_programs_and_letters_stay() {
        leaves("bash", "docker run alpine ls --detatch", 1, None);
        leaves(
            "bash",
            "git commit -am x",
            1,
            Some("On branch main\nnothing to commit, working tree clean\n"),
        );
        leaves("bash", "ls -lax y", 2, Some("ls: cannot access 'y': No such file or directory\n"));
        leaves("bash", "tar -Z9", 2, Some("tar: invalid option -- '9'\n"));
        leaves("bash", "git commit -m --amnd", 1, None);
    }

    /// A program whose words darn knows only from a file on the machine.
    #[test]
    fn options_from_files() {
        let fd =
            "complete -c fd -l hidden -s H\ncomplete -c fd -l exclude -s E -r\ncomplete -c fd -l no-ignore\n";
        let files = [("/usr/share/fish/completions/fd.fish".to_owned(), fd.to_owned())].into();
        let world = FakeWorld { files, ..FakeWorld::default() };
        let output =
            "error: Found argument '--hiden' which wasn't expected, or isn't valid in this context\n";
        let fixed = |text: &str, output: Option<&str>| fixes("bash", text, 2, output, &world);
        assert_eq!(fixed("fdx --hiden a", Some(output)), Vec::<String>::new());
        let page = ".TP\n\\fB\\-\\-hidden\\fR\nx\n.TP\n\\fB\\-\\-follow\\fR\nx\n.TP\n\\fB\\-q\\fR\nx\n";
        let files = [("/usr/share/man/man1/fdx.1".to_owned(), page.to_owned())].into();
        let world = FakeWorld { files, ..FakeWorld::default() };
        let fixed = |text: &str, output: Option<&str>| fixes("bash", text, 2, output, &world);
        assert_eq!(fixed("fdx --hiden a", Some(output)), ["fdx --hidden a"]);
        assert_eq!(fixed("fdx --hiden a", None), ["fdx --hidden a"]);
        // a manual page may be incomplete: the word is not similar to any option, or the error is another one
        assert_eq!(fixed("fdx --hints a", None), Vec::<String>::new());
        assert_eq!(fixed("fdx --hiden a", Some("fdx: out of memory\n")), Vec::<String>::new());
    }
}
