//! Formats amounts for people.

/// Formats `1536` as `1.5 KiB`; no fraction from 10 units on.
pub fn bytes(amount: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if amount < 1024 {
        return format!("{amount} bytes");
    }
    let mut tenths = u128::from(amount) * 10 / 1024;
    let mut unit = 0;
    while tenths >= 10_240 && unit + 1 < UNITS.len() {
        tenths /= 1024;
        unit += 1;
    }
    let name = UNITS.get(unit).unwrap_or(&"PiB");
    match (tenths / 10, tenths % 10) {
        (whole, 0) => format!("{whole} {name}"),
        (whole, _) if whole >= 10 => format!("{whole} {name}"),
        (whole, tenth) => format!("{whole}.{tenth} {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn amounts_are_short() {
        for (amount, text) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1024, "1 KiB"),
            (1536, "1.5 KiB"),
            (64 * 1024 * 1024, "64 MiB"),
            (13_314_398_617, "12 GiB"),
            (u64::MAX, "16383 PiB"),
        ] {
            assert_eq!(bytes(amount), text);
        }
    }
}
