//! Rules in Rust, for what data cannot say. One file a rule; its name stands in [`ALL`].

use syntax::Edit;

use super::{Case, Proposal};

mod doubled_words;
mod git_not_a_repository;
mod git_resolved_conflict;
mod git_unknown_name;
mod git_unquoted_message;
mod glued_words;
mod misspelt_option;
mod misspelt_path;
mod misspelt_subcommand;
mod missing_directory;
mod needs_privilege;
mod not_executable;
mod pasted_characters;
mod pasted_prompt;
mod spaced_assignment;
mod spaces_in_path;
mod unknown_command;
mod unquoted_pattern;

// Syntax: the shell does not take the line.
mod doubled_operator;
mod missing_keyword;
mod stray_parentheses;
mod unbalanced_bracket;
mod unclosed_quote;
mod double_brackets;
mod test_blanks;
mod test_operands;
mod bash_in_fish;
mod last_command;
mod unquoted_url;
mod event_not_found;
mod bad_substitution;
mod repair;

/// A rule in Rust.
#[derive(Clone, Copy)]
pub struct Fixer {
    /// Named after the problem: `any/unknown-command`.
    pub id: &'static str,
    /// One line for `darn rules list`.
    pub about: &'static str,
    pub propose: fn(&Case<'_>) -> Vec<Proposal>,
}

impl std::fmt::Debug for Fixer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// All fixers; of two equally sure proposals the one listed first wins.
pub const ALL: &[&Fixer] = &[
    &doubled_words::FIXER,
    &git_not_a_repository::FIXER,
    &git_resolved_conflict::FIXER,
    &git_unknown_name::FIXER,
    &git_unquoted_message::FIXER,
    &glued_words::FIXER,
    &misspelt_option::FIXER,
    &misspelt_path::FIXER,
    &misspelt_subcommand::FIXER,
    &missing_directory::FIXER,
    &needs_privilege::FIXER,
    &not_executable::FIXER,
    &pasted_characters::FIXER,
    &pasted_prompt::FIXER,
    &spaced_assignment::FIXER,
    &spaces_in_path::FIXER,
    &unknown_command::FIXER,
    &unquoted_pattern::FIXER,
    &bash_in_fish::FIXER,
    &doubled_operator::FIXER,
    &missing_keyword::FIXER,
    &stray_parentheses::FIXER,
    &unbalanced_bracket::FIXER,
    &unclosed_quote::FIXER,
    &double_brackets::FIXER,
    &test_blanks::FIXER,
    &test_operands::FIXER,
    &last_command::FIXER,
    &unquoted_url::FIXER,
    &event_not_found::FIXER,
    &bad_substitution::FIXER,
];

/// Mistakes of the line that are certain by themselves: unknown programs and subcommands in any of
/// its commands. They are mended together with the proposal that they do not overlap.
#[must_use]
pub fn companions(case: &Case<'_>) -> Vec<Edit> {
    let commands = case.failure.script.commands.iter();
    commands
        .filter_map(|command| {
            unknown_command::correction(case, command).or_else(|| misspelt_subcommand::correction(case, command))
        })
        .collect()
}
