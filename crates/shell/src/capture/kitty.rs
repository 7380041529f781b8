//! kitty: `get-text` of its remote control (sw.kovidgoyal.net/kitty/rc_protocol) through its socket, because
//! the program `kitty @` takes 230 ms (0.26.5).

use std::time::Duration;

use serde_json::{Value, json};

use super::find::Screen;
use super::{Query, Surroundings, Terminal, rows};

/// `input_delay` is 3 ms by default (kitty.conf(5)).
pub const TERMINAL: Terminal = Terminal { name: "kitty", query, read, delay: Duration::from_millis(4) };

/// Start of requests and answers.
const BEGIN: &str = "\u{1b}P@kitty-cmd";
const END: &str = "\u{1b}\\";
/// Protocol version: a kitty older than this refuses the request; this one supports everything requested.
const VERSION: [u8; 3] = [0, 14, 2];

/// Requests the whole text: in fish's hook, kitty's `last_cmd_output` is that of the previous command
/// (0.26.5).
fn query(surroundings: &Surroundings<'_>) -> Option<Result<Query, &'static str>> {
    let window = surroundings.get("KITTY_WINDOW_ID")?;
    surroundings.get("TERM").filter(|term| term == "xterm-kitty")?; // other programs inherit the variable
    // without a socket the query would go through the terminal's input, among the user's keys
    let Some(address) = surroundings.get("KITTY_LISTEN_ON") else {
        return Some(Err("in kitty.conf: allow_remote_control socket-only, and listen_on unix:@kitty"));
    };
    let payload = json!({"match": format!("id:{window}"), "extent": "all"});
    let request = json!({"cmd": "get-text", "version": VERSION, "payload": payload});
    let request = format!("{BEGIN}{request}{END}").into_bytes();
    Some(Ok(Query::Socket { address, request, end: END }))
}

fn read(printed: &str, surroundings: &Surroundings<'_>) -> Option<Screen> {
    let answer = printed.trim_start_matches(BEGIN).trim_end_matches(END);
    let answer: Value = serde_json::from_str(answer).ok()?;
    let text = answer.get("data").filter(|_| answer.get("ok") == Some(&Value::Bool(true)))?.as_str()?;
    let columns = surroundings.columns;
    Some(Screen { rows: rows::split(text, columns), columns, is_complete: false })
}
