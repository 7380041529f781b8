//! The labelled replies in `tests/replies`, whose author had not seen any of the parsers.

use base64::Engine as _;
use engine::Suggestion;
use facts::FakeWorld;
use llm::wire::{Completion, Finish};
use llm::{Asked, reply, vet};
use policy::Policy;
use syntax::Dialect;

/// One reply and the expected result.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub name: String,
    pub failed: String,
    pub shell: String,
    pub finish: Option<String>,
    /// The text of the reply; otherwise `wire`, `status` and the body, as text or base64.
    pub content: Option<String>,
    pub wire: Option<String>,
    pub status: Option<u16>,
    pub body: Option<String>,
    pub body_base64: Option<String>,
    /// The expected first suggestion and its alternatives; `steps` if it has several commands.
    pub fix: Option<String>,
    #[serde(default)]
    pub steps: Vec<String>,
    #[serde(default)]
    pub alternatives: Vec<String>,
    #[serde(default)]
    pub placeholder: bool,
    /// Texts that must never be offered.
    #[serde(default)]
    pub never: Vec<String>,
    pub why: Option<String>,
    /// Part of the expected error message, in lower case.
    pub error: Option<String>,
    /// The visible text of the whole reply.
    pub text: Option<String>,
}

#[derive(serde::Deserialize)]
struct File {
    case: Vec<Case>,
}

/// Returns the cases in the file of this number.
pub fn cases(class: usize) -> Vec<Case> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/replies");
    let prefix = format!("{class:02}-");
    let mut files = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let path = files.find(|path| path.file_name().unwrap().to_str().unwrap().starts_with(&prefix)).unwrap();
    let file: File = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    file.case
}

pub const CLASSES: std::ops::RangeInclusive<usize> = 1..=20;

impl Case {
    pub fn dialect(&self) -> Dialect {
        self.shell.parse().unwrap()
    }

    pub fn finish(&self) -> Finish {
        match self.finish.as_deref() {
            None | Some("stop") => Finish::Stop,
            Some("length") => Finish::Length,
            Some("refusal") => Finish::Refusal,
            Some("tool") => Finish::Tool,
            Some("cut") => Finish::Cut,
            Some(other) => panic!("{}: finish {other}", self.name),
        }
    }

    pub fn body(&self) -> Vec<u8> {
        match (&self.body, &self.body_base64) {
            (Some(body), None) => body.clone().into_bytes(),
            (None, Some(body)) => base64::engine::general_purpose::STANDARD.decode(body).unwrap(),
            _ => panic!("{}: no body", self.name),
        }
    }

    /// Returns the expected suggestions, best first.
    pub fn wanted(&self) -> Vec<String> {
        let steps = Some(vet::join(&self.steps, self.dialect())).filter(|text| !text.is_empty());
        self.fix.iter().cloned().chain(steps).chain(self.alternatives.iter().cloned()).collect()
    }

    pub fn read(&self, completion: &Completion) -> reply::Reply {
        self.read_in(completion, &world(self.dialect()))
    }

    pub fn read_in(&self, completion: &Completion, world: &FakeWorld) -> reply::Reply {
        reply::read(completion, &self.asked(), world)
    }

    /// Returns the suggestions that would be offered to the user.
    pub fn offered(&self, reply: &reply::Reply, policy: &Policy) -> Vec<Suggestion> {
        self.offered_in(reply, policy, &world(self.dialect()))
    }

    pub fn offered_in(&self, reply: &reply::Reply, policy: &Policy, world: &FakeWorld) -> Vec<Suggestion> {
        vet::suggestions(reply, &self.asked(), world, policy).suggestions
    }

    fn asked(&self) -> Asked<'_> {
        Asked {
            failed: Some(&self.failed),
            dialect: self.dialect(),
            output: None,
            alternatives: 3,
            provider: "p",
            model: "m",
        }
    }
}

pub fn completion(text: &str, finish: Finish) -> Completion {
    Completion { text: text.to_owned(), calls: Vec::new(), finish, usage: None }
}

/// The programs that the author of the cases assumed to exist, including those in substitutions.
pub fn world(dialect: Dialect) -> FakeWorld {
    const PROGRAMS: &str = "apt-get awk aws cargo cat chmod cp curl diff docker find git grep import kill ls make man \
mkdir mv mysql npm pip ps psql python3 redis-cli rm rmdir rsync sed sh bash zsh fish sort ssh sudo systemctl touch \
unzip cmake nmap pgrep date";
    let programs = PROGRAMS.split_ascii_whitespace().filter(|_| dialect != Dialect::PowerShell);
    FakeWorld { programs: programs.map(str::to_owned).collect(), ..FakeWorld::default() }
}
