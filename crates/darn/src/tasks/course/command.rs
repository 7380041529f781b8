//! A command from its proposal to its end.

use std::sync::Arc;

use serde_json::Value;

use super::{Course, Effect, Proposal, State, told};
use crate::audit::EventKind;
use crate::confirm::Agreed;
use crate::tasks::limits::Stop;
use crate::tasks::person::{Answer, Outcome};
use crate::tasks::repeats::Fate;
use crate::tasks::step::Step;
use crate::tasks::work::Ran;

/// Proposals of the same commands after which the task stops.
const MAX_REFUSED: usize = 2;

impl Course {
    /// Has a command judged, unless it was already proposed and nothing has changed since.
    pub(super) fn propose(&mut self, proposal: Proposal) -> Vec<Effect> {
        self.unreadable = 0;
        let action = told::action(&proposal.command, &proposal.why);
        if let Some(fate) = self.repeats.refuse(&proposal.command) {
            self.limits.count(&proposal.command, self.terms.dialect, None);
            let is_hopeless = self.repeats.refused() >= MAX_REFUSED;
            let then = if is_hopeless { self.stop(Stop::Repeats) } else { self.go_on(None) };
            return std::iter::once(Effect::Remember(told::repeated(action, fate))).chain(then).collect();
        }
        self.state = State::Judging(action);
        self.number += 1;
        vec![Effect::Judge(self.number, proposal)]
    }

    /// Asks the person about a judged step, unless its shape was confirmed or this is a plan.
    pub(super) fn judged(&mut self, step: Arc<Step>, action: Value) -> Vec<Effect> {
        let proposed = Effect::Record(EventKind::Proposed, step.clone());
        if self.terms.is_plan {
            self.limits.count(&step.command, self.terms.dialect, Some(0));
            self.repeats.changed(&step.command, Fate::Planned);
            let planned =
                [proposed, Effect::Show(step), Effect::Remember(told::planned(action)), Effect::Keep];
            return planned.into_iter().chain(self.go_on(None)).collect();
        }
        if self.terms.is_by_shape
            && let Some(agreed) = self.shapes.find(&step, self.terms.dialect)
        {
            let shown = [proposed, Effect::Show(step.clone())];
            return shown.into_iter().chain(self.run(step, agreed)).collect();
        }
        self.state = State::Deciding(step.clone(), action);
        vec![proposed, Effect::Decide(step)]
    }

    /// Does what the person says.
    pub(super) fn decided(&mut self, step: Arc<Step>, action: Value, answer: Answer) -> Vec<Effect> {
        match answer {
            Answer::Run(agreed) => self.run(step, agreed),
            Answer::Edit(command) => {
                let (why, expects) = (step.why.clone(), step.expects.clone());
                self.state = State::Judging(action);
                vec![Effect::Judge(step.number, Proposal { command, why, expects, origin: "user".into() })]
            }
            Answer::Explain => {
                self.state = State::Deciding(step.clone(), action);
                vec![Effect::Explain(step.clone()), Effect::Decide(step)]
            }
            Answer::Skip => {
                self.limits.count(&step.command, self.terms.dialect, None);
                // an edited step: neither what it became nor what it was
                self.repeats.skipped(&step.command);
                self.repeats.skipped(told::command(&action));
                self.ran.push(Ran {
                    command: step.command.clone(),
                    status: None,
                    replaces: None,
                    is_skipped: true,
                });
                let refused = Effect::Record(EventKind::Refused, step);
                let skipped = [refused, Effect::Remember(told::skipped(action)), Effect::Keep];
                skipped.into_iter().chain(self.go_on(None)).collect()
            }
            Answer::Quit => {
                let refused = Effect::Record(EventKind::Refused, step);
                std::iter::once(refused).chain(self.stop(Stop::Left)).collect()
            }
        }
    }

    fn run(&mut self, step: Arc<Step>, agreed: Agreed) -> Vec<Effect> {
        self.shapes.add(&step, self.terms.dialect, &agreed);
        self.state = State::Running(step.clone());
        vec![Effect::Record(EventKind::Confirmed, step.clone()), Effect::Run(step, agreed)]
    }

    /// Observes how a step ended; a failed one is diagnosed.
    pub(super) fn ended(&mut self, step: &Arc<Step>, outcome: Outcome) -> Vec<Effect> {
        let outcome = Arc::new(outcome);
        self.limits.spend(outcome.duration);
        self.limits.count(&step.command, self.terms.dialect, outcome.status.or(Some(-1)));
        self.repeats.changed(&step.command, Fate::Ran(outcome.status));
        let replaces = self.replaced.take();
        self.ran.push(Ran {
            command: step.command.clone(),
            status: outcome.status,
            replaces,
            is_skipped: false,
        });
        let mut effects = vec![
            Effect::Report(step.clone(), outcome.clone()),
            Effect::Record(EventKind::Run, step.clone()),
            Effect::Remember(told::outcome(step, &outcome)),
            Effect::Keep,
        ];
        effects.extend(self.terms.enters_history.then(|| Effect::Enter(step.clone())));
        if matches!(outcome.status, Some(0) | None) {
            effects.extend(self.go_on(None));
        } else {
            self.state = State::Diagnosing;
            effects.push(Effect::Diagnose(step.clone(), outcome));
        }
        effects
    }
}
