//! Unpacks the built-in data files, which the build packed with `pack`, and defines the shared parts of their
//! format.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    forbid(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)
)]

mod error;
mod many;

pub use error::{DataError, line_at};
pub use many::Many;

/// Result of the examples of one file.
#[derive(Debug, Default)]
pub struct Report {
    /// Number of rules, or of whatever else the file defines.
    pub rules: usize,
    pub examples: usize,
    pub errors: Vec<DataError>,
}

/// A file: its stem and its text.
pub type File = (String, String);

/// Unpacks files packed by `pack::store`; empty if `bytes` is anything else.
pub fn files(bytes: &[u8]) -> Vec<File> {
    postcard::from_bytes(&inflate(bytes)).unwrap_or_default()
}

/// Unpacks a text packed by `pack::compress`; empty if `bytes` is anything else.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(inflate(bytes)).unwrap_or_default()
}

/// Unpacks bytes packed by `pack::compress`; empty if `bytes` is anything else.
pub fn inflate(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::inflate::decompress_to_vec(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_another_origin_unpack_to_nothing() {
        assert!(files(b"").is_empty());
        assert!(files(b"no deflated text").is_empty());
        assert!(text(b"no deflated text").is_empty());
    }
}
