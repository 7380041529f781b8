//! Rules in Rust, for what data cannot express. One file per rule, listed in `data/fixers.txt`.

use syntax::{Command, Edit, Span};

use super::{Case, Proposal};
use crate::failure::FailureKind;

mod prelude;

pub(crate) mod advice;
mod awk_program;
mod backslash_path;
mod carriage_returns;
mod clone_without_key;
mod doubled_words;
mod existing_directory;
mod exported_command;
mod foreign_word;
mod git_not_a_repository;
mod git_resolved_conflict;
pub(crate) mod git_unknown_name;
mod git_unknown_setting;
mod git_unquoted_message;
mod glued_subcommand;
mod glued_words;
mod jq_dashed_key;
mod long_arguments;
mod long_for_short;
mod misplaced_address;
mod misplaced_option;
mod misplaced_subcommand;
mod missing_directory;
mod missing_helper;
mod missing_part;
pub(crate) mod misspelt_option;
pub(crate) mod misspelt_path;
mod misspelt_scheme;
pub(crate) mod misspelt_subcommand;
mod needs_privilege;
mod not_executable;
mod operand_order;
mod options_behind_image;
mod other_system;
mod pasted_characters;
mod pasted_prompt;
mod python_surroundings;
mod second_command;
mod sed_delimiter;
mod session_behind_sudo;
mod spaced_assignment;
mod spaces_in_path;
mod synopsis_brackets;
mod tool_hint;
mod torn_names;
pub(crate) mod typed_option;
mod unfinished_exec;
mod unfinished_script;
mod unknown_command;
mod unknown_inner_command;
pub(crate) mod unknown_name;
mod unmatched_pattern;
mod unnamed_address;
mod unquoted_pattern;
mod unset_variable;
mod wrong_archive;
mod wrong_keys;
mod wrong_unit;

// Syntax: the shell rejects the line.
mod bad_substitution;
mod bash_in_fish;
mod bash_in_sh;
mod blank_behind_backslash;
mod comment_in_zsh;
mod dot_script;
mod double_brackets;
mod doubled_operator;
mod event_not_found;
mod expanded_pattern;
mod fish_backquotes;
mod here_string;
mod last_command;
mod leading_dash;
mod missing_dash;
mod missing_keyword;
mod missing_source;
mod module_program;
mod nested_quotes;
mod other_language;
mod pasted_twice;
mod patch_level;
mod process_substitution;
pub(crate) mod repair;
mod stray_parentheses;
mod sudo_before_pipe;
mod test_blanks;
mod test_operands;
mod unbalanced_bracket;
mod unclosed_quote;
mod unquoted_program;
mod unquoted_substitution;
mod unquoted_url;
mod wrong_header;
mod wrong_interpreter;

/// A rule in Rust.
#[derive(Debug, Clone, Copy)]
pub struct Fixer {
    /// Named after the problem: `any/unknown-command`.
    pub id: &'static str,
    /// The kind of failure; `-` if the text determines it better.
    kind: &'static str,
    apply: Apply,
    /// One line for `darn rules list`.
    pub about: &'static str,
}

/// How a fixer is applied.
#[derive(Debug, Clone, Copy)]
enum Apply {
    /// To the line.
    Line(fn(&Case<'_>) -> Option<Proposal>),
    /// To each command, until one can be fixed.
    Each(fn(&Case<'_>, &Command) -> Option<Proposal>),
    /// To the line, with alternatives.
    Several(fn(&Case<'_>) -> Vec<Proposal>),
    /// To each error of the line, with the reason.
    Repair(&'static str, repair::Repair),
}

use Apply::{Each, Line, Repair, Several};

/// The fixer that follows what the output advises.
pub(crate) const ADVICE: &str = "any/advice";

/// All fixers, in the order of `data/fixers.txt`.
pub const ALL: &[Fixer] = include!(concat!(env!("OUT_DIR"), "/fixers.rs"));

impl Fixer {
    /// Returns the fixer's proposals for a failure.
    pub(crate) fn propose(&self, case: &Case<'_>) -> Vec<Proposal> {
        let mut found = match self.apply {
            Line(propose) => propose(case).into_iter().collect(),
            Each(propose) => case.commands().find_map(|command| propose(case, command)).into_iter().collect(),
            Several(propose) => propose(case),
            Repair(because, repair) => repair::propose(case, because, repair),
        };
        for proposal in found.iter_mut().filter(|proposal| proposal.rule.is_empty()) {
            self.id.clone_into(&mut proposal.rule);
        }
        found
    }
}

/// Returns the first of these lists that is not empty.
fn first(mut found: impl Iterator<Item = Vec<Proposal>>) -> Vec<Proposal> {
    found.find(|found| !found.is_empty()).unwrap_or_default()
}

/// Returns the kind of failure that this fixer fixes; `None` if the text determines it better.
pub(crate) fn kind(id: &str) -> Option<FailureKind> {
    FailureKind::named(ALL.iter().find(|fixer| fixer.id == id)?.kind)
}

/// Returns whether this is the id of a rule in Rust.
pub(crate) fn is_fixer(id: &str) -> bool {
    ALL.iter().any(|fixer| fixer.id == id)
}

/// Returns the mistakes that are certain on their own: unknown programs and subcommands in any command of the
/// line, each with its command's span. They are fixed together with a proposal that does not change that
/// command.
pub(crate) fn companions(case: &Case<'_>) -> Vec<(Span, Edit)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_a_kind_and_says_what_it_is_about() {
        for Fixer { id, kind, about, .. } in ALL {
            assert!(*kind == "-" || FailureKind::named(kind).is_some(), "{id}: {kind}");
            assert!(!about.is_empty(), "{id}");
        }
        assert!(is_fixer(ADVICE));
    }
}
