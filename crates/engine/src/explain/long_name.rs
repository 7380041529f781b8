//! "File name too long".

use super::prelude::*;

const TEXTS: &[&str] = &["File name too long", "ENAMETOOLONG", "file name too long"];
/// Maximum bytes of a name on the usual file systems, and of a path (limits.h).
const NAME: usize = 255;
const PATH: usize = 4096;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if !case.printed_any(TEXTS) {
        return None;
    }
    let paths = paths(case, TEXTS);
    let names = || paths.iter().flat_map(|path| path.split('/'));
    let found = if let Some(name) = names().find(|name| name.len() > NAME) {
        let begin: String = short(name).chars().take(20).collect();
        Finding::read(format!("`{begin}...` is {} bytes long; names are limited to {NAME}", name.len()))
    } else {
        let path = paths.iter().find(|path| path.len() > PATH)?;
        Finding::read(format!("the path is {} bytes long; paths are limited to {PATH}", path.len()))
    };
    Some(found.and("the limit counts bytes, not characters: a non-ASCII character takes two to four"))
}
