//! Lines of three words and more without signs of the shell, whose first word can be run.

use programs::Role;

use super::Class;
use super::signs::Signs;
use super::typed::Typed;
use super::words::{PRONOUN, SAID, is_function, is_plain};

pub fn classify(line: &Typed<'_>, signs: &Signs) -> Class {
    if takes_anything(line, signs) {
        return Class::Command;
    }
    // `which package provides …`
    let looks_up = line.is_spoken() && line.is(Role::LooksUp);
    if looks_up && line.operands().all(|name| line.is_command(name)) {
        return Class::Command;
    }
    if looks_up && !line.operands().next().is_some_and(|name| line.is_command(name)) {
        return Class::Prose;
    }
    // `watch kubectl get pods`
    let runs_program =
        line.runs_operand() && line.operands().next().is_some_and(|word| programs::find(word).is_some());
    if runs_program && signs.weight() == 0 {
        return Class::Command;
    }
    if is_doubtful(line, signs) || is_python(&line.words) {
        return Class::Doubtful;
    }
    if weight(line, signs) < 2 { Class::Command } else { Class::Prose }
}

/// Returns whether the words are those of a script (`bash deploy.sh the rest`), or what is sought in files
/// (`grep the notes.txt`, `grep connection refused app.log`).
pub fn takes_anything(line: &Typed<'_>, signs: &Signs) -> bool {
    let is_path = |word: &str| {
        line.exists(word) || word.contains('/') || word.contains('.') && word.parse::<f64>().is_err()
    };
    let is_said = |at: usize| line.words.get(at).is_some_and(|word| SAID.has(word));
    let operands: Vec<&str> = line.operands().collect();
    let interprets = line.program().is_some_and(|program| program.is_shell() || program.language.is_some());
    let is_script = interprets && operands.first().is_some_and(|word| is_path(word)) && !is_said(2);
    let files = operands.iter().skip(1).filter(|word| line.exists(word)).count();
    let is_search =
        line.is(Role::PatternFirst) && files > 0 && (files + 1 == operands.len() || signs.weak == 0);
    let is_own = line.first().contains('/') && !is_said(1) && signs.weight() < 8;
    (is_script || is_search) && !signs.is_punctuated || is_own
}

/// Returns whether nothing tells prose, but the program has no use for the words either.
fn is_doubtful(line: &Typed<'_>, signs: &Signs) -> bool {
    let operands: Vec<&str> = line.operands().collect();
    let knows_one = || operands.iter().any(|word| line.knows(word));
    let weight = signs.weight();
    // `make run.sh executable`
    let is_request = line.is_spoken()
        && !line.is_any(&[Role::Makes, Role::PatternFirst])
        && operands.iter().any(|word| is_plain(word) && !line.knows(word))
        && operands.iter().all(|word| {
            is_plain(word) && !line.knows(word) || line.exists(word) || word.parse::<f64>().is_ok()
        });
    let has_other_use = is_request || line.is_topic() || line.has_too_few();
    if weight == 0 && has_other_use && !line.has_subcommand() {
        return true;
    }
    // `git fix it`, not `less of it`
    let points = operands.len() == 2
        && operands.last().is_some_and(|word| PRONOUN.has(word))
        && !operands.first().is_some_and(|word| is_function(word));
    let is_talk = line.is_spoken() || signs.weak > 0 || operands.len() > 2;
    if line.are_plain() && (points || weight < 2 && is_talk && line.has_no_use() && !knows_one()) {
        return true;
    }
    let are_words = operands.iter().all(|word| word.len() > 1 && word.chars().all(char::is_alphabetic));
    weight == 0
        && operands.len() > 2
        && are_words
        && misses_files(line, signs)
        && !line.is(Role::PatternFirst)
}

/// `import numpy as np` is a statement of another language, and `import` a program of ImageMagick.
pub fn is_python(words: &[&str]) -> bool {
    matches!(words, ["import", _, "as", _] | ["from", _, "import", ..])
}

fn misses_files(line: &Typed<'_>, signs: &Signs) -> bool {
    line.is_any(&[Role::Reads, Role::Paths, Role::Walks, Role::FullScreen]) && !signs.has_paths
}

/// Weighs the signs of prose as far as the program does not explain them.
fn weight(line: &Typed<'_>, signs: &Signs) -> usize {
    // behind `rename`, `to` is hardly a name
    let told = if line.is_spoken() { signs.weak - signs.strong } else { 0 };
    // `who changed main.py last`
    let has_verb = line.words.len() > 3 && signs.weak + signs.participles > 0;
    let asked = if is_function(line.first()) && has_verb { 2 } else { 0 };
    // `git grep how`, `mkdir my project`: these take any word, but no article
    let takes_any = line.is_any(&[Role::Makes, Role::PatternFirst]);
    let explained = match line.words.len() {
        _ if signs.has_article || signs.is_told => 0,
        3 if takes_any || line.has_subcommand() => 2,
        4 if takes_any => 2,
        4 if line.has_subcommand() => signs.weak - signs.strong,
        _ => 0,
    };
    let weight = (signs.weight() + told + asked).saturating_sub(explained);
    // a file that is not there makes a sentence likelier
    weight + usize::from(weight > 0 && misses_files(line, signs))
}
