//! What the steps of a task came to.

/// A step that the person has decided on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    pub command: String,
    /// `None`: it did not run, or its status is unknown.
    pub status: Option<i32>,
    /// The failed command in whose place it ran.
    pub replaces: Option<String>,
    /// The person did not want it.
    pub is_skipped: bool,
}

/// The sum of the steps.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Commands that succeeded.
    pub changed: Vec<String>,
    /// Commands that failed or were skipped, and have not succeeded since, nor has a fix of them.
    pub left: Vec<String>,
    /// Those of them that were skipped.
    pub skipped: Vec<String>,
}

/// Sums up what has run.
pub fn sum(ran: &[Ran]) -> Work {
    let mut work = Work::default();
    for ran in ran {
        let is_done = ran.status == Some(0);
        work.left.retain(|command| {
            let is_replaced = is_done && ran.replaces.as_ref() == Some(command);
            let is_part = is_done && parts(&ran.command).any(|part| part == command);
            *command != ran.command && !is_replaced && !is_part
        });
        let list = if is_done { &mut work.changed } else { &mut work.left };
        list.push(ran.command.clone());
    }
    let is_skipped = |command: &String| ran.iter().any(|ran| ran.is_skipped && ran.command == *command);
    work.skipped = work.left.iter().filter(|command| is_skipped(command)).cloned().collect();
    work
}

/// Splits a command line at the signs between commands: `make && ./test` has also done `make`.
fn parts(command: &str) -> impl Iterator<Item = &str> {
    command.split("&&").flat_map(|part| part.split([';', '\n'])).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_succeeded_since_is_not_left() {
        let ran = |command: &str, status, replaces: Option<&str>| Ran {
            command: command.into(),
            status,
            replaces: replaces.map(str::to_owned),
            is_skipped: status.is_none(),
        };
        let ran = [
            ran("make", Some(2), None),
            ran("cp a b", None, None),
            ran("mkdir a/b", Some(1), None),
            ran("mkdir -p a/b", Some(0), Some("mkdir a/b")),
            ran("mkdir c/d", Some(1), None),
            ran("mkdir -p c/d", Some(1), Some("mkdir c/d")),
            ran("make && ./test", Some(0), None),
            ran("ls", Some(1), None),
            ran("ls", Some(1), None),
        ];
        let work = sum(&ran);
        assert_eq!(work.changed, ["mkdir -p a/b", "make && ./test"]);
        assert_eq!(work.left, ["cp a b", "mkdir c/d", "mkdir -p c/d", "ls"]);
        assert_eq!(work.skipped, ["cp a b"]);
    }
}
