//! Options of a program from its manual page, for programs without a vocabulary.

use crate::world::World;

/// Long options named in the page; empty where there is none.
#[must_use]
pub fn options(program: &str, world: &dyn World) -> Vec<String> {
    let Some(page) = world.manual(program) else { return Vec::new() };
    let mut names: Vec<String> = Vec::new();
    // roff writes hyphens as `\-` and switches fonts in the middle of words
    let plain = page
        .replace("\\-", "-")
        .replace("\\^", "")
        .replace("\\|", "")
        .replace("\\&", "")
        .replace("\\fB", "")
        .replace("\\fR", "")
        .replace("\\fI", "")
        .replace("\\fP", "");
    for start in plain.match_indices('-').map(|(at, _)| at) {
        let before = plain.get(..start).and_then(|text| text.chars().next_back()).unwrap_or(' ');
        if before.is_alphanumeric() || before == '-' {
            continue;
        }
        let rest = plain.get(start..).unwrap_or("");
        let end =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')).unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or("").trim_end_matches('-');
        if name.len() > 2 && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
        if names.len() >= 400 {
            break;
        }
    }
    names
}
