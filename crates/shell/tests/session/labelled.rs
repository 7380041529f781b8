//! Hostile commands, labelled against the real shells by an author who had not read the session
//! (`cases.toml`). Each runs in a session of its own, and the next command must still run.

use std::path::Path;

use shell::session::{Refused, Wants};
use toml::{Table, Value};

use crate::driver::{Driver, Outcome, finish, per_shell, plain};

/// One row, with the keys of this shell in the place of the plain ones.
struct Case<'a> {
    row: &'a Table,
    shell: &'a str,
}

impl Case<'_> {
    fn get(&self, key: &str) -> Option<&Value> {
        self.row.get(&format!("{}_{key}", self.shell)).or_else(|| self.row.get(key))
    }

    fn text(&self, key: &str) -> Option<String> {
        Some(expanded(self.get(key)?.as_str().unwrap()))
    }

    fn number(&self, key: &str) -> Option<i32> {
        Some(self.get(key)?.as_integer().unwrap().try_into().unwrap())
    }

    fn is(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| value.as_bool().unwrap())
    }

    /// Returns the command; `None` if it makes no sense in this shell.
    fn command(&self) -> Option<String> {
        let own = self.row.get(self.shell).map(|text| expanded(text.as_str().unwrap()));
        own.or_else(|| self.text("command")).filter(|command| command != "-")
    }

    /// Runs it; returns what is wrong.
    fn fault(&self) -> Option<String> {
        let command = self.command()?;
        let mut driver = Driver::start(self.shell);
        let keys: Vec<String> = self
            .get("type")
            .map(|keys| keys.as_array().unwrap().clone())
            .unwrap_or_default()
            .iter()
            .map(|keys| keys.as_str().unwrap().replace('\n', "\r"))
            .collect();
        if self.is("refused") || self.is("may_refuse") {
            match driver.session.run(&command) {
                Err(Refused::Incomplete) => {}
                Ok(()) if !self.is("refused") || self.is("may_refuse") => {
                    let (status, _) = finish(&mut driver);
                    if status == Some(0) {
                        return Some("status 0".into());
                    }
                }
                other => return Some(format!("{other:?}")),
            }
            return after(&mut driver);
        }
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let outcome = driver.run_with(&command, &keys);
        let ended = match (outcome, self.number("ends")) {
            (Outcome::ShellEnded(status), Some(wanted)) => {
                return (status != Some(wanted)).then(|| format!("the shell ends with {status:?}"));
            }
            (Outcome::Ended(ended), None) => ended,
            (outcome, _) => return Some(format!("{outcome:?}")),
        };
        if ended.status != self.number("status") {
            return Some(format!("status {:?}: {}", ended.status, plain(&ended)));
        }
        let wanted = self.text("waits").map(|waits| match waits.as_str() {
            "line" => Wants::Line,
            "password" => Wants::Password,
            _ => Wants::Keys,
        });
        let first = driver.waited.first().map(|wants| match wants {
            Wants::EditedLine => Wants::Line,
            other => *other,
        });
        if first != wanted {
            return Some(format!("waits for {:?}", driver.waited));
        }
        let printed = plain(&ended);
        let is_right = match (self.text("output"), self.text("contains"), self.number("bytes")) {
            (Some(output), ..) => printed == output || on_screen(&printed) == output.trim_end(),
            (_, Some(part), _) => printed.contains(&part),
            (.., Some(count)) => {
                let kept = &ended.output;
                kept.head.len() as u64 + kept.left_out + kept.tail.len() as u64 == count as u64
            }
            _ => true,
        };
        if !is_right {
            return Some(format!("prints {printed:?}"));
        }
        if let Some(directory) = self.text("directory")
            && driver.directory() != Path::new(&directory)
        {
            return Some(format!("directory {}", driver.directory().display()));
        }
        after(&mut driver)
    }
}

/// Returns what a terminal shows of an output with escape sequences.
fn on_screen(printed: &str) -> String {
    let size = |count| std::num::NonZero::new(count).unwrap();
    let mut terminal = vt100::Parser::new(size(40), size(120), 0);
    terminal.process(printed.replace('\n', "\r\n").as_bytes());
    terminal.screen().contents()
}

/// Checks that the session goes on; a job of the case before may be reported in between.
fn after(driver: &mut Driver) -> Option<String> {
    let (status, printed) = driver.run("echo next");
    let goes_on = status == Some(0) && printed.ends_with("next\n");
    (!goes_on).then(|| format!("afterwards: {status:?} {printed:?}"))
}

/// Replaces `{TEXT*N}` by N times TEXT.
fn expanded(text: &str) -> String {
    let repeated = text.split('}').find_map(|before| {
        let (_, inside) = before.rsplit_once('{')?;
        let (part, count) = inside.rsplit_once('*')?;
        Some((format!("{{{inside}}}"), part.repeat(count.parse().ok()?)))
    });
    repeated.map_or_else(|| text.to_owned(), |(sign, whole)| text.replace(&sign, &whole))
}

per_shell!(labelled_cases_are_right);
fn labelled_cases_are_right(shell: &str) {
    let rows: Table = include_str!("cases.toml").parse().unwrap();
    let rows = rows["case"].as_array().unwrap();
    let mut faults = Vec::new();
    for row in rows {
        let case = Case { row: row.as_table().unwrap(), shell };
        if let Some(fault) = case.fault() {
            faults.push(format!("{}: {fault}", case.row["name"]));
        }
    }
    assert_eq!(rows.len(), 40);
    assert!(faults.is_empty(), "{shell}:\n{}", faults.join("\n"));
}
