//! `find … | xargs wc -l` with names that contain blanks, which xargs splits: separate the names with null
//! bytes.

use super::prelude::*;

/// Maximum number of output lines examined.
const MAX_LINES: usize = 200;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let commands = &case.failure.script.commands;
    let pairs = commands.windows(2).filter_map(|two| match two {
        [find, xargs] if xargs.connector == Connector::Pipe => Some((find, xargs)),
        _ => None,
    });
    let edit = pairs.into_iter().find_map(|(find, xargs)| mend(case, find, xargs));
    edit.map(|edit| Proposal::certain(edit, "a name contains spaces"))
}

fn mend(case: &Case<'_>, find: &Command, xargs: &Command) -> Option<Edit> {
    let (Some("find"), Some("xargs")) = (find.program_name(), xargs.program_name()) else { return None };
    let actions = ["-print0", "-print", "-printf", "-exec", "-execdir", "-ls", "-o", "-or"];
    let zero = ["-0", "--null", "-d", "--delimiter", "-I", "-i", "-L"];
    let plain = !find.arguments().iter().any(|word| actions.contains(&word.value.as_str()))
        && !xargs.arguments().iter().any(|word| zero.iter().any(|option| word.value.starts_with(option)));
    if !plain
        || !find.redirects.is_empty()
        || !case.output?.lines().take(MAX_LINES).any(|line| is_torn(case, line))
    {
        return None;
    }
    let after = find.words.last()?.span.end;
    Some(Edit::new().insert(after, " -print0").insert(xargs.program_word()?.span.end, " -0"))
}

/// Returns whether the line complains about the part of an existing name before a blank.
fn is_torn(case: &Case<'_>, line: &str) -> bool {
    let Some(before) = line.strip_suffix(": No such file or directory") else { return false };
    let path = before.rsplit(": ").next().unwrap_or(before);
    let path = path.rsplit("access ").next().unwrap_or(path).trim_matches('\'');
    let (directory, name) = paths::split(path);
    let directory = if directory.is_empty() { "." } else { directory };
    let Some(directory) = paths::expand(directory, case.world) else { return false };
    let torn = format!("{name} ");
    !name.is_empty() && case.world.entries(&directory).iter().any(|entry| entry.name.starts_with(&torn))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn zero_bytes() {
        let mut world = world();
        world.programs.push("xargs".into());
        world.files.insert("dir/two words.md".into(), String::new());
        let said = "wc: ./dir/two: No such file or directory\n";
        let first = |text: &str| fixes("bash", text, 123, Some(said), &world).first().cloned();
        assert_eq!(
            first("find . -type f | xargs wc -c").as_deref(),
            Some("find . -type f -print0 | xargs -0 wc -c")
        );
        world.files.remove("dir/two words.md");
        let first = |text: &str| fixes("bash", text, 123, Some(said), &world).first().cloned();
        assert_eq!(first("find . -type f | xargs wc -c"), None, "no such name");
    }
}
