//! Commands of Redis.

use syntax::Span;

use crate::Level::{self, Confirm, Warn};
use crate::code::outcome::{Code, Path};

/// First words of a command, in capitals, and what it loses.
const COMMANDS: &[(&str, Level, &str)] = table!("redis_commands");

/// Maximum number of words of a command that are read.
const MAX_WORDS: usize = 32;

/// Adds what the commands of a text lose; each is a line. Returns the Lua scripts that they run.
pub fn read(text: &str, found: &mut Code) -> Vec<(String, Span)> {
    let mut start = 0;
    let mut scripts = Vec::new();
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            start += line.len();
            continue;
        }
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let span = Span::new(start, start + line.trim_end().len());
        scripts.extend(command(&words, span, found).map(|script| (script.to_owned(), span)));
        start += line.len();
    }
    scripts
}

/// Adds what one command loses. Returns the Lua script that it runs.
pub fn command<'w>(words: &[&'w str], span: Span, found: &mut Code) -> Option<&'w str> {
    // a leading number repeats the command
    let words = match words {
        [first, rest @ ..] if !rest.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => words,
    };
    let fits = |row: &str| {
        let mut wanted = row.split(' ').zip(words);
        let count = row.split(' ').count();
        count <= words.len() && wanted.all(|(row, word)| row.eq_ignore_ascii_case(word))
    };
    let is = |at: usize, name: &str| words.get(at).is_some_and(|word| word.eq_ignore_ascii_case(name));
    let stays = (is(0, "SLAVEOF") || is(0, "REPLICAOF")) && is(1, "NO") && is(2, "ONE");
    if let Some((row, level, because)) = COMMANDS.iter().find(|(row, ..)| fits(row))
        && !stays
    {
        found.lose(*level, because, span);
        if let (true, Some(directory)) = (row.starts_with("CONFIG SET D"), words.get(3)) {
            found.writes.push(Path::file(*directory));
        }
    }
    words.get(1).copied().filter(|_| is(0, "EVAL") || is(0, "EVAL_RO"))
}

/// Splits a line into words; quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut letters = line.trim().chars().peekable();
    while letters.peek().is_some() && found.len() < MAX_WORDS {
        let mut word = String::new();
        let mut quote = None;
        while let Some(letter) = letters.next() {
            match (letter, quote) {
                ('\\', Some('"')) => word.extend(letters.next()),
                ('"' | '\'', None) if word.is_empty() => quote = Some(letter),
                (_, Some(open)) if letter == open => break,
                (_, None) if letter.is_whitespace() => break,
                _ => word.push(letter),
            }
        }
        if !word.is_empty() || quote.is_some() {
            found.push(word);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level::Allow;

    #[test]
    fn commands_and_their_losses() {
        for (text, expected) in [
            ("FLUSHALL", Confirm),
            ("flushall async", Confirm),
            ("\"FLUSHALL\"", Confirm),
            ("5 FLUSHDB", Confirm),
            ("SET greeting FLUSHALL", Allow),
            ("SET greeting \"x\nFLUSHALL", Confirm),
            ("GET x\nFLUSHALL\n", Confirm),
            ("DEL session:1", Allow),
            ("SHUTDOWN NOSAVE", Confirm),
            ("CONFIG SET dir /var/spool/cron", Confirm),
            ("CONFIG SET maxmemory 1gb", Allow),
            ("CONFIG GET dir", Allow),
            ("REPLICAOF NO ONE", Allow),
            ("REPLICAOF 10.0.0.1 6379", Confirm),
            ("DEBUG SLEEP 10", Warn),
            ("DEBUG OBJECT x", Allow),
            ("MODULE LOAD /tmp/x.so", Confirm),
            ("MODULE LIST", Allow),
            ("EVAL \"redis.call('FLUSHALL')\" 0", Confirm),
            ("EVAL \"return redis.call('GET', 'x')\" 0", Allow),
            ("", Allow),
        ] {
            let found = crate::code::read(crate::code::Language::Redis, text);
            let level = found.losses.iter().map(|loss| loss.level).max().unwrap_or(Allow);
            assert_eq!(level, expected, "{text}");
        }
    }
}
