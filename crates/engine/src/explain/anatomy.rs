//! A command line taken apart: each of its parts, and what it means, from manual pages and the machine.

use programs::{Form, Role};
use syntax::{Command, Dialect, Script, Span, Word};

use self::options::Options;
use super::page;
use facts::world::{PathKind, World};
use facts::{builtins, paths, vocabulary};

mod joints;
mod options;

/// Maximum number of parts; the rest of a longer line is left out.
const MAX_PARTS: usize = 60;

/// A part of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// As typed.
    pub text: String,
    /// One line; empty if nothing is known.
    pub means: String,
}

/// Takes a command line apart. Runs nothing; the pages are those of this machine.
#[must_use]
pub fn take_apart(text: &str, dialect: Dialect, world: &dyn World) -> Vec<Part> {
    let script = Script::parse(text, dialect);
    let mut parts = Vec::new();
    for command in &script.commands {
        parts.extend(joints::before(&script, command));
        Reader { script: &script, command, world }.read(&mut parts);
    }
    parts.extend(joints::at_end(&script));
    parts.truncate(MAX_PARTS);
    parts
}

struct Reader<'a> {
    script: &'a Script,
    command: &'a Command,
    world: &'a dyn World,
}

impl Reader<'_> {
    fn read(&self, parts: &mut Vec<Part>) {
        let mut add = |text: &str, means: String| parts.push(Part { text: text.to_owned(), means });
        let command = self.command;
        for assignment in &command.assignments {
            add(self.script.raw(assignment.span), "sets a variable for this command".to_owned());
        }
        let program = command.program().unwrap_or(0);
        let walk = vocabulary::walk(command, self.world);
        let arguments = vocabulary::arguments(command, self.world);
        let inner = self.inner();
        // the option whose value may follow
        let mut option: Option<String> = None;
        let mut is_ended = false;
        for (at, word) in command.words.iter().enumerate() {
            let raw = self.script.raw(word.span);
            let is_option = !is_ended
                && (arguments.options.contains(&at)
                    || at != program && word.value.starts_with('-') && word.value.len() > 1);
            if word.value == "--" && !is_ended {
                is_ended = at > program;
                add(
                    raw,
                    "ends the options: what follows are operands, also if it begins with `-`".to_owned(),
                );
            } else if at < program && !is_option && !self.is_wrapper(at) {
                let is_variable = word.value.split_once('=').is_some_and(|(name, _)| syntax::is_name(name));
                let means = match option.take() {
                    _ if is_variable => "sets a variable for this command".to_owned(),
                    Some(name) => value_of(&name, &word.value),
                    None => "operand".to_owned(),
                };
                add(raw, means);
            } else if at <= program && !is_option || inner == Some(at) {
                add(raw, self.program(&word.value));
            } else if let Some(depth) =
                walk.as_ref().and_then(|walk| walk.words.iter().position(|known| *known == at))
            {
                let path = walk.as_ref().and_then(|walk| walk.path.get(..=depth)).unwrap_or_default();
                add(raw, self.subcommand(path));
            } else if is_option {
                let read = self.options_at(at).take_apart(&word.value);
                for Part { text, means } in read.parts {
                    add(&text, means);
                }
                option = read.wants_value;
                continue;
            } else if let Some(name) = option.as_ref().filter(|_| !arguments.operands.contains(&at)) {
                add(raw, value_of(name, &word.value));
            } else if arguments.operands.first() == Some(&at) && self.is(&[Role::PatternFirst]) {
                add(raw, "what it looks for".to_owned());
            } else {
                add(raw, self.operand(word));
            }
            option = None;
        }
        for redirect in &command.redirects {
            let operator = self.script.raw(redirect.operator);
            let end = redirect.target.as_ref().map_or(redirect.operator.end, |word| word.span.end);
            let raw = self.script.raw(Span::new(redirect.operator.start, end));
            add(raw, joints::redirection(operator, redirect).to_owned());
        }
    }

    /// Returns whether the word before the program is one that runs another: `sudo`, `env`.
    fn is_wrapper(&self, at: usize) -> bool {
        let name = self.command.words.get(at).map_or("", |word| word.value.as_str());
        at == 0 || programs::find(name).is_some_and(|program| !program.details().runs.is_empty())
    }

    /// Returns the word with the program that `xargs` runs for what it reads.
    fn inner(&self) -> Option<usize> {
        let first = self.command.program()? + 1;
        let mut runs = programs::find(self.base()?)?.details().runs.iter();
        let wrapper = runs.find(|wrapper| wrapper.form == Form::Items)?;
        let value = |at: usize| self.command.words.get(first + at).map(|word| word.value.as_str());
        Some(first + wrapper.inner(false, value)?.start)
    }

    fn program(&self, name: &str) -> String {
        let world = self.world;
        if let Some(body) = world.aliases().get(name) {
            return format!("alias of `{body}`");
        }
        if world.functions().iter().any(|function| function == name) {
            return "a function of your shell".to_owned();
        }
        if let Some(said) = world.manual(base(name)).and_then(|page| purpose(&page::name(&page)?)) {
            return said;
        }
        if builtins::has(self.script.dialect, name) {
            "a builtin of your shell".to_owned()
        } else if name.contains('/') {
            "a program by its path".to_owned()
        } else if world.is_program(name) {
            "a program without a manual page here".to_owned()
        } else {
            "there is no such program here".to_owned()
        }
    }

    fn subcommand(&self, path: &[&str]) -> String {
        let (Some(program), Some(word)) = (self.base(), path.last()) else { return String::new() };
        let own = self.world.manual(&format!("{program}-{}", path.join("-")));
        let own = own.and_then(|page| purpose(&page::name(&page)?));
        // the head repeats the word
        let listed = || page::command(&self.world.manual(program)?, word)?.into_iter().nth(1);
        own.or_else(listed).unwrap_or_else(|| "subcommand".to_owned())
    }

    /// Returns the options of the program that this word belongs to: of `sudo -u bob ls` `-u` is one of `sudo`.
    fn options_at(&self, at: usize) -> Options<'_> {
        let program = self.command.program().unwrap_or(0);
        let before = (0..at.min(program)).rev().find(|before| self.is_wrapper(*before));
        let inner = self.inner().filter(|inner| *inner < at);
        let other = before.filter(|_| at < program).or(inner);
        match other.and_then(|other| self.command.words.get(other)) {
            Some(other) => Options::new(base(&other.value), Vec::new(), self.world),
            None => {
                let path = vocabulary::walk(self.command, self.world).map(|walk| walk.path);
                Options::new(self.base().unwrap_or_default(), path.unwrap_or_default(), self.world)
            }
        }
    }

    fn operand(&self, word: &Word) -> String {
        let takes_paths =
            self.is(&[Role::Reads, Role::Paths, Role::Makes, Role::Moves, Role::Deletes, Role::Enters]);
        let path = paths::expand(&word.value, self.world).filter(|_| !word.dynamic && !word.glob);
        let kind = path.map_or(PathKind::Missing, |path| self.world.kind(&path));
        match kind {
            _ if word.glob => "a pattern: the shell puts the names in its place that fit",
            _ if word.value == "-" => self.dash(),
            _ if word.dynamic => "the shell puts a value in its place",
            PathKind::Directory => "a directory that exists",
            PathKind::File | PathKind::Executable => "a file that exists",
            PathKind::Other => "exists",
            PathKind::Missing if takes_paths => "nothing of this name exists",
            PathKind::Missing => "operand",
        }
        .to_owned()
    }

    /// Returns what a `-` alone stands for.
    fn dash(&self) -> &'static str {
        let runs_another =
            self.base().and_then(programs::find).is_some_and(|program| !program.details().runs.is_empty());
        if self.is(&[Role::Enters]) {
            "the directory that you were in before"
        } else if self.is(&[Role::Reads]) {
            "standard input"
        } else if runs_another {
            "option" // `su -`, `env -`
        } else {
            "standard input or output"
        }
    }

    fn is(&self, roles: &[Role]) -> bool {
        self.base().is_some_and(|name| programs::is_any(name, roles))
    }

    fn base(&self) -> Option<&str> {
        self.command.program_name().map(base)
    }
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn value_of(option: &str, value: &str) -> String {
    let stream = if value == "-" { ": standard input or output" } else { "" };
    format!("value of {option}{stream}")
}

/// Returns the text behind the dash of a name line: `sudo, sudoedit - execute a command as another user`.
fn purpose(lines: &[String]) -> Option<String> {
    const DASHES: [&str; 4] = [" - ", " -- ", " \u{2013} ", " \u{2014} "];
    let line = lines.first()?;
    let cuts = DASHES.iter().filter_map(|dash| line.split_once(dash));
    let (_, said) = cuts.min_by_key(|(names, _)| names.len())?;
    Some(said.trim().to_owned()).filter(|said| !said.is_empty())
}

#[cfg(test)]
mod tests;
