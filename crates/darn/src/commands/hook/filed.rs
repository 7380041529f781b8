//! A question in a private file of bash or zsh, which ask so where no daemon runs: what their builtins print is slow to
//! take apart for the shell. The file is deleted, which bash itself cannot do.

use protocol::relay::{END, PlacedRequest, Question, Wanted};
use shell::relay::channel::MAX_QUESTION;

use super::printed;
use crate::commands::prelude::*;
use crate::{daemon, files};

/// The call, in place of the name of a hook's call; the path of the file follows.
pub const WORD: &str = "filed";

/// Reads the question, deletes the file and prints what comes before the reply: the number of the question and the
/// command, each with a mark. `None`: it is not there as a whole.
pub fn take(path: &Path, caller: Caller) -> Option<(protocol::FailedLine, Caller)> {
    if !printed::is_one(path) {
        return None;
    }
    let read = files::read(path, MAX_QUESTION as u64).ok().flatten();
    let _ = std::fs::remove_file(path);
    let read = read.filter(|read| read.ends_with(END))?;
    let Question { number, wanted: Wanted::Reply(placed) } = Question::decode(&read, daemon::NONCE)? else {
        return None;
    };
    let PlacedRequest { request: protocol::HookRequest { dialect, columns, call }, environment, .. } =
        *placed;
    let protocol::Call::Failed(mut line) = call else { return None };
    if dialect == syntax::Dialect::Zsh {
        line.session.history = public(&line.session.history);
    }
    if line.text.as_bytes().contains(&daemon::END_OF_DRAWN) {
        return None; // the shell could not tell where it ends
    }
    let mut variables = Arc::unwrap_or_clone(caller.variables);
    variables.extend(context::variables(environment));
    let mark = [daemon::END_OF_DRAWN];
    ui::print_bytes(&[&number, &mark[..], line.text.as_bytes(), &mark].concat());
    Some((line, Caller { dialect, columns, variables: Arc::new(variables), ..caller }))
}

/// Leaves out the private lines of zsh's `fc -ln`, which begin with a blank.
fn public(history: &str) -> String {
    history.split_inclusive('\n').filter(|line| !line.starts_with([' ', '\t'])).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use syntax::Dialect;

    use crate::caller::Caller;

    #[test]
    fn no_other_file_is_deleted() {
        let root = tempfile::tempdir().unwrap();
        for (name, is_gone) in [("notes.txt", false), ("printed.4711", true)] {
            let path = root.path().join(name);
            std::fs::write(&path, "no question").unwrap();
            assert!(super::take(Path::new(&path), Caller::unknown(Dialect::Bash)).is_none());
            assert_eq!(!path.exists(), is_gone, "{name}");
        }
    }

    #[test]
    fn private_lines_of_zsh_are_left_out() {
        assert_eq!(super::public("ls\n secret\n\tsecret\ngti status\n"), "ls\ngti status\n");
    }
}
