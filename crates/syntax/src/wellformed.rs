//! Checks whether the shell's grammar accepts a text, for fixed lines before they are offered.

use crate::{Dialect, IssueKind, Script};

/// Maximum length passed to rable, which needs more than 10 ms for longer texts.
const MAX_BYTES: usize = 8 * 1024;
/// Maximum number of openers, nested or not: the time of rable grows faster than linearly with nesting.
const MAX_OPENERS: usize = 24;

impl Script {
    /// Returns whether the shell would parse the whole text, or `None` if that is unknown.
    ///
    /// `Some(true)` is possible only for bash and sh, where a second, independent parser (rable) must agree;
    /// it is used only for texts of at most 8 KiB with at most 24 opening brackets and backticks. Costs some
    /// microseconds, so [`Script::parse`] does not call it.
    ///
    /// Errors that a shell reports only at run time (`${x y}`, an unknown option of `[[`) are not detected.
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
