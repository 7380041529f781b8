//! Sending data that should not leave this machine.

use syntax::Span;

use crate::level::Level;
use crate::shell::{Shell, Stream};

/// Judges a stream sent to another machine.
pub fn send(shell: &mut Shell<'_>, stream: &Stream, to: &str, span: Span) {
    if stream.taint.shell {
        let because = "Gives the other end of the connection a shell on this machine.";
        shell.find("network/reverse-shell", Level::Confirm, because, span);
    }
    if stream.taint.secret {
        let because = if to.is_empty() {
            "Sends keys, passwords or a whole directory to another machine.".to_owned()
        } else {
            format!("Sends keys, passwords or a whole directory to `{}`.", super::delete::shown(to))
        };
        shell.find("send/secret", Level::Confirm, because, span);
    }
}
