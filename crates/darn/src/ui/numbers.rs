//! Formats numbers for people.

/// `1204` → `1,204`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a number of things: `1 file`, `2 files`.
pub fn many(number: u64, one: &str, several: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { several })
}

/// Rounds the number down to two significant digits: `12,000`.
pub fn at_least(number: u64) -> String {
    let digits = number.checked_ilog10().unwrap_or(0);
    let step = 10_u64.pow(digits.saturating_sub(1));
    count(number / step * step)
}

/// Formats a size in units of 1,000 with one decimal: `3.1 GB`.
pub fn bytes(number: u64) -> String {
    const UNITS: [&str; 5] = ["KB", "MB", "GB", "TB", "PB"];
    if number < 1000 {
        return many(number, "byte", "bytes");
    }
    let mut tenths = u128::from(number) / 100;
    let mut unit = 0;
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        tenths /= 1000;
        unit += 1;
    }
    let name = UNITS.get(unit).unwrap_or(&"PB");
    let whole = count(u64::try_from(tenths / 10).unwrap_or(u64::MAX));
    match tenths % 10 {
        0 => format!("{whole} {name}"),
        tenth => format!("{whole}.{tenth} {name}"),
    }
}

/// Formats a number of things whose plural ends in `s`: `1 line`, `2 lines`.
pub fn several(number: usize, thing: &str) -> String {
    many(number as u64, thing, &format!("{thing}s"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_separators() {
        for (number, text) in [(0, "0"), (999, "999"), (1204, "1,204"), (1_234_567, "1,234,567")] {
            assert_eq!(count(number), text);
        }
        for (number, text) in
            [(7, "7"), (12, "12"), (129, "120"), (12_345, "12,000"), (1_999_999, "1,900,000")]
        {
            assert_eq!(at_least(number), text);
        }
    }

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(several(1, "line"), "1 line");
        assert_eq!(several(1204, "line"), "1,204 lines");
    }

    #[test]
    fn sizes_have_a_unit() {
        for (number, text) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (999, "999 bytes"),
            (1000, "1 KB"),
            (3120, "3.1 KB"),
            (999_999, "999.9 KB"),
            (3_100_000_000, "3.1 GB"),
            (u64::MAX, "18,446.7 PB"),
        ] {
            assert_eq!(bytes(number), text);
        }
    }
}
