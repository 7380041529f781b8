//! The steps that have run, to be walked, copied and run again.

/// Largest output that is remembered of a step, in bytes: its end.
const MAX_OUTPUT: usize = 64 * 1024;

/// A step that has run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastStep {
    pub number: usize,
    pub command: String,
    pub output: String,
    pub status: Option<i32>,
}

/// The steps so far, and the one that is looked at. Pure.
#[derive(Debug, Default)]
pub struct Past {
    steps: Vec<PastStep>,
    /// Distance from the end; 0: no step is looked at.
    back: usize,
}

impl Past {
    /// Adds a step; returns its index.
    pub fn add(&mut self, mut step: PastStep) -> usize {
        let from = step.output.ceil_char_boundary(step.output.len().saturating_sub(MAX_OUTPUT));
        step.output.drain(..from);
        self.steps.push(step);
        self.back = 0;
        self.steps.len() - 1
    }

    /// Goes to the step with this index.
    pub const fn select(&mut self, index: usize) {
        self.back = self.steps.len().saturating_sub(index);
    }

    /// Goes to the step before, if there is one.
    pub fn up(&mut self) -> Option<&PastStep> {
        self.back = (self.back + 1).min(self.steps.len());
        self.current()
    }

    /// Goes to the next step; `None`: that is the proposed one.
    pub fn down(&mut self) -> Option<&PastStep> {
        self.back = self.back.saturating_sub(1);
        self.current()
    }

    pub fn current(&self) -> Option<&PastStep> {
        let at = self.steps.len().checked_sub(self.back)?;
        self.steps.get(at)
    }

    /// Goes back to the proposed step.
    pub const fn leave(&mut self) {
        self.back = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_walked_up_and_down() {
        let mut past = Past::default();
        assert_eq!(past.up(), None);
        for number in 1..=2 {
            let output = "é".repeat(MAX_OUTPUT);
            past.add(PastStep { number, command: "ls".into(), output, status: Some(0) });
        }
        let number = |step: Option<&PastStep>| step.map(|step| step.number);
        assert_eq!(number(past.up()), Some(2));
        assert_eq!(past.current().map(|step| step.output.len()), Some(MAX_OUTPUT));
        assert_eq!(number(past.up()), Some(1));
        assert_eq!(number(past.up()), Some(1));
        assert_eq!(number(past.down()), Some(2));
        assert_eq!(number(past.down()), None);
        assert_eq!(number(past.up()), Some(2));
        past.leave();
        assert_eq!(past.current(), None);
        past.select(0);
        assert_eq!(number(past.current()), Some(1));
    }
}
