//! Running what nobody has read: fetched from another machine, or decoded.

use syntax::Span;

use crate::policy::level::Level;
use crate::policy::shell::{Shell, Stream};

/// The stream is run as code; `what` says what it is.
pub fn execute(shell: &mut Shell<'_>, stream: &Stream, what: &str, span: Span) {
    if stream.taint.network {
        let because = format!("Runs {what} that comes from another machine, unseen.");
        shell.find("execute/download", Level::Confirm, because, span);
    } else if stream.taint.decoded {
        let because = format!("Runs {what} that had to be decoded first, so that it cannot be read.");
        shell.find("execute/decoded", Level::Confirm, because, span);
    } else if stream.taint.documented {
        let because = format!("Runs {what} that comes from its maker's address, unseen.");
        shell.find("execute/installer", Level::Warn, because, span);
    } else if stream.taint.unpacked {
        let because = format!("Runs {what} out of an archive that nobody has looked into.");
        shell.find("execute/unpacked", Level::Warn, because, span);
    }
}
