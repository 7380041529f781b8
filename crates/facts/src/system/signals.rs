//! Names and usual causes of signals.

/// One signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signal {
    pub number: i32,
    pub name: &'static str,
    /// Meaning and usual cause.
    pub about: &'static str,
}

const TABLE: &str = include_str!("../data/signals.txt");

/// Returns the signal that ended a command with this status (128 + n; POSIX 2.8.2).
pub fn of_status(status: i32) -> Option<Signal> {
    let rows = TABLE.lines().filter_map(|line| {
        let (number, rest) = line.split_once(' ')?;
        let (name, about) = rest.split_once(' ')?;
        Some(Signal { number: number.parse().ok()?, name, about })
    });
    rows.filter(|_| status > 128).find(|signal| signal.number + 128 == status)
}
