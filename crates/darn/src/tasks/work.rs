//! What the steps of a task came to.

/// A step that the person has decided on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    pub command: String,
    /// `None`: it did not run, or its status is unknown.
    pub status: Option<i32>,
}

/// The sum of the steps.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Commands that succeeded.
    pub changed: Vec<String>,
    /// Commands that failed or were skipped, and have not succeeded since.
    pub left: Vec<String>,
}

/// Sums up what has run.
pub fn sum(ran: &[Ran]) -> Work {
    let mut work = Work::default();
    for ran in ran {
        work.left.retain(|command| *command != ran.command);
        let list = if ran.status == Some(0) { &mut work.changed } else { &mut work.left };
        list.push(ran.command.clone());
    }
    work
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_succeeded_since_is_not_left() {
        let ran = [("make", Some(2)), ("cp a b", None), ("make", Some(0)), ("ls", Some(1)), ("ls", Some(1))];
        let ran = ran.map(|(command, status)| Ran { command: command.into(), status });
        let expected = Work { changed: vec!["make".into()], left: vec!["cp a b".into(), "ls".into()] };
        assert_eq!(sum(&ran), expected);
    }
}
