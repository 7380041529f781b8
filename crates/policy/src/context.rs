//! What a check may touch: it reads the environment, records what it finds and what files hold, and says what
//! runs next. It cannot run anything itself: that is the shell's job, which follows [`Step`]s.

use syntax::{Dialect, Span};

use super::field::{Field, Taint, UNKNOWN};
use super::level::Level;
use super::paths;
use super::state::{Budget, Env, Files, Findings, Node, Printed, Stream, is_network};
use super::verdict::Target;

/// The view that a check has of the shell.
pub struct Context<'c> {
    pub env: &'c Env<'c>,
    pub files: &'c mut Files,
    pub findings: &'c mut Findings,
    pub budget: &'c mut Budget,
    pub steps: &'c mut Vec<Step>,
}

/// What the command that was checked runs or writes.
#[derive(Debug)]
pub enum Step {
    /// Has a shell read a text.
    Text { text: String, taint: Taint, dialect: Dialect, span: Span },
    /// The same; what it prints goes to another machine.
    Sent { text: String, span: Span },
    /// A file with commands.
    File { contents: Stream, span: Span },
    /// A program with its arguments; if `softens`, its dangers deserve only a warning.
    Start { fields: Vec<Field>, softens: bool, span: Span },
    /// A file is written.
    Write { path: Field, contents: Stream, append: bool, span: Span },
    /// A text that will run later: a reason if it is judged worse than `above`.
    Later { text: String, above: Level, rule: &'static str, level: Level, because: String, span: Span },
}

impl Context<'_> {
    /// The same view with another environment.
    pub fn with_env<'e>(&'e mut self, env: &'e Env<'e>) -> Context<'e> {
        let Self { files, findings, budget, steps, .. } = self;
        Context { env, files, findings, budget, steps }
    }

    /// Records a reason.
    pub fn find(&mut self, rule: &str, level: Level, because: impl Into<String>, span: Span) {
        self.findings.find(rule, level, because, span);
    }

    /// Records something to be counted in the directory in which the line starts.
    pub fn target(&mut self, mut target: Target) {
        let start = self.env.world.directory();
        let here = &self.env.directory;
        if self.env.is_elsewhere || here.is_none() && start.is_some() {
            return;
        }
        match &mut target {
            Target::Delete { path, .. } | Target::Attributes { path } => {
                if path.contains(UNKNOWN) {
                    return;
                }
                if let Some(directory) = here.as_ref().filter(|_| !path.starts_with('/')) {
                    *path = format!("{}/{path}", directory.trim_end_matches('/'));
                }
            }
            _ if *here != start => return,
            _ => {}
        }
        self.findings.target(target);
    }

    /// The standard input, as far as it is known.
    pub fn input_text(&self) -> &str {
        self.files.input.text.as_deref().unwrap_or("")
    }

    /// Returns what reading the file gives.
    pub fn read(&self, path: &str) -> Stream {
        read(self.env, self.files, path)
    }

    /// Returns the joined contents of files that a program was given; its standard input for `-`.
    pub fn contents<'f>(&mut self, files: impl Iterator<Item = &'f Field>) -> Stream {
        let mut all = Printed::nothing();
        for file in files {
            if !self.budget.step_within() {
                break;
            }
            let stream = if file.text == "-" { self.files.input.clone() } else { self.read(&file.text) };
            all.push(&stream.tainted(file.taint));
        }
        all.stream()
    }

    /// A shell reads the text next.
    pub fn run_text(&mut self, text: impl Into<String>, taint: Taint, dialect: Dialect, span: Span) {
        self.steps.push(Step::Text { text: text.into(), taint, dialect, span });
    }

    /// The file is written next.
    pub fn write(&mut self, path: Field, contents: Stream, append: bool, span: Span) {
        self.steps.push(Step::Write { path, contents, append, span });
    }
}

/// Returns what reading a file gives.
pub fn read(env: &Env<'_>, files: &Files, path: &str) -> Stream {
    let path = files.resolve(path);
    let path = unqualified(&path, env.dialect);
    if let Some(Node::Data(stream)) = files.get(path) {
        return stream.clone();
    }
    match path {
        "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0" => return files.input.clone(),
        "/dev/null" => return Stream::known(""),
        "/dev/zero" | "/dev/urandom" | "/dev/random" | "/dev/full" => {
            return Stream::unknown(Taint::ENDLESS);
        }
        _ => {}
    }
    if is_network(path) {
        return Stream::unknown(Taint::FETCHED);
    }
    Stream::unknown(Taint { secret: paths::is_secret(path, env), ..Taint::NONE })
}

/// zsh: the path without its glob qualifiers, `id_rsa(N)`.
fn unqualified(path: &str, dialect: Dialect) -> &str {
    match path.rsplit_once('(') {
        Some((name, rest)) if dialect == Dialect::Zsh && rest.ends_with(')') && !name.is_empty() => name,
        _ => path,
    }
}
