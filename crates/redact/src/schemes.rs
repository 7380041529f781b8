//! Finds `Bearer X` and `Basic X` in running text, without a header name before them.

use super::found::Found;
use super::words::Words;
use super::{ahead, names, piece, random};

/// Schemes without their first letter, which may be a capital. Sorted.
pub static SIGNS: Words = Words::new(&["ASIC ", "EARER ", "asic ", "earer "]);

/// Maximum length of credentials; longer ones are truncated.
const MAX: usize = 16 * 1024;

/// Returns the credentials at `from`, after a scheme whose second letter is at `at`. Ordinary words do not
/// count: `Bearer authentication`, `Basic usage`.
pub fn credentials(text: &str, at: usize, from: usize) -> Option<Found<'static>> {
    let (first, before) = text.as_bytes().get(..at)?.split_last()?;
    if !matches!(first, b'B' | b'b') || before.last().is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let rest = ahead(text, from, MAX);
    let value = rest.trim_start_matches([' ', '"', '\'', '`', '«', '“']);
    let start = from + rest.len() - value.len();
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._~+/=".contains(c);
    let end = value.find(|c| !is_part(c)).unwrap_or(value.len());
    let (value, behind) = value.split_at_checked(end)?;
    if behind.starts_with(['(', '$', '{', '<', ':', '@', '%']) {
        return None;
    }
    let value = value.trim_end_matches('.');
    let is_basic = piece(text, at, from).eq_ignore_ascii_case("asic ");
    let is_one =
        if is_basic { random::is_user_and_password(value) } else { random::looks_random_here(value) };
    let kind = if is_basic { "password" } else { "token" };
    (is_one && !names::is_placeholder(value)).then(|| Found::at(start, value, kind))
}
