//! What a program has a use for.

use facts::vocabulary::{self, Vocabulary};
use programs::{Program, Role};
use syntax::Command;

use super::typed::Typed;
use super::words::{PRONOUN, is_plain};

impl Typed<'_> {
    /// Returns whether the word behind this option is its value.
    pub fn takes_value(&self, option: &str) -> bool {
        let known = option.starts_with('-').then(|| vocabulary::find(self.name(), self.world)).flatten();
        known.and_then(|known| known.option(&[], option)).is_some_and(|option| option.takes_value)
    }

    /// Returns whether the program has subcommands.
    pub fn has_subcommands(&self) -> bool {
        vocabulary::find(self.name(), self.world).is_some_and(|known| known.subcommands(&[]).next().is_some())
    }

    /// Returns whether the word behind the program is a subcommand of it.
    pub fn has_subcommand(&self) -> bool {
        let walk = self.command().and_then(|command| vocabulary::walk(command, self.world));
        walk.is_some_and(|walk| walk.words.first() == Some(&1))
    }

    /// Returns whether the first word runs a command that stands behind it: `time`, `watch`.
    pub fn runs_operand(&self) -> bool {
        programs::details(self.first()).runs.iter().any(|wrapper| wrapper.verbs.is_empty())
    }

    /// Returns whether the first word has a use for this plain word: it is the name of a file, of a command for
    /// those that look commands up or run them, a target, or a word that the program knows.
    pub fn knows(&self, operand: &str) -> bool {
        let first = self.first();
        let words = programs::details(first).words;
        let looks_up = programs::is(first, Role::LooksUp);
        let opens = programs::is_any(first, &[Role::Reads, Role::Paths, Role::Walks]);
        let takes_files =
            opens || programs::is_any(first, &[Role::Makes, Role::Launches]) || !self.is_spoken();
        let takes_commands =
            self.runs_operand() || looks_up || !self.is_spoken() && !self.has_subcommands() && !opens;
        let is_target = |operand: &str| {
            engine::rules::make_targets(self.world, ".", None).iter().any(|target| target == operand)
        };
        takes_files && !self.runs_operand() && self.exists(operand)
            || takes_commands && !PRONOUN.has(operand) && self.is_command(operand)
            || self.runs_operand() && programs::find(operand).is_some()
            || looks_up && programs::find(operand).is_some()
            || words.contains(&operand)
            || !engine::spell::nearest(operand, words.iter().copied()).is_empty()
            || first == "make" && is_target(operand)
    }

    /// Returns whether the program has no use for words such as these, which are neither options nor files: it
    /// takes none, or subcommands with other names.
    pub fn has_no_use(&self) -> bool {
        let is_unknown = |command: &Command| {
            let name = command.program_name()?;
            let walk = vocabulary::walk(command, self.world)?;
            let word = command.words.get(walk.unknown.or(walk.open)?)?.value.as_str();
            let known = vocabulary::find(name, self.world).filter(Vocabulary::is_complete)?;
            let is_plugin = self.is_command(&format!("{name}-{word}"));
            Some(!is_plugin && engine::spell::nearest(word, known.subcommands(&walk.path)).is_empty())
        };
        self.is(Role::Wordless) || self.command().and_then(is_unknown).unwrap_or(false)
    }

    /// Returns whether its operands are names of files that must be there.
    pub fn wants_files(&self) -> bool {
        self.is_any(&[Role::Reads, Role::Paths, Role::Walks]) && !self.is(Role::Makes)
    }

    /// Returns whether a language is named, and no script of it: `bash arrays`.
    pub fn is_topic(&self) -> bool {
        let is_script = |word: &str| !is_plain(word) || self.exists(word);
        self.program().is_some_and(Program::is_interpreter)
            && !self.has_subcommands()
            && !self.operands().any(is_script)
    }

    /// Returns whether the program needs more operands to be of use.
    pub fn has_too_few(&self) -> bool {
        self.operands().count() < usize::from(programs::details(self.first()).least)
    }
}
