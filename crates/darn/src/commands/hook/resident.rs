//! Asks the daemon for a hint, which is faster than this process once the program is warm.

use protocol::HookRequest;

use crate::commands::prelude::*;
use crate::{daemon, relay};

/// Draws and prints the daemon's answer; returns `None` if no answer arrives in time.
pub fn answer(request: &HookRequest, caller: &Caller) -> Option<ExitCode> {
    if relay::is_ours(caller) {
        return None; // it knows the output, and answers before any process is started
    }
    let patience = || daemon::patience(caller, || config::for_hook(caller).daemon.hook_timeout_ms.0);
    let asked = daemon::ask_for_hint(request, caller, patience)?;
    match asked.drawn.strip_prefix('\r') {
        Some(line) => ui::draw(&(ui::hint::own_line(&Style::of_stderr(caller)) + line)),
        None => ui::draw(&asked.drawn),
    }
    ui::print_bytes(&asked.reply);
    Some(ExitCode::SUCCESS)
}

/// Starts the daemon if the user wants that and none runs; called after the reply. Never fails: without it
/// everything works as before.
pub fn start_if_wanted(settings: &Settings, caller: &Caller) {
    if settings.daemon.autostart
        && !relay::is_ours(caller)
        && daemon::find(caller).is_none()
        && let Err(error) = daemon::start(false)
    {
        crate::log::note(&format!("the daemon cannot be started: {error:?}"));
    }
}
