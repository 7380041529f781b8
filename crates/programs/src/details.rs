//! Facts about a program that need words of their own.

use crate::{Language, Wrapper};

/// Statuses with which a program answers or reports something ordinary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Statuses; if there are none, every status.
    pub statuses: &'static [i32],
    /// A word that must be among the arguments; empty: none.
    pub with: &'static str,
}

/// How a program destroys something only with certain words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Destroys {
    /// Subcommands.
    pub verbs: &'static [&'static str],
    /// Options, also as letters in a cluster.
    pub options: &'static [&'static str],
    /// Letters of options that take the rest of their word.
    pub valued_letters: &'static str,
}

impl Destroys {
    /// Of a program that never does so.
    pub const NONE: Self = Self { verbs: &[], options: &[], valued_letters: "" };
}

/// An action that fails or acts again when repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Once {
    /// The subcommand; empty: any.
    pub verb: &'static str,
    /// Options with which it may be repeated.
    pub unless: &'static [&'static str],
}

/// Facts that only some programs have; empty where nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Details {
    /// Name of the shell language that it reads.
    pub shell: &'static str,
    /// Language of the texts that it runs.
    pub language: Option<Language>,
    /// How it runs other programs.
    pub runs: &'static [Wrapper],
    /// Ordinary statuses other than 0.
    pub answers: &'static [Answer],
    /// Names of the same program, or of one that takes its place, best first.
    pub same: &'static [&'static str],
    /// Command lines that do the same on other systems, best first.
    pub instead: &'static [&'static str],
    pub destroys: Destroys,
    /// Options with which a program that reads writes or runs something.
    pub writes_with: &'static [&'static str],
    /// Words that make its output private, each with `except` and the words that do not.
    pub private: &'static [&'static str],
    /// Texts without which a line with its name is harmless; see `policy::triggers`.
    pub guard: &'static [&'static str],
    /// Subcommands and options that only root may use; `*`: everything.
    pub root: &'static [&'static str],
    /// Its actions that must not be repeated.
    pub once: &'static [Once],
    /// The subcommand with which it installs packages of the system.
    pub installs: &'static str,
    /// The package manager whose subcommands it has.
    pub like: &'static str,
    /// Plain words that mean something to it, besides subcommands and names of what is there: `now`.
    pub words: &'static [&'static str],
    /// The fewest operands with which it is of use on a line of its own.
    pub least: u8,
    /// Port of the server that it connects to; 0: unknown.
    pub port: u16,
}

impl Details {
    pub(crate) const NONE: Self = Self {
        shell: "",
        language: None,
        runs: &[],
        answers: &[],
        same: &[],
        instead: &[],
        destroys: Destroys::NONE,
        writes_with: &[],
        private: &[],
        guard: &[],
        root: &[],
        once: &[],
        installs: "",
        like: "",
        words: &[],
        least: 0,
        port: 0,
    };
}
