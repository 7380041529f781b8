//! Circuit breaker: skips a provider for a while after several failures in a row, so that users do not wait
//! for it at every failure. The caller keeps the state between processes.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::Error;

/// Number of failures in a row.
const FAILURES: u32 = 3;
/// Pause in seconds.
const REST: u64 = 60;

/// State of failed base URLs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Breaker(BTreeMap<String, State>);

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    failures: u32,
    /// Time of the last failure, in seconds since 1970.
    at: u64,
}

impl Breaker {
    /// Checks whether the provider may be asked at a time, in seconds since 1970.
    pub(super) fn check(&self, base_url: &str, host: &str, now: u64) -> Result<(), Error> {
        let Some(state) = self.0.get(base_url).filter(|state| state.failures >= FAILURES) else {
            return Ok(());
        };
        // a clock that was set back must not lengthen the pause
        let rest = (state.at + REST).saturating_sub(now).min(REST);
        if rest == 0 {
            return Ok(());
        }
        Err(Error::Resting { host: host.to_owned(), rest: Duration::from_secs(rest) })
    }

    /// Records the end of a request; `None` is a success.
    pub(super) fn note(&mut self, base_url: &str, error: Option<&Error>, now: u64) {
        match error {
            None => {
                self.0.remove(base_url);
            }
            Some(
                Error::Unreachable { .. }
                | Error::TimedOut { .. }
                | Error::Overloaded { .. }
                | Error::Server { status: Some(500..), .. }
                | Error::Cut,
            ) => {
                let state = self.0.entry(base_url.to_owned()).or_default();
                state.failures = state.failures.saturating_add(1);
                state.at = now;
            }
            Some(_) => {}
        }
    }
}

/// Returns the time in seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map(|time| time.as_secs()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_failures_in_a_row_are_enough_for_a_minute() {
        let mut breaker = Breaker::default();
        let error = Error::Cut;
        for at in [100, 110] {
            breaker.note("u", Some(&error), at);
            breaker.check("u", "h", at).unwrap();
        }
        breaker.note("u", Some(&error), 120);
        assert_eq!(
            breaker.check("u", "h", 121),
            Err(Error::Resting { host: "h".into(), rest: Duration::from_secs(59) })
        );
        breaker.check("other", "h", 121).unwrap();
        breaker.check("u", "h", 180).unwrap();
        // one more try is allowed then; its failure begins the next rest
        breaker.note("u", Some(&error), 181);
        assert!(breaker.check("u", "h", 182).is_err());
        breaker.note("u", None, 250);
        breaker.check("u", "h", 250).unwrap();
    }

    #[test]
    fn what_the_user_has_to_mend_is_no_failure_of_the_provider() {
        let mut breaker = Breaker::default();
        for error in [Error::Cancelled, Error::WrongKey { said: String::new() }, Error::TooLarge] {
            for at in 0..5 {
                breaker.note("u", Some(&error), at);
            }
        }
        assert_eq!(breaker, Breaker::default());
    }

    #[test]
    fn it_is_kept_as_text() {
        let mut breaker = Breaker::default();
        breaker.note("http://127.0.0.1:1/v1", Some(&Error::Cut), 7);
        let text = serde_json::to_string(&breaker).unwrap();
        assert_eq!(serde_json::from_str::<Breaker>(&text).unwrap(), breaker);
    }
}
