//! `darn last-request`: prints the last request to a provider byte for byte, without the API key.

use super::prelude::*;
use crate::model::sent;
use crate::ui::numbers::several;

pub fn run(context: &Context) -> Result<ExitCode, Error> {
    let last = sent::last().map_err(|error| {
        Error::new(
            ErrorKind::Internal,
            format!("cannot read the last request: {}", crate::files::reason(&error)),
        )
    })?;
    let Some((sent, body)) = last else {
        return Err(Error::new(ErrorKind::Negative, "nothing has been sent to a provider yet"));
    };
    let secrets = several(sent.redactions, "secret");
    context.note(&format!("{}, to {}, {} bytes, {secrets} redacted", sent.time, sent.provider, body.len()));
    let mut head = format!("POST {}\n", sent.url);
    for header in &sent.headers {
        head.push_str(header);
        head.push('\n');
    }
    ui::print(&format!("{}\n", ui::neutral(&head)));
    ui::print_bytes(&body);
    ui::print("\n");
    Ok(ExitCode::SUCCESS)
}
