//! Would the shell's own grammar take this text? For checking a mended line before it is offered.

use crate::{Dialect, IssueKind, Script};

/// rable needs more than 10 ms beyond this many bytes.
const MAX_BYTES: usize = 8 * 1024;
/// … and grows faster than linearly with nesting: all openers together, nested or not.
const MAX_OPENERS: usize = 24;

impl Script {
    /// Whether the shell would parse the text to its end: `None` where that is not known.
    ///
    /// For bash and sh a second, independent grammar (rable) is asked as well, if the text is at
    /// most 8 KiB long and has at most 24 opening brackets and backticks. Costs some microseconds;
    /// not called by [`Script::parse`]. Where the two disagree the answer is `None`; for the other
    /// shells only a wrong text is known for sure.
    ///
    /// What a shell notices when it runs the text (`${x y}`, an unknown option of `[[`) is not
    /// looked at.
    #[must_use]
    pub fn is_well_formed(&self) -> Option<bool> {
        let mut kinds = self.issues.iter().map(|issue| issue.kind);
        if kinds.clone().any(|kind| kind == IssueKind::TooDeep) {
            return None;
        }
        if kinds.any(|kind| kind != IssueKind::TrailingBackslash) {
            return Some(false);
        }
        if !matches!(self.dialect, Dialect::Bash | Dialect::Posix) || !is_cheap(&self.text) {
            return None;
        }
        rable::parse(&self.text, self.dialect == Dialect::Bash).is_ok().then_some(true)
    }
}

fn is_cheap(text: &str) -> bool {
    text.len() <= MAX_BYTES
        && text.bytes().filter(|byte| matches!(byte, b'(' | b'{' | b'`')).count() <= MAX_OPENERS
}
