//! The two FIFOs by which a hook asks `darn shell` with shell builtins only.
//!
//! A question is a list of fields, each a colon, its text and NUL; an empty field ends it: `:NONCE :NUMBER
//! :WHAT …`. The answer is `NUMBER TEXT` and NUL; the shell skips an answer whose number it no longer waits
//! for.
//!
//! | WHAT | further fields | TEXT |
//! |---|---|---|
//! | `back` | a text | the same text: a builtin of bash can print only to a file, not into a variable |
//! | `typed` | – | the text typed at the last prompt that never ran |
//! | `said`, `waits` | `SHELL CALL STATUS COMMAND DIRECTORY NAME=VALUE…` | the reply, as [`crate::process`] says |
//! | `newest` | the same | the same; COMMAND is empty: it is the newest entry of the history as bash prints it, unless that is private; entries before it may lack their marks |
//! | `filed` | – | nothing: the question with this number is in a file beside the FIFOs, and so is its answer |
//!
//! The variables are those of the call and the shell's environment; bash sends the latter as the output of
//! `export -p` in one field that begins with `export -p=`, and its aliases as that of `alias -p`. Where the daemon knows the history of the shell from
//! its last answer, `DARN_HISTORY+=` brings only what follows, beginning with the last entry that is known. A hook that sends `said` gives up after a few
//! seconds unless it gets a first answer with the TEXT `~`: the user is being asked. One that sends `waits`
//! has no such limit (fish takes all available bytes for one answer, so it cannot get that first one). The
//! TEXT `!` means that the relay cannot answer: the hook starts the program itself.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;

use syntax::{Dialect, Script};

use crate::HookRequest;
use crate::process::{self, without_end};

/// A hook's question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Question {
    /// Text chosen by the shell to match answers.
    pub number: Vec<u8>,
    pub wanted: Wanted,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Wanted {
    /// The same text.
    Back(Vec<u8>),
    /// The text typed at the last prompt that never ran.
    Typed,
    /// The reply to a call.
    Reply(Box<PlacedRequest>),
    /// What the question in the file asks for.
    Filed,
    /// Unreadable.
    #[default]
    Nothing,
}

/// A call from another process, with what that process would have inherited from its shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedRequest {
    pub request: HookRequest,
    pub directory: PathBuf,
    /// The shell's environment, without the variables of the call.
    pub environment: Vec<(OsString, OsString)>,
    pub waits: Waits,
    /// The history begins with the last entry of that in the shell's last question.
    pub continues: bool,
}

/// How long a hook waits for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waits {
    /// A few seconds, or without limit once it has got [`Answer::Wait`].
    Briefly,
    /// Without limit.
    Forever,
}

/// The text of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer<'t> {
    /// Up to its first NUL, without trailing newlines.
    Text(&'t [u8]),
    /// The user is being asked.
    Wait,
    /// The relay cannot answer.
    Cannot,
}

/// The end of every question.
pub const END: &[u8] = b"\0\0";

const BACK: &[u8] = b"back";
const TYPED: &[u8] = b"typed";
const BRIEFLY: &[u8] = b"said";
const FOREVER: &[u8] = b"waits";
const NEWEST: &[u8] = b"newest";
const FILED: &[u8] = b"filed";
const EXPORTS: &[u8] = b"export -p=";
const ALIASES: &[u8] = b"alias -p=";
/// Bytes of a command that is looked up in the history.
const MAX_COMMAND: usize = 30_000;
/// What the history of a call is called that continues an earlier one.
const MORE_HISTORY: &str = "DARN_HISTORY+";
/// The variables of a call.
const OF_CALL: [&str; 12] = [
    process::COLUMNS,
    process::ALIASES,
    process::FUNCTIONS,
    process::VARIABLES,
    process::HISTORY,
    MORE_HISTORY,
    process::TAKEN,
    process::KEYS,
    process::MODEL,
    process::HANDLER,
    process::DURATION,
    process::ENTERED_IN,
];

impl Question {
    /// Formats the question. `None`: a text has a NUL.
    pub fn encode(&self, nonce: &str) -> Option<Vec<u8>> {
        let mut fields: Vec<Vec<u8>> = vec![nonce.into(), self.number.clone()];
        match &self.wanted {
            Wanted::Back(text) => fields.extend([BACK.to_vec(), text.clone()]),
            Wanted::Typed => fields.push(TYPED.to_vec()),
            Wanted::Reply(placed) => fields.extend(placed.fields()?),
            Wanted::Filed => fields.push(FILED.to_vec()),
            Wanted::Nothing => {}
        }
        if fields.iter().any(|field| field.contains(&0)) {
            return None;
        }
        let mut bytes: Vec<u8> =
            fields.iter().flat_map(|field| [b":", field.as_slice(), b"\0"].concat()).collect();
        bytes.push(0);
        Some(bytes)
    }

    /// Parses what was read up to [`END`]. It may follow bytes from a program, or from a shell that was
    /// interrupted. `None`: not even a number; a question with another nonce has a number and wants nothing.
    pub fn decode(read: &[u8], nonce: &str) -> Option<Self> {
        let nonce = [b":", nonce.as_bytes()].concat();
        let fields: Vec<&[u8]> = read.split(|byte| *byte == 0).collect();
        let from = fields.iter().rposition(|field| *field == nonce);
        let mut fields = fields
            .get(from.unwrap_or(0) + 1..)?
            .iter()
            .map(|field| field.strip_prefix(b":").unwrap_or_default());
        let number = fields.next()?.to_vec();
        let wanted = from.and_then(|_| Wanted::from_fields(&mut fields)).unwrap_or_default();
        Some(Self { number, wanted })
    }
}

impl Wanted {
    fn from_fields<'f>(fields: &mut impl Iterator<Item = &'f [u8]>) -> Option<Self> {
        Some(match fields.next()? {
            BACK => Self::Back(fields.next()?.to_vec()),
            TYPED => Self::Typed,
            what @ (BRIEFLY | NEWEST | FOREVER) => {
                Self::Reply(Box::new(PlacedRequest::from_fields(what, fields)?))
            }
            FILED => Self::Filed,
            _ => return None,
        })
    }
}

impl PlacedRequest {
    fn from_fields<'f>(what: &[u8], fields: &mut impl Iterator<Item = &'f [u8]>) -> Option<Self> {
        let text = |field: &[u8]| OsString::from_vec(field.to_vec());
        let mut arguments: Vec<OsString> = fields.by_ref().take(4).map(text).collect();
        let directory = text(fields.next()?).into();
        let mut environment = Vec::new();
        for field in fields.filter(|field| !field.is_empty()) {
            if let Some(exports) = field.strip_prefix(EXPORTS) {
                environment.extend(exported(&String::from_utf8_lossy(exports)));
            } else if let Some(aliases) = field.strip_prefix(ALIASES) {
                let lines = aliased(&String::from_utf8_lossy(aliases));
                environment.push((process::ALIASES.into(), lines.into()));
            } else {
                environment.extend(assignment(field));
            }
        }
        let variable = |name: &str| {
            let mut newest = environment.iter().rev();
            newest.find(|(other, _)| other == name).map(|(_, value)| value.clone())
        };
        let more = variable(MORE_HISTORY);
        let continues = more.is_some();
        if let Some(command) = arguments.last_mut().filter(|_| what == NEWEST) {
            let history = more.clone().or_else(|| variable(process::HISTORY)).unwrap_or_default();
            *command = newest(history.as_bytes()).unwrap_or_default().into();
        }
        let request = HookRequest::from_process(&arguments, |name| {
            if name == process::HISTORY && continues { more.clone() } else { variable(name) }
        })?;
        environment.retain(|(name, _)| !OF_CALL.iter().any(|of_call| name == of_call));
        let waits = if what == FOREVER { Waits::Forever } else { Waits::Briefly };
        Some(Self { request, directory, environment, waits, continues })
    }

    fn fields(&self) -> Option<Vec<Vec<u8>>> {
        let call = self.request.to_process()?;
        let waits = match self.waits {
            Waits::Briefly => BRIEFLY,
            Waits::Forever => FOREVER,
        };
        let arguments = call.arguments.iter().map(|argument| argument.as_bytes());
        let place = self.directory.as_os_str().as_bytes();
        let words = std::iter::once(waits).chain(arguments).chain([place]).map(<[u8]>::to_vec);
        let environment = self.environment.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes()));
        let named = |name| if name == process::HISTORY && self.continues { MORE_HISTORY } else { name };
        let variables = call.variables.iter().map(|(name, value)| (named(name).as_bytes(), value.as_bytes()));
        let assignments = environment.chain(variables).map(|(name, value)| [name, b"=", value].concat());
        Some(words.chain(assignments).collect())
    }
}

fn assignment(field: &[u8]) -> Option<(OsString, OsString)> {
    let at = field.iter().position(|byte| *byte == b'=').filter(|at| *at > 0)?;
    let (name, value) = field.split_at(at);
    Some((OsString::from_vec(name.to_vec()), OsString::from_vec(value.get(1..)?.to_vec())))
}

/// Returns the newest entry of a history that bash has printed; `None`: it is private, or not UTF-8, so that it could
/// not be handed back unchanged.
fn newest(history: &[u8]) -> Option<&str> {
    let mark = history.iter().rposition(|byte| *byte == b'\x1e')?;
    let entry = std::str::from_utf8(history.get(mark + 1..)?).ok()?;
    let is_private = entry.starts_with([' ', '\t', '#']) || entry.len() > MAX_COMMAND;
    (!is_private).then(|| entry.strip_suffix('\n').unwrap_or(entry))
}

/// Turns the output of bash's `alias -p` into `name=value` lines.
fn aliased(text: &str) -> String {
    let plain = |line: &str| {
        Some(line.strip_prefix("alias ")?.strip_suffix('\'')?.split_once("='")?)
            .filter(|(name, value)| !name.contains(['\'', ' ']) && !value.contains('\''))
            .map(|(name, value)| format!("{name}={value}\n"))
    };
    // while no value has a quote or a newline, in a fraction of the time
    if let Some(lines) = text.lines().map(plain).collect::<Option<String>>() {
        return lines;
    }
    let script = Script::parse(text, Dialect::Bash);
    let values = script.commands.iter().filter_map(|command| command.words.get(1));
    values.map(|word| word.value.replace('\n', " ") + "\n").collect()
}

/// Parses the output of bash's `export -p`: `declare -x NAME="value"`.
fn exported(text: &str) -> Vec<(OsString, OsString)> {
    plainly_exported(text).unwrap_or_else(|| parsed(text))
}

/// Parses it while all values are in double quotes, in a tenth of the time; `None`: one is not.
fn plainly_exported(text: &str) -> Option<Vec<(OsString, OsString)>> {
    let mut variables = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (flags, after) = rest.strip_prefix("declare -")?.split_once(' ')?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (name, after) = after.split_at_checked(after.find(|c| !is_name(c)).unwrap_or(after.len()))?;
        if !flags.bytes().all(|flag| flag.is_ascii_alphabetic()) || name.is_empty() {
            return None;
        }
        rest = if let Some(mut quoted) = after.strip_prefix("=\"") {
            let mut value = String::new();
            loop {
                let (plain, special) = quoted.split_at_checked(quoted.find(['"', '\\'])?)?;
                value.push_str(plain);
                let escaped = special.get(1..).and_then(|escaped| escaped.chars().next());
                match (special.starts_with('\\'), escaped) {
                    (true, Some(escaped @ ('"' | '\\' | '$' | '`'))) => value.push(escaped),
                    (true, _) => return None,
                    (false, _) => {
                        quoted = special.get(1..)?;
                        break;
                    }
                }
                quoted = special.get(2..)?;
            }
            variables.push((name.into(), value.into()));
            quoted
        } else {
            after // it has no value
        };
        rest = if rest.is_empty() { rest } else { rest.strip_prefix('\n')? };
    }
    Some(variables)
}

fn parsed(text: &str) -> Vec<(OsString, OsString)> {
    let script = Script::parse(text, Dialect::Bash);
    let words = script.commands.iter().filter_map(|command| command.words.last());
    words.filter_map(|word| assignment(word.value.as_bytes())).collect()
}

impl<'t> Answer<'t> {
    /// Formats the answer to a question.
    pub fn encode(self, number: &[u8]) -> Vec<u8> {
        let text = match self {
            Self::Text(text) => without_end(text.split(|byte| *byte == 0).next().unwrap_or_default()),
            Self::Wait => b"~",
            Self::Cannot => b"!",
        };
        [number, b" ", text, b"\0"].concat()
    }

    /// Parses an answer, which ends with the only NUL; also returns the number of its question.
    pub fn decode(bytes: &'t [u8]) -> Option<(&'t [u8], Self)> {
        let bytes = bytes.strip_suffix(b"\0").filter(|bytes| !bytes.contains(&0))?;
        let at = bytes.iter().position(|byte| *byte == b' ')?;
        let answer = match without_end(bytes.get(at + 1..)?) {
            b"~" => Self::Wait,
            b"!" => Self::Cannot,
            text => Self::Text(text),
        };
        Some((bytes.get(..at)?, answer))
    }
}

#[cfg(test)]
mod tests;
