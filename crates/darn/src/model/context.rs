//! Context about the machine in a prompt, as far as the settings allow.

use std::time::{Duration, Instant};

use engine::{Answer, Explanation};
use facts::{Output, World as _};
use llm::budget::Room;
use llm::prompt::chat::Said;
use llm::prompt::task::Exchange;
use llm::prompt::{Circumstances, Extra, Failed, Prompt};
use redact::Redacted;
use redact::{Redactor, Texts};

use crate::caller::Caller;
use crate::config::Settings;
use crate::dirs;
use crate::git::Repository;
use crate::host::RealWorld;
use crate::request::{Request, Waiting};

/// A prompt under construction.
#[derive(Debug)]
pub struct PromptBuilder<'a> {
    request: &'a Request,
    settings: &'a Settings,
    pub world: RealWorld,
    /// Output of the failed command, as a terminal would display it.
    pub output: Option<String>,
    directory: Option<String>,
    home: Option<String>,
    version: Option<String>,
    system: Option<String>,
    tag: String,
    /// The smallest context window of the providers, in tokens.
    window: Option<u32>,
    extras: Vec<(&'static str, String)>,
}

/// Maximum number of names listed from a directory, if the user allows it.
const MAX_LISTED: usize = 50;
/// Time limit for git.
const GIT: Duration = Duration::from_secs(2);
/// Maximum reply length, in tokens, for a request in words, unless `llm.max_tokens` is higher.
const WISH_TOKENS: u32 = 400;
/// The same for an action of a task.
const TASK_TOKENS: u32 = 2000;
/// The same for an answer of a conversation.
const CHAT_TOKENS: u32 = 2000;
/// Maximum number of programs whose versions are sent.
const MAX_VERSIONS: usize = 3;

impl<'a> PromptBuilder<'a> {
    /// Creates a question for providers whose smallest context window is `window`.
    pub fn new(request: &'a Request, settings: &'a Settings, window: Option<u32>) -> Self {
        let version = request.caller.session().get(1).map(|version| (*version).to_owned());
        let world = RealWorld::new(&request.caller, Waiting::Asker.patience());
        let mut question = Self {
            request,
            settings,
            output: request.output.as_deref().map(|bytes| Output::from_bytes(bytes).text().to_owned()),
            directory: world.directory(),
            home: dirs::home().map(|path| path.to_string_lossy().into_owned()),
            version,
            system: system(),
            tag: tag(),
            window,
            extras: Vec::new(),
            world,
        };
        if !settings.llm.privacy.minimal_context {
            question.extras = question.allowed();
        }
        question
    }

    pub fn caller(&self) -> &'a Caller {
        &self.request.caller
    }

    /// Builds the prompt for a fix. `answer` is the offline answer.
    pub fn repair(&mut self, answer: &Answer, redactor: &mut Redactor) -> Prompt {
        if !self.settings.llm.privacy.minimal_context
            && let Some(failure) = &answer.failure
        {
            let explanation = engine::explain::explain(failure, &answer.diagnosis, &self.world);
            self.add_manual(&explanation);
        }
        let output = self.output.clone().map(|output| redactor.redact(output));
        let near: Vec<String> =
            answer.diagnosis.suggestions.iter().map(|suggestion| suggestion.text.clone()).collect();
        self.with_circumstances(self.settings.llm.max_tokens.0, redactor, |around| {
            Prompt::repair(&self.failed(output.as_ref()), &near, around)
        })
    }

    /// Builds the prompt for a request in words.
    pub fn wish(&mut self, wish: &str, redactor: &mut Redactor) -> Prompt {
        let settings = &self.settings.llm;
        if settings.context.versions && !settings.privacy.minimal_context {
            self.extras.extend(self.versions(wish)); // the text may be the beginning of a command
        }
        let max_tokens = settings.max_tokens.0.max(WISH_TOKENS);
        self.with_circumstances(max_tokens, redactor, |around| Prompt::wish(wish, around))
    }

    /// Builds the prompt for the next action of a task.
    pub fn next_action(&mut self, task: &str, past: &[Exchange], redactor: &mut Redactor) -> Prompt {
        self.extras.extend(self.project());
        self.with_circumstances(TASK_TOKENS, redactor, |around| Prompt::next_action(task, past, around))
    }

    /// Builds the prompt for the last question of a conversation; also returns how many turns were summed up.
    pub fn converse(&mut self, said: &[Said], redactor: &mut Redactor) -> (Prompt, usize) {
        let mut old = 0;
        let prompt = self.with_circumstances(CHAT_TOKENS, redactor, |around| {
            let (prompt, count) = Prompt::converse(said, around);
            old = count;
            prompt
        });
        (prompt, old)
    }

    /// Builds the prompt for an explanation. `known` is the offline explanation.
    pub fn explain(&mut self, known: &Explanation, redactor: &mut Redactor) -> Prompt {
        if !self.settings.llm.privacy.minimal_context {
            self.add_manual(known);
        }
        let output = self.output.clone().map(|output| redactor.redact(output));
        self.with_circumstances(self.settings.llm.max_tokens.0, redactor, |around| {
            Prompt::explain(&self.failed(output.as_ref()), Some(&known.what), around)
        })
    }

    /// Returns everything except the provider on which the answer depends, without random parts.
    pub fn essence(&self, prompt: &Redacted<Prompt>) -> String {
        let mut prompt = prompt.get().clone();
        let mut essence = format!("{}\n{}\n", self.request.caller.dialect.name(), prompt.system);
        prompt.each(&mut |text, _| essence.push_str(text));
        essence.replace(&self.tag, "")
    }

    fn failed<'r>(&'r self, output: Option<&'r Redacted<String>>) -> Failed<'r> {
        let privacy = &self.settings.llm.privacy;
        let room = Room::new(self.window, privacy.max_output_lines.0, privacy.max_output_bytes.0);
        Failed { command: &self.request.text, status: self.request.status, output, room }
    }

    fn with_circumstances(
        &self,
        max_tokens: u32,
        redactor: &mut Redactor,
        make: impl FnOnce(&Circumstances<'_>) -> Prompt,
    ) -> Prompt {
        let texts: Vec<_> =
            self.extras.iter().map(|(title, text)| (*title, redactor.redact(text.clone()))).collect();
        let extras: Vec<_> = texts.iter().map(|(title, text)| Extra { title, text }).collect();
        make(&Circumstances {
            dialect: self.request.caller.dialect,
            version: self.version.as_deref(),
            system: self.system.as_deref(),
            directory: self.directory.as_deref(),
            home: self.home.as_deref(),
            tag: &self.tag,
            window: self.window,
            extras: &extras,
            alternatives: self.settings.llm.alternatives.0,
            max_tokens,
            temperature: self.settings.llm.temperature.0,
        })
    }

    /// Returns the additional context that the user has allowed, `[llm.context]`.
    fn allowed(&self) -> Vec<(&'static str, String)> {
        let allowed = &self.settings.llm.context;
        let mut extras = Vec::new();
        if allowed.history_lines.0 > 0 {
            let lines: Vec<&str> = self.request.caller.history.lines().collect();
            let from = lines.len().saturating_sub(allowed.history_lines.0);
            extras.push(("Recent commands", lines.get(from..).unwrap_or_default().join("\n")));
        }
        if allowed.git
            && let Some(state) = git_state(self.caller())
        {
            extras.push(("State of git", state));
        }
        if allowed.listing {
            let names: Vec<String> = self.world.entries(".").into_iter().map(|entry| entry.name).collect();
            let more = names.len().saturating_sub(MAX_LISTED);
            let mut text = names.get(..names.len().min(MAX_LISTED)).unwrap_or_default().join("\n");
            if more > 0 {
                text.push_str(&format!("\n({more} more)"));
            }
            extras.push(("Files here", text));
        }
        if allowed.versions {
            extras.extend(self.versions(&self.request.text));
        }
        extras.retain(|(_, text)| !text.trim().is_empty());
        extras
    }

    /// Returns the versions of a command line's programs. The shell's version is always sent.
    fn versions(&self, line: &str) -> Option<(&'static str, String)> {
        let script = syntax::Script::parse(line, self.request.caller.dialect);
        let mut names: Vec<&str> =
            script.commands.iter().filter_map(|command| command.program_name()).collect();
        names.sort_unstable();
        names.dedup();
        let known =
            names.into_iter().filter_map(|name| Some(format!("{name} {}", self.world.version(name)?)));
        let known: Vec<String> = known.take(MAX_VERSIONS).collect();
        (!known.is_empty()).then(|| ("Versions", known.join("\n")))
    }

    /// Describes how the project here sets up its environment, and what of that is installed: for a task, which
    /// would otherwise guess. Names of files that exist, and versions; nothing that the project says.
    fn project(&self) -> Option<(&'static str, String)> {
        let lines: Vec<String> = facts::project::setups(&self.world)
            .iter()
            .map(|setup| {
                let installed = |program: &str| match self.world.version(program) {
                    Some(version) => format!("{program} {version}"),
                    None if program.contains('/') || self.world.is_program(program) => program.to_owned(),
                    None => format!("{program} is not installed"),
                };
                let mut parts = vec![installed(setup.program)];
                parts.extend((setup.manager != setup.program).then(|| installed(setup.manager)));
                parts.extend(setup.wanted.as_ref().map(|version| format!("wanted: {version}")));
                let (language, file, command) = (setup.language, &setup.file, setup.command);
                format!("{language}: {file} is there, so `{command}` sets it up; {}", parts.join(", "))
            })
            .collect();
        (!lines.is_empty()).then(|| ("Project", lines.join("\n")))
    }

    /// Adds the manuals' text about the failure.
    fn add_manual(&mut self, explanation: &Explanation) {
        let quotes = explanation.quotes.iter();
        let texts: Vec<String> =
            quotes.map(|quote| format!("{}:\n{}", quote.source, quote.lines.join("\n"))).collect();
        if !texts.is_empty() {
            self.extras.push(("Manual", texts.join("\n")));
        }
    }
}

/// Returns the branch and the changed files.
fn git_state(caller: &Caller) -> Option<String> {
    let text = Repository::here(caller, Instant::now() + GIT)?.told()?;
    Some(text.lines().take(MAX_LISTED).collect::<Vec<_>>().join("\n"))
}

/// `Debian GNU/Linux 12 (bookworm)`
fn system() -> Option<String> {
    const MAX: u64 = 16 * 1024;
    let text = crate::files::read(std::path::Path::new("/etc/os-release"), MAX).ok().flatten();
    let text = String::from_utf8_lossy(text.as_deref()?).into_owned();
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches('"').chars().filter(|c| !c.is_control()).take(60).collect())
}

/// Returns a value that no program can predict and print.
fn tag() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    format!("{:08x}", RandomState::new().hash_one(std::process::id()) as u32)
}
