//! The verdict on one command: settings, checks, catalogue.

use super::catalogue;
use super::checks::{self, CHECKS};
use super::lists;
use super::shell::Shell;
use crate::prelude::*;

impl Shell<'_> {
    /// Judges one command.
    pub fn judge(&mut self, at: &Invocation<'_>) {
        let settings = &self.policy.lists;
        let directory = self.env.directory.as_deref();
        settings.blocked(at, directory).into_iter().for_each(|reason| self.findings.push(reason));
        if !settings.allowed(at, directory) {
            let before = self.findings.denials();
            self.judge_effects(at);
            if self.findings.denials() > before {
                self.findings.set_entry(lists::entry(at));
            }
            return;
        }
        let before = self.findings.set_aside();
        self.judge_effects(at);
        let found = self.findings.restore(before);
        if !settings.allows_to_the_letter(at, self.env.directory.as_deref()) {
            let denied = found.into_iter().filter(|reason| reason.level == Level::Deny);
            denied.for_each(|reason| self.findings.push(reason));
        }
    }

    fn judge_effects(&mut self, at: &Invocation<'_>) {
        for check in CHECKS {
            self.check(|context| check(context, at));
        }
        self.judge_by_catalogue(at);
    }

    /// Judges the words of an interpreter's command: its own and those of the script that it runs (`python
    /// manage.py flush`).
    pub fn judge_words(&mut self, at: &Invocation<'_>) {
        let (lists, directory) = (&self.policy.lists, self.env.directory.as_deref());
        let blocked = lists.blocked(at, directory);
        if !lists.allowed(at, directory) {
            self.judge_by_catalogue(at);
            self.check(|context| checks::carry(context, at));
        }
        blocked.into_iter().for_each(|reason| self.findings.push(reason));
    }

    fn judge_by_catalogue(&mut self, at: &Invocation<'_>) {
        if at.arguments.len() > catalogue::MAX_WORDS && self.policy.catalogue.knows(at.program) {
            self.budget.skip();
        }
        for hit in self.policy.catalogue.hits(at) {
            let level = checks::proposed_level(&self.env, hit.level);
            self.find(&hit.rule, level, hit.because, hit.span);
            self.check(|context| hit.targets.into_iter().for_each(|target| context.target(target)));
            if let Some(edit) = hit.instead {
                self.findings.suggest(edit);
            }
        }
    }

    /// Judges a wrapper that was removed: its own options can be dangerous too.
    pub fn judge_wrapper(&mut self, at: &Invocation<'_>) {
        for check in checks::OF_WRAPPERS {
            self.check(|context| check(context, at));
        }
        for hit in self.policy.catalogue.hits(at) {
            let level = checks::proposed_level(&self.env, hit.level);
            self.find(&hit.rule, level, hit.because, hit.span);
        }
    }
}
