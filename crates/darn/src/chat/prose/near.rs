//! Whether a word that cannot be run is nearly a command.

use facts::builtins;

use super::typed::Typed;

/// Returns whether the first word is a program that is not here, or a name that is misspelt: in other letters
/// (`LS -la`), glued to what follows (`cd..`), or near an existing name.
pub fn is_near_command(line: &Typed<'_>) -> bool {
    let (first, words) = (line.first(), &line.words);
    if programs::find(first).is_some() && words.len() < 5 {
        return true;
    }
    let head = first.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    if head.len() > 1 && head.len() < first.len() && line.is_command(head) {
        return words.len() < 3;
    }
    let lower = first.to_lowercase();
    if lower != first && line.is_command(&lower) {
        // a sentence begins with a capital letter, too
        return words.len() < 3 || words.iter().skip(1).all(|word| word.starts_with('-'));
    }
    // `Killed`: no misspelt name begins with a capital letter
    if first.starts_with(|c: char| c.is_ascii_uppercase()) {
        return false;
    }
    let names = line.world.executables();
    let names = names.lines().chain(builtins::names(line.script.dialect));
    words.len() < 5 && line.script.commands.len() == 1 && !engine::spell::nearest(first, names).is_empty()
}
