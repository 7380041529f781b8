//! The data files as they are, with comments and examples: for those who look at a rule or run its
//! examples. The build stores them deflated.

/// A file: its stem and its text.
pub type File = (String, String);

/// The files that the build stored in `bytes`; none where these are something else.
pub fn files(bytes: &[u8]) -> Vec<File> {
    let inflated = miniz_oxide::inflate::decompress_to_vec(bytes).unwrap_or_default();
    postcard::from_bytes(&inflated).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_build_did_not_store_is_no_file() {
        assert!(files(b"").is_empty());
        assert!(files(b"no deflated text").is_empty());
    }
}
