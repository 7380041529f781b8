//! Decides when to retry a request. Only failures before the first byte are retried.

use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};

use super::is_set;
use crate::Error;
use crate::wire::Fault;

/// Maximum number of retries.
pub const RETRIES: u32 = 2;
/// Maximum back-off before the first retry; it doubles.
const FIRST: Duration = Duration::from_millis(300);
/// Maximum delay requested by a server; beyond it, no retry.
const LONGEST: Duration = Duration::from_secs(10);
const SLICE: Duration = Duration::from_millis(20);

/// Returns whether the failure may be temporary.
pub fn is_passing(fault: &Fault) -> bool {
    match fault.status {
        Some(408 | 429 | 502 | 503 | 504 | 529) => true,
        // llama.cpp answers 500 to requests that it cannot parse
        Some(500) => !fault.message.contains("parse"),
        _ => false,
    }
}

/// Returns the delay before the next attempt; `None`: no more retries.
pub fn wait(retries: u32, error: &Error) -> Option<Duration> {
    if retries >= RETRIES || matches!(error, Error::Account { .. } | Error::TooLong { .. }) {
        return None;
    }
    let asked = match error {
        Error::RateLimited { retry_after, .. } | Error::Overloaded { retry_after, .. } => *retry_after,
        _ => None,
    };
    match asked {
        Some(time) => (time <= LONGEST).then_some(time),
        // full jitter: clients that failed together do not retry together
        None => Some((FIRST * 2_u32.pow(retries)).mul_f64(chance())),
    }
}

/// Parses `Retry-After`: seconds, or a date in one of the forms of HTTP (RFC 9110, 10.2.3). `date` is the
/// header `Date`, the server's own clock.
pub fn after(value: &str, date: Option<&str>) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let then = httpdate::parse_http_date(value).ok()?;
    let now =
        date.and_then(|date| httpdate::parse_http_date(date.trim()).ok()).unwrap_or_else(SystemTime::now);
    // a time in the past: at once
    Some(then.duration_since(now).unwrap_or_default())
}

/// Returns a random number from 0 to 1: each `RandomState` has its own keys.
fn chance() -> f64 {
    let random = std::hash::RandomState::new().build_hasher().finish();
    f64::from(u32::try_from(random >> 32).unwrap_or(u32::MAX)) / f64::from(u32::MAX)
}

/// Sleeps, unless cancelled.
pub fn pause(time: Duration, cancelled: &AtomicBool) -> Result<(), Error> {
    let end = Instant::now() + time;
    loop {
        if is_set(cancelled) {
            return Err(Error::Cancelled);
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        std::thread::sleep(left.min(SLICE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_off_grows_and_ends() {
        let error = Error::Overloaded { said: String::new(), retry_after: None };
        for _ in 0..100 {
            assert!(wait(0, &error).unwrap() <= Duration::from_millis(300));
            assert!(wait(1, &error).unwrap() <= Duration::from_millis(600));
        }
        assert_eq!(wait(RETRIES, &error), None);
    }

    #[test]
    fn a_server_is_waited_for_as_it_asks_unless_that_is_long() {
        let limited = |seconds| Error::RateLimited {
            said: String::new(),
            retry_after: Some(Duration::from_secs(seconds)),
        };
        assert_eq!(wait(0, &limited(7)), Some(Duration::from_secs(7)));
        assert_eq!(wait(0, &limited(11)), None);
    }

    #[test]
    fn the_time_is_seconds_or_a_date() {
        let date = Some("Sun, 06 Nov 1994 08:49:37 GMT");
        for (value, seconds) in [
            ("120", Some(120)),
            (" 0 ", Some(0)),
            ("Sun, 06 Nov 1994 08:49:41 GMT", Some(4)),
            ("Sunday, 06-Nov-94 08:49:41 GMT", Some(4)),
            ("Sun Nov  6 08:49:41 1994", Some(4)),
            ("Sun, 06 Nov 1994 08:00:00 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
            ("1.5", None),
        ] {
            assert_eq!(after(value, date), seconds.map(Duration::from_secs), "{value}");
        }
        // without the server's date, the clock of this machine counts
        let then = SystemTime::now() + Duration::from_secs(90);
        let left = after(&httpdate::fmt_http_date(then), None).unwrap().as_secs();
        assert!((85..=90).contains(&left), "{left}");
    }

    #[test]
    fn what_stays_wrong_is_not_tried_again() {
        let fault = |status, message: &str| Fault {
            status: Some(status),
            message: message.into(),
            ..Fault::default()
        };
        for status in [400, 401, 402, 403, 404, 413, 422] {
            assert!(!is_passing(&fault(status, "no")), "{status}");
        }
        for status in [408, 429, 500, 502, 503, 504, 529] {
            assert!(is_passing(&fault(status, "no")), "{status}");
        }
        assert!(!is_passing(&fault(500, "[json.exception.parse_error.101] parse error at line 1")));
    }
}
