//! The shells darn hooks into, one [`ShellSpec`] each.

use syntax::{Dialect, quote};

use crate::notation;
use crate::words::{self, Word};

/// What darn needs to know about a shell.
#[derive(Debug, Clone, Copy)]
pub struct ShellSpec {
    /// Name on the command line: `darn init NAME`.
    pub name: &'static str,
    pub dialect: Dialect,
    /// Integration script, with placeholders for [`Options`].
    pub hook: &'static str,
    /// Its Enter guard, for the levels that have one.
    pub guard: &'static [(Level, &'static str)],
    /// The rest of the guard, read when the first line is entered.
    pub rest: &'static str,
    /// Loads the integration if that has not been done.
    pub load: &'static str,
    /// Starts the relay, for the top of a startup file; empty if unsupported.
    pub wrap: &'static str,
    /// The part of the script that redirects standard error to a file; empty if unsupported.
    pub stderr: &'static str,
    /// The part that asks a model; empty if unsupported.
    pub model: &'static str,
    /// The part that binds the key for `darn explain`; empty if unsupported.
    pub explain: &'static str,
    /// Names of its programs, most common first.
    pub programs: &'static [&'static str],
}

/// Every shell darn can be loaded into.
pub const ALL: &[&ShellSpec] = &[&crate::bash::SPEC, &crate::zsh::SPEC, &crate::fish::SPEC, &crate::sh::SPEC];

/// Finds a shell by its name or that of one of its programs; for a path, the last component counts.
#[must_use]
pub fn find(name: &str) -> Option<&'static ShellSpec> {
    let name = name.rsplit('/').next().unwrap_or(name).trim_start_matches('-');
    ALL.iter().find(|spec| spec.name == name || spec.programs.contains(&name)).copied()
}

/// What the Enter guard may do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Level {
    #[default]
    Off,
    Passive,
    Active,
}

/// Settings for a script.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The program: an absolute path or a bare name.
    pub darn: String,
    /// Byte sequences of the accept key and the list key; empty: no key.
    pub accept: Vec<u8>,
    pub list: Vec<u8>,
    /// Byte sequence of the key that explains the last failure.
    pub explain: Vec<u8>,
    /// Whether Esc Esc also accepts, if it is free.
    pub esc_esc: bool,
    pub level: Level,
    /// Location of [`ShellSpec::rest`].
    pub rest: Rest,
    /// If standard error goes to a file: additional commands that keep their terminal, as lists of words that
    /// occur in a line in this order.
    pub stderr_file: Option<Vec<Vec<String>>>,
    /// The keys that ask a model, if that is enabled.
    pub model: Option<ModelKeys>,
}

/// Byte sequences of the model keys; empty: no key.
#[derive(Debug, Clone, Default)]
pub struct ModelKeys {
    /// Asks for a fix of the last failure.
    pub failure: Vec<u8>,
    /// Turns the current line into a command.
    pub wish: Vec<u8>,
}

/// Location of the rest of the guard.
#[derive(Debug, Clone)]
pub enum Rest {
    File(String),
    /// In the script itself.
    Inside(Vec<Word>),
}

impl Default for Rest {
    fn default() -> Self {
        Self::Inside(Vec::new())
    }
}

impl ShellSpec {
    /// Returns the integration script, with `@DARN@`, `@ACCEPT@`, … replaced by quoted words.
    #[must_use]
    pub fn script(&self, options: &Options) -> String {
        let Options { darn, accept, list, explain, esc_esc, stderr_file, .. } = options;
        let ModelKeys { failure, wish } = options.model.clone().unwrap_or_default();
        let word = |text: &str| quote(text, self.dialect).into_owned();
        let mut places = match self.dialect {
            Dialect::Bash => vec![
                ("@ACCEPT@", word(&notation::readline(accept))),
                ("@LIST@", word(&notation::readline(list))),
                ("@MODEL_KEY@", word(&notation::readline(&failure))),
                ("@ASK_KEY@", word(&notation::readline(&wish))),
                ("@EXPLAIN_KEY@", word(&notation::readline(explain))),
            ],
            Dialect::Zsh => {
                let (words, lines) = stderr_file.as_deref().map(crate::zsh::left_alone).unwrap_or_default();
                vec![
                    ("@LEAVE@", word(&words)),
                    ("@LEAVE_LINES@", word(&lines)),
                    ("@ACCEPT@", word(&notation::zle(accept))),
                    ("@LIST@", word(&notation::zle(list))),
                    ("@MODEL_KEY@", word(&notation::zle(&failure))),
                    ("@ASK_KEY@", word(&notation::zle(&wish))),
                    ("@EXPLAIN_KEY@", word(&notation::zle(explain))),
                    ("@ESC_ESC@", word(if *esc_esc { "^[^[" } else { "" })),
                ]
            }
            Dialect::Fish => vec![
                ("@ACCEPT@", notation::fish(accept)),
                ("@LIST@", notation::fish(list)),
                ("@ACCEPT_NAME@", word(&notation::fish_names(accept))),
                ("@LIST_NAME@", word(&notation::fish_names(list))),
                ("@MODEL_KEY@", notation::fish(&failure)),
                ("@MODEL_NAME@", word(&notation::fish_names(&failure))),
                ("@ASK_KEY@", notation::fish(&wish)),
                ("@ASK_NAME@", word(&notation::fish_names(&wish))),
                ("@EXPLAIN_KEY@", notation::fish(explain)),
                ("@EXPLAIN_NAME@", word(&notation::fish_names(explain))),
            ],
            _ => Vec::new(),
        };
        let guard = self.guard.iter().find(|(level, _)| *level == options.level).map_or("", |(_, text)| text);
        let (file, inside) = match &options.rest {
            _ if guard.is_empty() => ("", String::new()),
            Rest::File(file) => (file.as_str(), String::new()),
            Rest::Inside(words) => ("", self.filled(words)),
        };
        places.insert(0, ("# @GUARD@\n", format!("{guard}{inside}")));
        let stderr = if stderr_file.is_some() { (self.stderr, crate::zsh::STDERR_OUTSIDE) } else { ("", "") };
        places.insert(0, ("# @STDERR@\n", stderr.0.to_owned()));
        let model = if options.model.is_some() { self.model } else { "" };
        places.insert(0, ("# @MODEL@\n", model.to_owned()));
        let explain = if explain.is_empty() { "" } else { self.explain };
        places.insert(0, ("# @EXPLAIN@\n", explain.to_owned()));
        places.insert(0, ("# @OUTSIDE@\n", stderr.1.to_owned()));
        places.push(("@VERSION@", env!("CARGO_PKG_VERSION").to_owned()));
        // last: a path may contain anything
        places.extend([("@REST@", word(file)), ("@DARN@", word(darn))]);
        fill(self.hook, &places)
    }

    /// Returns [`ShellSpec::load`] with the program's absolute path.
    #[must_use]
    pub fn loader(&self, darn: &str) -> String {
        fill(self.load, &[("@DARN@", quote(darn, self.dialect).into_owned())])
    }

    /// Returns [`ShellSpec::wrap`] with the program's absolute path.
    #[must_use]
    pub fn wrapper(&self, darn: &str) -> String {
        fill(self.wrap, &[("@DARN@", quote(darn, self.dialect).into_owned())])
    }

    /// Returns the file with the rest of the guard; empty if there is none.
    #[must_use]
    pub fn file(&self, words: &[Word]) -> String {
        let rest = self.filled(words);
        match self.dialect {
            // as in the hook, so that the user's aliases and options do not affect it
            Dialect::Bash => format!(
                "\\builtin shopt -q expand_aliases && __darn_aliases=1 || __darn_aliases=''\n\\builtin shopt -u expand_aliases\n{rest}if [[ -n $__darn_aliases ]]; then builtin shopt -s expand_aliases; fi\n"
            ),
            Dialect::Zsh => format!("{}{rest}'\n", crate::zsh::EMULATE),
            _ => rest,
        }
    }

    fn filled(&self, words: &[Word]) -> String {
        let mut places = words::places(words, self.dialect);
        places.push(("@VERSION@", env!("CARGO_PKG_VERSION").to_owned()));
        fill(self.rest, &places)
    }
}

fn fill(text: &str, places: &[(&str, String)]) -> String {
    places.iter().fold(text.to_owned(), |text, (place, word)| text.replace(place, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_in_a_script_is_filled() {
        let options = Options { darn: "/a b/@x".into(), accept: b"\x1b'".to_vec(), ..Options::default() };
        let with_model = Options { model: Some(ModelKeys::default()), ..options.clone() };
        for (spec, options) in ALL.iter().flat_map(|spec| [(spec, &options), (spec, &with_model)]) {
            let script = spec.script(options);
            assert!(script.contains("'/a b/@x'"), "{}", spec.name);
            let left = script
                .split('@')
                .filter(|part| part.len() > 2 && part.chars().all(|c| c.is_ascii_uppercase() || c == '_'));
            assert_eq!(left.collect::<Vec<_>>(), Vec::<&str>::new(), "{}", spec.name);
        }
    }
}
