//! Names that PowerShell and `cmd.exe` give a meaning to: the lines of `data/powershell.txt`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::state::Env;

const TABLE: &str = include_str!("../data/powershell.txt");

/// Kind of a line and one of its words → the name that the line is about, or the word.
type Names = BTreeMap<(&'static str, &'static str), &'static str>;

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names = Names::new();
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        for (head, text) in lines.filter_map(|line| line.split_once(" = ")) {
            let (kind, name) = head.split_once(' ').unwrap_or((head, ""));
            match kind {
                "env" => drop(names.insert((kind, name), text)),
                _ if name.is_empty() => names.extend(text.split(' ').map(|word| ((kind, word), word))),
                _ => names.extend(text.split(' ').map(|word| ((kind, word), name))),
            }
        }
        names
    })
}

/// The cmdlet that an alias, in lower case, stands for.
pub fn cmdlet(alias: &str) -> Option<&'static str> {
    names().get(&("alias", alias)).copied()
}

/// The cmdlet that does the same as a method, in lower case.
pub fn method(name: &str) -> Option<&'static str> {
    names().get(&("method", name)).copied()
}

/// Is this, in lower case, the name of a cmdlet, `Verb-Noun`?
pub fn is_cmdlet(name: &str) -> bool {
    let known = |verb| names().contains_key(&("verb", verb));
    name.split_once('-').is_some_and(|(verb, noun)| !noun.is_empty() && known(verb))
}

/// Does the word, in lower case, begin a statement?
pub fn is_keyword(word: &str) -> bool {
    names().contains_key(&("keyword", word))
}

/// The full name of a parameter, which may be cut short, and whether a value follows it.
pub fn parameter(given: &str) -> Option<(&'static str, bool)> {
    let given = names().get(&("short", given)).copied().unwrap_or(given);
    // the first name behind it in the order of the alphabet
    let begins = |kind: &'static str| {
        let ((found, _), name) = names().range((kind, given)..).next()?;
        (*found == kind && name.starts_with(given)).then_some((*name, kind == "value"))
    };
    let same = |found: &(&str, bool)| found.0 == given;
    begins("switch").filter(same).or_else(|| begins("value")).or_else(|| begins("switch"))
}

/// The value of a variable of the environment, its name in lower case.
pub fn variable(env: &Env<'_>, name: &str) -> Option<String> {
    let value = names().get(&("env", name))?;
    let home = env.world.home().unwrap_or(r"C:\Users\user");
    Some(value.strip_prefix('~').map_or_else(|| (*value).to_owned(), |rest| format!("{home}{rest}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_may_be_cut_short() {
        assert_eq!(parameter("rec"), Some(("recurse", false)));
        assert_eq!(parameter("r"), Some(("recurse", false)));
        assert_eq!(parameter("fo"), Some(("force", false)));
        assert_eq!(parameter("p"), Some(("path", true)));
        assert_eq!(parameter("computern"), Some(("computername", true)));
        assert_eq!(parameter("rf"), None);
    }

    #[test]
    fn names_are_in_one_list() {
        assert_eq!(cmdlet("ri"), Some("remove-item"));
        assert!(is_cmdlet("remove-item") && !is_cmdlet("apt-get") && !is_cmdlet("remove-"));
    }
}
