//! A command line taken apart: each of its parts, and what it means, from manual pages and the machine.

use programs::Role;
use syntax::{Command, Connector, Dialect, Redirect, Script, Span, Word};

use super::page;
use facts::world::{PathKind, World};
use facts::{builtins, paths, vocabulary};

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
        if let Some(joined) = joined(command.connector) {
            parts.push(joined);
        }
        Reader { script: &script, command, world }.read(&mut parts);
    }
    parts.truncate(MAX_PARTS);
    parts
}

fn joined(connector: Connector) -> Option<Part> {
    let (text, means) = match connector {
        Connector::And => ("&&", "the next command runs only if the one before succeeds"),
        Connector::Or => ("||", "the next command runs only if the one before fails"),
        Connector::Pipe => ("|", "the next command reads what the one before prints"),
        Connector::Background => ("&", "the command before runs in the background"),
        Connector::Start | Connector::Sequence => return None,
    };
    Some(Part { text: text.to_owned(), means: means.to_owned() })
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
                add(raw, option.take().map_or(String::new(), |name| format!("value of {name}")));
            } else if at <= program && !is_option {
                add(raw, self.program(&word.value));
            } else if let Some(depth) =
                walk.as_ref().and_then(|walk| walk.words.iter().position(|known| *known == at))
            {
                let path = walk.as_ref().and_then(|walk| walk.path.get(..=depth)).unwrap_or_default();
                add(raw, self.subcommand(path));
            } else if is_option {
                let described = self.option(&word.value);
                // of a cluster the last letter takes the value
                option = described.last().map(|(text, _)| text.clone());
                for (text, means) in described {
                    add(&text, means);
                }
                continue;
            } else if let Some(name) = option.as_ref().filter(|_| !arguments.operands.contains(&at)) {
                add(raw, format!("value of {name}"));
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
            add(raw, redirection(operator, redirect).to_owned());
        }
    }

    /// Returns whether the word before the program is one that runs another: `sudo`, `env`.
    fn is_wrapper(&self, at: usize) -> bool {
        let name = self.command.words.get(at).map_or("", |word| word.value.as_str());
        at == 0 || programs::find(name).is_some_and(|program| !program.details().runs.is_empty())
    }

    fn program(&self, name: &str) -> String {
        let world = self.world;
        if let Some(body) = world.aliases().get(name) {
            return format!("alias of `{body}`");
        }
        if world.functions().iter().any(|function| function == name) {
            return "a function of your shell".to_owned();
        }
        let base = name.rsplit('/').next().unwrap_or(name);
        let said = world.manual(base).and_then(|page| page::name(&page)).and_then(|lines| meaning(&lines));
        if let Some(said) = said {
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
        let said = own
            .and_then(|page| page::name(&page))
            .or_else(|| page::command(&self.world.manual(program)?, word));
        said.and_then(|lines| meaning(&lines)).unwrap_or_else(|| "subcommand".to_owned())
    }

    /// Returns the option with its meaning, or each letter of a cluster.
    fn option(&self, word: &str) -> Vec<(String, String)> {
        let name = word.split('=').next().unwrap_or(word);
        if let Some(means) = self.described(name) {
            return vec![(word.to_owned(), means)];
        }
        let letters = name.strip_prefix('-').filter(|rest| rest.len() > 1 && !rest.starts_with('-'));
        let each = letters.map(|letters| {
            letters.chars().map(|c| (format!("-{c}"), self.described(&format!("-{c}")))).collect::<Vec<_>>()
        });
        match each {
            Some(each) if each.iter().all(|(_, means)| means.is_some()) => {
                each.into_iter().map(|(name, means)| (name, means.unwrap_or_default())).collect()
            }
            _ => vec![(word.to_owned(), "option".to_owned())],
        }
    }

    fn described(&self, name: &str) -> Option<String> {
        let program = self.base()?;
        let path = vocabulary::walk(self.command, self.world).map(|walk| walk.path.join("-"));
        let own = path.filter(|path| !path.is_empty()).map(|path| format!("{program}-{path}"));
        let pages = own.into_iter().chain([program.to_owned()]);
        let lines = pages.filter_map(|page| page::option(&self.world.manual(&page)?, name)).next()?;
        // the head repeats the option
        let said: Vec<String> = lines.iter().skip(1).map(|line| line.trim().to_owned()).collect();
        Some(said.join(" ")).filter(|text| !text.is_empty())
    }

    fn operand(&self, word: &Word) -> String {
        let takes_paths =
            self.is(&[Role::Reads, Role::Paths, Role::Makes, Role::Moves, Role::Deletes, Role::Enters]);
        let path = paths::expand(&word.value, self.world).filter(|_| !word.dynamic && !word.glob);
        let kind = path.map_or(PathKind::Missing, |path| self.world.kind(&path));
        match kind {
            _ if word.glob => "a pattern: the shell puts the names in its place that fit",
            _ if word.value == "-" => "standard input or output",
            _ if word.dynamic => "the shell puts a value in its place",
            PathKind::Directory => "a directory that exists",
            PathKind::File | PathKind::Executable => "a file that exists",
            PathKind::Other => "exists",
            PathKind::Missing if takes_paths => "nothing of this name exists",
            PathKind::Missing => "operand",
        }
        .to_owned()
    }

    fn is(&self, roles: &[Role]) -> bool {
        self.base().is_some_and(|name| programs::is_any(name, roles))
    }

    fn base(&self) -> Option<&str> {
        self.command.program_name().map(|name| name.rsplit('/').next().unwrap_or(name))
    }
}

/// Returns the text behind the dash of a name line, or the description below a head.
fn meaning(lines: &[String]) -> Option<String> {
    let text = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let said = text.split_once(" - ").map_or(text.as_str(), |(_, said)| said).trim();
    Some(said.to_owned()).filter(|said| !said.is_empty())
}

fn redirection(operator: &str, redirect: &Redirect) -> &'static str {
    let sign = operator.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_error = operator.starts_with('2');
    let is_stream =
        redirect.target.as_ref().is_some_and(|word| word.value.bytes().all(|b| b.is_ascii_digit()));
    let is_dropped = redirect.target.as_ref().is_some_and(|word| word.value == "/dev/null");
    let is_other =
        operator.starts_with(|c: char| c.is_ascii_digit()) && !operator.starts_with(['0', '1', '2']);
    let is_closed = redirect.target.as_ref().is_some_and(|word| word.value == "-");
    match sign {
        ">&" | "<&" if is_closed => "closes this stream",
        _ if is_other => "another stream is redirected",
        ">" | ">>" | ">|" if is_dropped && is_error => "errors are dropped",
        ">" | ">>" | ">|" if is_dropped => "the output is dropped",
        "&>" | "&>>" if is_dropped => "output and errors are dropped",
        ">&" if is_error && is_stream => "errors go where the output goes",
        ">&" if is_stream => "the output goes to another stream",
        ">" | ">|" if is_error => "errors go to this file; what it held is lost",
        ">" | ">|" => "the output goes to this file; what it held is lost",
        ">>" if is_error => "errors are appended to this file",
        ">>" => "the output is appended to this file",
        "&>" | ">&" => "output and errors go to this file; what it held is lost",
        "&>>" => "output and errors are appended to this file",
        "<" => "the input comes from this file",
        "<<" | "<<-" => "the lines up to this word are the input",
        "<<<" => "this text is the input",
        _ => "redirection",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facts::FakeWorld;

    #[test]
    fn line_is_taken_apart_word_by_word() {
        let page = ".TH TAR 1\n.SH NAME\ntar \\- an archiving utility\n.SH OPTIONS\n.TP\n\\fB\\-x\\fR, \\fB\\-\\-extract\\fR\nExtract files from an archive.\n.TP\n\\fB\\-z\\fR, \\fB\\-\\-gzip\\fR\nFilter the archive through gzip.\n.TP\n\\fB\\-f\\fR, \\fB\\-\\-file\\fR=\\fIARCHIVE\\fR\nUse archive file ARCHIVE.\n";
        let world = FakeWorld {
            programs: vec!["tar".to_owned(), "wc".to_owned()],
            manuals: [("tar".to_owned(), page.to_owned())].into(),
            files: [("a.tgz".to_owned(), String::new())].into(),
            ..FakeWorld::default()
        };
        let parts = take_apart("X=1 tar -xz -f a.tgz 2>&1 | frob > out", Dialect::Bash, &world);
        let parts: Vec<String> = parts.iter().map(|part| format!("{}: {}", part.text, part.means)).collect();
        assert_eq!(
            parts,
            [
                "X=1: sets a variable for this command",
                "tar: an archiving utility",
                "-x: Extract files from an archive.",
                "-z: Filter the archive through gzip.",
                "-f: Use archive file ARCHIVE.",
                "a.tgz: value of -f",
                "2>&1: errors go where the output goes",
                "|: the next command reads what the one before prints",
                "frob: there is no such program here",
                "> out: the output goes to this file; what it held is lost",
            ]
        );
    }

    #[test]
    fn wrappers_ends_of_options_and_streams_are_told_apart() {
        let world = FakeWorld { programs: vec!["sudo".to_owned(), "rm".to_owned()], ..FakeWorld::default() };
        let parts = take_apart("sudo -u bob rm -- -f 2>&- 3> log", Dialect::Bash, &world);
        let parts: Vec<(&str, &str)> =
            parts.iter().map(|part| (part.text.as_str(), part.means.as_str())).collect();
        assert_eq!(
            parts[2..],
            [
                ("bob", "value of -u"),
                ("rm", "a program without a manual page here"),
                ("--", "ends the options: what follows are operands, also if it begins with `-`"),
                ("-f", "nothing of this name exists"),
                ("2>&-", "closes this stream"),
                ("3> log", "another stream is redirected"),
            ]
        );
    }
}
