//! `find -size +10MB`, `split -b 5mb`: a size with a unit that the program does not know.

use super::prelude::*;

/// Programs, their messages, and their units for kilobytes, megabytes and gigabytes (find(1), split(1)).
const TABLE: &[(&str, (&str, [&str; 3]))] = table!("wrong_units");

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let name = command.program_name()?;
    let (_, (_, units)) = TABLE.iter().find(|(said, (program, _))| *program == name && case.printed(said))?;
    let mut found = command.arguments().iter().filter_map(|word| Some((word, renamed(word, units)?)));
    // only if there is exactly one such word
    let (word, value) = found.next().filter(|_| found.next().is_none())?;
    (value != word.value).then(|| Proposal::certain(case.set_word(word, &value), "unknown size unit"))
}

/// Returns the word with the right unit, if it ends in a number with such a unit.
fn renamed(word: &Word, units: &[&str; 3]) -> Option<String> {
    let number = word.value.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = word.value.get(number.len()..)?;
    let at = ["kb", "mb", "gb"].iter().position(|known| unit.eq_ignore_ascii_case(known))?;
    let digits = number.trim_start_matches(|c: char| !c.is_ascii_digit());
    (!word.dynamic && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
        .then(|| format!("{number}{}", units[at.min(2)]))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn units() {
        mends("bash", "find dir -size -5kb", 1, "find: invalid -size type `b'\n", "find dir -size -5k");
        mends("zsh", "head -c 2mb a.txt", 1, "head: invalid number of bytes: '2mb'\n", "head -c 2MB a.txt");
        leaves("bash", "find dir -size 5q", 1, Some("find: invalid -size type `q'\n"));
    }
}
