//! Detects sentences that a shell would parse as a command: "git is not installed on this system."
//!
//! It weighs signs of sentences, such as common words and punctuation, against signs of commands. A sentence
//! taken for a command would run; a command taken for a sentence is merely not offered.

use programs::Role;
use syntax::{Command, Connector, QuoteStyle, Script, Word};

use super::grammar::Source;

/// Words that are hardly ever arguments.
const STRONG: &str = "the is are was were be been being this that these those it its you your because cannot can \
could should would will does did has have had there here my we our they their please sure instead however which \
what why how when where who may might must seems means failed exists isn aren doesn don wasn won couldn";
/// Words that may also be arguments.
const WEAK: &str = "a an and or not to of in on for from with at by as again then first no new try out all also into \
only more any if so but use up off do it's i'm than using without within under between before after through until \
current every each whose named containing matching starting ending recursively them whole entire given specified \
file files directory directories folder folders line lines name names subdirectories contents permissions \
der die das ist nicht und den dem ein eine wurde le la les est pas et un une el los las es y del por para der que \
de du des il lo gli una sono non не и в на é o os não";
/// Verbs with which sentences begin, besides programs with such names.
const VERBS: &str =
    "bind check create delete display list remove run search send set stop touch unzip update view";
/// Builtins whose arguments may be sentences.
const SPEAKERS: [&str; 3] = ["echo", "printf", "Write-Output"];

/// Returns whether the text is a sentence. Fewer signs suffice if nothing marks the text as a command.
pub fn is_prose(script: &Script, source: Source) -> bool {
    let enough = match source {
        Source::Named => 4,
        Source::Found => 3,
    };
    let own = || script.commands.iter().filter(|command| !command.substituted);
    let Some(first) = own().next() else { return false };
    let mut signs: i32 = own().map(of_command).sum();
    signs -= 3 * count(own().filter(|command| command.connector == Connector::Pipe));
    signs -= count(own().flat_map(|command| &command.redirects));
    let words: Vec<&Word> = own().flat_map(|command| &command.words).collect();
    if words.len() < 3 && signs < enough {
        return false;
    }
    signs += ending(script, &words) + pairs(script, &words);
    let name = first.program_name().unwrap_or_default();
    if SPEAKERS.contains(&name) {
        return signs >= enough + 3;
    }
    if source == Source::Found && (contains(VERBS, name) || programs::is(name, Role::Spoken)) {
        signs += 1;
    }
    if contains(STRONG, &core(script, first.words.get(1))) && words.len() > 2 {
        signs += 2; // "git is …": no subcommand has this name
    }
    signs >= enough
}

fn of_command(command: &Command) -> i32 {
    command.words.iter().skip(1).map(of_word).sum()
}

fn of_word(word: &Word) -> i32 {
    let value = word.value.as_str();
    if word.quote == QuoteStyle::Mixed && is_contraction(value) {
        return 4;
    }
    if value.contains(['。', '，', '！', '？']) {
        return 4;
    }
    if value.starts_with('-') && value.len() > 1 {
        return -3;
    }
    if word.quote != QuoteStyle::Bare || word.dynamic || word.glob {
        return 0; // sentences quote names and patterns too
    }
    let core = trimmed(value).to_lowercase();
    if core.contains(|c: char| c.is_ascii_digit() || "=~@%{}<>|\\#+:".contains(c)) {
        return -1;
    }
    if contains(STRONG, &core) { 2 } else { i32::from(contains(WEAK, &core)) }
}

/// Returns whether a word is a contraction such as "isn't", whose apostrophe the shell reads as a quote.
fn is_contraction(value: &str) -> bool {
    let Some((head, _)) = value.split_once(' ') else { return false };
    ["t", "s", "re", "ll", "ve", "d", "m"].iter().any(|tail| {
        head.strip_suffix(tail).is_some_and(|stem| stem.len() > 1 && stem.chars().all(char::is_alphabetic))
    })
}

/// Weighs the full stop at the end of a sentence, unlike that of `.`, `..` or a path.
fn ending(script: &Script, words: &[&Word]) -> i32 {
    let Some(last) = words.last() else { return 0 };
    let raw = script.raw(last.span);
    let stem = raw.trim_end_matches(['.', '!', '?', ':']);
    let ends = stem.len() < raw.len() && stem.chars().count() > 1 && stem.chars().all(char::is_alphabetic);
    2 * i32::from(ends)
}

/// Counts commas between words, and full stops before capital letters.
fn pairs(script: &Script, words: &[&Word]) -> i32 {
    let pair = |pair: &[&Word]| {
        let [one, next] = pair else { return 0 };
        let (raw, next) = (script.raw(one.span), script.raw(next.span));
        let stem = trimmed(raw);
        let is_word = stem.chars().count() > 1 && stem.chars().all(char::is_alphabetic);
        let is_next = next.starts_with(char::is_alphabetic);
        match raw.chars().next_back() {
            Some(',' | ':') if is_word && is_next => 1,
            Some('.' | '!' | '?') if is_word && next.starts_with(char::is_uppercase) => 3,
            _ => 0,
        }
    };
    words.windows(2).map(pair).sum()
}

fn core(script: &Script, word: Option<&Word>) -> String {
    word.map(|word| trimmed(script.raw(word.span)).to_lowercase()).unwrap_or_default()
}

fn trimmed(value: &str) -> &str {
    value.trim_end_matches(['.', ',', ';', ':', '!', '?'])
}

fn contains(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

fn count<T>(items: impl Iterator<Item = T>) -> i32 {
    i32::try_from(items.count()).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use syntax::{Dialect, Script};

    use crate::reply::grammar::Source;

    fn is_prose(text: &str, source: Source) -> bool {
        super::is_prose(&Script::parse(text, Dialect::Bash), source)
    }

    #[test]
    fn sentences() {
        for text in [
            "git push failed because the remote repository has no branch named main yet.",
            "git is not installed",
            "git isn't installed and it won't work",
            "make sure that the file exists",
            "find out which process uses the port",
            "make it executable",
            "install the package first",
            "open a new terminal and try again",
            "test whether the server is up.",
            "time will tell.",
            "which means that you have no access.",
            "kill the process, then restart the server.",
            "git kennt den Zweig nicht, deshalb ist der Befehl fehlgeschlagen.",
            "docker no está instalado en este sistema, por eso la orden no funciona.",
            "git 不是内部命令，请先安装。",
            "read the manual. Then try again",
            "echo is a builtin of the shell that prints its arguments.",
        ] {
            assert!(is_prose(text, Source::Named) && is_prose(text, Source::Found), "{text}");
        }
    }

    /// A request repeated in lower case; it may be a command only where one was requested.
    #[test]
    fn orders() {
        for text in [
            "find all files under the current directory",
            "print the contents of \"my_script.py\"",
            "mount all filesystems in /etc/fstab",
            "kill a number of background jobs",
            "search for 'mystring' in all *.txt files",
        ] {
            assert!(is_prose(text, Source::Found), "{text}");
        }
    }

    #[test]
    fn commands() {
        for text in [
            "git status",
            "git add .",
            "cd ..",
            "make install",
            "ufw allow from 10.0.0.1 to any port 22",
            "tcpdump -i eth0 host a and not port 22 or port 80",
            "ip route add default via 10.0.0.1 dev eth0",
            "echo Hello world.",
            "echo this is a test",
            "git commit -m 'Fix the bug that is in the parser.'",
            "which python3",
            "man which",
            "type who",
            "sudo apt-get install -y jq",
            "for f in *.txt; do cat \"$f\"; done",
            "at now + 1 hour",
            "docker run -it --rm alpine sh",
            "git rebase --onto main old new",
            "date -d 'next friday'",
            "ssh me@host 'is the disk full?'",
        ] {
            assert!(!is_prose(text, Source::Named) && !is_prose(text, Source::Found), "{text}");
        }
    }
}
