//! Signs of prose and of commands in a line.

use syntax::{IssueKind, QuoteStyle};

use super::plain::Plain;
use super::typed::Typed;
use super::words::{SAID, is_pasted};

#[derive(Debug)]
pub struct Signs {
    /// Function words outside quotes that are no operands.
    pub strong: usize,
    /// All function words outside quotes.
    pub weak: usize,
    /// It has an article before a word.
    pub has_article: bool,
    /// It ends as a question does: `largest?`
    pub asks: bool,
    /// Words of another alphabet, outside quotes, that are not paths.
    pub foreign: usize,
    /// It does not parse, as of an apostrophe.
    pub is_broken: bool,
    /// It has an apostrophe within a word.
    pub has_apostrophe: bool,
    /// Commas or full stops end words.
    pub is_punctuated: bool,
    /// It has a word that people say of a program.
    pub is_told: bool,
    /// Such a word is not the value of an option.
    pub has_verb: bool,
    /// It has what failed commands print: `npm ERR!`.
    pub is_pasted: bool,
    /// Words that end as participles do: `rejected`, `restarting`.
    pub participles: usize,
    /// Options, variables, pipes, redirections, quotes: what prose has not.
    pub is_shell: bool,
    /// Paths: commands have them, and questions about them.
    pub has_paths: bool,
}

impl Signs {
    pub fn of(line: &Typed<'_>) -> Self {
        let (words, script) = (&line.words, &line.script);
        let plain = Plain::of(line);
        let function = plain.function();
        let is_article =
            |at: usize, word: &str| matches!(word, "a" | "an" | "the") && !plain.may_be_value(at);
        let is_foreign = |word: &str| {
            !word.is_ascii() && word.chars().all(|c| c.is_alphabetic() || c == '-') && !line.exists(word)
        };
        Self {
            strong: function.iter().filter(|(at, word)| plain.is_strong(*at, word)).count(),
            weak: function.len(),
            has_article: function.iter().any(|(at, word)| is_article(*at, word)),
            asks: words.len() > 1
                && words.last().is_some_and(|word| ends_with(word, '?') || is_number_asked(word))
                && !line.text.contains('*'),
            foreign: plain.words().filter(|(_, word)| is_foreign(word)).count(),
            is_broken: line.has_contraction
                || script.issues.iter().any(|issue| issue.kind != IssueKind::TrailingBackslash),
            has_apostrophe: has_apostrophe(line.text),
            is_punctuated: words.len() > 2
                && words.iter().any(|word| ends_with(word, ',') || ends_with(word, '.')),
            is_told: words.len() > 2 && plain.words().any(|(_, word)| SAID.has(word)),
            has_verb: plain.words().any(|(at, word)| SAID.has(word) && !plain.may_be_value(at)),
            is_pasted: is_pasted(line.text),
            participles: plain.words().filter(|(_, word)| is_participle(word) && !line.exists(word)).count(),
            is_shell: is_shell(line),
            has_paths: line.told().iter().any(|word| word.value.contains('/') || line.exists(&word.value)),
        }
    }

    /// Weighs the signs of prose in a line that has options or quotes: there an article or a verb tells more than
    /// another word.
    pub fn weight_of_options(&self) -> usize {
        self.weight() + 2 * usize::from(self.has_article) + 2 * usize::from(self.has_verb)
    }

    /// Weighs the signs of prose.
    pub fn weight(&self) -> usize {
        let signs = [self.is_punctuated, self.is_told, self.is_pasted].into_iter().filter(|is| *is).count();
        self.strong * 2
            + (self.weak - self.strong)
            + self.participles.min(1 + self.weak)
            + self.foreign * 2
            + signs * 2
    }
}

/// Returns whether the word ends with the mark, behind a letter. `-d,` does not.
fn ends_with(word: &str, mark: char) -> bool {
    !word.starts_with('-') && word.strip_suffix(mark).is_some_and(|rest| rest.ends_with(char::is_alphabetic))
}

/// `3000?`
fn is_number_asked(word: &str) -> bool {
    word.strip_suffix('?')
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

fn has_apostrophe(text: &str) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    text.as_bytes()
        .windows(3)
        .any(|three| matches!(three, [before, b'\'', after] if is_letter(before) && is_letter(after)))
}

/// Returns whether the line has what prose has not.
fn is_shell(line: &Typed<'_>) -> bool {
    let commands = &line.script.commands;
    let is_option = |word: &&str| {
        word.strip_prefix('-')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-'))
    };
    let is_mark = |word: &&str| word.contains(['$', '*', '=', '{', '~']) || word.contains("://");
    commands.len() > 1
        || commands.iter().any(|command| !command.redirects.is_empty())
        || line.words.iter().skip(1).any(is_option)
        || line.words.iter().any(is_mark)
        || !line.has_contraction && line.told().iter().any(|word| word.quote != QuoteStyle::Bare)
}

fn is_participle(word: &str) -> bool {
    let is_word = word.bytes().all(|byte| byte.is_ascii_alphabetic());
    word.len() > 5 && is_word && (word.ends_with("ed") || word.ends_with("ing"))
}
