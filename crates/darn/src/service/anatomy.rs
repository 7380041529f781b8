//! A command line taken apart, for people who ask what it would do.

use engine::explain::anatomy::{Part, take_apart};
use policy::Verdict;

use super::Service;
use super::judge::Line;
use crate::caller::Caller;
use crate::host::RealWorld;
use crate::request::Waiting;

impl Service<'_> {
    /// Returns the parts of a command line with their meanings, and the verdict on it. Runs nothing.
    pub fn take_apart(&self, text: &str, caller: &Caller) -> (Vec<Part>, Verdict) {
        let world = RealWorld::new(caller, Waiting::Asker.patience());
        let parts = take_apart(text, caller.dialect, &world);
        (parts, self.judge().judge(&Line::plain(text.as_bytes(), caller)))
    }
}
