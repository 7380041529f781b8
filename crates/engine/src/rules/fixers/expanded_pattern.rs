//! `gcloud … --path /*`: the shell put the names of files in place of a pattern that was meant for the program.

use super::prelude::*;

const REFUSALS: &[&str] = &["nrecognized argument", "nexpected argument", "oo many", "nknown argument"];
/// Number of existing names in the output that show the expansion.
const ENOUGH: usize = 3;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let output = case.output.filter(|_| case.printed_any(REFUSALS))?;
    let words = case.commands().flat_map(|command| command.arguments());
    let is_pattern = |word: &&Word| {
        word.glob && !word.dynamic && word.quote == QuoteStyle::Bare && word.value.ends_with('*')
    };
    let word = words.clone().find(is_pattern)?;
    let pattern = word.value.trim_end_matches('*');
    let (prefix, start) = pattern.split_at_checked(pattern.rfind('/').map_or(0, |at| at + 1))?;
    let entries = case.world.entries(if prefix.is_empty() { "." } else { prefix });
    let is_shown = |name: &str| {
        let path = format!("{prefix}{name}");
        output.lines().any(|line| line.split_whitespace().any(|shown| shown == path))
    };
    let shown = entries.iter().filter(|entry| entry.name.starts_with(start) && is_shown(&entry.name));
    if shown.take(ENOUGH).count() < ENOUGH {
        return None;
    }
    let edit = Edit::new().replace(word.span, format!("'{}'", case.raw(word.span)));
    Some(Proposal::certain(edit, "the shell expanded the pattern to file names: quote it"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn the_pattern_is_quoted() {
        let mut world = world();
        for name in ["/boot/", "/data/", "/dev/", "/etc/"] {
            world.files.insert(name.to_owned(), String::new());
        }
        world.programs.push("gcloud".into());
        let said = "ERROR: (gcloud.x) unrecognized arguments:\n  /boot\n  /data\n  /dev\n";
        let first = |text: &str| fixes("bash", text, 2, Some(said), &world).first().cloned();
        assert_eq!(first("gcloud x y --path /* --async").as_deref(), Some("gcloud x y --path '/*' --async"));
        assert_eq!(first("gcloud x y --path '/*' --async"), None);
    }
}
