//! What the build stores deflated: the data files as they are, for those who look at a rule or run its
//! examples, and long vocabularies.

/// A file: its stem and its text.
pub type File = (String, String);

/// The files that the build stored in `bytes`; none where these are something else.
pub fn files(bytes: &[u8]) -> Vec<File> {
    let inflated = miniz_oxide::inflate::decompress_to_vec(bytes).unwrap_or_default();
    postcard::from_bytes(&inflated).unwrap_or_default()
}

/// The text that the build stored in `bytes`; nothing where these are something else.
pub fn text(bytes: &[u8]) -> String {
    let inflated = miniz_oxide::inflate::decompress_to_vec(bytes).unwrap_or_default();
    String::from_utf8(inflated).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_build_did_not_store_is_no_file() {
        assert!(files(b"").is_empty());
        assert!(files(b"no deflated text").is_empty());
        assert!(text(b"no deflated text").is_empty());
    }
}
