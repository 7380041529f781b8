//! What is typed into the shell, and the script that it loads first.

use std::path::Path;

use syntax::{Dialect, IssueKind, Script, quote};

/// Returns the arguments with which the shell starts.
pub const fn arguments(dialect: Dialect, reads_startup_files: bool) -> &'static [&'static str] {
    match (dialect, reads_startup_files) {
        (Dialect::Bash, true) => &["-i"],
        (Dialect::Bash, false) => &["--noprofile", "--norc", "-i"],
        (Dialect::Zsh, true) => &["-i"],
        (Dialect::Zsh, false) => &["-f", "-i"],
        (Dialect::Fish, true) => &["--private", "-i"],
        (Dialect::Fish, false) => &["--private", "--no-config", "-i"],
        _ => &["-i"],
    }
}

/// Returns the script for the shell.
pub fn text(dialect: Dialect, place: &Path, nonce: &str) -> String {
    let script = match dialect {
        Dialect::Bash => include_str!("../bash/session.bash"),
        Dialect::Zsh => include_str!("../zsh/session.zsh"),
        Dialect::Fish => include_str!("../fish/session.fish"),
        _ => include_str!("../sh/session.sh"),
    };
    let place = place.to_string_lossy();
    // the last replacement, so that it changes nothing in the place
    own(script, nonce).replace("@NONCE@", nonce).replace("@PLACE@", &quote(&place, dialect))
}

/// Gives our functions and variables names that no command can have by chance.
fn own(text: &str, nonce: &str) -> String {
    text.replace("__darn_", &format!("__darn_{nonce}_"))
}

/// Returns the line that loads the script, which then reports this number.
pub fn load(dialect: Dialect, script: &Path, sequence: u64, nonce: &str) -> String {
    let script = script.to_string_lossy();
    let script = quote(&script, dialect);
    let number = match dialect {
        Dialect::Fish => format!("set -g __darn_seq {sequence}; source"),
        _ => format!("__darn_seq={sequence}; ."),
    };
    format!(" {} {script}\r", own(&number, nonce))
}

/// Returns the line that runs a command.
pub fn run(dialect: Dialect, sequence: u64, nonce: &str) -> String {
    let line = match dialect {
        Dialect::Fish => format!(" __darn_begin {sequence}; eval $__darn_text; __darn_end $status\r"),
        // a name of a file instead of its text needs no `cat`, which PATH may not have
        Dialect::Posix => format!(" __darn_begin {sequence}; . \"$__darn_text\"; __darn_end $?\r"),
        _ => format!(" __darn_begin {sequence}; eval \"$__darn_text\"; __darn_end $?\r"),
    };
    own(&line, nonce)
}

/// Returns whether the shell would wait for more input at the end of this text.
pub fn is_incomplete(text: &str, dialect: Dialect) -> bool {
    Script::parse(text, dialect).issues.iter().any(|issue| {
        matches!(
            issue.kind,
            IssueKind::UnclosedSingleQuote
                | IssueKind::UnclosedDoubleQuote
                | IssueKind::UnclosedBacktick
                | IssueKind::UnclosedParen
                | IssueKind::UnclosedBrace
                | IssueKind::UnclosedHereDocument
                | IssueKind::MissingKeyword("fi" | "done" | "esac" | "end" | "]]")
        )
    })
}
