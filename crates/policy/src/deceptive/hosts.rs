//! Addresses whose host is not the one that is read.

use memchr::memmem;

use super::lookalike::{is_fake, is_mixed_fake};
use super::{Deception, found, punycode};
use crate::Level::Confirm;

/// Host name endings that do not occur in user names.
const ENDINGS: &[&str] = table!("host_endings");

/// Most addresses in a text that are looked at.
const MAX_ADDRESSES: usize = 64;

/// Reports the hosts of `scheme://host` anywhere, quotes or not.
pub(super) fn scan(text: &str, list: &mut Vec<Deception>) {
    for at in memmem::find_iter(text.as_bytes(), b"://").take(MAX_ADDRESSES) {
        let start = at + 3;
        let rest = text.get(start..).unwrap_or_default();
        let length = rest.find(|letter: char| letter.is_ascii_whitespace() || "/?#'\"`)>;|".contains(letter));
        let authority = rest.get(..length.unwrap_or(rest.len())).unwrap_or_default();
        let end = start + authority.len();
        if let Some(because) = judge(authority) {
            found(list, Confirm, because, start, end);
        }
    }
}

fn judge(authority: &str) -> Option<String> {
    if authority.len() > 1024 {
        return None;
    }
    let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    if looks_like_host(user) {
        return Some("the part before the @ looks like the host but is a user name".to_owned());
    }
    // characters that only look like dots and slashes
    let marks = "\u{2024}\u{2044}\u{2215}\u{29f8}\u{3002}\u{ff0e}\u{ff0f}\u{ff61}";
    if let Some(letter) = authority.chars().find(|letter| marks.contains(*letter)) {
        return Some(format!("U+{:04X} in the host looks like a dot or slash", u32::from(letter)));
    }
    host.split('.').find_map(|label| {
        let coded = label.split_at_checked(4).filter(|(start, _)| start.eq_ignore_ascii_case("xn--"));
        let shown = match coded {
            Some((_, coded)) => &*punycode::decode(coded)?,
            None => label,
        };
        let is_deceptive =
            is_fake(shown) || shown.split(|letter: char| !letter.is_alphabetic()).any(is_mixed_fake);
        let letter = shown.chars().find(|letter| !letter.is_ascii() && is_deceptive)?;
        Some(format!("U+{:04X} in the host looks like another letter", u32::from(letter)))
    })
}

/// `github.com`, `www.x`; not `jane.doe`, not an e-mail address.
fn looks_like_host(user: &str) -> bool {
    let name = user.split([':', '%']).next().unwrap_or(user).to_ascii_lowercase();
    if name.contains('@') {
        return false;
    }
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.contains(&ending) || name.starts_with("www.")
}
