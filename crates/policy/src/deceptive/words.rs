//! Where in a command line a character stands.

use programs::Role;

/// One word outside of quotes, or with quotes in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    pub start: usize,
    pub end: usize,
    /// It names the program of a command.
    pub is_command: bool,
}

/// The words of a text, and the parts that stand in quotes, comments and here-documents.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub words: Vec<Word>,
    /// Start and end of each, in order.
    quoted: Vec<(usize, usize)>,
}

/// Keywords behind which another command begins.
const KEYWORDS: &[&str] = &["then", "do", "else", "if", "while", "until", "!"];

/// Returns whether another command begins behind this word.
fn precedes_command(word: &str) -> bool {
    KEYWORDS.contains(&word) || word == "xargs" || programs::is(word, Role::Prefix)
}

impl Words {
    /// A rough reading, which needs no shell grammar: it only decides how strict to be.
    pub fn of(text: &str) -> Self {
        let rest = |at: usize| text.get(at..).unwrap_or_default();
        let mut found = Self::default();
        let mut word: Option<usize> = None;
        let mut command = true;
        let mut heredoc: Option<&str> = None;
        let mut letters = text.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let mut ends_word = false;
            match letter {
                '\\' => {
                    word.get_or_insert(at);
                    letters.next();
                }
                '\'' | '"' => {
                    word.get_or_insert(at);
                    let mut end = text.len();
                    while let Some((here, inner)) = letters.next() {
                        if inner == '\\' && letter == '"' {
                            letters.next();
                        } else if inner == letter {
                            end = here;
                            break;
                        }
                    }
                    found.quoted.push((at, end));
                }
                '#' if word.is_none() => {
                    let length = text.get(at..).and_then(|rest| rest.find('\n'));
                    let end = length.map_or(text.len(), |length| at + length);
                    found.quoted.push((at, end));
                    while letters.next_if(|(here, _)| *here < end).is_some() {}
                }
                '<' if rest(at).starts_with("<<") && !rest(at).starts_with("<<<") => {
                    let rest = rest(at + 2).trim_start_matches(['-', ' ', '\'', '"', '\\']);
                    let length =
                        rest.find(|tag: char| !tag.is_alphanumeric() && tag != '_').unwrap_or(rest.len());
                    heredoc = rest.get(..length).filter(|tag| !tag.is_empty());
                    letters.next();
                    ends_word = true;
                }
                '\n' => {
                    found.end_word(text, &mut word, at, &mut command);
                    command = true;
                    if let Some(tag) = heredoc.take() {
                        let end = body_end(text, at + 1, tag);
                        found.quoted.push((at + 1, end));
                        while letters.next_if(|(here, _)| *here < end).is_some() {}
                    }
                }
                ' ' | '\t' | '\r' | '>' => ends_word = true,
                '|' | ';' | '&' | '(' | ')' | '`' | '{' | '}' => {
                    found.end_word(text, &mut word, at, &mut command);
                    command = true;
                }
                '<' => ends_word = true,
                _ => {
                    word.get_or_insert(at);
                }
            }
            if ends_word {
                found.end_word(text, &mut word, at, &mut command);
            }
        }
        found.end_word(text, &mut word, text.len(), &mut command);
        found
    }

    fn end_word(&mut self, text: &str, word: &mut Option<usize>, end: usize, command: &mut bool) {
        let Some(start) = word.take() else { return };
        let content = text.get(start..end).unwrap_or_default();
        self.words.push(Word { start, end, is_command: *command });
        let is_assignment = content
            .split_once('=')
            .is_some_and(|(name, _)| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
        *command = *command && (is_assignment || precedes_command(content));
    }

    /// Does this place stand in quotes, a comment or a here-document?
    pub fn is_quoted(&self, at: usize) -> bool {
        let next = self.quoted.partition_point(|(start, _)| *start <= at);
        next.checked_sub(1).and_then(|before| self.quoted.get(before)).is_some_and(|(_, end)| at < *end)
    }
}

/// Where the body of a here-document ends.
fn body_end(text: &str, start: usize, tag: &str) -> usize {
    let mut at = start;
    for line in text.get(start..).unwrap_or_default().split_inclusive('\n') {
        at += line.len();
        if line.trim() == tag {
            break;
        }
    }
    at
}
