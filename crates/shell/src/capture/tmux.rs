//! tmux: `capture-pane` (tmux(1)), since 1.8 with joined lines.

use std::time::Duration;

use super::find::Screen;
use super::{MAX_ROWS, Query, Surroundings, Terminal, rows};

pub const TERMINAL: Terminal = Terminal { name: "tmux", query, read, delay: Duration::ZERO };

/// Format printed before the rows: it identifies the pane and shows whether the text is complete.
const HEAD: &str = "#{pane_tty} #{alternate_on} #{pane_width} #{history_size} #{history_limit}";

fn query(surroundings: &Surroundings<'_>) -> Option<Result<Query, &'static str>> {
    surroundings.get("TMUX")?;
    let pane = surroundings.get("TMUX_PANE")?;
    let start = format!("-{MAX_ROWS}");
    let arguments = [
        // without -u, tmux prints `_` for non-ASCII characters in a locale that is not UTF-8
        "-u", "display-message", "-p", "-t", &pane, HEAD, ";", "capture-pane", "-p", "-J", "-t", &pane, "-S",
        &start,
    ];
    let arguments = arguments.map(str::to_owned).into();
    Some(Ok(Query::Program { name: "tmux", arguments, needs: &["TMUX", "TMUX_PANE", "TMUX_TMPDIR"] }))
}

fn read(printed: &str, surroundings: &Surroundings<'_>) -> Option<Screen> {
    let (head, text) = printed.split_once('\n')?;
    let mut head = head.split(' ');
    // everything started in a pane inherits the variables, even other terminals
    let is_ours = head.next()? == surroundings.tty? && head.next()? == "0";
    let mut number = || head.next()?.parse::<usize>().ok();
    let (columns, size, limit) = (number()?, number()?, number()?);
    // a full history drops a tenth of its lines at once
    let is_complete = size <= MAX_ROWS && limit > MAX_ROWS * 5 / 4;
    is_ours.then(|| Screen { rows: rows::split(text, columns), columns, is_complete })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_pane_of_this_shell() {
        let screen = |printed: &str, tty| {
            let surroundings = Surroundings { variable: &|_| None, tty, columns: 0 };
            read(printed, &surroundings).map(|screen| (screen.rows.len(), screen.columns, screen.is_complete))
        };
        let ours = Some("/dev/pts/3");
        assert_eq!(screen("/dev/pts/3 0 80 12 2000\nT> ls\n\n", ours), Some((1, 80, true)));
        assert_eq!(screen("/dev/pts/3 0 80 1200 2000\nT> ls\n", ours), Some((1, 80, false)));
        assert_eq!(screen("/dev/pts/4 0 80 12 2000\nT> ls\n", ours), None, "another terminal");
        assert_eq!(screen("/dev/pts/3 1 80 12 2000\n~\n", ours), None, "a full-screen program");
        assert_eq!(screen("/dev/pts/3 0 80 12 2000\nT> ls\n", None), None);
        assert_eq!(screen("no server running on /tmp/tmux-0/default\n", ours), None);
    }
}
