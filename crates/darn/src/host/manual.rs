//! Sources of manual pages, from the usual directories; compressed pages are decompressed in process.

use std::path::Path;

use facts::vocabulary::on_disk;

const MAX_BYTES: usize = 256 * 1024;

/// Returns the source of `program(1)` or `program(8)`.
pub fn source(program: &str, home: Option<&str>) -> Option<String> {
    if program.is_empty() || program.contains('/') || program.starts_with('.') {
        return None;
    }
    on_disk::pages(program, home).find_map(|page| super::text(Path::new(&page), MAX_BYTES))
}
