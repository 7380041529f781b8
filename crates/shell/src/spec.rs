//! Description of a shell and its integration script.

use std::path::{Path, PathBuf};

use syntax::{Dialect, quote};

use crate::words::{self, Word};

/// Description of a shell.
#[derive(Debug, Clone, Copy)]
pub struct ShellSpec {
    /// Name on the command line: `darn init NAME`.
    pub name: &'static str,
    pub dialect: Dialect,
    /// Integration script, with placeholders for [`Options`].
    pub hook: &'static str,
    /// Part of the script that a stored script reads from a file of its own; `None` if there is no such part.
    pub body: Option<&'static Body>,
    /// Enter guard, for the levels that have one.
    pub guard: &'static [(Level, &'static str)],
    /// Rest of the guard, read when the first line is entered.
    pub rest: &'static str,
    /// Line that loads the integration unless it is loaded.
    pub load: &'static str,
    /// Conditions under which a stored script is up to date; `None` if none is stored.
    pub fresh: Option<&'static Fresh>,
    /// Lines for the top of a startup file that start the relay; empty if unsupported.
    pub wrap: &'static str,
    /// Text before and after the rest of the guard in its separate file, so that the user's aliases and
    /// options do not affect it.
    pub rest_frame: (&'static str, &'static str),
    /// Values of the placeholders specific to this shell: its keys in its notation.
    pub places: fn(&Options) -> Vec<(&'static str, String)>,
    /// Part of the script that redirects standard error to a file, and its lines outside the script's
    /// emulation; empty if unsupported.
    pub stderr: (&'static str, &'static str),
    /// Part that asks a model; empty if unsupported.
    pub model: &'static str,
    /// Part that binds the key for `darn explain`; empty if unsupported.
    pub explain: &'static str,
    /// Part that is read at the first failure; empty if it is in the script.
    pub failed: &'static str,
    /// Names of the shell's programs, most common first.
    pub programs: &'static [&'static str],
}

/// Part of an integration script, at its placeholder `@BODY@`.
#[derive(Debug)]
pub struct Body {
    pub text: &'static str,
    /// What reads it from [`Options::body_file`].
    pub read: &'static str,
}

/// Conditions under which a stored script is up to date, in the shell's language; `@FILE@` is a file that it
/// was generated from, `@STORED@` the script.
#[derive(Debug)]
pub struct Fresh {
    /// The file is a program.
    pub is_program: &'static str,
    /// The file exists and is not newer than the script.
    pub is_older: &'static str,
    /// The file does not exist, as when the script was generated.
    pub is_missing: &'static str,
    /// What stands between conditions.
    pub and: &'static str,
    /// Ends the sourced script with an error unless they hold.
    pub or_fail: &'static str,
}

/// The conditions for bash and zsh.
pub const BRACKETS: Fresh = Fresh {
    is_program: "[[ -x @FILE@ ]]",
    is_older: "[[ -e @FILE@ && ! @FILE@ -nt @STORED@ ]]",
    is_missing: "[[ ! -e @FILE@ ]]",
    and: " && ",
    or_fail: " || \\return 1\n",
};

/// Level of the Enter guard.
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
    /// File with [`ShellSpec::body`]; if `None`, that part is in the script.
    pub body_file: Option<String>,
    /// File with [`ShellSpec::failed`]; if `None`, that part is in the script.
    pub failed_file: Option<String>,
    /// Set if standard error goes to a file: additional commands that keep their terminal, as lists of words
    /// that occur in a line in this order.
    pub stderr_file: Option<Vec<Vec<String>>>,
    /// How long a hook waits for the daemon, in milliseconds.
    pub patience_ms: u32,
    /// Keys that ask a model, if enabled.
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
    pub fn script(&self, options: &Options) -> String {
        fill(self.hook, &self.values(options))
    }

    /// Returns the content of the file for [`ShellSpec::body`].
    pub fn body(&self, options: &Options) -> Option<String> {
        Some(fill(self.body?.text, &self.values(options)))
    }

    /// Returns the placeholders of the parts, then those within parts, each with its text.
    fn values(&self, options: &Options) -> Vec<(&'static str, String)> {
        let Options { darn, explain, patience_ms, .. } = options;
        let word = |text: &str| quote(text, self.dialect).into_owned();
        let mut places = (self.places)(options);
        let guard = self.guard.iter().find(|(level, _)| *level == options.level).map_or("", |(_, text)| text);
        let (file, inside) = match &options.rest {
            _ if guard.is_empty() => ("", String::new()),
            Rest::File(file) => (file.as_str(), String::new()),
            Rest::Inside(words) => ("", self.filled(words)),
        };
        places.insert(0, ("# @GUARD@\n", format!("{guard}{inside}")));
        let (stderr, outside) = if options.stderr_file.is_some() { self.stderr } else { ("", "") };
        places.insert(0, ("# @STDERR@\n", stderr.to_owned()));
        let model = if options.model.is_some() { self.model } else { "" };
        places.insert(0, ("# @MODEL@\n", model.to_owned()));
        let explain = if explain.is_empty() { "" } else { self.explain };
        places.insert(0, ("# @EXPLAIN@\n", explain.to_owned()));
        places.insert(0, ("# @OUTSIDE@\n", outside.to_owned()));
        let failed = if options.failed_file.is_some() { "" } else { self.failed };
        places.insert(0, ("# @FAILED@\n", failed.to_owned()));
        places.push(("@DEFERRED@", word(options.failed_file.as_deref().unwrap_or_default())));
        places.push(("@PATIENCE@", format!("{}.{:03}", patience_ms / 1000, patience_ms % 1000)));
        places.push(("@VERSION@", env!("CARGO_PKG_VERSION").to_owned()));
        if let Some(Body { text, read }) = self.body {
            let body = if options.body_file.is_some() { read } else { text };
            places.insert(0, ("# @BODY@\n", (*body).to_owned()));
        }
        // last: a path may contain anything
        let body_file = options.body_file.as_deref().unwrap_or_default();
        places.extend([("@BODY_FILE@", word(body_file)), ("@REST@", word(file)), ("@DARN@", word(darn))]);
        places
    }

    /// Returns the script preceded by the test that it is newer than the program and the files that it was
    /// generated from, and that files missing then still are. If not, sourcing it fails. `None` if no script
    /// is stored for this shell, or if a path is not valid UTF-8. Its comments are left out: a shell parses
    /// them at each start.
    pub fn stored(
        &self,
        script: &str,
        stored: &Path,
        program: &Path,
        present: &[PathBuf],
        missing: &[PathBuf],
    ) -> Option<String> {
        let Fresh { is_program, is_older, is_missing, and, or_fail } = self.fresh?;
        let word = |path: &Path| Some(quote(path.to_str()?, self.dialect).into_owned());
        let stored = word(stored)?;
        let condition = |text: &str, path: &Path| {
            Some(fill(text, &[("@STORED@", stored.clone()), ("@FILE@", word(path)?)]))
        };
        let mut conditions = vec![condition(is_program, program)?, condition(is_older, program)?];
        for file in present {
            conditions.push(condition(is_older, file)?);
        }
        for file in missing {
            conditions.push(condition(is_missing, file)?);
        }
        Some(format!("{}{or_fail}{}\ntrue\n", conditions.join(and), without_comments(script)))
    }

    /// Returns [`ShellSpec::load`] with the program's absolute path.
    pub fn loader(&self, darn: &str) -> String {
        fill(self.load, &[("@DARN@", quote(darn, self.dialect).into_owned())])
    }

    /// Returns [`ShellSpec::wrap`] with the program's absolute path.
    pub fn wrapper(&self, darn: &str) -> String {
        fill(self.wrap, &[("@DARN@", quote(darn, self.dialect).into_owned())])
    }

    /// Returns the file with the rest of the guard; empty for a shell without a guard.
    pub fn file(&self, words: &[Word]) -> String {
        let (before, after) = self.rest_frame;
        format!("{before}{}{after}", self.filled(words))
    }

    fn filled(&self, words: &[Word]) -> String {
        let mut places = words::places(words, self.dialect);
        places.push(("@VERSION@", env!("CARGO_PKG_VERSION").to_owned()));
        fill(self.rest, &places)
    }
}

/// Returns a script of ours without empty lines and those that are comments. (No string in our scripts has such
/// a line.)
pub fn without_comments(script: &str) -> String {
    let is_kept = |line: &&str| !line.trim_start().is_empty() && !line.trim_start().starts_with('#');
    script.split_inclusive('\n').filter(is_kept).collect()
}

fn fill(text: &str, places: &[(&str, String)]) -> String {
    places.iter().fold(text.to_owned(), |text, (place, word)| text.replace(place, word))
}
