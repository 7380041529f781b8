//! Names of hosts in ASCII (RFC 3492). Only labels are decoded: a library for IDNA would bring Unicode's
//! normalization with its tables.

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;

/// Longest label, in bytes (RFC 1035).
const MAX: usize = 63;

/// The text of a label without its `xn--`; `None` where it is not in that form.
pub(super) fn decode(label: &str) -> Option<String> {
    if label.len() > MAX {
        return None;
    }
    let (plain, coded) = label.rsplit_once('-').unwrap_or(("", label));
    let mut letters: Vec<char> = plain.chars().collect();
    let mut digits = coded.bytes();
    let (mut code, mut at, mut bias) = (128_u32, 0_u32, 72_u32);
    while digits.len() > 0 {
        let before = at;
        let (mut weight, mut step) = (1_u32, BASE);
        loop {
            let digit = match digits.next()? {
                byte @ b'a'..=b'z' => u32::from(byte - b'a'),
                byte @ b'A'..=b'Z' => u32::from(byte - b'A'),
                byte @ b'0'..=b'9' => u32::from(byte - b'0') + 26,
                _ => return None,
            };
            at = at.checked_add(digit.checked_mul(weight)?)?;
            let threshold = step.saturating_sub(bias).clamp(T_MIN, T_MAX);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            step += BASE;
        }
        let count = u32::try_from(letters.len() + 1).ok()?;
        bias = adapted(at - before, count, before == 0);
        code = code.checked_add(at / count)?;
        at %= count;
        letters.insert(usize::try_from(at).ok()?, char::from_u32(code)?);
        at += 1;
    }
    Some(letters.into_iter().collect())
}

fn adapted(delta: u32, count: u32, is_first: bool) -> u32 {
    let mut delta = delta / if is_first { DAMP } else { 2 };
    delta += delta / count;
    let mut turns = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        turns += BASE;
    }
    turns + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        for (label, text) in [
            ("mnchen-3ya", Some("münchen")),
            ("80ak6aa92e", Some("аррӏе")),
            ("bcher-kva", Some("bücher")),
            ("fiqs8s", Some("中国")),
            ("99999999", None),
            ("!", None),
        ] {
            assert_eq!(decode(label).as_deref(), text, "{label}");
        }
    }
}
