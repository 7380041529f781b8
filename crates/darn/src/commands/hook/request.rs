//! Parses the call of a script.

use std::ffi::OsString;

use shell::capture::find::Moment;
use syntax::Dialect;

use crate::caller::Caller;
use crate::capture;
use crate::config::{self, Legend, Settings, keys};
use crate::env;
use crate::mend::Request;
use crate::taken;
use crate::ui::hint::{self, Keys};

/// How many bytes of the history are used, from its end.
const MAX_HISTORY: usize = 32 * 1024;

/// What the script asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Failed,
    List,
    Lines,
    /// Ask a model.
    Model,
}

/// Which keys the shell can bind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LentKeys {
    All,
    /// None that begins with Escape, which is a vi command.
    Vi,
    None,
}

/// Where the output of the command comes from.
#[derive(Debug, Clone)]
pub enum Source {
    /// From the relay or the terminal, on request.
    Ask,
    Known(Option<Vec<u8>>),
}

/// One call.
#[derive(Debug, Clone)]
pub struct Call {
    pub what: What,
    pub request: Request,
    pub printed: Source,
    pub keys: LentKeys,
    pub has_handler: bool,
    /// How often the accept key was used since the last call.
    pub taken: u64,
    /// The shell has a key that asks a model.
    pub has_model_key: bool,
    /// Called by the relay: it can ask the user.
    pub is_inside: bool,
    /// Number of questions declined in a row in this relay session.
    pub declined: u32,
}

impl Call {
    pub fn parse(arguments: &[OsString]) -> Option<Self> {
        let [shell, what, status, text] = arguments else { return None };
        let shell = shell.to_str()?;
        let dialect: Dialect = shell.parse().ok()?;
        let what = match what.to_str()? {
            "failed" => What::Failed,
            "list" => What::List,
            "lines" => What::Lines,
            "model" => What::Model,
            _ => return None,
        };
        // text that is not UTF-8 could not be handed back unchanged, so it gets no answer
        let text = text.to_str()?.to_owned();
        let status = status.to_str()?.parse().ok()?;
        let mut caller = Caller::of_process(dialect);
        caller.columns = columns();
        let mut request = Request { text, status, output: None, caller };
        tell(&mut request);
        let keys = match variable("DARN_KEYS").as_str() {
            "none" => LentKeys::None,
            _ if dialect == Dialect::Posix => LentKeys::None,
            "vi" => LentKeys::Vi,
            _ => LentKeys::All,
        };
        let has_handler = !variable("DARN_HANDLER").is_empty();
        let has_model_key = !variable("DARN_MODEL").is_empty();
        let printed = Source::Ask;
        let (is_inside, declined) = (false, 0);
        Some(Self {
            is_inside,
            declined,
            what,
            request,
            printed,
            keys,
            has_handler,
            taken: variable("DARN_TAKEN").parse().unwrap_or(0),
            has_model_key,
        })
    }

    pub fn settings(&self) -> Settings {
        config::for_hook(Some(&self.request.caller.directory))
    }

    /// Returns when it is called: the hook before the next prompt, the list at one.
    const fn moment(&self) -> Moment {
        match self.what {
            What::Failed => Moment::Prompt,
            What::List | What::Lines | What::Model => Moment::Later,
        }
    }

    /// Returns whether reading the output delays no prompt: it is known, or was asked for with the list.
    pub const fn is_output_at_hand(&self) -> bool {
        matches!(self.printed, Source::Known(_)) || !matches!(self.what, What::Failed)
    }

    /// Returns what the command printed, if known.
    pub fn printed(&self, settings: &Settings) -> Option<Vec<u8>> {
        match &self.printed {
            Source::Known(printed) => {
                printed.clone().filter(|_| capture::is_allowed(&self.request, settings))
            }
            Source::Ask => capture::output(&self.request, settings, self.moment()),
        }
    }

    /// Returns the keys bound now, in readable form.
    pub fn keys(&self, settings: &Settings) -> Keys {
        let names = &settings.keys;
        let (accept, list) = names.bytes();
        let shown = |name: &str, bytes: &[u8]| {
            let is_lent = match self.keys {
                LentKeys::All => true,
                LentKeys::Vi => !keys::is_alt(bytes),
                LentKeys::None => false,
            };
            (is_lent && !bytes.is_empty()).then(|| keys::display(name))
        };
        let (model, _) = names.asking();
        Keys {
            accept: shown(&names.accept, &accept),
            list: shown(&names.list, &list),
            model: shown(&names.model, &model).filter(|_| self.has_model_key),
            legend: match settings.suggest.legend {
                Legend::Auto if taken::is_enough() => hint::Legend::Short,
                Legend::Auto | Legend::Always => hint::Legend::Full,
                Legend::Never => hint::Legend::Absent,
            },
        }
    }
}

/// Adds what the calling shell reports about itself.
pub fn tell(request: &mut Request) {
    // the relay gets all of it: one entry may be a pasted megabyte
    let history = variable("DARN_HISTORY");
    let from = history.ceil_char_boundary(history.len().saturating_sub(MAX_HISTORY));
    let history = history.get(from..).unwrap_or_default().to_owned();
    request.caller.aliases = variable("DARN_ALIASES");
    request.caller.functions = variable("DARN_FUNCTIONS");
    let history = if request.caller.dialect == Dialect::Bash { without_numbers(&history) } else { history };
    request.caller.history = up_to(&history, &request.text).to_owned();
}

/// Cuts the history after the failed command: its `!!` refers to what came before it, not to what was entered
/// since to ask about it.
fn up_to<'h>(history: &'h str, text: &str) -> &'h str {
    let mut end = history.len();
    for line in history.split_inclusive('\n').rev() {
        if line.trim_end_matches('\n') == text {
            return history.get(..end).unwrap_or_default();
        }
        end -= line.len();
    }
    history
}

/// Returns the width of the terminal as the shell reports it.
pub fn columns() -> Option<usize> {
    variable("DARN_COLUMNS").parse().ok().filter(|columns| *columns > 0)
}

pub fn variable(name: &str) -> String {
    env::get(name).map(|value| value.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Parses bash's `history` with a separator before each text: `  501  \u{1e}git status\n  502  \u{1e}ls`.
fn without_numbers(history: &str) -> String {
    let mut entries = history.split('\u{1e}');
    entries.next(); // the number of the first entry, or the rest of a truncated one
    let entries = entries.map(|entry| entry.rsplit_once('\n').map_or(entry, |(text, _number)| text));
    entries.flat_map(|entry| [entry, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::{up_to, without_numbers};

    #[test]
    fn history_ends_with_the_failure() {
        assert_eq!(up_to("a\nsudo !!\nb\nsudo !!\ndarn\nx", "sudo !!"), "a\nsudo !!\nb\nsudo !!\n");
        assert_eq!(up_to("a\nb", "b"), "a\nb");
        assert_eq!(up_to("a\nb", "c"), "a\nb");
        assert_eq!(up_to("", "c"), "");
    }

    #[test]
    fn history_loses_its_numbers() {
        let printed = "ut off\n    1  \u{1e}ls\n  502* \u{1e}for i in 1; do\n  x\n12345  \u{1e}2  3\n";
        assert_eq!(without_numbers(printed), "ls\nfor i in 1; do\n  x\n2  3\n");
    }
}
