//! Words that tell sentences from commands.

/// A list of words, in its file.
#[derive(Debug, Clone, Copy)]
pub struct List(&'static str);

/// Includes a list of `words/`.
macro_rules! list {
    ($name:literal) => {
        List(include_str!(concat!("words/", $name, ".txt")))
    };
}

/// Words that hold an English sentence together. Among the arguments of a command they are rare.
pub const FUNCTION: List = list!("function");
/// Of these, those that are also arguments: of `git add`, `ip route`, `systemctl status`, `set`, `bind`.
pub const OPERAND: List = list!("operand");
/// Words that hold German, French and Spanish sentences together, without those that are arguments: `la`, `des`.
pub const FOREIGN: List = list!("foreign");
/// Words before which a request names a file: `the bug in main.py`.
pub const PREPOSITION: List = list!("preposition");
/// Words that name nothing in a command, even alone behind it.
pub const PRONOUN: List = list!("pronoun");
/// What people say of a program or a file: `tar says …`, `./run.sh fails`.
pub const SAID: List = list!("said");
/// What people say to a model in one word, and shells and programs are called as well.
pub const REPLY: List = list!("reply");
/// Options whose value is a sentence: behind them `git commit -m fix the bug` forgot its quotes.
pub const TEXT: List = list!("text");
/// Verbs with which requests begin; there is no such program.
pub const OPENER: List = list!("opener");
/// Words of a conversation, alone or before anything else.
pub const TALK: List = list!("talk");

/// What failed commands print, one text a line.
const PASTED: &str = include_str!("words/pasted.txt");

/// Returns whether the words behind the first hold what failed commands print.
pub fn is_pasted(text: &str) -> bool {
    let Some((_, rest)) = text.split_once(char::is_whitespace) else { return false };
    let lower = text.to_lowercase();
    PASTED.lines().any(|mark| match mark.contains(' ') {
        true => lower.contains(mark),
        false => rest.split_whitespace().any(|word| word == mark),
    })
}

impl List {
    pub fn has(self, word: &str) -> bool {
        self.0.split_ascii_whitespace().any(|known| known == word)
    }
}

/// Returns whether the word holds a sentence together, in any language.
pub fn is_function(word: &str) -> bool {
    FUNCTION.has(word) || FOREIGN.has(word)
}

/// Returns whether a word that holds sentences together is no argument either.
pub fn is_strong(word: &str) -> bool {
    is_function(word) && !OPERAND.has(word)
}

/// Returns whether the text is a word of a language, as far as letters tell: no path, number, option, name
/// with capital letters or of one letter.
pub fn is_plain(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_lowercase())
}
