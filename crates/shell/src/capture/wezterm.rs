//! WezTerm: `wezterm cli get-text` (wezterm.org/cli/cli/get-text.html). It prints the rows of the screen
//! without joining wrapped ones.

use std::time::Duration;

use super::find::Screen;
use super::{MAX_ROWS, Query, Surroundings, Terminal, rows};

/// `mux_output_parser_coalesce_delay_ms` is 3 by default (wezterm.org/config/lua/config).
pub const TERMINAL: Terminal = Terminal { name: "WezTerm", query, read, delay: Duration::from_millis(4) };

fn query(surroundings: &Surroundings<'_>) -> Option<Result<Query, &'static str>> {
    let pane = surroundings.get("WEZTERM_PANE")?;
    surroundings.get("TERM_PROGRAM").filter(|name| name == "WezTerm")?; // other programs inherit the variable
    let start = format!("-{MAX_ROWS}");
    // never start another instance just to query it
    let arguments = ["cli", "--no-auto-start", "get-text", "--pane-id", &pane, "--start-line", &start];
    let arguments = arguments.map(str::to_owned).into();
    let needs = &["WEZTERM_PANE", "WEZTERM_UNIX_SOCKET", "WEZTERM_CONFIG_FILE", "WEZTERM_CONFIG_DIR"];
    Some(Ok(Query::Program { name: "wezterm", arguments, needs }))
}

fn read(printed: &str, surroundings: &Surroundings<'_>) -> Option<Screen> {
    let columns = surroundings.columns;
    let mut lines = String::with_capacity(printed.len());
    for row in printed.lines() {
        lines.push_str(row);
        if !rows::is_full(row.trim_end(), columns) {
            lines.push('\n');
        }
    }
    Some(Screen { rows: rows::split(&lines, columns), columns, is_complete: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_rows_are_one() {
        let surroundings = Surroundings { variable: &|_| None, tty: None, columns: 10 };
        let screen = read("T> ls abcd\nefg   \nshort\n          \n", &surroundings).unwrap();
        assert_eq!(screen.rows, ["T> ls abcdefg   ", "short"]);
    }
}
