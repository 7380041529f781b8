//! Protects files from being overwritten by a guess.

use syntax::{Command, Script, Word};

/// Returns whether the word is the value of an option for an output file.
pub fn is_output(command: &Command, word: &Word) -> bool {
    const OPTIONS: [&str; 8] =
        ["-o", "-O", "--output", "--out", "--outfile", "--output-file", "-of", "--target"];
    let before = command.words.iter().take_while(|other| other.span != word.span).last();
    before.is_some_and(|option| OPTIONS.contains(&option.value.as_str()))
        || word.value.split_once('=').is_some_and(|(name, _)| OPTIONS.contains(&name) || name == "of")
}

/// Returns whether the command would overwrite a file that it reads (`sort a > a`, `gcc -o a.c a.c`).
pub fn overwrites_input(command: &Command, script: &Script) -> bool {
    let redirected = command.redirects.iter().filter(|redirect| {
        let operator = script.raw(redirect.operator);
        operator.contains('>') && !operator.contains(">>") && !operator.contains('&')
    });
    let mut written: Vec<&str> =
        redirected.filter_map(|redirect| Some(redirect.target.as_ref()?.value.as_str())).collect();
    let (outputs, inputs): (Vec<&Word>, Vec<&Word>) =
        command.arguments().iter().partition(|word| is_output(command, word));
    written.extend(outputs.iter().map(|word| word.value.as_str()));
    inputs.iter().any(|word| !word.value.starts_with('-') && written.contains(&word.value.as_str()))
}

/// Returns whether the word contains the option: `-f`, also within a cluster such as `-rf`; `--force`, also
/// with a value.
pub fn has_option(word: &Word, option: &str) -> bool {
    let value = word.value.as_str();
    if let Some(letter) = option.strip_prefix('-').filter(|rest| rest.len() == 1) {
        return value
            .strip_prefix('-')
            .is_some_and(|cluster| !cluster.starts_with('-') && cluster.contains(letter));
    }
    value == option || value.strip_prefix(option).is_some_and(|rest| rest.starts_with('='))
}
