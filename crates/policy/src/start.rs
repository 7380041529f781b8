//! One simple command: which program it starts, and what that program does.

use programs::Role;
use syntax::{Dialect, Span};

use super::field::{Field, Invocation, Taint, UNKNOWN};
use super::level::Level;
use super::shell::Shell;
use super::state::{MAX_ARGUMENTS, Node, Origin, Search, Stream};
use super::unwrap::{Form, Wrapper, unwrap, wrappers};
use super::{builtins, checks, code, interpreters, paths};

/// Programs that a pattern in command position is tried against.
const PATTERN_TARGETS: &[&str] =
    &["rm", "dd", "shred", "mkfs", "chmod", "chown", "mv", "bash", "sh", "wipefs"];

/// Programs that take what follows as text, so that `rm -rf /` behind them runs nothing.
const MENTION: &[&str] = &[
    "echo",
    "printf",
    "print",
    "grep",
    "egrep",
    "fgrep",
    "rg",
    "ag",
    "ack",
    "git",
    "man",
    "which",
    "whereis",
    "type",
    "whatis",
    "apropos",
    "help",
    "tldr",
    "info",
    "cat",
    "ls",
    "touch",
    "mkdir",
    "cp",
    "mv",
    "ln",
    "rm",
    "apt",
    "apt-get",
    "dnf",
    "yum",
    "pacman",
    "brew",
    "npm",
    "pip",
    "cargo",
    "snap",
    "gem",
    "dpkg",
    "hash",
    "test",
    "[",
    "[[",
    "expr",
    "sed",
    "tr",
    "cut",
    "sort",
    "head",
    "tail",
    "wc",
    "file",
    "stat",
    "find",
    "locate",
    "history",
    "alias",
    "unalias",
    "set",
    "export",
    "declare",
    "typeset",
    "local",
    "readonly",
    "logger",
    "notify-send",
    "say",
    "cowsay",
    "figlet",
    "toilet",
    "banner",
    "jq",
    "yq",
    "vim",
    "vi",
    "nvim",
    "nano",
    "emacs",
    "code",
    "less",
    "more",
    "diff",
    "tee",
    "kill",
    "pkill",
    "killall",
    "pgrep",
    "pidof",
    "ps",
    "gh",
    "curl",
    "wget",
    "basename",
    "dirname",
    "read",
    "string",
    "complete",
    "compgen",
    "abbr",
    "bindkey",
    "bind",
    "function",
    "functions",
    "unset",
    "whence",
    "where",
    "command_not_found_handle",
    "chmod",
    "chown",
    "docker",
    "kubectl",
    "systemctl",
    "true",
    "false",
    ":",
    "shellcheck",
    "explain",
    "cheat",
    "dict",
    "host",
    "dig",
    "ping",
    "rpm",
    "zypper",
    "ar",
    "tar",
    "zip",
    "rsync",
    "scp",
    "for",
    "case",
    "select",
    "sleep",
    "exit",
    "return",
    "cd",
    "pushd",
    "mkfs",
    "dd",
    "shred",
    "logname",
    "seq",
    "yes",
    "date",
    "env_parallel",
    "wall",
    "write",
    "mail",
    "mailx",
    "sendmail",
    "bd",
    "rmm",
    "dtrx",
    "aspell",
];

impl Shell<'_> {
    /// Starts a program with its arguments; what it prints.
    pub fn start(&mut self, fields: &[Field], span: Span) -> Stream {
        let Some((first, arguments)) = fields.split_first() else { return self.files.input.clone() };
        if !self.budget.step() || !self.budget.enter(0) {
            return Stream::default();
        }
        let read = arguments.get(..MAX_ARGUMENTS);
        if read.is_some() {
            self.budget.skip();
        }
        let arguments = read.unwrap_or(arguments);
        self.budget.count_words(arguments.len());
        let output = self.started(first, arguments, span);
        self.budget.leave();
        output
    }

    fn started(&mut self, first: &Field, arguments: &[Field], span: Span) -> Stream {
        if first.text.contains(UNKNOWN) {
            return self.unknown_program(first, arguments, span);
        }
        let path = first.text.as_str();
        if !first.taint.is_none() {
            self.execute(&Stream::known(path).tainted(first.taint), "its own name", span);
        }
        if let Some(Node::Data(stream)) = self.files.get(&self.files.resolve(path)).cloned()
            && path.contains('/')
        {
            return self.run_file(&stream, Dialect::Bash, arguments, span);
        }
        let mut name = path.rsplit('/').next().unwrap_or(path);
        if self.env.dialect == Dialect::Zsh && path.len() > 1 {
            name = name.strip_prefix('=').unwrap_or(name);
            // builtins of the module zsh/files
            name = name.strip_prefix("zf_").unwrap_or(name);
        }
        if first.glob && name.contains(['*', '?', '[']) && !matches!(name, "[" | "[[") {
            let found = PATTERN_TARGETS.iter().find(|target| paths::matches(name, target));
            let Some(found) = found else { return Stream::default() };
            name = found;
        }
        let at = Invocation { program: name, arguments, span };
        if path.contains('/') && !self.files.fetched().is_empty() {
            self.check(|context| checks::cloned(context, path, &at));
        }
        if !path.contains('/') {
            if let Some(output) = self.function(path, arguments, span) {
                return output;
            }
            if let Some(output) = builtins::run(self, &at) {
                return output;
            }
        }
        let found = self.findings.len();
        if let Some(output) = self.wrapped(&at) {
            return output;
        }
        if let Some(output) = interpreters::run(self, &at) {
            self.judge_words(&at);
            return output;
        }
        let harmless = is_query(&at);
        if !harmless {
            self.judge(&at);
        }
        if self.findings.len() == found && !harmless {
            self.unknown_wrapper(&at);
        }
        self.check(|context| checks::printed(context, &at))
    }

    /// `"$x" -rf /`: the program is not known, what it is told is.
    fn unknown_program(&mut self, first: &Field, arguments: &[Field], span: Span) -> Stream {
        if first.taint.is_unseen() {
            let stream = Stream::unknown(first.taint);
            self.execute(&stream, "a command", span);
            return Stream::unknown(first.taint);
        }
        let looks = arguments.iter().any(|field| {
            let text = field.text.as_str();
            text.starts_with('-')
                && text.contains(['r', 'R'])
                && text.contains('f')
                && !text.starts_with("--")
        });
        let worst = arguments.iter().map(|field| self.env.place(field)).min();
        if looks && worst.is_some_and(|place| place <= paths::Place::BelowSystem) {
            self.find(
                "shell/unknown-program",
                Level::Warn,
                "Cannot tell in advance which program runs; its arguments would delete a lot.",
                span,
            );
        }
        Stream::unknown(first.taint)
    }

    /// A program that runs another one.
    fn wrapped(&mut self, at: &Invocation<'_>) -> Option<Stream> {
        if let ("docker" | "podman" | "nerdctl", Some((first, rest))) =
            (at.program, at.arguments.split_first())
            && first.text == "compose"
        {
            return self.wrapped(&Invocation { program: "docker-compose", arguments: rest, span: at.span });
        }
        if matches!(at.program, "docker" | "podman") {
            self.check(|context| checks::mounted(context, at));
        }
        let mut output = None;
        if at.program == "env"
            && let Some((text, taint)) = self.option_value(at, &["-S", "--split-string"])
        {
            return Some(self.run_text(&text, taint, self.env.dialect, at.span));
        }
        if let Some(stream) = self.shell_of(at) {
            return Some(stream);
        }
        let directory = self.env.directory.clone();
        if matches!(at.program, "env" | "sudo")
            && let Some((to, _)) = self.option_value(at, &["-C", "--chdir", "-D"])
        {
            self.env.directory = Some(to).filter(|to| to.starts_with('/'));
        }
        for wrapper in wrappers(at.program) {
            let before = self.env.variables();
            let here = self.env.is_elsewhere;
            self.env.is_elsewhere |= programs::is(at.program, Role::Elsewhere);
            let reaches_out = programs::is(at.program, Role::Remote);
            let result = match wrapper.form {
                Form::Words => unwrap(at.program, wrapper, at.arguments).map(|inner| {
                    for field in &inner.assignments {
                        if let Some((name, value)) = field.text.split_once('=') {
                            let value = vec![super::state::Value::scalar(value, field.taint)];
                            self.check(|context| checks::environment(context, name, &value, at.span));
                            self.set(name, value);
                        }
                    }
                    let isolates = at.program == "env"
                        && at
                            .arguments
                            .iter()
                            .any(|f| matches!(f.text.as_str(), "-i" | "-" | "--ignore-environment"));
                    let was_bare = self.env.is_bare;
                    if isolates {
                        self.env.variables_mut(&mut self.budget).retain(|_, variable| !variable.exported);
                        self.env.is_bare = true;
                    }
                    let output = self.start(inner.command, at.span);
                    self.env.is_bare = was_bare;
                    output
                }),
                Form::Text => unwrap(at.program, wrapper, at.arguments)
                    .map(|inner| self.joined_text(inner.command, at.span)),
                Form::Items => self.items(wrapper, at),
                Form::Option(options) => self
                    .option_value(at, options)
                    .map(|text| self.run_text(&text.0, text.1, self.env.dialect, at.span)),
                Form::Behind(marks) => {
                    let place = at.arguments.iter().position(|field| marks.contains(&field.text.as_str()));
                    let rest = place.and_then(|place| at.arguments.get(place + 1..));
                    rest.filter(|rest| !rest.is_empty()).map(|rest| match rest {
                        [one] if one.text.contains(' ') => self.joined_text(rest, at.span),
                        _ => self.start(rest, at.span),
                    })
                }
            };
            self.env.set_variables(before);
            self.env.is_elsewhere = here;
            if result.is_some() {
                self.judge_wrapper(at);
            }
            let fetched = Taint { network: reaches_out, ..Taint::NONE };
            output = output.or(result.map(|printed| printed.tainted(fetched)));
        }
        self.env.directory = directory;
        output
    }

    /// A wrapper without a command starts a shell that reads its input: `sudo -s`, `ssh host <<E`.
    fn shell_of(&mut self, at: &Invocation<'_>) -> Option<Stream> {
        let has = |options: &[&str]| at.arguments.iter().any(|field| options.contains(&field.text.as_str()));
        let starts = match at.program {
            "sudo" | "doas" => has(&["-s", "-i", "--shell", "--login"]),
            "su" | "runuser" => !has(&["-c", "--command"]),
            "ssh" | "chroot" | "unshare" | "nsenter" | "newgrp" => true,
            _ => false,
        };
        let text = self.files.input.text.clone().filter(|text| starts && !text.is_empty())?;
        if wrappers(at.program).iter().any(|wrapper| unwrap(at.program, wrapper, at.arguments).is_some())
            && at.program != "su"
        {
            return None;
        }
        let taint = self.files.input.taint;
        Some(self.run_text(&text, taint, Dialect::Bash, at.span))
    }

    /// Words that a shell reads again: joined with blanks.
    fn joined_text(&mut self, fields: &[Field], span: Span) -> Stream {
        let taint = fields.iter().fold(Taint::NONE, |taint, field| taint.and(field.taint));
        let text = fields.iter().map(|field| field.text.as_str()).collect::<Vec<_>>().join(" ");
        self.run_text(&text, taint, Dialect::Bash, span)
    }

    /// The value of the first of the options that is there.
    pub fn option_value(&self, at: &Invocation<'_>, options: &[&str]) -> Option<(String, Taint)> {
        for (place, field) in at.arguments.iter().enumerate() {
            let text = field.text.as_str();
            if options.contains(&text) {
                let value = at.arguments.get(place + 1)?;
                return Some((value.text.clone(), value.taint));
            }
            let long = options.iter().filter(|option| option.starts_with("--"));
            let value = long.filter_map(|option| text.strip_prefix(option)?.strip_prefix('=')).next();
            if let Some(value) = value {
                return Some((value.to_owned(), field.taint));
            }
        }
        None
    }

    /// `xargs rm -rf`: what is read becomes arguments.
    fn items(&mut self, wrapper: &Wrapper, at: &Invocation<'_>) -> Option<Stream> {
        let mut arguments = at.arguments;
        let mut given: Option<Vec<Field>> = None;
        let triple = arguments.iter().position(|f| matches!(f.text.as_str(), ":::" | "::::" | ":::+"));
        if let Some(place) = triple {
            given = arguments.get(place + 1..).map(<[Field]>::to_vec);
            arguments = arguments.get(..place).unwrap_or_default();
        }
        let input = self.files.input.clone();
        let items = given.unwrap_or_else(|| match &input.text {
            Some(text) => text
                .split(|c: char| c.is_whitespace() || c == '\0')
                .filter(|item| !item.is_empty())
                .take(64)
                .map(|item| Field {
                    text: item.trim_matches(['\'', '"']).to_owned(),
                    taint: input.taint,
                    ..Field::default()
                })
                .collect(),
            None => {
                let taint = Taint { printed: true, ..input.taint };
                vec![Field { text: UNKNOWN.to_string(), taint, ..Field::default() }]
            }
        });
        let replace = self
            .option_value(at, &["-I", "--replace", "-i", "-J"])
            .map(|(mark, _)| mark)
            .or_else(|| {
                let glued =
                    at.arguments.iter().find_map(|f| f.text.strip_prefix("-I").filter(|m| !m.is_empty()));
                glued.map(str::to_owned)
            })
            .or_else(|| (at.program != "xargs").then(|| "{}".to_owned()));
        let Some(inner) = unwrap(at.program, wrapper, arguments) else {
            // `… | parallel`: each line is a command
            if at.program.contains("parallel") && !input.taint.is_none() || at.program.contains("parallel") {
                let text = input.text.as_deref().unwrap_or("").to_owned();
                return Some(self.run_text(&text, input.taint, Dialect::Bash, at.span));
            }
            return None;
        };
        let shell_text = at.program.contains("parallel") && inner.command.len() == 1;
        if let Some(found) = input.found.filter(|_| !shell_text) {
            return Some(self.with_found(inner.command, replace.as_deref(), &found, at.span));
        }
        let mark =
            replace.filter(|mark| inner.command.iter().any(|field| field.text.contains(mark.as_str())));
        let mut output = Stream::known("");
        let runs: Vec<Vec<Field>> = match &mark {
            Some(mark) => items
                .iter()
                .take(8)
                .map(|item| {
                    let filled = inner.command.iter().map(|field| Field {
                        text: field.text.replace(mark.as_str(), &item.text),
                        taint: if field.text.contains(mark.as_str()) {
                            field.taint.and(item.taint)
                        } else {
                            field.taint
                        },
                        glob: field.glob,
                        span: field.span,
                    });
                    filled.collect()
                })
                .collect(),
            None => vec![inner.command.iter().cloned().chain(items).collect()],
        };
        for run in runs {
            output = output.then(if shell_text {
                self.joined_text(&run, at.span)
            } else {
                self.start(&run, at.span)
            });
        }
        Some(output)
    }

    /// `find … | xargs rm`: the same as `find … -exec rm {} +`.
    fn with_found(&mut self, command: &[Field], mark: Option<&str>, found: &[Search], span: Span) -> Stream {
        let mark = mark.filter(|mark| command.iter().any(|field| field.text.contains(mark)));
        let place = |field: &Field| match mark {
            Some(mark) => Field { text: field.text.replace(mark, "{}"), ..field.clone() },
            None => field.clone(),
        };
        let mut command: Vec<Field> = command.iter().map(place).collect();
        if mark.is_none() {
            command.push(Field { text: "{}".to_owned(), ..Field::default() });
        }
        found.iter().fold(Stream::known(""), |printed, search| {
            let step = checks::applied(&self.env, &command, search, span);
            printed.then(step.map_or_else(Stream::default, |step| self.follow(step)))
        })
    }

    /// A text that a shell reads.
    pub fn run_text(&mut self, text: &str, taint: Taint, dialect: Dialect, span: Span) -> Stream {
        if taint.is_unseen() {
            self.execute(&Stream::known(text).tainted(taint), "a text", span);
        }
        if text.trim_start().starts_with(UNKNOWN) {
            return Stream::unknown(taint);
        }
        let origin = Origin::From(span);
        self.subshell(|shell| shell.text(text, dialect, origin)).tainted(taint)
    }

    /// A file of the line that is run.
    pub fn run_file(&mut self, stream: &Stream, dialect: Dialect, arguments: &[Field], span: Span) -> Stream {
        self.execute(stream, "a file", span);
        let Some(text) = stream.text.clone() else { return Stream::unknown(stream.taint) };
        let language =
            text.lines().next().and_then(|line| line.strip_prefix("#!")).and_then(shebang_language);
        if let Some(language) = language {
            interpreters::judge_code(self, language, &text, span);
            return Stream::unknown(stream.taint);
        }
        self.with_arguments(arguments, |shell| {
            shell.subshell(|shell| shell.text(&text, dialect, Origin::From(span)))
        })
    }

    /// A program that darn does not know, with a dangerous command behind it: it may run it.
    fn unknown_wrapper(&mut self, at: &Invocation<'_>) {
        if self.budget.is_deeper_than(12)
            || MENTION.contains(&at.program) && !super::texts::runs_texts(at.program)
        {
            return;
        }
        self.texts_within(at);
        if self.policy.catalogue.knows(at.program) {
            return;
        }
        for hit in self.policy.catalogue.hits_of_unknown(at) {
            self.find(&hit.rule, hit.level, hit.because, hit.span);
        }
        let tail = at.arguments.iter().enumerate().find(|(_, field)| {
            let name = field.text.rsplit('/').next().unwrap_or("");
            matches!(name, "rm" | "dd" | "shred" | "wipefs" | "bash" | "sh") || name.starts_with("mkfs")
        });
        let Some((place, _)) = tail else { return };
        let rest = at.arguments.get(place..).unwrap_or_default().to_vec();
        let level = self.probe(|shell| {
            shell.start(&rest, at.span);
        });
        if level >= Level::Confirm {
            self.find_in(
                "shell/unknown-wrapper",
                Level::Warn,
                format!("`{}` may run its arguments, which would be dangerous.", at.program),
                at,
            );
        }
    }
}

/// The language of `/usr/bin/env python3`, `/bin/perl -w`; none for a shell.
fn shebang_language(line: &str) -> Option<code::Language> {
    let program =
        line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word)).find(|w| *w != "env")?;
    code::Language::of(program)
}

/// `--help`, `--version`: nothing is done.
fn is_query(at: &Invocation<'_>) -> bool {
    let asks = |field: &Field| matches!(field.text.as_str(), "--help" | "--version" | "--usage");
    let position = at.arguments.iter().position(asks);
    let Some(position) = position else { return false };
    // `service activate --version 5` does not ask
    let asks_version = at.arguments.get(position).is_some_and(|field| field.text == "--version");
    if asks_version && position + 1 < at.arguments.len() {
        return false;
    }
    let before = at.arguments.get(..position).unwrap_or_default();
    let ended = before.iter().any(|field| field.text == "--");
    // `-o --help`: the value of an option
    let is_value = before.last().is_some_and(|field| {
        let text = field.text.as_str();
        text.starts_with('-')
            && !matches!(text, "-v" | "-q" | "-y" | "-r" | "-f" | "-rf" | "-R")
            && takes_file(at.program, text)
    });
    !ended && !is_value
}

/// Options whose value could be any text.
const FILE_OPTIONS: &[&str] = table!("file_options");

/// Options whose value could be spelled `--help`, so that it asks for nothing.
fn takes_file(program: &str, option: &str) -> bool {
    matches!(program, "curl" | "wget" | "ssh" | "scp" | "chmod" | "chown" | "tar")
        && FILE_OPTIONS.contains(&option)
}
