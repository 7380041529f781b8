//! Parses points in time in notations that people use.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, Zoned};

/// Parses `2h` and `3d` ago, `2026-11-22` and `2026-11-22T10:00` in local time, or `2026-11-22T10:00:00Z`.
pub fn parse(text: &str) -> Result<Timestamp, String> {
    moment(text, &Zoned::now()).ok_or_else(|| "write 2h, 3d, 2026-11-22 or 2026-11-22T10:00".to_owned())
}

fn moment(text: &str, now: &Zoned) -> Option<Timestamp> {
    if let Ok(span) = text.parse::<Span>() {
        return Some(now.checked_sub(span.abs()).ok()?.timestamp());
    }
    if let Ok(moment) = text.parse() {
        return Some(moment);
    }
    let there: DateTime = text.parse().ok()?;
    here(there, now.time_zone())
}

fn here(there: DateTime, zone: &TimeZone) -> Option<Timestamp> {
    Some(zone.to_ambiguous_zoned(there).compatible().ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_as_people_write_them() {
        let now: Zoned = "2026-11-22T12:00:00+00:00[UTC]".parse().unwrap();
        let zone = TimeZone::fixed(jiff::tz::offset(1));
        let now = now.with_time_zone(zone);
        for (text, wanted) in [
            ("2h", "2026-11-22T10:00:00Z"),
            ("3d", "2026-11-19T12:00:00Z"),
            ("1h30m", "2026-11-22T10:30:00Z"),
            ("2 weeks", "2026-11-08T12:00:00Z"),
            ("2026-11-22", "2026-11-21T23:00:00Z"),
            ("2026-11-22T10:00", "2026-11-22T09:00:00Z"),
            ("2026-11-22 10:00", "2026-11-22T09:00:00Z"),
            ("2026-11-22T10:00:00Z", "2026-11-22T10:00:00Z"),
            ("2026-11-22T10:00:00.123Z", "2026-11-22T10:00:00.123Z"),
        ] {
            assert_eq!(
                moment(text, &now).map(|moment| moment.to_string()).as_deref(),
                Some(wanted),
                "{text}"
            );
        }
        for text in ["", "yesterday", "2026-13-01", "10", "-"] {
            assert_eq!(moment(text, &now), None, "{text}");
        }
    }
}
