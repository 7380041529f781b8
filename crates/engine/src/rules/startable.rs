//! Checks that the program that a fix adds exists.

use syntax::Script;

use super::Case;

/// Returns whether the first program of a fix that is not in the failed line is missing here. It may provide
/// those behind it.
pub fn calls_missing_program(case: &Case<'_>, fix: &Script) -> bool {
    let failed = &case.failure.script.commands;
    let added = fix.commands.iter().filter_map(|command| command.program_word()).find(|word| {
        let is_plain = !word.dynamic && !word.value.is_empty() && !word.value.contains(['/', '<', '=']);
        is_plain && !failed.iter().any(|old| old.program_name() == Some(word.value.as_str()))
    });
    added.is_some_and(|word| !case.is_command(&word.value))
}
