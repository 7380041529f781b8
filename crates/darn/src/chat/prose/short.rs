//! Lines of one or two words whose first can be run.

use programs::Role;

use super::Class;
use super::typed::Typed;
use super::words::{PRONOUN, REPLY, SAID, is_function, is_plain, is_strong};

/// Classifies a word alone: `more`, which says something, or needs an operand to be of use.
pub fn one(line: &Typed<'_>) -> Class {
    let needs_operand = line.is_spoken() && line.has_too_few();
    if REPLY.has(line.first()) || needs_operand { Class::Doubtful } else { Class::Command }
}

/// Classifies two words: `make docs`, `kill it`, `sort files`.
pub fn two(line: &Typed<'_>) -> Class {
    let operand = line.words.get(1).copied().unwrap_or_default();
    let bare = operand.trim_end_matches(['.', '!']);
    if PRONOUN.has(bare) && !line.exists(operand) {
        return Class::Doubtful;
    }
    if line.knows(operand) {
        return if line.has_too_few() { Class::Doubtful } else { Class::Command };
    }
    // `ls hangs`
    if SAID.has(bare) && !is_function(bare) {
        return Class::Prose;
    }
    if is_strong(bare) && !line.is_any(&[Role::LooksUp, Role::Names]) {
        return if line.is_spoken() { Class::Prose } else { Class::Doubtful };
    }
    // `watch app.log`, `nginx 502`
    let is_file_to_run =
        line.is_spoken() && line.runs_operand() && !operand.contains('/') && line.exists(operand);
    let is_number = || operand.parse::<u64>().is_ok();
    if is_file_to_run || line.is(Role::Serves) && is_number() {
        return Class::Doubtful;
    }
    let is_plain = is_plain(operand) && !line.has_subcommand();
    let is_request = line.is_spoken() && !line.is(Role::PatternFirst);
    // `ls here`
    let is_place = line.wants_files() && is_function(bare);
    let is_doubtful = is_plain && (is_place || is_request || line.is_topic() || line.has_too_few())
        || is_request && line.has_too_few();
    if is_doubtful { Class::Doubtful } else { Class::Command }
}
