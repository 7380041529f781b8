//! What darn answers, as values: a request in, a reply out. Nothing here draws, prints, or asks the process
//! for its streams, directory or environment: settings, caller and day come in as arguments.
//!
//! The fronts (the hooks, the relay, the commands) decode a request, ask the service, draw, encode the reply,
//! and record what happened.

use std::sync::OnceLock;

use engine::rules::RuleSet;
use policy::lists::Day;

use crate::config::Settings;
use crate::request::Request;

pub mod anatomy;
#[cfg(feature = "llm")]
pub mod completed;
pub mod diagnosis;
pub mod failed;
pub mod judge;
pub mod last;
pub mod list;
pub mod mend;

/// Where the output of a failed command comes from.
pub enum Output<'a> {
    Known(Option<Vec<u8>>),
    /// Asking costs time.
    Ask(&'a dyn Fn(&Request) -> Option<Vec<u8>>),
}

/// Answers requests with these settings.
#[derive(Debug)]
pub struct Service<'s> {
    settings: &'s Settings,
    /// For entries of the settings that expire.
    today: Day,
    rules: OnceLock<RuleSet>,
}

impl<'s> Service<'s> {
    pub const fn new(settings: &'s Settings, today: Day) -> Self {
        Self { settings, today, rules: OnceLock::new() }
    }

    /// Returns the user's rules and policy, read once.
    fn rules(&self) -> &RuleSet {
        self.rules.get_or_init(|| crate::rules::user_rules(self.settings, self.today))
    }
}
