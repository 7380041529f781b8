//! Answers of the rules, completed by a model.

use engine::{Answer, Applicability, Diagnosis, Origin, Suggestion};
use protocol::SafeText;
use std::sync::atomic::AtomicBool;

use super::failed::fit;
use super::{Output, Service};
use crate::model::{self, Answered, Asker, Failed, Memory};
use crate::request::{Request, Waiting};

/// What a model's answer to a failure leads to.
#[derive(Debug)]
pub struct Completed {
    /// Those that can be handed over, best first: of the rules and of the model.
    pub suggestions: Vec<Suggestion>,
    pub news: News,
}

/// What the model's answer adds.
#[derive(Debug)]
pub enum News {
    /// The first suggestion as the answer shows it; `None`: none can be handed over.
    Suggestion(Option<Box<Suggestion>>),
    /// It proposed nothing that works here; the line says so.
    Nothing(String),
    Failed(Failed),
}

impl Service<'_> {
    /// Returns a model's earlier suggestions for this failure, without asking.
    pub(super) fn remembered(&self, request: &Request, known: &Answer) -> Vec<Suggestion> {
        if !self.settings.llm.enabled {
            return Vec::new();
        }
        self.ask(request, known, Memory::Alone).map(|answered| answered.suggestions).unwrap_or_default()
    }

    /// Asks a model for a fix, without showing its words or stopping early. `known`: the answer of the rules.
    pub fn ask(&self, request: &Request, known: &Answer, memory: Memory) -> Result<Answered, Failed> {
        let cancelled = AtomicBool::new(false);
        let Self { settings, today, .. } = *self;
        let mut asker = Asker { settings, today, cancelled: &cancelled, on_text: &mut |_| {}, memory };
        model::repair(request, known, &mut asker)
    }

    /// Asks a model about a failure and adds its suggestions to those of the rules, which stay.
    pub fn complete(&self, request: &Request, output: &Output<'_>) -> Completed {
        let (request, known) = self.mend_with(request, output, Waiting::Asker);
        let result = self.ask(&request, &known, Memory::Counts);
        let offline = known.failure.map(|_| known.diagnosis).unwrap_or_default();
        match result {
            Ok(answered) if answered.suggestions.is_empty() => {
                let nothing = answered.nothing();
                Completed { suggestions: fit(offline.suggestions), news: News::Nothing(nothing) }
            }
            Ok(answered) => {
                let suggestions = fit(merged(offline, answered).suggestions);
                let first = suggestions.first();
                let name = self.settings.llm.name();
                let news = first.map(|first| beside(first, &suggestions, name)).map(Box::new);
                Completed { suggestions, news: News::Suggestion(news) }
            }
            Err(failed) => Completed { suggestions: fit(offline.suggestions), news: News::Failed(failed) },
        }
    }

    /// Asks a model about a failure, from the rules' answer on.
    pub fn repair(&self, request: &Request) -> Result<Answered, Failed> {
        self.ask(request, &self.mend(request, Waiting::Asker), Memory::Counts)
    }
}

/// Returns whether the rules know a certain fix, which no model needs to add to.
pub fn is_certain(answer: &Answer) -> bool {
    let first = answer.diagnosis.suggestions.first();
    first.is_some_and(|first| first.applicability == Applicability::Certain)
}

/// Adds a model's suggestions to those of the rules.
pub fn merged(offline: Diagnosis, answered: Answered) -> Diagnosis {
    llm::vet::merge(offline, answered.why, answered.suggestions)
}

/// Returns the best suggestion that can be handed over.
pub fn best(answered: Answered) -> Option<(Suggestion, SafeText)> {
    let first = fit(answered.suggestions).into_iter().next()?;
    let text = SafeText::new(&first.text).ok()?;
    Some((first, text))
}

/// Returns the first suggestion as the answer shows it. If it comes from a rule, the model's follow it in the
/// list, and the line says so.
fn beside(first: &Suggestion, all: &[Suggestion], model: &str) -> Suggestion {
    let is_of_model = |suggestion: &&Suggestion| matches!(suggestion.origin, Origin::Llm { .. });
    if is_of_model(&first) {
        return first.clone();
    }
    let because = match all.iter().filter(is_of_model).count() {
        0 => format!("{model} agrees"),
        count => format!("{model} adds {count}"),
    };
    Suggestion { because, ..first.clone() }
}
