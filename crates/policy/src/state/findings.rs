//! What has been found in a command line.

use syntax::{Edit, Span};

use crate::level::Level;
use crate::verdict::{Coverage, Reason, Target, Verdict};

/// Reasons that are remembered; more only if they are worse.
const MAX_FOUND: usize = 64;
/// Targets that are remembered.
const MAX_TARGETS: usize = 16;

/// Reasons for a verdict, and what comes with them.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    reasons: Vec<Reason>,
    targets: Vec<Target>,
    milder: Option<Edit>,
    unset: Option<String>,
    entry: Option<String>,
}

impl Findings {
    /// Records a reason.
    pub fn find(&mut self, rule: &str, level: Level, because: impl Into<String>, span: Span) {
        if level == Level::Allow {
            return;
        }
        if self.reasons.len() >= MAX_FOUND && self.reasons.iter().any(|reason| reason.level >= level) {
            return;
        }
        // it may quote the line, which may hold control characters
        let because = because.into().replace(char::is_control, "\u{fffd}");
        let same = self.reasons.iter_mut().find(|reason| reason.rule == rule && reason.span == span);
        if let Some(same) = same {
            if level > same.level {
                (same.level, same.because) = (level, because);
            }
            return;
        }
        self.push(Reason { rule: rule.to_owned(), because, span, level });
    }

    /// Adds a complete reason.
    pub fn push(&mut self, reason: Reason) {
        self.reasons.push(reason);
    }

    /// Records something to be counted.
    pub fn target(&mut self, target: Target) {
        if self.targets.len() < MAX_TARGETS && !self.targets.contains(&target) {
            self.targets.push(target);
        }
    }

    /// Records a change of the line that makes it milder; the first one counts.
    pub fn suggest(&mut self, edit: Edit) {
        self.milder.get_or_insert(edit);
    }

    /// Records a variable that was expanded, unset or empty in the live shell; the first one counts.
    pub fn expand_unset(&mut self, name: &str) {
        self.unset.get_or_insert_with(|| name.to_owned());
    }

    /// Records the entry of `policy.allow` that would permit what was denied.
    pub fn set_entry(&mut self, entry: Option<String>) {
        self.entry = entry;
    }

    /// Number of reasons so far.
    pub fn len(&self) -> usize {
        self.reasons.len()
    }

    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Number of reasons that deny the line.
    pub fn denials(&self) -> usize {
        self.reasons.iter().filter(|reason| reason.level == Level::Deny).count()
    }

    /// The worst level.
    pub fn level(&self) -> Level {
        self.reasons.iter().map(|reason| reason.level).max().unwrap_or(Level::Allow)
    }

    /// Reduces the reasons from this position on to warnings: all, or those of one rule.
    pub fn soften(&mut self, from: usize, rule: Option<&str>) {
        for reason in self.reasons.iter_mut().skip(from) {
            if rule.is_none_or(|rule| reason.rule == rule) {
                reason.level = reason.level.min(Level::Warn);
            }
        }
    }

    /// Sets everything found so far aside, to be put back with [`Self::restore`].
    pub fn set_aside(&mut self) -> Self {
        let rest = Self { unset: self.unset.take(), entry: self.entry.take(), ..Self::default() };
        std::mem::replace(self, rest)
    }

    /// Puts back what was set aside; returns the reasons found in between.
    pub fn restore(&mut self, before: Self) -> Vec<Reason> {
        let (unset, entry) = (self.unset.take(), self.entry.take());
        std::mem::replace(self, Self { unset, entry, ..before }).reasons
    }

    /// Turns the findings on `text` into its verdict.
    pub fn verdict(self, text: &str, coverage: Coverage) -> Verdict {
        let mut reasons = self.reasons;
        reasons.sort_by_key(|reason| (std::cmp::Reverse(reason.level), reason.span.start));
        reasons.truncate(Verdict::MAX_REASONS);
        Verdict {
            level: reasons.first().map_or(Level::Allow, |reason| reason.level),
            reasons,
            coverage,
            instead: self.milder.map(|edit| edit.apply(text)).filter(|milder| milder != text),
            unset: self.unset,
            entry: self.entry,
            targets: self.targets,
            impact: None,
        }
    }
}
