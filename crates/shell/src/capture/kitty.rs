//! kitty: `kitten @ get-text` (kitten-@-get-text(1)); before 0.27 it is `kitty @ get-text`.

use super::find::{Moment, Screen};
use super::{Query, Surroundings, Terminal, rows};

pub const TERMINAL: Terminal = Terminal { name: "kitty", query, read };

/// Its own bounds of the last command need its shell integration; they are of no use once another
/// command, ours, is running.
fn query(surroundings: &Surroundings<'_>, moment: Moment) -> Option<Result<Query, &'static str>> {
    let window = surroundings.get("KITTY_WINDOW_ID")?;
    surroundings.get("TERM").filter(|term| term == "xterm-kitty")?; // the variable is inherited by others
    // Without a socket the question goes through the terminal's input, among the user's keys.
    if surroundings.get("KITTY_LISTEN_ON").is_none() {
        let remedy = "in kitty.conf: allow_remote_control socket-only, and listen_on unix:@kitty";
        return Some(Err(remedy));
    }
    let extent = match moment {
        Moment::Prompt => "last_cmd_output",
        Moment::Later => "all",
    };
    let window = format!("id:{window}");
    let arguments = ["@", "get-text", "--match", &window, "--extent", extent].map(str::to_owned).into();
    let needs = &["KITTY_WINDOW_ID", "KITTY_LISTEN_ON", "KITTY_PUBLIC_KEY", "KITTY_RC_PASSWORD", "TERM"];
    Some(Ok(Query { programs: &["kitten", "kitty"], arguments, needs }))
}

fn read(printed: &str, surroundings: &Surroundings<'_>, moment: Moment) -> Option<Screen> {
    let columns = surroundings.columns;
    let is_one_output = moment == Moment::Prompt;
    Some(Screen { rows: rows::of(printed, columns), columns, is_complete: false, is_one_output })
}
