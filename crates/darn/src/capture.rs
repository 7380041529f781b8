//! What a failed command printed, where the terminal can be asked for it.

use std::os::fd::AsFd;
use std::time::Duration;

use rustix::termios::{tcgetwinsize, ttyname};
use shell::capture::find::{Finished, Moment};
use shell::capture::{self, Surroundings};

use crate::config::{CaptureMode, Settings};
use crate::mend::Request;
use crate::relay;

/// How long the terminal may take.
pub const fn patience(moment: Moment) -> Duration {
    Duration::from_millis(match moment {
        Moment::Prompt => 20,
        Moment::Later => 200,
    })
}

/// Asks the relay, else the terminal, unless the user does not want that; `None` where it is not
/// known for certain.
#[must_use]
pub fn output(request: &Request, settings: &Settings, moment: Moment) -> Option<Vec<u8>> {
    if settings.capture.mode == CaptureMode::None || is_private(request, settings) {
        return None;
    }
    if relay::is_ours() {
        // what it does not know, it was not to know: the terminal is not asked
        return match moment {
            Moment::Prompt => relay::ended(request.status),
            Moment::Later => relay::before(request.status),
        };
    }
    let finished =
        Finished { text: &request.text, status: request.status, history: &request.history, moment };
    within(|surroundings| capture::output(surroundings, &finished, patience(moment))).map(String::into_bytes)
}

/// A line that begins with a blank is one of which its user wants nothing known; others print secrets.
fn is_private(request: &Request, settings: &Settings) -> bool {
    request.text.starts_with([' ', '\t'])
        || settings.capture.private().is_in(&request.text, request.dialect, &request.aliases)
}

/// Calls with what is known of this terminal.
pub fn within<T>(call: impl FnOnce(&Surroundings<'_>) -> T) -> T {
    let (stdin, stdout, stderr) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
    let device = [stdin.as_fd(), stderr.as_fd(), stdout.as_fd()].into_iter().find_map(|fd| {
        let name = ttyname(fd, Vec::new()).ok()?.into_string().ok()?;
        Some((name, tcgetwinsize(fd).map_or(0, |size| size.ws_col)))
    });
    let (tty, columns) = device.map_or((None, 0), |(tty, columns)| (Some(tty), columns));
    let variable = |name: &str| std::env::var(name).ok();
    call(&Surroundings { variable: &variable, tty: tty.as_deref(), columns: columns.into() })
}
