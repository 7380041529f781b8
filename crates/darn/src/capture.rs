//! The output of a failed command, from the relay or the terminal.

use std::os::unix::ffi::OsStrExt as _;
use std::time::Duration;

use shell::capture::find::{Finished, Moment};
use shell::capture::{self, Surroundings};

use crate::caller::Caller;
use crate::config::{self, CaptureMode, Settings};
use crate::request::Request;
use crate::{env, relay};

/// Returns the timeout for the terminal's answer.
pub const fn patience(moment: Moment) -> Duration {
    Duration::from_millis(match moment {
        Moment::Prompt => 20,
        Moment::Later => 200,
    })
}

/// Asks the relay, or else the terminal, unless the user has disabled that; `None` if the output is not known
/// for certain.
pub fn output(request: &Request, settings: &Settings, moment: Moment) -> Option<Vec<u8>> {
    if !is_allowed(request, settings) {
        return None;
    }
    if relay::is_ours(&request.caller) {
        // the relay omits private output on purpose, so do not ask the terminal for it
        return match moment {
            Moment::Prompt => relay::ended(&request.caller, request.status),
            Moment::Later => relay::before(&request.caller, request.status),
        };
    }
    if settings.capture.mode == CaptureMode::StderrFile
        && let Some(output) = request.caller.raw(env::OUTPUT)
    {
        return Some(output.as_bytes().to_vec());
    }
    let finished =
        Finished { text: &request.text, status: request.status, history: &request.caller.history, moment };
    within(&request.caller, |surroundings| capture::output(surroundings, &finished, patience(moment)))
        .map(String::into_bytes)
}

/// Returns whether the output may be read at all: a leading blank marks a line as private, and some commands
/// print secrets.
pub fn is_allowed(request: &Request, settings: &Settings) -> bool {
    settings.capture.mode != CaptureMode::None
        && !request.text.starts_with([' ', '\t'])
        && !is_private(request, settings)
}

/// Returns whether the command prints secrets.
pub fn is_private(request: &Request, settings: &Settings) -> bool {
    settings.capture.private().is_in(&request.text, request.caller.dialect, &request.caller.aliases)
}

/// The end of an output, without escape sequences: the part that may be shown or sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    pub text: String,
    /// Number of omitted lines, including the one to which the first line belongs.
    pub omitted: usize,
}

impl Excerpt {
    /// Keeps as much as `capture.max_lines` and `capture.max_bytes` allow, in whole lines unless the last one
    /// alone is too long.
    pub fn new(output: &[u8], settings: &config::Capture) -> Self {
        let output = facts::Output::from_bytes(output);
        let all = output.text().trim_end();
        let starts = || std::iter::once(0).chain(all.match_indices('\n').map(|(at, _)| at + 1));
        let lines = starts().count();
        let fits = |from: &usize| all.len() - from <= settings.max_bytes.0;
        let whole = starts().skip(lines.saturating_sub(settings.max_lines.0)).find(fits);
        let from = whole.unwrap_or_else(|| match settings.max_lines.0 {
            0 => all.len(),
            _ => all.ceil_char_boundary(all.len().saturating_sub(settings.max_bytes.0)),
        });
        let (before, text) = all.split_at(from);
        let is_torn = whole.is_none() && !before.is_empty();
        Self { text: text.to_owned(), omitted: before.matches('\n').count() + usize::from(is_torn) }
    }
}

/// Calls `call` with what is known about the caller's terminal.
pub fn within<T>(caller: &Caller, call: impl FnOnce(&Surroundings<'_>) -> T) -> T {
    let terminal = caller.terminal.as_ref();
    let variable = |name: &str| caller.variable(name).map(str::to_owned);
    call(&Surroundings {
        variable: &variable,
        tty: terminal.map(|terminal| terminal.name.as_str()),
        columns: terminal.map_or(0, |terminal| terminal.columns.into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::value::Within;

    fn excerpt(output: &str, max_lines: usize, max_bytes: usize) -> (String, usize) {
        let settings = config::Capture {
            max_lines: Within(max_lines),
            max_bytes: Within(max_bytes),
            ..Settings::default().capture
        };
        let Excerpt { text, omitted } = Excerpt::new(output.as_bytes(), &settings);
        (text, omitted)
    }

    #[test]
    fn the_last_lines_are_shown_as_far_as_the_settings_say() {
        let output = "one\ntwo\n\u{1b}[31mthrée\u{1b}[0m\n\n";
        let whole = || ("one\ntwo\nthrée".to_owned(), 0);
        assert_eq!(excerpt(output, 100, 10_240), whole());
        assert_eq!(excerpt(output, 3, 14), whole());
        assert_eq!(excerpt(output, 2, 14), ("two\nthrée".into(), 1));
        assert_eq!(excerpt(output, 3, 13), ("two\nthrée".into(), 1));
        assert_eq!(excerpt(output, 3, 6), ("thrée".into(), 2));
        // a part of a line, cut between characters
        assert_eq!(excerpt(output, 3, 3), ("ée".into(), 3));
        assert_eq!(excerpt(output, 3, 2), ("e".into(), 3));
        assert_eq!(excerpt(output, 0, 99), (String::new(), 3));
        assert_eq!(excerpt(output, 99, 0), (String::new(), 3));
        assert_eq!(excerpt("", 99, 99), (String::new(), 0));
        assert_eq!(excerpt("\n\n", 0, 0), (String::new(), 0));
    }
}
