//! Sentences that a shell would take for a command: "git is not installed on this system."
//!
//! Signs are counted: words that sentences are made of, and what ends them, against what only
//! commands have. A sentence that is taken for a command would run; a command that is taken for a
//! sentence is only not offered.

use syntax::{Command, Connector, QuoteStyle, Script, Word};

/// Words that are hardly ever an argument.
const STRONG: &str = "the is are was were be been being this that these those it its you your because cannot can \
could should would will does did has have had there here my we our they their please sure instead however which \
what why how when where who may might must seems means failed exists isn aren doesn don wasn won couldn";
/// Words that an argument may be.
const WEAK: &str = "a an and or not to of in on for from with at by as again then first no new try out all also into \
only more any if so but use up off do it's i'm der die das ist nicht und den dem ein eine wurde le la les est pas et \
un une el los las es y del por para der que de du des il lo gli una sono non не и в на é o os não";
/// Builtins that are given sentences.
const SPEAKERS: [&str; 5] = ["echo", "printf", "print", "say", "Write-Output"];

/// From so many signs on it is a sentence.
const ENOUGH: i32 = 4;
const ENOUGH_SPOKEN: i32 = 7;

pub fn is_prose(script: &Script) -> bool {
    let own = || script.commands.iter().filter(|command| !command.substituted);
    let Some(first) = own().next() else { return false };
    let mut signs: i32 = own().map(of_command).sum();
    signs -= 3 * count(own().filter(|command| command.connector == Connector::Pipe));
    signs -= count(own().flat_map(|command| &command.redirects));
    let words: Vec<&Word> = own().flat_map(|command| &command.words).collect();
    if words.len() < 3 && signs < ENOUGH {
        return false;
    }
    signs += ending(script, &words) + pairs(script, &words);
    if first.program_name().is_some_and(|name| SPEAKERS.contains(&name)) {
        return signs >= ENOUGH_SPOKEN;
    }
    if contains(STRONG, &core(script, first.words.get(1))) && words.len() > 2 {
        signs += 2; // "git is …": no subcommand has such a name
    }
    signs >= ENOUGH
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
    let is_plain = word.quote == QuoteStyle::Bare && !word.dynamic;
    let core = trimmed(value).to_lowercase();
    if !is_plain || core.contains(|c: char| c.is_ascii_digit() || "/=$*~@%{}[]<>|\\\"'#+:".contains(c)) {
        return -1;
    }
    if contains(STRONG, &core) { 2 } else { i32::from(contains(WEAK, &core)) }
}

/// "isn't there", whose apostrophes the shell takes for quotes.
fn is_contraction(value: &str) -> bool {
    let Some((head, _)) = value.split_once(' ') else { return false };
    ["t", "s", "re", "ll", "ve", "d", "m"].iter().any(|tail| {
        head.strip_suffix(tail).is_some_and(|stem| stem.len() > 1 && stem.chars().all(char::is_alphabetic))
    })
}

/// The full stop of a sentence: not that of `.`, `..` or a path.
fn ending(script: &Script, words: &[&Word]) -> i32 {
    let Some(last) = words.last() else { return 0 };
    let raw = script.raw(last.span);
    let stem = raw.trim_end_matches(['.', '!', '?', ':']);
    let ends = stem.len() < raw.len() && stem.chars().count() > 1 && stem.chars().all(char::is_alphabetic);
    2 * i32::from(ends)
}

/// Commas between words, and full stops before capital letters.
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

    fn is_prose(text: &str) -> bool {
        super::is_prose(&Script::parse(text, Dialect::Bash))
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
            assert!(is_prose(text), "{text}");
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
            assert!(!is_prose(text), "{text}");
        }
    }
}
