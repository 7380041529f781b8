//! `composer install --new-option`: an option that newer versions have, refused by a program that updates itself.

use super::prelude::*;
use super::typed_option;

/// How programs update themselves.
const UPDATES: &[(&str, &str)] = table!("self_updates");

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if case.failure.kind != FailureKind::InvalidOption || case.is_unstarted() {
        return None;
    }
    let options = typed_option::all(case);
    let option = typed_option::outdated(case, &options)?;
    let (name, update) = UPDATES.iter().find(|(name, _)| *name == option.program)?;
    let and = if case.dialect() == Dialect::Fish { "; and " } else { " && " };
    let start = option.command.words.first().map_or(option.command.span.start, |word| word.span.start);
    let sudo = if option.command.is_privileged() { "sudo " } else { "" };
    let edit = Edit::new().insert(start, format!("{sudo}{name} {update}{and}"));
    Some(Proposal::likely(
        edit,
        format!("this version of {name} is too old for {}: this updates it", option.name),
    ))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn a_program_is_updated_before_its_new_option() {
        let mut world = world();
        world.programs.extend(["composer"].map(str::to_owned));
        let said = "  The \"--no-scripts\" option does not exist.  \n";
        let first = fixes("bash", "composer install --no-scripts", 1, Some(said), &world).first().cloned();
        assert_eq!(first.as_deref(), Some("composer self-update && composer install --no-scripts"));
        let said = "  The \"--no-scrips\" option does not exist.  \n";
        let first = fixes("bash", "composer install --no-scrips", 1, Some(said), &world).first().cloned();
        assert!(first.is_none_or(|fix| !fix.contains("self-update")));
    }
}
