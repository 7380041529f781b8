//! Requests as arguments and environment.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

use syntax::Dialect;

use crate::{Call, FailedLine, GuardedLine, HookRequest, Kind, LentKeys, OtherShells, Session, WishLine};

pub const COLUMNS: &str = "DARN_COLUMNS";
pub const ALIASES: &str = "DARN_ALIASES";
pub const FUNCTIONS: &str = "DARN_FUNCTIONS";
pub const VARIABLES: &str = "DARN_VARIABLES";
pub const HISTORY: &str = "DARN_HISTORY";
pub const TAKEN: &str = "DARN_TAKEN";
pub const KEYS: &str = "DARN_KEYS";
pub const MODEL: &str = "DARN_MODEL";
pub const HANDLER: &str = "DARN_HANDLER";
pub const DURATION: &str = "DARN_DURATION";
pub const ENTERED_IN: &str = "DARN_ENTERED_IN";

/// How many bytes of the history are used, from its end.
pub const MAX_HISTORY: usize = 32 * 1024;

/// Mark before the text of each history entry in bash, after it in fish.
const ENTRY: char = '\u{1e}';

/// The arguments after `darn hook` and the variables of one call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invocation {
    pub arguments: Vec<OsString>,
    pub variables: Vec<(&'static str, OsString)>,
}

impl HookRequest {
    /// Parses a call; `variable` looks up the environment. `None`: not a call of the protocol.
    pub fn from_process(arguments: &[OsString], variable: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        let [shell, what, rest @ ..] = arguments else { return None };
        let dialect: Dialect = shell.to_str()?.parse().ok()?;
        let variable =
            |name: &str| variable(name).map(|value| value.to_string_lossy().into_owned()).unwrap_or_default();
        let failed = |rest: &[OsString]| failed(rest, dialect, &variable);
        let wish = |text: &OsString| WishLine {
            text: text.to_string_lossy().into_owned(),
            session: session(dialect, &variable),
        };
        let call = match (Kind::from_name(what.to_str()?)?, rest) {
            (Kind::Failed, rest) => Call::Failed(failed(rest)?),
            (Kind::List, rest) => Call::List(failed(rest)?),
            (Kind::Lines, rest) => Call::Lines(failed(rest)?),
            (Kind::Model, rest) => Call::Model(failed(rest)?),
            (Kind::AskModel, [status, text, fifo]) => {
                Call::AskModel { failed: failed(&[status.clone(), text.clone()])?, fifo: fifo.into() }
            }
            (Kind::Judge, [text]) => Call::Judge(guarded(text, &variable)),
            (Kind::Warn, [text]) => Call::Warn(guarded(text, &variable)),
            (Kind::Confirm, [text]) => Call::Confirm(guarded(text, &variable)),
            (Kind::Wish, [text]) => Call::Wish(wish(text)),
            (Kind::Want, [text]) => Call::Want(wish(text)),
            (Kind::Others, [id]) => Call::Others(OtherShells {
                id: id.to_string_lossy().into_owned(),
                session: session(dialect, &variable),
            }),
            _ => return None,
        };
        let columns = variable(COLUMNS).parse().ok().filter(|columns| *columns > 0);
        Some(Self { dialect, columns, call })
    }

    /// Formats the call for a new process. `None`: a text has a NUL, which neither can carry.
    pub fn to_process(&self) -> Option<Invocation> {
        let mut call = Invocation {
            arguments: vec![self.dialect.name().into(), self.call.kind().name().into()],
            variables: Vec::new(),
        };
        if let Some(columns) = self.columns {
            call.set(COLUMNS, columns.to_string());
        }
        match &self.call {
            Call::Failed(failed) | Call::List(failed) | Call::Lines(failed) | Call::Model(failed) => {
                call.add_failed(failed, self.dialect);
            }
            Call::AskModel { failed, fifo } => {
                call.add_failed(failed, self.dialect);
                call.arguments.push(fifo.into());
            }
            Call::Judge(line) | Call::Warn(line) | Call::Confirm(line) => call.add_guarded(line),
            Call::Wish(wish) | Call::Want(wish) => {
                call.arguments.push(wish.text.clone().into());
                call.add_session(&wish.session, self.dialect);
            }
            Call::Others(others) => {
                call.arguments.push(others.id.clone().into());
                call.add_session(&others.session, self.dialect);
            }
        }
        let mut texts = call.arguments.iter().chain(call.variables.iter().map(|(_, value)| value));
        let has_nul = texts.any(|text| text.as_bytes().contains(&0));
        (!has_nul).then_some(call)
    }
}

fn failed(rest: &[OsString], dialect: Dialect, variable: &impl Fn(&str) -> String) -> Option<FailedLine> {
    let [status, text] = rest else { return None };
    Some(FailedLine {
        // text that is not UTF-8 could not be handed back unchanged, so it gets no answer
        text: text.to_str()?.to_owned(),
        status: status.to_str()?.parse().ok()?,
        session: session(dialect, variable),
        keys: match variable(KEYS).as_str() {
            "none" => LentKeys::None,
            _ if dialect == Dialect::Posix => LentKeys::None,
            "vi" => LentKeys::Vi,
            _ => LentKeys::All,
        },
        has_model_key: !variable(MODEL).is_empty(),
        has_handler: !variable(HANDLER).is_empty(),
        taken: variable(TAKEN).parse().unwrap_or(0),
        duration_ms: variable(DURATION).parse().ok(),
    })
}

fn guarded(text: &OsStr, variable: &impl Fn(&str) -> String) -> GuardedLine {
    GuardedLine {
        text: text.as_bytes().to_vec(),
        aliases: variable(ALIASES),
        functions: variable(FUNCTIONS),
        variables: variable(VARIABLES),
    }
}

fn session(dialect: Dialect, variable: &impl Fn(&str) -> String) -> Session {
    Session::from_variables(dialect, variable)
}

impl Session {
    /// Reads what a shell reports about itself from the variables of a call.
    pub fn from_variables(dialect: Dialect, variable: impl Fn(&str) -> String) -> Self {
        // the relay gets all of it: one entry may be a pasted megabyte
        let history = variable(HISTORY);
        let from = history.ceil_char_boundary(history.len().saturating_sub(MAX_HISTORY));
        let history = history.get(from..).unwrap_or_default();
        Self {
            aliases: variable(ALIASES),
            functions: variable(FUNCTIONS),
            history: match dialect {
                Dialect::Bash => without_numbers(history),
                Dialect::Fish if history.contains(ENTRY) => single_lines(history),
                _ => history.to_owned(),
            },
            entered_in: variable(ENTERED_IN),
        }
    }
}

/// Parses bash's `history` with a separator before each text: `  501  \u{1e}git status\n  502  \u{1e}ls`. Before them
/// may be entries without separators; the first may be truncated.
fn without_numbers(history: &str) -> String {
    let (plain, marked) = history.split_once(ENTRY).unwrap_or((history, ""));
    let (plain, number) = plain.rsplit_once('\n').unwrap_or(("", plain));
    let mut text = numbered(plain, number);
    for entry in marked.split_inclusive(ENTRY) {
        let entry = entry.trim_end_matches(ENTRY);
        text.push_str(entry.rsplit_once('\n').map_or(entry, |(text, _number)| text));
        text.push('\n');
    }
    text
}

/// Parses bash's `history` up to the entry whose number is in `end`: `  501  git status\n  502  ls`. What has no next
/// number continues an entry.
fn numbered(history: &str, end: &str) -> String {
    let number = |line: &str| -> Option<(u64, usize)> {
        let digits = line.trim_start_matches(' ');
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let from = line.len() - digits.len() + end + 2; // a blank or an asterisk, and a blank
        Some((digits.get(..end)?.parse().ok()?, from))
    };
    let (mut text, mut next) = (String::new(), None);
    let end = number(end).map(|(end, _)| end);
    for line in history.lines() {
        let entry = number(line).filter(|(found, _)| next.is_none_or(|next| next == *found));
        let line = match entry {
            Some((found, _)) if Some(found) == end => break,
            Some((found, from)) => {
                next = Some(found + 1);
                line.get(from..).unwrap_or_default()
            }
            None if next.is_none() => continue,
            None => line,
        };
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// Parses fish's list of entries, exported with a blank between them: `git status\u{1e} ls\u{1e}`. Leaves out private
/// entries and those of several lines.
fn single_lines(history: &str) -> String {
    let entries = history.split(ENTRY).enumerate();
    let entries = entries
        .map(|(index, entry)| if index > 0 { entry.strip_prefix(' ').unwrap_or(entry) } else { entry });
    let entries =
        entries.filter(|entry| !entry.is_empty() && !entry.starts_with([' ', '\t']) && !entry.contains('\n'));
    entries.flat_map(|entry| [entry, "\n"]).collect()
}

fn with_numbers(history: &str) -> String {
    let lines = history.lines().enumerate();
    lines.map(|(index, line)| format!("{:5}  {ENTRY}{line}\n", index + 1)).collect()
}

impl Invocation {
    fn set(&mut self, name: &'static str, value: impl Into<String>) {
        let value = value.into();
        if !value.is_empty() {
            self.variables.push((name, OsString::from_vec(value.into_bytes())));
        }
    }

    fn add_failed(&mut self, failed: &FailedLine, dialect: Dialect) {
        self.arguments.extend([failed.status.to_string().into(), failed.text.clone().into()]);
        self.add_session(&failed.session, dialect);
        self.set(
            KEYS,
            match failed.keys {
                LentKeys::All => "",
                LentKeys::Vi => "vi",
                LentKeys::None => "none",
            },
        );
        self.set(MODEL, if failed.has_model_key { "1" } else { "" });
        self.set(HANDLER, if failed.has_handler { "1" } else { "" });
        self.set(TAKEN, if failed.taken > 0 { failed.taken.to_string() } else { String::new() });
        self.set(DURATION, failed.duration_ms.map(|millis| millis.to_string()).unwrap_or_default());
    }

    fn add_guarded(&mut self, line: &GuardedLine) {
        self.arguments.push(OsString::from_vec(line.text.clone()));
        self.set(ALIASES, line.aliases.clone());
        self.set(FUNCTIONS, line.functions.clone());
        self.set(VARIABLES, line.variables.clone());
    }

    fn add_session(&mut self, session: &Session, dialect: Dialect) {
        self.set(ALIASES, session.aliases.clone());
        self.set(FUNCTIONS, session.functions.clone());
        let is_bash = dialect == Dialect::Bash;
        self.set(HISTORY, if is_bash { with_numbers(&session.history) } else { session.history.clone() });
        self.set(ENTERED_IN, session.entered_in.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::{single_lines, without_numbers};

    #[test]
    fn history_loses_its_numbers() {
        let printed = "ut off\n    1  \u{1e}ls\n  502* \u{1e}for i in 1; do\n  x\n12345  \u{1e}2  3\n";
        assert_eq!(without_numbers(printed), "ls\nfor i in 1; do\n  x\n2  3\n");
        assert_eq!(without_numbers(""), "");
        assert_eq!(without_numbers("  7  \u{1e}ls"), "ls\n");
    }

    #[test]
    fn entries_without_marks_come_before_the_newest() {
        let printed = "ut off\n  498  ls -l\n  499* for i in 1; do\n  x\n 1999  y\ndone\n  500   blank\n  501  gti\n  501  \u{1e}gti\n";
        assert_eq!(without_numbers(printed), "ls -l\nfor i in 1; do\n  x\n 1999  y\ndone\n blank\ngti\n");
        assert_eq!(without_numbers("  1  gti\n  1  \u{1e}gti\n"), "gti\n");
    }

    #[test]
    fn entries_of_fish_are_single_lines() {
        let exported = "ls -l\u{1e} for i in 1\n  echo\nend\u{1e}  secret\u{1e} echo 'a  b'\u{1e}";
        assert_eq!(single_lines(exported), "ls -l\necho 'a  b'\n");
    }
}
