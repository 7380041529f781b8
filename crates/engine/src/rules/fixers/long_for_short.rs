//! `ssh --verbose`, `ping --count 3`: a long option where the program has only a short one.

use super::prelude::*;
use super::typed_option;
use super::typed_option::TypedOption;
use facts::vocabulary::on_disk;

/// getopt(3) read the second dash as a letter.
const REFUSES_DASHES: &[&str] = &["option -- -", "option -- '-'"];

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if case.is_unstarted() {
        return None;
    }
    typed_option::all(case).iter().find_map(|typed| mend(case, typed))
}

fn mend(case: &Case<'_>, typed: &TypedOption<'_>) -> Option<Proposal> {
    let word = typed.name.strip_prefix("--").filter(|word| word.len() > 3)?.to_lowercase();
    let depth = typed.depth();
    if typed.is_known(depth) || !(typed.is_refused(case) || case.printed_any(REFUSES_DASHES)) {
        return None;
    }
    let initial = word.chars().next()?;
    let known = typed.options(depth);
    let mut letters = known.iter().filter(|option| {
        let letter = option.name.strip_prefix('-').filter(|letter| letter.chars().count() == 1);
        letter.is_some_and(|letter| letter.to_lowercase().starts_with(initial))
            && is_about(case, typed, option.name, &word)
    });
    let (Some(option), None) = (letters.next(), letters.next()) else { return None };
    let text = match typed.word.value.split_once('=') {
        Some((_, value)) if option.takes_value && typed.word.quote == QuoteStyle::Bare => {
            format!("{} {value}", option.name)
        }
        Some(_) => return None,
        None if option.takes_value => {
            typed.command.words.get(typed.at + 1)?;
            option.name.to_owned()
        }
        None => option.name.to_owned(),
    };
    let edit = Edit::new().replace(typed.word.span, text);
    let because = format!("{} calls it {}", typed.program, option.name);
    Some(Proposal::likely(edit, because).at_distance(50))
}

/// Returns whether the printed usage text, or the manual page, gives the letter this meaning.
fn is_about(case: &Case<'_>, typed: &TypedOption<'_>, option: &str, word: &str) -> bool {
    let is_usage = |line: &str| {
        let line = line.trim_start();
        line.strip_prefix(option).is_some_and(|rest| rest.starts_with([' ', '\t', ',', '=', '<', '(']))
            && line.to_lowercase().contains(word)
    };
    case.output.is_some_and(|output| output.lines().take(400).any(is_usage))
        || case.world.manual(typed.program).is_some_and(|page| on_disk::describes(&page, option, word))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, mends};
    use facts::FakeWorld;

    #[test]
    fn what_the_usage_text_says() {
        let ping = "ping: invalid option -- '-'\n\nUsage\n  ping [options] <destination>\n\nOptions:\n  -c <count>         stop after <count> replies\n  -C                 call connect() syscall on socket creation\n";
        mends("bash", "ping --count 3 localhost", 2, ping, "ping -c 3 localhost");
        mends("bash", "ping --count=3 localhost", 2, ping, "ping -c 3 localhost");
        leaves("bash", "ping --flood localhost", 2, Some(ping));
    }

    #[test]
    fn what_the_manual_page_says() {
        let ssh = ".It Fl V\nDisplay the version number and exit.\n.Pp\n.It Fl v\nVerbose mode.\nCauses\n.Nm\nto print debugging messages about its progress.\n";
        let manuals = [("ssh".to_owned(), ssh.to_owned())].into();
        let world = FakeWorld { manuals, ..FakeWorld::default() };
        let output = "unknown option -- -\nusage: ssh [-46AaCfGgKkMNnqsTtVvXxYy] [-B bind_interface]\n";
        assert_eq!(fixes("bash", "ssh --verbose host", 255, Some(output), &world), ["ssh -v host"]);
        assert_eq!(fixes("bash", "ssh --version", 255, Some(output), &world), ["ssh -V"]);
        assert_eq!(fixes("bash", "ssh --verbatim host", 255, Some(output), &world), Vec::<String>::new());
    }
}
