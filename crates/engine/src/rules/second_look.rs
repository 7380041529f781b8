//! Rechecks a corrected command for further mistakes: `git chekcout mian`. The program stopped at the first
//! one, so words and facts alone must prove the others.

use programs::Role;
use syntax::{Edit, Script};

use super::fixers::{git_unknown_name, misspelt_option, misspelt_path, misspelt_subcommand, unknown_name};
use super::{Case, Proposal, destructive};
use crate::diagnosis::Applicability;
use crate::failure::{Confidence, Failure, FailureKind};

/// Maximum number of further corrections.
const MAX: usize = 3;
/// Maximum distance of a certain typo, and minimum gap to the next candidate, in hundredths of an edit.
const NEAR: u32 = 161;
const APART: u32 = 40;

/// Returns the corrected line, with other typos in the changed commands fixed.
pub fn complete(case: &Case<'_>, mended: String) -> String {
    let mut text = mended;
    for _ in 0..MAX {
        // git's status tells what it missed; here nothing was run
        let Some(edit) = [128, 1].into_iter().find_map(|status| next(case, &text, status)) else { break };
        text = edit.apply(&text);
    }
    text
}

fn next(case: &Case<'_>, text: &str, status: i32) -> Option<Edit> {
    let before = &case.failure.script;
    let mut record = case.failure.record.clone();
    record.status = status;
    record.output = None;
    text.clone_into(&mut record.text);
    let mut script = Script::parse(text, record.dialect);
    let same = |raw: &str| before.commands.iter().any(|command| before.raw(command.span) == raw);
    let changed: Vec<_> =
        script.commands.iter().filter(|command| !same(script.raw(command.span))).cloned().collect();
    script.commands = changed;
    // these fail if their operand does not exist
    let opens = |name: &str| programs::is_any(name, &[Role::Reads, Role::Enters, Role::Moves]);
    let reads = script.commands.iter().all(|command| command.program_name().is_some_and(opens));
    let failure = Failure {
        record,
        printed: None,
        script,
        culprit: None,
        named: None,
        kind: FailureKind::Generic,
        confidence: Confidence::Low,
        reported: false,
    };
    let case = Case { failure: &failure, world: case.world, output: None, similar: case.similar };
    let fixers = [
        misspelt_subcommand::propose,
        misspelt_option::propose,
        unknown_name::propose,
        git_unknown_name::propose,
        misspelt_path::propose,
    ];
    let fixers = fixers.iter().take(if reads { 5 } else { 4 });
    fixers.filter_map(|fixer| only(fixer(&case))).find(|edit| {
        let mended = Script::parse(&edit.apply(text), case.failure.record.dialect);
        !destructive::guesses_operand(&case.failure.script, &mended, case.world)
    })
}

/// Returns the only near correction; `None` if there are several or it is distant.
fn only(proposals: Vec<Proposal>) -> Option<Edit> {
    let mut proposals = proposals.into_iter();
    let first = proposals.next()?;
    let alone = proposals.next().is_none_or(|second| second.distance > first.distance + APART);
    (alone && first.distance <= NEAR && first.applicability == Applicability::Certain).then_some(first.edit)
}

#[cfg(test)]
mod tests {
    use super::super::fixers::repair::tests::{fixes, world};

    #[test]
    fn several_mistakes_in_one_command() {
        let mut world = world();
        for (path, text) in [
            (".git/HEAD", "ref: refs/heads/topic\n"),
            (".git/config", ""),
            (".git/refs/heads/main", ""),
            (".git/refs/heads/topic", ""),
            ("package.json", r#"{"scripts": {"build": "x"}}"#),
        ] {
            world.files.insert(path.to_owned(), text.to_owned());
        }
        let first = |text: &str, status| fixes("bash", text, status, None, &world).first().cloned();
        assert_eq!(first("git chekcout mian", 1).as_deref(), Some("git checkout main"));
        assert_eq!(first("gti chekcout mian", 127).as_deref(), Some("git checkout main"));
        assert_eq!(first("nmp run biuld", 127).as_deref(), Some("npm run build"));
        assert_eq!(first("crul --slient x", 127).as_deref(), Some("curl --silent x"));
        assert_eq!(first("haed nots.txt", 127).as_deref(), Some("head notes.txt"));
        assert_eq!(first("gti checkout -b mian", 127).as_deref(), Some("git checkout -b mian"));
        assert_eq!(first("tuoch nots.txt", 127).as_deref(), Some("touch nots.txt"));
        assert_eq!(first("cat nots.md | gerp x", 127).as_deref(), Some("cat nots.md | grep x"));
    }
}
