//! `curl -fsSL https://sh.rustup.rs | sh`: the official install commands of vendors. They run unseen code
//! like any other download, but from a place the user trusts anyway.

use crate::field::{Field, Invocation};

const ADDRESSES: &str = include_str!("../data/installers.txt");

/// Options that change neither the address nor the trust.
const PLAIN: &[&str] = table!("plain_download_options");

/// Returns whether `curl` or `wget` fetches exactly one file from such an address.
pub fn fetches(at: &Invocation<'_>) -> bool {
    let is_option = |field: &&Field| PLAIN.contains(&field.text.as_str()) || is_plain_cluster(&field.text);
    let mut rest = at.arguments.iter().filter(|field| !is_option(field));
    matches!((rest.next(), rest.next()), (Some(address), None) if is_known(&address.text))
}

fn is_plain_cluster(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|letters| {
        !letters.is_empty() && letters.bytes().all(|letter| b"fsSL46#q".contains(&letter))
    })
}

fn is_known(address: &str) -> bool {
    let below = |known: &str| {
        address.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || b":/._-".contains(&byte);
    !address.contains("..")
        && address.bytes().all(is_usual)
        && ADDRESSES.lines().filter(|line| line.starts_with("https://")).any(below)
}

#[cfg(test)]
mod tests {
    use super::is_known;

    #[test]
    fn only_the_documented_place_is_known() {
        assert!(is_known("https://sh.rustup.rs"));
        assert!(is_known("https://raw.githubusercontent.com/nvm-sh/nvm/v0.39.7/install.sh"));
        for other in [
            "http://sh.rustup.rs",
            "sh.rustup.rs",
            "https://sh.rustup.rs.evil.example",
            "https://sh.rustup.rs@evil.example",
            "https://raw.githubusercontent.com/nvm-sh/nvm/../../evil/x.sh",
            "https://raw.githubusercontent.com/nvm-sh/nvm/%2e%2e/x",
            "https://raw.githubusercontent.com/evil/nvm/install.sh",
            "https://sh.rustup.rs?x=1",
        ] {
            assert!(!is_known(other), "{other}");
        }
    }
}
