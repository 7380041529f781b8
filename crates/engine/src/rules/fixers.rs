//! Rules in Rust, for what data cannot express. One file per rule, listed in [`ALL`] and `data/fixers.txt`.

use syntax::{Command, Edit, Span};

use super::{Case, Proposal};
use crate::failure::FailureKind;

mod prelude;

mod advice;
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
mod sed_delimiter;
mod spaced_assignment;
mod spaces_in_path;
mod tool_hint;
mod torn_names;
pub(crate) mod typed_option;
mod unfinished_exec;
mod unfinished_script;
mod unknown_command;
mod unknown_inner_command;
pub(crate) mod unknown_name;
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
pub(crate) mod repair;
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
#[derive(Debug, Clone, Copy)]
pub struct Fixer {
    /// Named after the problem: `any/unknown-command`.
    pub id: &'static str,
    apply: Apply,
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

/// All fixers; of two equally certain proposals, the one listed first wins.
pub const ALL: &[Fixer] = &[
    fixer("any/other-system", Each(other_system::propose)),
    fixer("any/wrong-keys", Line(wrong_keys::propose)),
    fixer("any/misplaced-address", Each(misplaced_address::propose)),
    fixer("any/pasted-characters", Line(pasted_characters::propose)),
    fixer("any/pasted-prompt", Line(pasted_prompt::propose)),
    fixer("any/backslash-path", Line(backslash_path::propose)),
    fixer("any/doubled-words", Each(doubled_words::propose)),
    fixer("git/clone-without-key", Each(clone_without_key::propose)),
    fixer("git/not-a-repository", Line(git_not_a_repository::propose)),
    fixer("git/resolved-conflict", Line(git_resolved_conflict::propose)),
    fixer("git/unknown-name", Several(git_unknown_name::propose)),
    fixer("git/unknown-setting", Several(git_unknown_setting::propose)),
    fixer("git/unquoted-message", Each(git_unquoted_message::propose)),
    fixer("any/exported-command", Each(exported_command::propose)),
    fixer("any/foreign-word", Each(foreign_word::propose)),
    fixer("any/glued-subcommand", Each(glued_subcommand::propose)),
    fixer("any/glued-words", Each(glued_words::propose)),
    fixer("jq/dashed-key", Line(jq_dashed_key::propose)),
    fixer("any/long-for-short", Line(long_for_short::propose)),
    fixer("any/misplaced-option", Line(misplaced_option::propose)),
    fixer("docker/options-behind-image", Each(options_behind_image::propose)),
    fixer("any/misplaced-subcommand", Each(misplaced_subcommand::propose)),
    fixer("any/misspelt-option", Several(misspelt_option::propose)),
    fixer("any/misspelt-path", Several(misspelt_path::propose)),
    fixer("any/misspelt-scheme", Line(misspelt_scheme::propose)),
    fixer("any/misspelt-subcommand", Several(misspelt_subcommand::propose)),
    fixer("any/tool-hint", Several(tool_hint::propose)),
    fixer("mkdir/existing-directory", Line(existing_directory::propose)),
    fixer("any/missing-directory", Line(missing_directory::propose)),
    fixer("any/missing-helper", Each(missing_helper::propose)),
    fixer("any/missing-part", Each(missing_part::propose)),
    fixer("any/needs-privilege", Line(needs_privilege::propose)),
    fixer("any/not-executable", Several(not_executable::propose)),
    fixer("any/operand-order", Each(operand_order::propose)),
    fixer("python/surroundings", Line(python_surroundings::propose)),
    fixer("sed/delimiter", Each(sed_delimiter::propose)),
    fixer("any/spaced-assignment", Each(spaced_assignment::propose)),
    fixer("any/spaces-in-path", Each(spaces_in_path::propose)),
    fixer("any/unknown-command", Several(unknown_command::propose)),
    fixer("any/unknown-inner-command", Several(unknown_inner_command::propose)),
    fixer("any/unknown-name", Several(unknown_name::propose)),
    fixer("find/unfinished-exec", Line(unfinished_exec::propose)),
    fixer("any/unfinished-script", Each(unfinished_script::propose)),
    fixer("any/unmatched-pattern", Line(unmatched_pattern::propose)),
    fixer("any/unquoted-pattern", Line(unquoted_pattern::propose)),
    fixer("any/wrong-archive", Each(wrong_archive::propose)),
    fixer("any/wrong-unit", Each(wrong_unit::propose)),
    fixer("xargs/torn-names", Line(torn_names::propose)),
    fixer("any/misspelt-variable", Line(unset_variable::propose)),
    fixer("awk/program", Each(awk_program::propose)),
    fixer("any/carriage-returns", Each(carriage_returns::propose)),
    // syntax: specific mistakes before generic grammar repairs
    fixer("fish/bash-syntax", Line(bash_in_fish::propose)),
    fixer("fish/backquotes", Line(fish_backquotes::propose)),
    fixer("any/sourced-file", Each(dot_script::propose)),
    fixer("sh/script-for-bash", Each(wrong_interpreter::propose)),
    fixer("any/event-not-found", Line(event_not_found::propose)),
    fixer("any/bad-substitution", Line(bad_substitution::propose)),
    fixer("any/no-history-expansion", Each(last_command::propose)),
    fixer("any/here-string", Line(here_string::propose)),
    fixer("sh/process-substitution", Line(process_substitution::propose)),
    fixer("any/nested-quotes", Each(nested_quotes::propose)),
    fixer("any/unquoted-program", Each(unquoted_program::propose)),
    fixer("any/unquoted-url", Line(unquoted_url::propose)),
    fixer("any/double-brackets", Line(double_brackets::propose)),
    fixer("sh/bash-syntax", Line(bash_in_sh::propose)),
    fixer("any/test-without-blanks", Line(test_blanks::propose)),
    fixer("any/unquoted-test-operand", Line(test_operands::propose)),
    fixer("any/leading-dash", Each(leading_dash::propose)),
    fixer("any/pasted-twice", Line(pasted_twice::propose)),
    fixer("any/wrong-header", Line(wrong_header::propose)),
    fixer("zsh/comment", Line(comment_in_zsh::propose)),
    fixer("any/doubled-operator", Repair("missing command between operators", doubled_operator::repair)),
    fixer("any/missing-keyword", Repair("missing keyword or ; before it", missing_keyword::repair)),
    fixer("any/stray-parentheses", Several(stray_parentheses::propose)),
    fixer("any/unbalanced-bracket", Repair("unmatched bracket", unbalanced_bracket::repair)),
    fixer("any/unclosed-quote", Several(unclosed_quote::propose)),
    // last: what a program knows about itself is more exact than its advice
    fixer(ADVICE, Several(advice::propose)),
];

const fn fixer(id: &'static str, apply: Apply) -> Fixer {
    Fixer { id, apply }
}

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

    /// Returns one line for `darn rules list`.
    #[must_use]
    pub fn about(&self) -> &'static str {
        columns(self.id).map_or("", |[_, about]| about)
    }
}

/// Returns the first of these lists that is not empty.
fn first(mut found: impl Iterator<Item = Vec<Proposal>>) -> Vec<Proposal> {
    found.find(|found| !found.is_empty()).unwrap_or_default()
}

/// Returns the kind of failure that this fixer fixes; `None` if the text determines it better.
pub(crate) fn kind(id: &str) -> Option<FailureKind> {
    FailureKind::named(columns(id)?[0])
}

/// Returns whether this is the id of a rule in Rust.
pub(crate) fn is_fixer(id: &str) -> bool {
    columns(id).is_some()
}

/// Returns what `data/fixers.txt` says about a fixer: the kind of failure, and one line.
fn columns(id: &str) -> Option<[&'static str; 2]> {
    let rows = include_str!("../data/fixers.txt").lines();
    let row = rows.filter_map(|row| row.split_once(" | ")).find(|(own, _)| *own == id)?;
    row.1.split_once(" | ").map(Into::into)
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
    fn each_fixer_has_a_row_in_the_table() {
        let rows = include_str!("../data/fixers.txt").lines().filter(|row| !row.starts_with('#'));
        let listed: Vec<&str> = rows.filter_map(|row| row.split(" | ").next()).collect();
        assert_eq!(listed, ALL.iter().map(|fixer| fixer.id).collect::<Vec<_>>());
        for id in listed {
            let [kind, about] = columns(id).unwrap();
            assert!(kind == "-" || FailureKind::named(kind).is_some(), "{id}: {kind}");
            assert!(!about.is_empty() && !about.contains('|'), "{id}: {about}");
        }
    }
}
