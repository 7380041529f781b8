//! Lines whose first word can be run.

use programs::Role;
use syntax::IssueKind;

use super::signs::Signs;
use super::typed::Typed;
use super::words::{SAID, is_function, is_plain};
use super::{Class, long, short};

pub fn classify(line: &Typed<'_>, signs: &Signs) -> Class {
    if line.words.len() == 1 && line.text.contains(char::is_alphanumeric) {
        return short::one(line);
    }
    if signs.is_broken {
        return broken(line, signs);
    }
    if line.is(Role::Message) {
        // `say hello`
        if line.words.len() == 2 && line.is_spoken() && line.operands().all(is_plain) {
            return Class::Doubtful;
        }
        // the words of `echo` may be anything, but not what people say of it
        if !is_said(line) || signs.weight() < 5 {
            return Class::Command;
        }
    }
    // POSIX's
    if line.text.eq_ignore_ascii_case("who am i") {
        return Class::Command;
    }
    // `sudo` comes before commands, not before sentences
    let is_privileged =
        line.command().is_some_and(|command| command.is_privileged() && command.program() != Some(0));
    // `sudo make install fails`
    let ends_said = line.words.last().is_some_and(|word| SAID.has(word) && !is_function(word));
    let limit = if signs.is_told { 4 } else { 8 };
    if is_privileged && !signs.asks && !is_said(line) && !ends_said
        || line.hands_message()
        || line.is_script() && signs.weight() < limit
    {
        return Class::Command;
    }
    if signs.asks && (signs.weak > 0 || line.words.len() > 3) {
        // `./ask.sh what time is it?`
        let takes_anything = !signs.is_shell && long::takes_anything(line, signs);
        return if takes_anything { Class::Doubtful } else { Class::Prose };
    }
    match (signs.is_shell, line.words.len()) {
        (true, count) => match signs.weight_of_options() {
            0..=3 => Class::Command,
            4..=5 if count < 5 => Class::Doubtful,
            _ => Class::Prose,
        },
        (false, 2) => short::two(line),
        (false, _) => long::classify(line, signs),
    }
}

/// Returns whether the word behind the first is said of it: `echo prints …`.
pub fn is_said(line: &Typed<'_>) -> bool {
    line.words.get(1).is_some_and(|word| SAID.has(word) && !is_function(word))
}

/// Classifies a line that does not parse: by an apostrophe (`don't`) it is prose, and by a `done` too few a command.
fn broken(line: &Typed<'_>, signs: &Signs) -> Class {
    // `:(`
    if !line.text.contains(char::is_alphanumeric) && line.text.len() < 4 {
        return Class::Prose;
    }
    let is_script = line.words.iter().any(|word| word.ends_with(';')) || line.text.contains('$');
    // `for x in y`, whose end comes in another line
    let is_unfinished =
        line.script.issues.iter().any(|issue| matches!(issue.kind, IssueKind::MissingKeyword(_)));
    let holds = if is_unfinished { signs.weight() > 2 } else { signs.weak > 0 };
    let is_sentence = line.words.len() > 2 && holds;
    if line.is(Role::Message) && !line.words.get(1).is_some_and(|word| SAID.has(word)) {
        return if signs.has_apostrophe && is_sentence { Class::Doubtful } else { Class::Command };
    }
    if is_sentence && (!is_script || signs.weight() > 3) { Class::Prose } else { Class::Command }
}
