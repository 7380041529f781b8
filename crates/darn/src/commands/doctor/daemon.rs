//! Reports the state of the daemon.

use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;
use std::time::Duration;

use protocol::daemon::{Reply, Request, VERSION};

use super::{Finding, settings};
use crate::context::Context;
use crate::daemon::{self, Connection};
use crate::dirs;

/// How long an answer may take; far above what a hook waits.
const PATIENCE: Duration = Duration::from_millis(500);

const RESTART: &str = "pkill -f 'darn daemon run'; darn daemon start";

pub fn daemon(context: &Context) -> Vec<Finding> {
    let candidates = daemon::candidates(&context.caller);
    let Some(socket) = candidates.iter().find(|socket| is_socket(socket)) else {
        let is_wanted = settings(context).daemon.autostart;
        return vec![if is_wanted {
            Finding::ok("not running; the next failure starts it (daemon.autostart)")
        } else {
            Finding::advised(
                "not running; each failure starts one process",
                "faster hints: darn daemon start",
            )
        }];
    };
    let place = dirs::display(socket);
    if !daemon::is_trusted(socket) {
        let text = format!("{place} belongs to another user, or others can write beside it; it is not used");
        return vec![Finding::bad(text, "remove it, or name another one: DARN_SOCKET")];
    }
    let finding = match Connection::open(socket, PATIENCE)
        .and_then(|mut daemon| daemon.ask(&Request::Hello { version: VERSION }))
    {
        Ok(Reply::Welcome { release, .. }) if release == env!("CARGO_PKG_VERSION") => {
            Finding::ok(format!("running, version {release}"))
        }
        Ok(Reply::Welcome { release, .. }) => Finding::warn(
            format!("version {release} is running, this is {}", env!("CARGO_PKG_VERSION")),
            "darn daemon stop; darn daemon start",
        ),
        Ok(_) => Finding::warn(format!("{place} speaks another protocol"), RESTART),
        Err(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
            Finding::warn(format!("{place} was left by a daemon that was killed"), "darn daemon start")
        }
        Err(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            Finding::warn("running, but it does not answer; hooks answer without it", RESTART)
        }
        Err(error) => {
            Finding::warn(format!("{place} cannot be used: {}", crate::files::reason(&error)), RESTART)
        }
    };
    vec![finding]
}

fn is_socket(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|data| data.file_type().is_socket())
}
