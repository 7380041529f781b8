//! Programs that run another one: `sudo`, `env`, `xargs`, `ssh`, containers.

use super::checks;
use super::shell::Shell;
use super::state::Search;
use super::unwrap::{Form, Wrapper, unwrap, wrappers};
use crate::prelude::*;

impl Shell<'_> {
    /// Runs the command of a program that runs another one.
    pub fn wrapped(&mut self, at: &Invocation<'_>) -> Option<Stream> {
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
                    let isolates = at.program == "env" && has_word(at, &["-i", "-", "--ignore-environment"]);
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
                    let rest = at.find(marks).map(|place| at.tail(place + 1));
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

    /// Runs the input of a wrapper without a command, which starts a shell: `sudo -s`, `ssh host <<E`.
    fn shell_of(&mut self, at: &Invocation<'_>) -> Option<Stream> {
        let starts = match at.program {
            "sudo" | "doas" => has_word(at, &["-s", "-i", "--shell", "--login"]),
            "su" | "runuser" => !has_word(at, &["-c", "--command"]),
            name => programs::is(name, Role::StartsShell),
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

    /// Joins words with blanks for a shell to read again.
    fn joined_text(&mut self, fields: &[Field], span: Span) -> Stream {
        let taint = Field::taints(fields);
        let text = Field::joined(fields);
        self.run_text(&text, taint, Dialect::Bash, span)
    }

    /// Returns the value of the first of these options that is given.
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

    /// Runs `xargs rm -rf`: input becomes arguments.
    fn items(&mut self, wrapper: &Wrapper, at: &Invocation<'_>) -> Option<Stream> {
        let mut arguments = at.arguments;
        let mut given: Option<Vec<Field>> = None;
        if let Some(place) = at.find(&[":::", "::::", ":::+"]) {
            given = Some(at.tail(place + 1).to_vec());
            arguments = arguments.get(..place).unwrap_or_default();
        }
        let input = self.files.input.clone();
        let items = given.unwrap_or_else(|| match &input.text {
            Some(text) => {
                let items =
                    text.split(|c: char| c.is_whitespace() || c == '\0').filter(|item| !item.is_empty());
                let item = |item: &str| Field::plain(item.trim_matches(['\'', '"'])).tainted(input.taint);
                items.take(64).map(item).collect()
            }
            None => vec![Field::plain(UNKNOWN).tainted(input.taint.and(Taint::PRINTED))],
        });
        let replace = self
            .option_value(at, &["-I", "--replace", "-i", "-J"])
            .map(|(mark, _)| mark)
            .or_else(|| {
                let glued =
                    at.texts().find_map(|text| text.strip_prefix("-I").filter(|mark| !mark.is_empty()));
                glued.map(str::to_owned)
            })
            .or_else(|| (at.program != "xargs").then(|| "{}".to_owned()));
        let is_parallel = at.program.contains("parallel");
        let Some(inner) = unwrap(at.program, wrapper, arguments) else {
            // `… | parallel`: each line is a command
            let text = input.text.as_deref().unwrap_or("");
            return is_parallel.then(|| self.run_text(text, input.taint, Dialect::Bash, at.span));
        };
        let shell_text = is_parallel && inner.command.len() == 1;
        if let Some(found) = input.found.filter(|_| !shell_text) {
            return Some(self.with_found(inner.command, replace.as_deref(), &found, at.span));
        }
        let mark =
            replace.filter(|mark| inner.command.iter().any(|field| field.text.contains(mark.as_str())));
        let mut output = Stream::known("");
        let filled = |field: &Field, mark: &str, item: &Field| match field.text.contains(mark) {
            true => Field {
                text: field.text.replace(mark, &item.text),
                taint: field.taint.and(item.taint),
                ..field.clone()
            },
            false => field.clone(),
        };
        let runs: Vec<Vec<Field>> = match &mark {
            Some(mark) => {
                let run = |item| inner.command.iter().map(|field| filled(field, mark, item)).collect();
                items.iter().take(8).map(run).collect()
            }
            None => vec![inner.command.iter().cloned().chain(items).collect()],
        };
        for run in runs {
            output = output.then(match shell_text {
                true => self.joined_text(&run, at.span),
                false => self.start(&run, at.span),
            });
        }
        Some(output)
    }

    /// Runs `find … | xargs rm` like `find … -exec rm {} +`.
    fn with_found(&mut self, command: &[Field], mark: Option<&str>, found: &[Search], span: Span) -> Stream {
        let mark = mark.filter(|mark| command.iter().any(|field| field.text.contains(mark)));
        let place = |field: &Field| match mark {
            Some(mark) => Field { text: field.text.replace(mark, "{}"), ..field.clone() },
            None => field.clone(),
        };
        let mut command: Vec<Field> = command.iter().map(place).collect();
        if mark.is_none() {
            command.push(Field::plain("{}"));
        }
        found.iter().fold(Stream::known(""), |printed, search| {
            let step = checks::applied(&self.env, &command, search, span);
            printed.then(step.map_or_else(Stream::default, |step| self.follow(step)))
        })
    }
}
