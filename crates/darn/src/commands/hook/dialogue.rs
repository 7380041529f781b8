//! Where darn has nothing to offer and a model may: the user is asked at the terminal, in `darn shell`.

use std::io::Write as _;

use shell::relay::desk::{ASK, ASKS};

use super::request::Call;
use crate::ui::dialogue::{self, Answer};
use crate::ui::{self, style::Style, text};

/// Asks, after the protocol of [`shell::relay::desk::Answerer`].
pub fn hold(model: &str, call: &Call) {
    let terminal = std::io::stderr();
    let style = Style::of(&terminal, call.columns);
    if !style.is_terminal {
        return;
    }
    say(ASKS);
    let mut may = [0];
    let answer = match rustix::io::read(std::io::stdin(), &mut may) {
        Ok(1) if may == [ASK] => dialogue::ask(&text::printable(model, &style), call.columns),
        _ => Answer::None,
    };
    if answer == Answer::Yes {
        ui::note("darn: this version cannot ask a model yet");
    }
    say(if answer == Answer::None { b"0\n" } else { b"1\n" });
}

fn say(bytes: &[u8]) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(bytes).and_then(|()| stdout.flush());
}
