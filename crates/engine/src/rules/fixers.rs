//! Rules in Rust, for what data cannot express. One file per rule, listed in [`ALL`].

use syntax::{Edit, Span};

use super::{Case, Proposal};
use crate::failure::FailureKind;

mod awk_program;
mod backslash_path;
mod carriage_returns;
mod doubled_words;
mod existing_directory;
mod foreign_word;
mod git_not_a_repository;
mod git_resolved_conflict;
pub mod git_unknown_name;
mod git_unknown_setting;
mod git_unquoted_message;
mod glued_subcommand;
mod glued_words;
mod jq_dashed_key;
mod long_for_short;
mod misplaced_address;
mod misplaced_option;
mod misplaced_subcommand;
mod missing_directory;
mod missing_helper;
pub mod misspelt_option;
pub mod misspelt_path;
mod misspelt_scheme;
pub mod misspelt_subcommand;
mod needs_privilege;
mod not_executable;
mod operand_order;
mod other_system;
mod pasted_characters;
mod pasted_prompt;
mod python_surroundings;
mod spaced_assignment;
mod spaces_in_path;
mod tool_hint;
mod torn_names;
pub mod typed_option;
mod unfinished_exec;
mod unfinished_script;
mod unknown_command;
mod unknown_inner_command;
pub mod unknown_name;
mod unmatched_pattern;
mod unquoted_pattern;
mod unset_variable;
mod wrong_archive;
mod wrong_keys;
mod wrong_unit;

// Syntax: the shell rejects the line.
mod bad_substitution;
mod bash_in_fish;
mod bash_in_sh;
mod comment_in_zsh;
mod dot_script;
mod double_brackets;
mod doubled_operator;
mod event_not_found;
mod fish_backquotes;
mod here_string;
mod last_command;
mod leading_dash;
mod missing_keyword;
mod nested_quotes;
mod pasted_twice;
mod process_substitution;
pub mod repair;
mod stray_parentheses;
mod test_blanks;
mod test_operands;
mod unbalanced_bracket;
mod unclosed_quote;
mod unquoted_program;
mod unquoted_url;
mod wrong_header;
mod wrong_interpreter;

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

/// All fixers; of two equally certain proposals, the one listed first wins.
pub const ALL: &[&Fixer] = &[
    &other_system::FIXER,
    &wrong_keys::FIXER,
    &misplaced_address::FIXER,
    &pasted_characters::FIXER,
    &pasted_prompt::FIXER,
    &backslash_path::FIXER,
    &doubled_words::FIXER,
    &git_not_a_repository::FIXER,
    &git_resolved_conflict::FIXER,
    &git_unknown_name::FIXER,
    &git_unknown_setting::FIXER,
    &git_unquoted_message::FIXER,
    &foreign_word::FIXER,
    &glued_subcommand::FIXER,
    &glued_words::FIXER,
    &jq_dashed_key::FIXER,
    &long_for_short::FIXER,
    &misplaced_option::FIXER,
    &misplaced_subcommand::FIXER,
    &misspelt_option::FIXER,
    &misspelt_path::FIXER,
    &misspelt_scheme::FIXER,
    &misspelt_subcommand::FIXER,
    &tool_hint::FIXER,
    &existing_directory::FIXER,
    &missing_directory::FIXER,
    &missing_helper::FIXER,
    &needs_privilege::FIXER,
    &not_executable::FIXER,
    &operand_order::FIXER,
    &python_surroundings::FIXER,
    &spaced_assignment::FIXER,
    &spaces_in_path::FIXER,
    &unknown_command::FIXER,
    &unknown_inner_command::FIXER,
    &unknown_name::FIXER,
    &unfinished_exec::FIXER,
    &unfinished_script::FIXER,
    &unmatched_pattern::FIXER,
    &unquoted_pattern::FIXER,
    &wrong_archive::FIXER,
    &wrong_unit::FIXER,
    &torn_names::FIXER,
    &unset_variable::FIXER,
    &awk_program::FIXER,
    &carriage_returns::FIXER,
    // syntax: specific mistakes before generic grammar repairs
    &bash_in_fish::FIXER,
    &fish_backquotes::FIXER,
    &dot_script::FIXER,
    &wrong_interpreter::FIXER,
    &event_not_found::FIXER,
    &bad_substitution::FIXER,
    &last_command::FIXER,
    &here_string::FIXER,
    &process_substitution::FIXER,
    &nested_quotes::FIXER,
    &unquoted_program::FIXER,
    &unquoted_url::FIXER,
    &double_brackets::FIXER,
    &bash_in_sh::FIXER,
    &test_blanks::FIXER,
    &test_operands::FIXER,
    &leading_dash::FIXER,
    &pasted_twice::FIXER,
    &wrong_header::FIXER,
    &comment_in_zsh::FIXER,
    &doubled_operator::FIXER,
    &missing_keyword::FIXER,
    &stray_parentheses::FIXER,
    &unbalanced_bracket::FIXER,
    &unclosed_quote::FIXER,
];

/// Returns the kind of failure that this rule fixes, from its name; `None` if the text determines it better.
#[must_use]
pub fn kind(id: &str) -> Option<FailureKind> {
    Some(match id.split_once('/')? {
        ("any", "unknown-command" | "unknown-inner-command" | "pasted-prompt" | "other-system") => {
            FailureKind::CommandNotFound
        }
        (
            _,
            "unknown-command"
            | "unknown-script"
            | "unknown-task"
            | "misspelt-subcommand"
            | "glued-subcommand",
        ) => FailureKind::UnknownSubcommand,
        (_, "not-installed" | "missing-dependency" | "executable-missing") => FailureKind::MissingDependency,
        (_, "no-project" | "no-configuration" | "not-configured") => FailureKind::State,
        (_, "misspelt-option" | "long-for-short") => FailureKind::InvalidOption,
        (_, "misspelt-path" | "missing-directory" | "sourced-file") => FailureKind::FileNotFound,
        (_, "needs-privilege") => FailureKind::PermissionDenied,
        (_, "misspelt-scheme" | "operand-order" | "wrong-archive" | "unquoted-message") => FailureKind::Usage,
        (
            _,
            "bad-substitution"
            | "bash-syntax"
            | "double-brackets"
            | "doubled-operator"
            | "event-not-found"
            | "missing-keyword"
            | "nested-quotes"
            | "process-substitution"
            | "stray-parentheses"
            | "test-without-blanks"
            | "unbalanced-bracket",
        ) => FailureKind::SyntaxError,
        _ => return None,
    })
}

/// Returns the mistakes that are certain on their own: unknown programs and subcommands in any command of the
/// line, each with its command's span. They are fixed together with a proposal that does not change that
/// command.
#[must_use]
pub fn companions(case: &Case<'_>) -> Vec<(Span, Edit)> {
    // after a syntax error, what follows may not be a command
    let sure = case.failure.script.issues.is_empty();
    let commands = case.failure.script.commands.iter().filter(|_| sure);
    commands
        .filter_map(|command| {
            let edit = unknown_command::correction(case, command)
                .or_else(|| misspelt_subcommand::correction(case, command))?;
            Some((command.span, edit))
        })
        .collect()
}
