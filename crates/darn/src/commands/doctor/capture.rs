//! Reports how darn obtains the output of commands in this shell (relay, terminal, standard error in a file,
//! not at all), and how to improve that.

use ::shell::capture::find::Moment;
use ::shell::capture::{self as terminals, Surroundings};
use ::shell::spec::ShellSpec;

use super::{Finding, settings, shell};
use crate::caller::Caller;
use crate::config::CaptureMode;
use crate::context::Context;
use crate::{capture, env, relay};

/// Remedy for every method except the relay.
const CLIMB: &str = "more: darn shell";
const RESTART: &str = "start a new shell";

pub fn capture(context: &Context) -> Vec<Finding> {
    let caller = &*context.caller;
    let mode = settings(context).capture.mode;
    if mode == CaptureMode::None {
        return vec![Finding::advised("off (capture.mode = none)", "darn config set capture.mode auto")];
    }
    if relay::is_ours(caller) {
        return vec![in_relay(caller)];
    }
    let ask = |surroundings: &Surroundings<'_>| terminal(surroundings, caller);
    vec![capture::within(caller, ask).unwrap_or_else(|| {
        let is_redirected = caller.raw(env::CAPTURE).is_some_and(|rung| rung == "stderr-file");
        without_terminal(
            mode,
            is_redirected,
            shell::current(caller).0.filter(|_| !caller.session().is_empty()),
        )
    })]
}

fn in_relay(caller: &Caller) -> Finding {
    if caller.raw(env::NONCE).is_none() {
        let text = "this darn shell was started when capture.mode was none";
        return Finding::warn(text, "exit it and start a new one");
    }
    if relay::answers(caller) {
        Finding::ok("darn shell records what every command prints")
    } else {
        Finding::warn("this darn shell does not respond", "exit it and start a new one")
    }
}

/// Checks the terminal; `None` if darn cannot query it.
fn terminal(surroundings: &Surroundings<'_>, caller: &Caller) -> Option<Finding> {
    let (terminal, query) = terminals::terminal(surroundings)?;
    let name = terminal.name;
    Some(match query {
        Err(_) if caller.raw(env::CAPTURE).is_some() => return None,
        Err(remedy) => Finding::warn(format!("{name} does not let darn read the output of commands"), remedy),
        Ok(()) if terminals::answers(surroundings, capture::patience(Moment::Later)) => {
            Finding::advised(format!("{name} provides the output of failed commands"), CLIMB)
        }
        Ok(()) => {
            let text = format!("{name} does not return the text of this terminal");
            Finding::warn(text, "use darn shell instead")
        }
    })
}

fn without_terminal(mode: CaptureMode, is_redirected: bool, shell: Option<&ShellSpec>) -> Finding {
    match (mode, is_redirected, shell) {
        (CaptureMode::StderrFile, true, _) => Finding::advised("standard error is read from a file", CLIMB),
        (_, true, _) => Finding::warn("this shell still sends standard error to a file", RESTART),
        (CaptureMode::StderrFile, false, Some(shell)) if shell.stderr.0.is_empty() => {
            Finding::warn(format!("{} does not support stderr-file", shell.name), "use darn shell")
        }
        (CaptureMode::StderrFile, false, Some(_)) => {
            Finding::warn("capture.mode has changed since this shell was started", RESTART)
        }
        _ => Finding::advised(
            "output unavailable here: some failures get no suggestion",
            "run darn shell (tmux, kitty and WezTerm work too)",
        ),
    }
}
