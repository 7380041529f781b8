//! A progress line, removed when the work is done.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::draw;
use super::style::Style;
use super::text::fit;

/// Spinner frame time.
pub const TICK: Duration = Duration::from_millis(100);
/// Delay before the spinner appears.
const PATIENCE: Duration = Duration::from_millis(300);

/// Returns one frame of the spinner.
pub fn wheel(elapsed: Duration, style: &Style) -> &'static str {
    const ROUND: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
    const PLAIN: [&str; 4] = ["|", "/", "-", "\\"];
    let ticks = usize::try_from(elapsed.as_millis() / TICK.as_millis()).unwrap_or(0);
    let pictures: &[&str] = if style.utf8 { &ROUND } else { &PLAIN };
    pictures.get(ticks % pictures.len()).copied().unwrap_or_default()
}

/// Runs `work` on a thread and shows a progress line on standard error; `show` prints the pieces that the
/// work sends, and the first one replaces the line.
pub fn during<T: Send>(
    what: &str,
    style: &Style,
    work: impl FnOnce(&mut (dyn FnMut(&str) + Send)) -> T + Send,
    mut show: impl FnMut(&str),
) -> T {
    let can_draw = style.is_terminal && style.cursor;
    let since = Instant::now();
    let mut is_drawn = false;
    let mut is_over = false;
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel::<String>();
        let worker = scope.spawn(move || {
            work(&mut |text: &str| {
                let _ = send.send(text.to_owned()); // the receiver is gone, so the text is not needed
            })
        });
        loop {
            match receive.recv_timeout(TICK) {
                Ok(text) => {
                    erase(&mut is_drawn);
                    is_over = true;
                    show(&text);
                }
                Err(RecvTimeoutError::Timeout) if can_draw && !is_over && since.elapsed() > PATIENCE => {
                    draw(&format!("\r{}\u{1b}[K", line(what, since.elapsed(), style)));
                    is_drawn = true;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        erase(&mut is_drawn);
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn line(what: &str, elapsed: Duration, style: &Style) -> String {
    fit(&text(what, elapsed, style), style.columns.saturating_sub(1), style)
}

/// Formats what is being waited for, the elapsed time, and how to cancel.
pub fn text(what: &str, elapsed: Duration, style: &Style) -> String {
    let dot = style.pick("·", "|");
    format!("{} {what} {dot} {} s {dot} Ctrl-C cancels", wheel(elapsed, style), elapsed.as_secs())
}

fn erase(is_drawn: &mut bool) {
    if std::mem::take(is_drawn) {
        draw("\r\u{1b}[K");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(columns: usize, utf8: bool) -> Style {
        Style { columns, rows: 24, utf8, attributes: true, cursor: true, is_terminal: true }
    }

    #[test]
    fn the_line_fits_and_moves() {
        let at =
            |millis, columns, utf8| line("asking m", Duration::from_millis(millis), &style(columns, utf8));
        assert_eq!(at(0, 80, true), "⠋ asking m · 0 s · Ctrl-C cancels");
        assert_eq!(at(2150, 80, false), "/ asking m | 2 s | Ctrl-C cancels");
        assert_eq!(at(100, 12, true), "⠙ asking m…");
    }

    #[test]
    fn the_result_and_what_is_handed_over_arrive() {
        let mut shown = String::new();
        let result = during(
            "x",
            &Style { is_terminal: false, ..style(80, true) },
            |say| {
                say("a");
                say("b");
                7
            },
            |text| shown.push_str(text),
        );
        assert_eq!((result, shown.as_str()), (7, "ab"));
    }
}
