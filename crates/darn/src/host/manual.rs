//! Sources of manual pages, from the usual places; compressed pages are unpacked in process.

use std::io::Read as _;

const DIRECTORIES: [&str; 3] = ["/usr/share/man", "/usr/local/share/man", "/usr/local/man"];
const MAX_BYTES: u64 = 256 * 1024;

/// Source of `program(1)` or `program(8)`.
pub fn source(program: &str) -> Option<String> {
    if program.is_empty() || program.contains('/') || program.starts_with('.') {
        return None;
    }
    DIRECTORIES
        .iter()
        .flat_map(|directory| {
            ["1", "8"].map(|section| format!("{directory}/man{section}/{program}.{section}"))
        })
        .find_map(|plain| {
            let mut bytes = Vec::new();
            if let Ok(file) = std::fs::File::open(&plain) {
                file.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
            } else {
                let file = std::fs::File::open(format!("{plain}.gz")).ok()?;
                flate2::read::MultiGzDecoder::new(file).take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
            }
            Some(String::from_utf8_lossy(&bytes).into_owned())
        })
}
