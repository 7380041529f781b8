//! The loop of the chat.

use std::sync::Arc;

use super::answer::{self, CodeBlock};
use super::builtins;
use super::capture::{Capture, Captures};
use super::editor::{Editor, Entered, Status};
use super::explain::Wanted;
use super::files;
use super::keymap;
use super::line::Line;
use super::shell::{self, Ran};
use super::talk::{Question, Talk, limits};
use crate::caller::Caller;
use crate::config::Settings;
use crate::confirm::Requirement;
use crate::error::Error;
use crate::service::Service;
use crate::tasks::step::Step;
use crate::tasks::workspace::{User, Workspace};
use crate::ui::markdown::screen::Screen;
use crate::ui::numbers::{bytes, several};
use crate::ui::style::{BOLD, Style};
use crate::ui::text::fit;
use crate::ui::tty::{Key, Tty};
use crate::ui::unechoed::Unechoed;
use crate::ui::{self, clipboard};
use crate::{context, dirs, model};

/// Starts a task in the shell of the chat.
pub type CarryOut<'a> = &'a dyn Fn(&str, &mut Workspace) -> Result<(), Error>;

/// A chat at a terminal.
pub struct Repl<'a> {
    settings: Settings,
    style: Style,
    workspace: Workspace,
    captures: Captures,
    talk: Talk,
    editor: Editor,
    /// Of the last answer.
    blocks: Vec<CodeBlock>,
    commands: Vec<Step>,
    carry_out: CarryOut<'a>,
}

impl<'a> Repl<'a> {
    /// `failed`: what failed last in the shell that called `darn`.
    ///
    /// # Errors
    /// The shell does not start.
    pub fn start(
        caller: &Caller,
        settings: Settings,
        failed: Option<Capture>,
        carry_out: CarryOut<'a>,
    ) -> std::io::Result<Self> {
        let style = Style::of_stdout(caller);
        super::leave::on_signals()?;
        let size = Tty::open().ok().and_then(|tty| tty.size());
        let size = size.ok_or_else(|| std::io::Error::other("there is no terminal here"))?;
        let workspace = Workspace::start(caller, &settings, User::Person(size))?;
        let mut captures = Captures::new(settings.chat.shell_attach, settings.chat.keep_failures.0);
        if let Some(failed) = failed {
            captures.add(failed, false);
        }
        let is_vi = keymap::is_vi(settings.chat.keys, caller);
        let editor = Editor::new(workspace.caller(), builtins::names(), style.clone(), is_vi);
        let (talk, blocks, commands) = (Talk::default(), Vec::new(), Vec::new());
        Ok(Self { settings, style, workspace, captures, talk, editor, blocks, commands, carry_out })
    }

    /// Reads and does line after line until the user leaves.
    ///
    /// # Errors
    /// The terminal or the shell is lost.
    pub fn run(&mut self) -> Result<(), Error> {
        self.announce();
        let mut text = String::new();
        loop {
            let caller = self.workspace.caller();
            let line = match self.editor.read(self.status(&caller), caller, &text)? {
                Entered::Left => return Ok(()),
                Entered::Cancelled => {
                    text.clear();
                    continue;
                }
                Entered::Taken(number) => {
                    text = self.taken(number);
                    continue;
                }
                Entered::Line(line) => line,
            };
            text.clear();
            self.remember(&line);
            let read = match self.editor.classify(&line) {
                Line::Doubtful(text) => self.clarify(text),
                other => other,
            };
            match read {
                Line::Empty | Line::Doubtful(_) => {}
                Line::Builtin { name, .. } if name == "exit" => return Ok(()),
                Line::Builtin { name, argument } => self.builtin(&name, &argument)?,
                Line::Command(command) => text = self.command(&command)?,
                Line::Question(question) => {
                    let names = files::named(&question);
                    self.ask(question, &names);
                }
                Line::With { files, question } => self.ask(question, &files),
                Line::Blog(about) => self.blog(&about),
            }
        }
    }

    /// Returns the command of the last answer with this number.
    fn taken(&self, number: usize) -> String {
        let step = self.commands.iter().find(|step| step.number == number);
        step.map(|step| step.command.clone()).unwrap_or_default()
    }

    fn status(&self, caller: &Caller) -> Status {
        let llm = &self.settings.llm;
        let waiting = self.captures.waiting().map(|capture| capture.size(self.limits()).0);
        Status { directory: dirs::display(&caller.directory), model: ui::one_line(llm.name()), waiting }
    }

    fn limits(&self) -> super::capture::Limits {
        let window = model::window(&self.settings.llm, &self.workspace.caller()).ok().flatten();
        limits(&self.settings, window)
    }

    /// Says what waits for the next question.
    fn announce(&self) {
        if let Some(capture) = self.captures.waiting() {
            let (lines, size) = capture.size(self.limits());
            let what = if capture.status == 0 { "output" } else { "failing output" };
            let text = format!(
                "(captured {what}: {}, {}; goes with your next question)",
                several(lines, "line"),
                bytes(size as u64)
            );
            self.note(&text);
        }
    }

    fn note(&self, text: &str) {
        for line in ui::text::wrap(text, "", self.style.columns.saturating_sub(1)) {
            ui::note(&self.style.dim(&line));
        }
    }

    fn remember(&self, line: &str) {
        let mut redactor = model::redactor(&self.workspace.caller(), &self.settings);
        self.editor.remember(redactor.redact(line.to_owned()).get());
    }

    /// Asks what a doubtful line is.
    fn clarify(&self, text: String) -> Line {
        let Ok(mut tty) = Tty::open() else { return Line::Empty };
        tty.write(&self.style.dim("a [c]ommand or a [q]uestion? (! or ? before a line says so) "));
        let key = tty.key();
        tty.write("\r\u{1b}[K");
        match key {
            Key::Char('c' | '!') => Line::Command(text),
            Key::Char('q' | '?') => Line::Question(text),
            _ => Line::Empty,
        }
    }

    /// Runs a command; returns the text for the next line.
    fn command(&mut self, command: &str) -> Result<String, Error> {
        let ran = shell::run(command, &mut self.workspace, &mut self.captures, &self.settings, &self.style)?;
        match ran {
            Ran::Ended { status, waits, fixes } => {
                if let Some(status) = status.filter(|status| *status != 0) {
                    ui::note(&self.style.dim(&format!("{} {status}", self.style.pick("✗", "x"))));
                }
                if waits {
                    self.announce();
                }
                if !fixes.is_empty() {
                    self.commands = fixes;
                    self.offer();
                }
                Ok(String::new())
            }
            Ran::Stopped(line) => Ok(line.unwrap_or_default()),
        }
    }

    /// Asks the model, with the files of these names.
    fn ask(&mut self, text: String, names: &[String]) {
        let caller = self.workspace.caller();
        let judge = Service::new(&self.settings, context::today()).judge();
        let mut may = |path: &str, why: &str| ui::ask::yes(&format!("Send {}? ({why})", ui::one_line(path)));
        let found = files::read(names, &caller, &judge, &mut may);
        for (name, why) in &found.refused {
            self.note(&format!("(not attached: {}: {why})", ui::one_line(name)));
        }
        if !names.is_empty() && found.files.is_empty() {
            return; // a question about a file is pointless without it
        }
        self.put(Question { files: found.files, ..Question::of(text) });
    }

    /// Sends a question and shows the answer with its commands; returns the answer.
    fn put(&mut self, question: Question) -> Option<String> {
        let caller = self.workspace.caller();
        // typed text would stand amid the answer; it goes to the next line
        let unechoed = Unechoed::start();
        let mut screen = Screen::new(ui::output(), &Style::of_stdout(&caller));
        let mut show = |text: &str| screen.add(text);
        let answer = self.talk.ask(question, &mut self.captures, &self.settings, &caller, &mut show);
        screen.finish();
        drop(unechoed);
        ui::print("\n");
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                ui::error(&error);
                self.announce();
                return None;
            }
        };
        self.blocks = answer::blocks(&answer);
        let service = Service::new(&self.settings, context::today());
        self.commands = answer::commands(&self.blocks, &caller, &service);
        self.offer();
        for hint in answer::hints(&self.blocks) {
            self.note(&ui::one_line(&hint));
        }
        Some(answer)
    }

    /// Lists the commands that have a key.
    fn offer(&self) {
        for step in &self.commands {
            let sign = if step.requirement() == Requirement::Key { " " } else { self.style.pick("⚠", "!") };
            let first = step.command.lines().next().unwrap_or_default();
            let line = fit(&ui::one_line(first), self.style.columns.saturating_sub(12), &self.style);
            ui::note(&format!(
                "{} {sign} {}",
                self.style.dim(&format!("[Alt-{}]", step.number)),
                self.style.painted(BOLD, &line)
            ));
        }
    }

    fn blog(&mut self, about: &str) {
        let text = format!(
            "Write a post in Markdown about what was done in this session, for other developers: what was wanted, what \
             went wrong, why, and how it was solved. Only the post. {about}"
        );
        let Some(post) = self.put(Question::of(text)) else { return };
        let mut answer = String::new();
        if let Ok(mut tty) = Tty::open()
            && let Some(line) = ui::input::line(&mut tty, "Write it to (empty: nowhere): ", "", &self.style)
        {
            tty.write("\n");
            answer = line;
        }
        if !answer.trim().is_empty() {
            super::write::write(answer.trim(), &post, &self.workspace.caller(), &self.style);
        }
    }

    fn builtin(&mut self, name: &str, argument: &str) -> Result<(), Error> {
        let width = self.style.columns.saturating_sub(1);
        match name {
            "help" => builtins::help(width).iter().for_each(|line| ui::note(line)),
            "showcapture" => match self.captures.waiting() {
                Some(capture) => {
                    let head = super::capture::head(capture);
                    ui::print(&ui::neutral(&head));
                    ui::print(&format!("\n{}\n", ui::neutral(&capture.bounded(self.limits()))));
                }
                None => self.note("(nothing waits for your next question)"),
            },
            "clearcapture" => {
                let text = if self.captures.clear() {
                    "(forgotten)"
                } else {
                    "(nothing waits for your next question)"
                };
                self.note(text);
            }
            "keep" => {
                let is_kept = self.captures.keep();
                self.note(if is_kept {
                    "(goes with every question from now on)"
                } else {
                    "(nothing to keep)"
                });
            }
            "last" => self.last(argument),
            "explain" => self.explain(argument),
            "do" if argument.is_empty() => self.note("/do TASK: say what is to be done"),
            "do" => (self.carry_out)(argument, &mut self.workspace)?,
            "copy" => self.copy(argument),
            "diff" => super::write::diff(argument, &self.workspace.caller(), &self.style),
            "restore" => super::write::restore(argument, &self.workspace.caller(), &self.style),
            "model" if argument.is_empty() => {
                let llm = &self.settings.llm;
                let text = format!("{} ({})", llm.name(), llm.provider);
                self.note(&ui::one_line(&text));
            }
            "model" => self.settings.llm.choose_model(argument),
            "tokens" => {
                let (sent, received) = self.talk.tokens;
                self.note(&format!(
                    "{sent} tokens sent, {received} received, in {} questions",
                    self.talk.said.len()
                ));
            }
            "save" => super::saved::save(&self.talk, &self.workspace.caller(), &self.settings)
                .map(|()| self.note("(saved)"))?,
            "resume" => {
                self.talk = super::saved::load(&self.workspace.caller(), &self.settings)?;
                self.note(&format!("({} questions and answers)", self.talk.said.len()));
            }
            unknown => {
                self.note(&format!("there is no /{}; /help lists the built-ins", ui::one_line(unknown)))
            }
        }
        Ok(())
    }

    /// Lists the failures, or picks one.
    fn last(&mut self, argument: &str) {
        let others = crate::commands::others::find(&self.workspace.caller(), "").unwrap_or_default();
        if let Ok(number) = argument.parse::<usize>() {
            let own = self.captures.list().count();
            if self.captures.pick(number).is_some() {
                self.announce();
            } else if let Some(other) = number.checked_sub(own + 1).and_then(|at| others.get(at)) {
                self.captures.attach(Capture::of_other(&other.failure));
                self.announce();
            } else {
                self.note(&format!("there is no failure {number}; /last lists them"));
            }
            return;
        }
        let own = self.captures.list().map(|capture| format!("{}  {}", capture.status, capture.command));
        let all: Vec<String> = own.chain(others.iter().map(|other| other.describe())).collect();
        if all.is_empty() {
            self.note("(nothing has failed)");
        }
        for (at, line) in all.iter().enumerate() {
            let line = format!("{:>2}  {}", at + 1, ui::one_line(line));
            ui::note(&fit(&line, self.style.columns.saturating_sub(1), &self.style));
        }
    }

    fn explain(&mut self, argument: &str) {
        let wanted = Wanted::read(argument);
        match wanted {
            Wanted::Failure if self.captures.recall().is_none() => return self.note("(nothing has failed)"),
            Wanted::ByManuals(command) => {
                let service = Service::new(&self.settings, context::today());
                let (parts, verdict) = service.take_apart(command, &self.workspace.caller());
                let lines = ui::anatomy::lines(&parts, &verdict, &self.style);
                return lines.iter().for_each(|line| ui::note(line));
            }
            Wanted::Failure | Wanted::ByModel(_) => {}
        }
        if let Some(text) = wanted.question() {
            let takes_capture = wanted == Wanted::Failure;
            self.put(Question { takes_capture, ..Question::of(text) });
        }
    }

    /// Copies a code block, or writes it to a file.
    fn copy(&self, argument: &str) {
        let (number, file) = argument.split_once(' ').unwrap_or((argument, ""));
        let number = if number.is_empty() { Some(1) } else { number.parse::<usize>().ok() };
        let block = number.and_then(|number| self.blocks.get(number.checked_sub(1)?));
        match block {
            None => self.note("the last answer has no such code block"),
            Some(block) if file.trim().is_empty() => {
                ui::print(&clipboard::copy(&block.text));
                self.note(&format!("(copied {})", several(block.text.lines().count(), "line")));
            }
            Some(block) => {
                super::write::write(file.trim(), &block.text, &self.workspace.caller(), &self.style)
            }
        }
    }
}

/// Asks one question without a shell, and prints the answer.
///
/// # Errors
/// There is no answer.
pub fn once(
    text: &str,
    input: Option<String>,
    failed: Option<Capture>,
    caller: &Arc<Caller>,
    settings: &Settings,
) -> Result<(), Error> {
    let mut captures = Captures::new(settings.chat.shell_attach, 1);
    if let Some(failed) = failed {
        captures.add(failed, false);
    }
    let judge = Service::new(settings, context::today()).judge();
    // nothing can be asked: what would be is left out
    let found = files::read(&files::named(text), caller, &judge, &mut |_, _| false);
    for (name, why) in &found.refused {
        ui::warning(&format!("not attached: {}: {why}", ui::one_line(name)));
    }
    let question = Question { files: found.files, input, ..Question::of(text.to_owned()) };
    let style = Style::of_stdout(caller);
    if !style.is_terminal {
        // the Markdown itself, for programs
        let mut show = |text: &str| ui::print(&ui::neutral(text));
        Talk::default().ask(question, &mut captures, settings, caller, &mut show)?;
        ui::print("\n");
        return Ok(());
    }
    let mut screen = Screen::new(ui::output(), &style);
    let mut show = |text: &str| screen.add(text);
    let answer = Talk::default().ask(question, &mut captures, settings, caller, &mut show);
    screen.finish();
    answer.map(drop)
}
