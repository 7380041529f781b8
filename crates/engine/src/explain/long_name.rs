//! "File name too long".

use super::subject::{paths, says, short};
use super::{Cause, Finding};
use crate::rules::Case;

pub const CAUSE: Cause = Cause { id: "long-name", find };

const TEXTS: &[&str] = &["File name too long", "ENAMETOOLONG", "file name too long"];
/// Bytes of one name on the usual file systems, and of a path (limits.h).
const NAME: usize = 255;
const PATH: usize = 4096;

fn find(case: &Case<'_>) -> Option<Finding> {
    if !says(case, TEXTS) {
        return None;
    }
    let paths = paths(case, TEXTS);
    let names = || paths.iter().flat_map(|path| path.split('/'));
    let found = if let Some(name) = names().find(|name| name.len() > NAME) {
        let begin: String = short(name).chars().take(20).collect();
        Finding::read(format!("`{begin}...` has {} bytes; a name may have at most {NAME}", name.len()))
    } else {
        let path = paths.iter().find(|path| path.len() > PATH)?;
        Finding::read(format!("the path has {} bytes; a path may have at most {PATH}", path.len()))
    };
    Some(found.and("bytes count, not letters: one letter outside ASCII takes two to four"))
}
