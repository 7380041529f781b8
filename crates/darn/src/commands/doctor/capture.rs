//! Whether darn knows here what a failed command printed.

use shell::capture::find::Moment;

use super::Finding;
use crate::cli::Context;
use crate::{capture, config, relay};

pub fn capture(context: &Context) -> Vec<Finding> {
    const CHECK: &str = "capture";
    let cwd = std::env::current_dir().ok();
    let settings = config::load(context.config.as_deref(), cwd.as_deref()).settings;
    if settings.capture.mode == config::CaptureMode::None {
        return vec![Finding::ok(CHECK, "off: capture.mode is none")];
    }
    if relay::is_ours() {
        return vec![Finding::ok(CHECK, "darn shell knows what every command prints")];
    }
    vec![capture::within(|surroundings| match shell::capture::terminal(surroundings) {
        None => {
            let text = "what commands print is not known here; most hints need no more than their words";
            let remedy = "to have it known: darn shell, tmux, kitty or WezTerm";
            Finding { remedy: Some(remedy.into()), ..Finding::ok(CHECK, text) }
        }
        Some((terminal, Err(remedy))) => {
            Finding::warn(CHECK, format!("{} cannot be asked what a command printed", terminal.name), remedy)
        }
        Some((terminal, Ok(()))) => {
            let patience = capture::patience(Moment::Later);
            if shell::capture::answers(surroundings, patience) {
                let text = format!("{} is asked what a failed command printed", terminal.name);
                Finding::ok(CHECK, text)
            } else {
                let text = format!("{} does not tell what this terminal shows", terminal.name);
                Finding::warn(CHECK, text, "open darn shell instead")
            }
        }
    })]
}
