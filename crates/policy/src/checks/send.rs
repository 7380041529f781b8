//! Sending data that should not leave this machine.

use crate::prelude::*;

/// Judges a stream sent to another machine.
pub fn send(context: &mut Context<'_>, stream: &Stream, to: &str, span: Span) {
    if stream.taint.shell {
        let because = "Gives the other end of the connection a shell on this machine.";
        context.find("network/reverse-shell", Level::Confirm, because, span);
    }
    if stream.taint.secret {
        let because = if to.is_empty() {
            "Sends keys, passwords or a whole directory to another machine.".to_owned()
        } else {
            format!("Sends keys, passwords or a whole directory to `{}`.", display(to))
        };
        context.find("send/secret", Level::Confirm, because, span);
    }
}
